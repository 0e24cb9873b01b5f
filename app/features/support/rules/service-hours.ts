import { DAY, MINUTE } from "#app/platform/rules/time.ts";

/** When staff are at work, on the operator's clock: weekdays (0 = Sunday), and minutes of the day from opening to closing. */
export type ServiceHours = { timeZone: string; weekdays: readonly number[]; opensAtMinute: number; closesAtMinute: number };

/** The one place where service hours stand: Monday to Friday, 9 to 17, where the operator is. */
export const SERVICE_HOURS: ServiceHours = { timeZone: "Europe/Berlin", weekdays: [1, 2, 3, 4, 5], opensAtMinute: 9 * 60, closesAtMinute: 17 * 60 };

/** A service day in ms, as it nearly always is: where the clocks are changed within the hours themselves, that one day is shorter or longer. */
export const serviceDayMs = (hours: ServiceHours = SERVICE_HOURS): number => (hours.closesAtMinute - hours.opensAtMinute) * MINUTE;

/** How an amount of time is counted: on every clock, or in service hours alone. */
export type TimeKind = "clock" | "service";

const formats = new Map<string, Intl.DateTimeFormat>();
/** What a zone's clock shows at an instant, as if it were UTC, in ms. */
function wallMs(ms: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) formats.set(timeZone, (format = new Intl.DateTimeFormat("en-GB", { timeZone, year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric", hourCycle: "h23" })));
  const part = Object.fromEntries(format.formatToParts(ms).map((p) => [p.type, Number(p.value)])) as Record<"year" | "month" | "day" | "hour" | "minute" | "second", number>;
  return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second);
}

/** The instant at which a zone's clock shows this. A time that is left out when clocks go forward is taken as the one right after the gap. */
function instantOf(wall: number, timeZone: string): number {
  const offset = (ms: number): number => wallMs(ms, timeZone) - Math.floor(ms / 1_000) * 1_000;
  const first = wall - offset(wall);
  const second = wall - offset(first);
  return wallMs(second, timeZone) === wall ? second : Math.max(first, second);
}

type Span = { from: number; to: number };
const MOST_KEPT = 20_000;
const spans = new Map<string, Span | null>();

/** The service hours of one day of the zone's calendar, as instants in ms; null on a day without. @param dayMs midnight of that day as if it were UTC */
function spanOf(dayMs: number, hours: ServiceHours): Span | null {
  if (!hours.weekdays.includes(new Date(dayMs).getUTCDay())) return null;
  const key = `${hours.timeZone} ${hours.opensAtMinute} ${hours.closesAtMinute} ${dayMs}`;
  let span = spans.get(key);
  if (span === undefined) {
    if (spans.size >= MOST_KEPT) spans.clear();
    const from = instantOf(dayMs + hours.opensAtMinute * MINUTE, hours.timeZone);
    const to = instantOf(dayMs + hours.closesAtMinute * MINUTE, hours.timeZone);
    spans.set(key, (span = to > from ? { from, to } : null));
  }
  return span;
}

const dayOf = (ms: number, hours: ServiceHours): number => Math.floor(wallMs(ms, hours.timeZone) / DAY) * DAY;

/** How much time of a kind lies between two instants, in ms; 0 where the second is not later. */
export function timeBetween(from: Date, to: Date, kind: TimeKind, hours: ServiceHours = SERVICE_HOURS): number {
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

/** The first instant by which this much time of a kind has passed since `from`; `from` itself for none. @param ms 0 or more */
export function timeAfter(from: Date, ms: number, kind: TimeKind, hours: ServiceHours = SERVICE_HOURS): Date {
  if (ms <= 0) return from;
  if (kind === "clock") return new Date(from.getTime() + ms);
  let left = ms;
  for (let day = dayOf(from.getTime(), hours); ; day += DAY) {
    const span = spanOf(day, hours);
    if (!span) continue;
    const start = Math.max(from.getTime(), span.from);
    if (start >= span.to) continue;
    if (left <= span.to - start) return new Date(start + left);
    left -= span.to - start;
  }
}

