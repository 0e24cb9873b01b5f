import { count } from "./count.ts";

/** Durations are milliseconds (names end in `Ms`), instants are `Date` (names end in `At`). */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The instant `ms` after `at`. */
export const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** The longest delay of a timer, in milliseconds: one that is longer fires at once, in Node and in browsers. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The delay, in milliseconds, of a timer that fires right after `at`. It may fire earlier, so the caller looks at the
 * clock again.
 */
export const timerUntil = (at: Date, now: Date): number => clamp(at.getTime() - now.getTime() + 1, 0, LONGEST_TIMER_MS);

/** `value` limited to between `low` and `high`. */
export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

const zoned = new Map<string, Intl.DateTimeFormat>();
function format(at: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const id = `${timeZone} ${Object.keys(options).join(" ")} ${options.month ?? ""}`;
  let formatter = zoned.get(id);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-US", { ...options, timeZone });
    zoned.set(id, formatter);
  }
  // Some runtimes put a narrow no-break space before AM and PM. The server and the browser must produce the same text.
  return formatter.format(at).replaceAll("\u202f", " ");
}

/** The year in a time zone. Away from New Year it's the same everywhere, and a formatter would take 50 times as long. */
function yearOf(at: Date, timeZone: string): string {
  const [before, later] = [after(at, -DAY).getUTCFullYear(), after(at, DAY).getUTCFullYear()];
  return before === later ? String(later) : format(at, timeZone, { year: "numeric" });
}

/** The year, unless it's the current one in this time zone. Without `now`, always the year. */
const yearUnlessNow = (at: Date, timeZone: string, now?: Date): Intl.DateTimeFormatOptions =>
  now && yearOf(at, timeZone) === yearOf(now, timeZone) ? {} : { year: "numeric" };

/** Whether the runtime knows this IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * "Tue, Nov 24, 2:05 PM": an instant in the reader's time zone.
 * @param timeZone IANA name
 * @param now used to leave out the current year
 * @param deadline adds the time zone: "Tue, Nov 24, 2:05 PM EST"
 */
export function formatInstant(
  at: Date,
  timeZone: string,
  { now, deadline = false }: { now?: Date; deadline?: boolean } = {},
): string {
  return format(at, timeZone, {
    weekday: "short",
    month: "short",
    day: "numeric",
    ...yearUnlessNow(at, timeZone, now),
    hour: "numeric",
    minute: "2-digit",
    ...(deadline ? { timeZoneName: "short" } : {}),
  });
}

/** "2:05 PM" in the reader's time zone. */
export const formatClock = (at: Date, timeZone: string): string =>
  format(at, timeZone, { hour: "numeric", minute: "2-digit" });

/** "Nov 24, 2026": a day in the reader's time zone. @param now used to leave out the current year */
export const formatDay = (at: Date, timeZone: string, now?: Date): string =>
  format(at, timeZone, { month: "short", day: "numeric", ...yearUnlessNow(at, timeZone, now) });

/** "Tue, Nov 24": a calendar day with its weekday. @param day "2026-11-24" */
export const formatWeekday = (day: string): string =>
  format(new Date(`${day}T00:00:00Z`), "UTC", { weekday: "short", month: "short", day: "numeric" });

/** "November 24, 2026": a calendar day, written out. @param day "2026-11-24" */
export const formatLongDay = (day: string): string =>
  format(new Date(`${day}T00:00:00Z`), "UTC", { month: "long", day: "numeric", year: "numeric" });

/** "7 days", "1 day": a length of time in whole days. */
export function formatDays(ms: number): string {
  const days = Math.floor(ms / DAY);
  return count(days, "day");
}

/** "24 hours", "1 hour": a length of time in whole hours. */
export function formatHours(ms: number): string {
  const hours = Math.floor(ms / HOUR);
  return count(hours, "hour");
}

/** "5 business days", "1 business day". */
export const formatBusinessDays = (days: number): string => count(days, "business day");

/** "2 d 4 h", "3 h 20 min", "12 min", "less than a minute": a length of time, two units at most, rounded down. */
export function formatDuration(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / MINUTE);
  const d = Math.floor(minutes / 1440);
  const h = Math.floor((minutes % 1440) / 60);
  const m = minutes % 60;
  if (d > 0) return h > 0 ? `${d} d ${h} h` : `${d} d`;
  if (h > 0) return m > 0 ? `${h} h ${m} min` : `${h} h`;
  return m > 0 ? `${m} min` : "less than a minute";
}

/** "7 days", "24 hours", "16 h 21 min": how long something may take, in words where it's a round number. */
export function formatSpan(ms: number): string {
  if (ms > 3 * DAY && ms % DAY === 0) return formatDays(ms);
  return ms >= HOUR && ms <= 3 * DAY && ms % HOUR === 0 ? formatHours(ms) : formatDuration(ms);
}

/** The specification's relative time: "12s", "5m", "3h", "2d", "4mo", "1y". Never negative. */
export function relativeTime(at: Date, now: Date): string {
  const s = Math.max(0, Math.floor((now.getTime() - at.getTime()) / SECOND));
  if (s < 60) return `${s}s`;
  if (s < 3600) return `${Math.floor(s / 60)}m`;
  if (s < 86_400) return `${Math.floor(s / 3600)}h`;
  const days = Math.floor(s / 86_400);
  if (days < 30) return `${days}d`;
  // Twelve 30-day months end five days before the year does.
  if (days < 365) return `${Math.min(11, Math.floor(days / 30))}mo`;
  return `${Math.floor(days / 365)}y`;
}

/** "November 2026" in UTC. */
export const formatMonth = (at: Date): string => format(at, "UTC", { month: "long", year: "numeric" });
