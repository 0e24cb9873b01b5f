import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LOOK_BACK_MS } from "../../rules/core/live.ts";
import type { LiveEvent } from "./live.ts";
import { SILENCE_MS, openLine, pauseMs } from "./live-line.ts";

class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = 0;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.all.push(this);
  }
  close(): void {
    this.readyState = 2;
  }
  opens(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }
  beats(): void {
    this.dispatchEvent(new Event("beat"));
  }
  events(event: LiveEvent): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(event) }));
  }
  breaks(refused = false): void {
    this.readyState = refused ? 2 : 0;
    this.dispatchEvent(new Event("error"));
  }
}
const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
const browser = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  FakeSource.all = [];
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", browser);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const latest = () => FakeSource.all.at(-1)!;
const open = (since = () => Date.now() - 1_000) => {
  const heard: string[] = [];
  const line = openLine(since, {
    hear: (event) => heard.push(event.kind),
    whole: () => heard.push("whole"),
    trying: () => {},
    refused: () => heard.push("refused"),
  });
  return { heard, line };
};

test("says that something may have been missed when opening took longer than the server looks back", () => {
  const { heard, line } = open();
  vi.advanceTimersByTime(LOOK_BACK_MS);
  latest().opens();
  latest().beats();
  expect(heard).toEqual(["whole"]);
  latest().breaks();
  vi.advanceTimersByTime(60_000);
  expect(FakeSource.all).toHaveLength(2);
  latest().opens();
  latest().beats();
  expect(heard).toEqual(["whole", "reconnected", "whole"]);
  line.close();
});

test("tells the server how long ago it was complete, and reopens when the stream ends", () => {
  const { heard, line } = open();
  expect(latest().url).toBe("/api/live?ago=1000");
  latest().opens();
  latest().events({ kind: "order.paid", orderId: "o" });
  latest().beats();
  expect(heard).toEqual(["order.paid", "whole"]);
  latest().breaks();
  vi.advanceTimersByTime(2_100);
  expect(FakeSource.all).toHaveLength(2);
  line.close();
  latest().breaks();
  vi.advanceTimersByTime(600_000);
  expect(FakeSource.all).toHaveLength(2);
});

test("reopens a silent connection, but not one with a heartbeat", () => {
  const { line } = open();
  latest().opens();
  for (let i = 0; i < 10; i++) {
    vi.advanceTimersByTime(25_000);
    latest().beats();
  }
  expect(FakeSource.all).toHaveLength(1);
  vi.advanceTimersByTime(SILENCE_MS + 6_000);
  expect(FakeSource.all).toHaveLength(2);
  line.close();
});

test("reopens at once on a new network, or when the reader returns and a heartbeat is late", () => {
  const { line } = open();
  latest().opens();
  browser.dispatchEvent(new Event("online"));
  expect(FakeSource.all).toHaveLength(2);
  latest().opens();
  page.dispatchEvent(new Event("visibilitychange"));
  expect(FakeSource.all).toHaveLength(2);
  vi.advanceTimersByTime(40_000);
  page.dispatchEvent(new Event("visibilitychange"));
  expect(FakeSource.all).toHaveLength(3);
  line.close();
});

test("reports a refusal once and retries less and less often", () => {
  const { heard, line } = open();
  for (let i = 0; i < 6; i++) {
    const before = FakeSource.all.length;
    latest().breaks(true);
    while (FakeSource.all.length === before) vi.advanceTimersByTime(1_000);
  }
  expect(heard).toEqual(["refused"]);
  expect(FakeSource.all).toHaveLength(7);
  line.close();
  expect([0, 1, 2, 9].map((n) => pauseMs(n, true, 0.5))).toEqual([4_000, 8_000, 16_000, 300_000]);
  expect([0, 1, 2, 9].map((n) => pauseMs(n, false, 0.5))).toEqual([1_100, 1_000, 2_000, 15_000]);
});
