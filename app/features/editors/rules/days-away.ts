/** Days off as spans, the way editors enter them. Stored as single days ("YYYY-MM-DD") in the editor's calendar. */
import { isDay, addDays } from "#app/platform/rules/core/day.ts";
import { DAY } from "#app/platform/rules/core/time.ts";

export type Span = { from: string; to: string };

/** The longest span of days off, and the most days stored in total. */
export const LONGEST_AWAY_DAYS = 366;

const instant = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The days of a span, both ends inclusive; empty if it ends before it starts. */
export function daysOf({ from, to }: Span): string[] {
  const days: string[] = [];
  for (let day = from; day <= to && days.length <= LONGEST_AWAY_DAYS; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Days as spans, in order; adjacent days are joined. */
export function spansOf(days: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (const day of [...new Set(days)].toSorted()) {
    const last = spans.at(-1);
    if (last && addDays(last.to, 1) === day) last.to = day;
    else spans.push({ from: day, to: day });
  }
  return spans;
}

/** Adds a span to the days and drops past days. */
export const withSpan = (days: readonly string[], span: Span, today: string): string[] =>
  [...new Set([...days, ...daysOf(span)])].filter((day) => day >= today).toSorted();

/** Removes a span from the days. */
export const withoutSpan = (days: readonly string[], span: Span, today: string): string[] =>
  [...new Set(days)].filter((day) => day >= today && (day < span.from || day > span.to)).toSorted();

/** The last day of the span that includes today, or null if not away. */
export const awayUntil = (days: readonly string[], today: string): string | null =>
  spansOf(days).find((span) => span.from <= today && today <= span.to)?.to ?? null;

/** Why a span is invalid, or null. */
export function spanFault(span: Span, today: string): { field: "from" | "to"; message: string } | null {
  if (!isDay(span.from)) return { field: "from", message: "Choose the first day." };
  if (!isDay(span.to)) return { field: "to", message: "Choose the last day." };
  if (span.to < span.from) return { field: "to", message: "Choose a last day that isn't before the first day." };
  if (span.to < today) return { field: "to", message: "Choose days in the future." };
  if ((instant(span.to) - instant(span.from)) / DAY >= LONGEST_AWAY_DAYS)
    return { field: "to", message: "Choose a period of one year or less." };
  if (instant(span.to) - instant(today) > 2 * LONGEST_AWAY_DAYS * DAY)
    return { field: "to", message: "Choose days within the next two years." };
  return null;
}
