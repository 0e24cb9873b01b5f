import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  DAY,
  HOUR,
  MINUTE,
  SECOND,
  after,
  clamp,
  formatDay,
  formatDuration,
  formatInstant,
  isTimeZone,
  relativeTime,
} from "./time.ts";

const at = new Date("2026-11-24T12:05:00Z");

test("an instant is moved without touching the one given", () => {
  expect(after(at, -DAY).toISOString()).toBe("2026-11-23T12:05:00.000Z");
  expect(at.toISOString()).toBe("2026-11-24T12:05:00.000Z");
});
test("a value is held between two bounds", () => expect([1, 5, 9].map((n) => clamp(n, 3, 7))).toEqual([3, 5, 7]));
test("time zones are those the runtime knows", () => {
  expect(
    ["UTC", "Europe/Helsinki", "America/Argentina/Buenos_Aires", "Mars/Olympus", "", "x".repeat(200)].map(isTimeZone),
  ).toEqual([true, true, true, false, false, false]);
});

describe("an instant on the reader's clock", () => {
  test("is written with weekday, day, month, year and 24 hours", () => {
    expect(formatInstant(at, "UTC")).toBe("Tue 24 Nov 2026, 12:05");
    expect(formatInstant(at, "Europe/Helsinki")).toBe("Tue 24 Nov 2026, 14:05");
    expect(formatInstant(at, "Pacific/Auckland")).toBe("Wed 25 Nov 2026, 01:05");
    expect(formatInstant(new Date("2026-11-24T00:00:00Z"), "UTC")).toBe("Tue 24 Nov 2026, 00:00");
  });
  test("keeps the clock's jump in spring", () => {
    expect(formatInstant(new Date("2027-03-28T00:59:00Z"), "Europe/Helsinki")).toBe("Sun 28 Mar 2027, 02:59");
    expect(formatInstant(new Date("2027-03-28T01:00:00Z"), "Europe/Helsinki")).toBe("Sun 28 Mar 2027, 04:00");
  });
  test("has a day of its own", () => {
    expect([formatDay(at, "UTC"), formatDay(new Date("2026-11-24T23:30:00Z"), "Europe/Helsinki")]).toEqual([
      "24 Nov 2026",
      "25 Nov 2026",
    ]);
  });
});

test("a length of time has two units at most, rounded down", () => {
  const cases: [number, string][] = [
    [0, "less than a minute"],
    [59 * SECOND, "less than a minute"],
    [MINUTE, "1 min"],
    [59 * MINUTE + 59 * SECOND, "59 min"],
    [HOUR, "1 h"],
    [3 * HOUR + 20 * MINUTE, "3 h 20 min"],
    [DAY, "1 d"],
    [DAY + 59 * MINUTE, "1 d"],
    [2 * DAY + 4 * HOUR + 30 * MINUTE, "2 d 4 h"],
    [14 * DAY, "14 d"],
    [-2 * HOUR, "2 h"],
  ];
  for (const [ms, text] of cases) expect(formatDuration(ms)).toBe(text);
});

describe("relative time", () => {
  const ago = (ms: number) => relativeTime(after(at, -ms), at);
  test("is in seconds, minutes, hours, days, months and years", () => {
    expect(
      [
        0,
        59 * SECOND,
        MINUTE,
        59 * MINUTE,
        HOUR,
        23 * HOUR,
        DAY,
        29 * DAY,
        30 * DAY,
        359 * DAY,
        364 * DAY,
        365 * DAY,
        730 * DAY,
      ].map(ago),
    ).toEqual(["0s", "59s", "1m", "59m", "1h", "23h", "1d", "29d", "1mo", "11mo", "11mo", "1y", "2y"]);
  });
  test("is never negative, where a clock is ahead", () => expect(ago(-5 * MINUTE)).toBe("0s"));
  test("never shrinks as time goes by", () => {
    const weight = (text: string) =>
      Number.parseInt(text) *
      { s: 1, m: 60, h: 3_600, d: 86_400, mo: 2_592_000, y: 31_536_000 }[text.replace(/\d+/, "")]!;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000 * 86_400 }), fc.nat(86_400), (s, more) => {
        expect(weight(ago((s + more) * SECOND))).toBeGreaterThanOrEqual(weight(ago(s * SECOND)));
      }),
    );
  });
});
