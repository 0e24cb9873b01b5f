import { DAY, MINUTE } from "#app/platform/rules/core/time.ts";
import { instantOf, wallClock } from "#app/platform/rules/core/wall-clock.ts";

/**
 * When staff work, in the operator's time zone: weekdays (0 = Sunday) and minutes of the day from opening to closing.
 */
export type ServiceHours = {
  timeZone: string;
  weekdays: readonly number[];
  opensAtMinute: number;
  closesAtMinute: number;
  /** Holidays and other days on which nobody works. */
  closures: readonly Closure[];
};
/** From the first day to the last, both included: each day's midnight as if it were UTC, in ms. */
export type Closure = { firstMs: number; lastMs: number };

/** A service day in ms. A daylight saving change within service hours makes that one day shorter or longer. */
export const serviceDayMs = (hours: ServiceHours): number => (hours.closesAtMinute - hours.opensAtMinute) * MINUTE;

/** How time is counted: around the clock, or only in service hours. */
export type TimeKind = "clock" | "service";

/** Whether staff work on a day. @param dayMs its midnight as if it were UTC */
export const isServiceDay = (dayMs: number, { weekdays, closures }: ServiceHours): boolean =>
  weekdays.includes(new Date(dayMs).getUTCDay()) &&
  !closures.some(({ firstMs, lastMs }) => firstMs <= dayMs && dayMs <= lastMs);

type Span = { from: number; to: number };
const MOST_KEPT = 20_000;
const spans = new Map<string, Span | null>();

/**
 * The service hours of one calendar day in the zone, as instants in ms, or null if there are none.
 * @param dayMs that day's midnight as if it were UTC
 */
function spanOf(dayMs: number, hours: ServiceHours): Span | null {
  if (!isServiceDay(dayMs, hours)) return null;
  const key = `${hours.timeZone} ${hours.opensAtMinute} ${hours.closesAtMinute} ${dayMs}`;
  let span = spans.get(key);
  if (span === undefined) {
    if (spans.size >= MOST_KEPT) spans.clear();
    const instant = (minute: number): number =>
      instantOf(new Date(dayMs + minute * MINUTE).toISOString().slice(0, 16), hours.timeZone)!.getTime();
    const [from, to] = [instant(hours.opensAtMinute), instant(hours.closesAtMinute)];
    spans.set(key, (span = to > from ? { from, to } : null));
  }
  return span;
}

/** Midnight of the zone's day that contains an instant, as if it were UTC. */
export const dayOf = (ms: number, hours: ServiceHours): number =>
  Date.parse(`${wallClock(new Date(ms), hours.timeZone).slice(0, 10)}T00:00:00Z`);

/** Time of this kind between two instants, in ms; 0 if the second isn't later. */
export function timeBetween(from: Date, to: Date, kind: TimeKind, hours: ServiceHours): number {
  const [start, end] = [from.getTime(), to.getTime()];
  if (end <= start) return 0;
  if (kind === "clock") return end - start;
  let sum = 0;
  for (let day = dayOf(start, hours), last = dayOf(end, hours); day <= last; day += DAY) {
    const span = spanOf(day, hours);
    if (span) sum += Math.max(0, Math.min(end, span.to) - Math.max(start, span.from));
  }
  return sum;
}

/** The first instant when this much time of a kind has passed since `from`; `from` itself for 0. @param ms 0 or more */
export function timeAfter(from: Date, ms: number, kind: TimeKind, hours: ServiceHours): Date {
  if (ms <= 0) return from;
  if (kind === "clock") return new Date(from.getTime() + ms);
  let left = ms;
  // It ends: the policy refuses a week without an open day, and closures are a short list.
  for (let day = dayOf(from.getTime(), hours); ; day += DAY) {
    const span = spanOf(day, hours);
    if (!span) continue;
    const start = Math.max(from.getTime(), span.from);
    if (start >= span.to) continue;
    if (left <= span.to - start) return new Date(start + left);
    left -= span.to - start;
  }
}
