import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchInTime } from "./fetch-in-time.ts";

/** A connection without an answer. Only its signal ends it. */
const standsStill = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(
  (_path, { signal }) =>
    new Promise<Response>((_, reject) => signal!.addEventListener("abort", () => reject(signal!.reason as Error))),
);
beforeEach(() => {
  vi.stubGlobal("fetch", standsStill);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("ends when the time is over, or when its caller ends it", async () => {
  await expect(fetchInTime("/api/x", {}, 5)).rejects.toMatchObject({ name: "TimeoutError" });
  const stop = new AbortController();
  const asked = fetchInTime("/api/x", { method: "POST", signal: stop.signal });
  stop.abort();
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
  expect(standsStill.mock.lastCall).toMatchObject(["/api/x", { method: "POST" }]);
});
