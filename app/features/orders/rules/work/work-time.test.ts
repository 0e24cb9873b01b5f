import { expect, test } from "vitest";
import { HOUR, MINUTE } from "#app/platform/rules/core/time.ts";
import { inHours, measuredPace, timeWorked } from "./work-time.ts";

const NOW = new Date("2026-11-26T12:00:00Z");
const since = (ms: number) => new Date(NOW.getTime() - ms);

test.each([
  [{ ms: 5 * MINUTE, startedAt: null }, 5 * MINUTE],
  [{ ms: 5 * MINUTE, startedAt: since(HOUR) }, 65 * MINUTE],
  // Left running overnight.
  [{ ms: 0, startedAt: since(14 * HOUR) }, 4 * HOUR],
  // The clock was set back.
  [{ ms: 7, startedAt: since(-HOUR) }, 7],
])("counts the time worked: %j", (time, expected) => {
  expect(timeWorked(time, NOW)).toBe(expected);
});

test("says a time in hours and minutes", () => {
  expect([0, 59_999, 102 * MINUTE, 100 * HOUR].map(inHours)).toEqual(["0:00", "0:00", "1:42", "100:00"]);
});

test("measures a pace from three orders on, and leaves out those that were hardly timed", () => {
  const one = { words: 1_000, ms: HOUR };
  expect(measuredPace([one, one])).toBeNull();
  expect(measuredPace([one, one, { words: 5_000, ms: MINUTE }])).toBeNull();
  expect(measuredPace([one, one, { words: 2_000, ms: 2 * HOUR }])).toBe(1_000);
  expect(measuredPace([one, one, { words: 4_000, ms: HOUR }])).toBe(2_000);
});
