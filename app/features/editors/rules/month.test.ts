import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { freeWords } from "./free-words.ts";
import { calendarOf, monthsAfter, readMonth, weeksOf } from "./month.ts";

const NOW = new Date("2026-11-25T12:00:00Z");
const editor = {
  weeklyWords: 10_000 as number | null,
  workingDays: [1, 2, 3, 4, 5],
  daysOff: [] as string[],
  timeZone: "UTC",
  openOrders: [] as { words: number; editorDueAt: Date }[],
};
const due = (at: string) => ({ at: new Date(at) });

describe("a month", () => {
  test("has whole weeks from Monday to Sunday, and all its days once", () => {
    fc.assert(
      fc.property(fc.integer({ min: -600, max: 600 }), (n) => {
        const month = monthsAfter("2026-11", n);
        const weeks = weeksOf(month);
        for (const week of weeks) {
          expect(week).toHaveLength(7);
          expect(new Date(`${week[0]}T00:00:00Z`).getUTCDay()).toBe(1);
          expect(week.some((day) => day.startsWith(month))).toBe(true);
        }
        const [year, number] = month.split("-").map(Number);
        const days = weeks.flat().filter((day) => day.startsWith(month));
        expect(new Set(days).size).toBe(new Date(Date.UTC(year!, number!, 0)).getUTCDate());
        expect(days).toEqual(days.toSorted());
      }),
    );
    expect(weeksOf("2027-02")).toHaveLength(4);
    expect(weeksOf("2026-11").map((week) => [week[0], week[6]])[0]).toEqual(["2026-10-26", "2026-11-01"]);
  });
  test("is followed by the next, even across years", () => {
    expect([monthsAfter("2026-11", 2), monthsAfter("2027-01", -1), monthsAfter("2026-11", 24)]).toEqual([
      "2027-01",
      "2026-12",
      "2028-11",
    ]);
  });
  test("is read from the URL within its bounds, and is the current one otherwise", () => {
    const read = (asked: string | null) => readMonth(asked, "2026-11-25");
    expect(["2026-12", "2028-11", "2030-01"].map(read)).toEqual(["2026-12", "2028-11", "2028-11"]);
    for (const asked of [null, "", "2026-10", "2026-13", "2026-00", "12", "2026-11-25", "<b>"])
      expect(read(asked), String(asked)).toBe("2026-11");
  });
});

describe("the calendar", () => {
  const daysOf = (timeZone: string, at: string, now = NOW) =>
    calendarOf({ ...editor, timeZone }, "2026-11", [due(at)], now)
      .flatMap((week) => week.days)
      .filter((day) => day.work.length > 0 || day.today)
      .map((day) => [day.day, day.today, day.work.length]);

  test("puts work and today on days in the editor's time zone", () => {
    const at = "2026-11-27T23:30:00.000Z";
    expect(daysOf("UTC", at)).toEqual([
      ["2026-11-25", true, 0],
      ["2026-11-27", false, 1],
    ]);
    expect(daysOf("Asia/Tokyo", at, new Date("2026-11-25T16:00:00Z"))).toEqual([
      ["2026-11-26", true, 0],
      ["2026-11-28", false, 1],
    ]);
    expect(daysOf("America/Los_Angeles", "2026-11-28T07:00:00.000Z", new Date("2026-11-25T05:00:00Z"))).toEqual([
      ["2026-11-24", true, 0],
      ["2026-11-27", false, 1],
    ]);
  });
  test("puts the earliest work of a day first, and marks days off and past days", () => {
    const work = [due("2026-11-27T15:00:00.000Z"), due("2026-11-27T09:00:00.000Z")];
    const days = calendarOf({ ...editor, daysOff: ["2026-11-30"] }, "2026-11", work, NOW).flatMap((week) => week.days);
    const on = (day: string) => days.find((it) => it.day === day)!;
    expect(on("2026-11-27").work.map((it) => it.at.toISOString().slice(11, 13))).toEqual(["09", "15"]);
    expect([on("2026-11-30").off, on("2026-11-27").off]).toEqual([true, false]);
    expect([on("2026-11-24").past, on("2026-11-25").past]).toEqual([true, false]);
    expect([on("2026-12-01").inMonth, on("2026-11-30").inMonth]).toEqual([false, true]);
  });
  test("counts free words by the end of each week, with the same rule as matching", () => {
    const busy = {
      ...editor,
      timeZone: "America/New_York",
      daysOff: ["2026-11-30", "2026-12-01"],
      openOrders: [{ words: 4_000, editorDueAt: new Date("2026-12-03T12:00:00Z") }],
    };
    const weeks = calendarOf(busy, "2026-12", [], NOW);
    // Sunday's last minute in New York, which is five hours behind UTC.
    const ends = ["2026-12-07", "2026-12-14", "2026-12-21", "2026-12-28", "2027-01-04"].map((day) =>
      after(new Date(`${day}T05:00:00Z`), -MINUTE),
    );
    expect(weeks.map((week) => week.freeWords)).toEqual(ends.map((end) => freeWords(busy, NOW, end)));
    const without = calendarOf({ ...busy, daysOff: [], openOrders: [] }, "2026-12", [], NOW);
    for (const [n, week] of weeks.entries()) expect(week.freeWords!).toBeLessThan(without[n]!.freeWords! - 3_999);
  });
  test("ends a week at midnight on the day that the clocks change", () => {
    // In New York, daylight saving time starts on Sunday, March 14, 2027, which has 23 hours.
    const now = new Date("2027-03-08T12:00:00Z");
    const there = { ...editor, timeZone: "America/New_York" };
    const week = calendarOf(there, "2027-03", [], now)[1]!;
    expect(week.days[6]!.day).toBe("2027-03-14");
    expect(week.freeWords).toBe(freeWords(there, now, new Date("2027-03-15T03:59:00Z")));
    const late = calendarOf(
      { ...there, openOrders: [{ words: 1_000, editorDueAt: new Date("2027-03-15T03:58:00Z") }] },
      "2027-03",
      [],
      now,
    )[1]!;
    expect(late.freeWords).toBe(week.freeWords! - 1_000);
  });
  test("shows no free words for past weeks, beyond 90 days, and without settings", () => {
    const shown = (it: typeof editor, month: string, now = NOW) =>
      calendarOf(it, month, [], now).map((week) => week.freeWords !== null);
    expect(shown(editor, "2026-11")).toEqual([false, false, false, false, true, true]);
    const limit = after(NOW, 90 * DAY)
      .toISOString()
      .slice(0, 10);
    expect(limit).toBe("2027-02-23");
    expect(shown(editor, "2027-02")).toEqual([true, true, true, false]);
    expect(shown({ ...editor, weeklyWords: null }, "2026-12")).not.toContain(true);
    expect(shown({ ...editor, workingDays: [] }, "2026-12")).not.toContain(true);
  });
});
