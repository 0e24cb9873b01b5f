/** One month of an editor's calendar: whole weeks from Monday to Sunday, in the editor's time zone. */
import { dayOf } from "#app/platform/rules/core/day.ts";
import { DAY, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { instantOf } from "#app/platform/rules/core/wall-clock.ts";
import { localTime } from "./calendar.ts";
import type { EditorWithWork } from "./editor-for-matching.ts";
import { SEARCH_DAYS, freeBy } from "./free-words.ts";

/** How many months after the current one can be opened. Days off can be added this far ahead. */
export const MONTHS_AHEAD = 24;

export type CalendarDay<Work> = {
  /** "2026-11-24" */
  day: string;
  inMonth: boolean;
  today: boolean;
  past: boolean;
  /** A day off. */
  off: boolean;
  /** What is due that day, earliest first. */
  work: Work[];
};

export type CalendarWeek<Work> = {
  days: CalendarDay<Work>[];
  /**
   * Words the editor can still take on in orders due by the end of the week. Null for past weeks, those too far ahead,
   * and without settings.
   */
  freeWords: number | null;
};

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The month some months later. @param month "2026-11" */
export function monthsAfter(month: string, months: number): string {
  const [year, number] = month.split("-").map(Number);
  return dayOf(Date.UTC(year!, number! - 1 + months, 1)).slice(0, 7);
}

/**
 * The month in a URL, between the current one and the last that can be opened. Anything that isn't a month gives the
 * current one.
 */
export function readMonth(asked: string | null, today: string): string {
  const current = today.slice(0, 7);
  const last = monthsAfter(current, MONTHS_AHEAD);
  if (!asked || !/^\d{4}-(0[1-9]|1[0-2])$/.test(asked) || asked < current) return current;
  return asked > last ? last : asked;
}

/** The days of a month's weeks, from the Monday on or before its first day to the Sunday on or after its last. */
export function weeksOf(month: string): string[][] {
  const first = startOf(`${month}-01`);
  const next = startOf(`${monthsAfter(month, 1)}-01`);
  const weeks: string[][] = [];
  for (let monday = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY; monday < next; monday += 7 * DAY)
    weeks.push(Array.from({ length: 7 }, (_, n) => dayOf(monday + n * DAY)));
  return weeks;
}

/** The last minute of a day in a time zone, the latest an order due that day can be due. */
const endOf = (day: string, timeZone: string): Date =>
  after(instantOf(`${dayOf(startOf(day) + DAY)}T00:00`, timeZone)!, -MINUTE);

/**
 * A month with what is due on each day, days off, and free words by the end of each week, by the same rule that finds
 * editors for orders.
 */
export function calendarOf<Work extends { at: Date }>(
  editor: Pick<EditorWithWork, "weeklyWords" | "workingDays" | "daysOff" | "timeZone" | "openOrders">,
  month: string,
  work: readonly Work[],
  now: Date,
): CalendarWeek<Work>[] {
  const today = localTime(now, editor.timeZone).day;
  const off = new Set(editor.daysOff);
  const byDay = Map.groupBy(
    work.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    ({ at }) => localTime(at, editor.timeZone).day,
  );
  const known = editor.weeklyWords !== null && editor.workingDays.length > 0;
  const free = freeBy(editor, now);
  return weeksOf(month).map((days) => {
    const end = endOf(days[6]!, editor.timeZone);
    return {
      days: days.map((day) => ({
        day,
        inMonth: day.startsWith(month),
        today: day === today,
        past: day < today,
        off: off.has(day),
        work: byDay.get(day) ?? [],
      })),
      freeWords: known && end > now && end <= after(now, SEARCH_DAYS * DAY) ? free(end) : null,
    };
  });
}
