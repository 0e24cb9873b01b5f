import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { soon } from "./soon.ts";

let page: EventTarget & { visibilityState: string };
const look = (visibilityState: string) => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event("visibilitychange"));
};
beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("runs on time in a foreground tab", () => {
  const run = vi.fn<() => void>();
  soon(run, 500);
  vi.advanceTimersByTime(499);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledOnce();
});

test("runs once in a background tab when the reader returns", () => {
  page.visibilityState = "hidden";
  const run = vi.fn<() => void>();
  soon(run, 500);
  vi.advanceTimersByTime(2_000);
  expect(run).not.toHaveBeenCalled();
  look("visible");
  expect(run).toHaveBeenCalledOnce();
  look("hidden");
  look("visible");
  vi.advanceTimersByTime(10_000);
  expect(run).toHaveBeenCalledOnce();
});

test("runs in a background tab within five seconds even if nobody returns", () => {
  page.visibilityState = "hidden";
  const run = vi.fn<() => void>();
  soon(run, 0);
  vi.advanceTimersByTime(5_000);
  expect(run).toHaveBeenCalledOnce();
});

test("can be canceled in the foreground and in the background", () => {
  const run = vi.fn<() => void>();
  soon(run, 500)();
  page.visibilityState = "hidden";
  soon(run, 500)();
  look("visible");
  vi.advanceTimersByTime(10_000);
  expect(run).not.toHaveBeenCalled();
});
