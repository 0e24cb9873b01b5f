import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  DAY,
  HOUR,
  MINUTE,
  SECOND,
  after,
  clamp,
  formatClock,
  formatDay,
  formatDuration,
  formatSpan,
  formatInstant,
  formatLongDay,
  isTimeZone,
  relativeTime,
  timerUntil,
} from "./time.ts";

const at = new Date("2026-11-24T12:05:00Z");

test("moves an instant without changing the one given", () => {
  expect(after(at, -DAY).toISOString()).toBe("2026-11-23T12:05:00.000Z");
  expect(at.toISOString()).toBe("2026-11-24T12:05:00.000Z");
});
test("a timer for an instant fires right after it, and a far one as late as timers can", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  expect(timerUntil(after(now, 5), now)).toBe(6);
  expect(timerUntil(after(now, -DAY), now)).toBe(0);
  // A longer delay would fire at once.
  expect(timerUntil(after(now, 30 * DAY), now)).toBe(2_147_483_647);
  expect(timerUntil(after(now, 2 ** 31 - 1), now)).toBe(2_147_483_647);
});
test("clamps a value between two bounds", () => expect([1, 5, 9].map((n) => clamp(n, 3, 7))).toEqual([3, 5, 7]));
test("accepts the time zones the runtime knows", () => {
  expect(
    ["UTC", "Europe/Helsinki", "America/Argentina/Buenos_Aires", "Mars/Olympus", "", "x".repeat(200)].map(isTimeZone),
  ).toEqual([true, true, true, false, false, false]);
});

describe("an instant on the reader's clock", () => {
  test("has the year where it isn't the current one there, on both sides of New Year", () => {
    const eve = new Date("2026-12-31T12:00:00Z");
    const zones = ["Pacific/Kiritimati", "UTC", "Pacific/Niue"] as const;
    expect(zones.map((zone) => formatDay(eve, zone, after(eve, -DAY)))).toEqual(["Jan 1, 2027", "Dec 31", "Dec 31"]);
    expect(zones.map((zone) => formatDay(eve, zone, after(eve, DAY)))).toEqual([
      "Jan 1",
      "Dec 31, 2026",
      "Dec 31, 2026",
    ]);
    expect(formatDay(eve, "UTC", after(eve, -200 * DAY))).toBe("Dec 31");
  });
  test("is written with weekday, month, day, year and twelve hours", () => {
    expect(formatInstant(at, "UTC")).toBe("Tue, Nov 24, 2026, 12:05 PM");
    expect(formatInstant(at, "Europe/Helsinki")).toBe("Tue, Nov 24, 2026, 2:05 PM");
    expect(formatInstant(at, "Pacific/Auckland")).toBe("Wed, Nov 25, 2026, 1:05 AM");
    expect(formatInstant(new Date("2026-11-24T00:00:00Z"), "UTC")).toBe("Tue, Nov 24, 2026, 12:00 AM");
  });
  test("leaves out the year while it's the current one for the reader", () => {
    expect(formatInstant(at, "UTC", { now: at })).toBe("Tue, Nov 24, 12:05 PM");
    expect(formatInstant(at, "UTC", { now: after(at, 60 * DAY) })).toBe("Tue, Nov 24, 2026, 12:05 PM");
    // New Year's Eve in New York is already the new year in Auckland.
    const eve = new Date("2026-12-31T20:00:00Z");
    expect(formatInstant(at, "America/New_York", { now: eve })).toBe("Tue, Nov 24, 7:05 AM");
    expect(formatInstant(at, "Pacific/Auckland", { now: eve })).toBe("Wed, Nov 25, 2026, 1:05 AM");
  });
  test("names the time zone of a deadline", () => {
    expect(formatInstant(at, "UTC", { now: at, deadline: true })).toBe("Tue, Nov 24, 12:05 PM UTC");
    expect(formatInstant(at, "America/New_York", { now: at, deadline: true })).toBe("Tue, Nov 24, 7:05 AM EST");
    expect(formatInstant(at, "Europe/Helsinki", { now: at, deadline: true })).toBe("Tue, Nov 24, 2:05 PM GMT+2");
  });
  test("handles the clock change in spring", () => {
    expect(formatInstant(new Date("2027-03-28T00:59:00Z"), "Europe/Helsinki")).toBe("Sun, Mar 28, 2027, 2:59 AM");
    expect(formatInstant(new Date("2027-03-28T01:00:00Z"), "Europe/Helsinki")).toBe("Sun, Mar 28, 2027, 4:00 AM");
  });
  test("has separate forms for the day and the time", () => {
    const night = new Date("2026-11-24T23:30:00Z");
    expect([formatDay(at, "UTC"), formatDay(night, "Europe/Helsinki"), formatDay(night, "UTC", at)]).toEqual([
      "Nov 24, 2026",
      "Nov 25, 2026",
      "Nov 24",
    ]);
    expect(formatClock(night, "Europe/Helsinki")).toBe("1:30 AM");
    expect(formatLongDay("2026-11-24")).toBe("November 24, 2026");
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

test.each([
  [12, "12 hours"],
  [24, "24 hours"],
  [72, "72 hours"],
  [7 * 24, "7 days"],
  [14 * 24, "14 days"],
  [16.35, "16 h 21 min"],
  [7 * 24 + 3, "7 d 3 h"],
])("%s hours may take %s", (hours, words) => expect(formatSpan(hours * 3_600_000)).toBe(words));
