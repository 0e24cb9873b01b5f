/** Days and hours in an editor's time zone. */
import { DAY, MINUTE } from "#app/platform/rules/core/time.ts";

const clocks = new Map<string, Intl.DateTimeFormat>();
/** Cached by time zone and minute, because capacity asks the same for many editors. */
const known = new Map<string, LocalTime>();
const KNOWN_AT_MOST = 5_000;

type LocalDay = { day: string; weekday: number };
/** `dayNumber` counts days from January 1, 1970. */
type LocalTime = { day: string; dayNumber: number; weekday: number; minute: number };

/** The day ("YYYY-MM-DD"), weekday (0 Sunday) and minute of the day of an instant in a time zone. */
export function localTime(at: Date, timeZone: string): LocalTime {
  const key = `${timeZone} ${Math.floor(at.getTime() / MINUTE)}`;
  const before = known.get(key);
  if (before) return before;
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    clocks.set(timeZone, clock);
  }
  const parts = Object.fromEntries(clock.formatToParts(at).map((p) => [p.type, p.value]));
  const day = `${parts.year}-${parts.month}-${parts.day}`;
  const midnight = new Date(`${day}T00:00:00Z`);
  const found: LocalTime = {
    day,
    dayNumber: midnight.getTime() / DAY,
    weekday: midnight.getUTCDay(),
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  };
  if (known.size >= KNOWN_AT_MOST) known.clear();
  known.set(key, found);
  return found;
}

const namedDays = new Map<number, LocalDay>();

/** Name and weekday of a day by its number. */
export function dayOf(dayNumber: number): LocalDay {
  const before = namedDays.get(dayNumber);
  if (before) return before;
  if (namedDays.size >= KNOWN_AT_MOST) namedDays.clear();
  const date = new Date(dayNumber * DAY);
  const named = { day: date.toISOString().slice(0, 10), weekday: date.getUTCDay() };
  namedDays.set(dayNumber, named);
  return named;
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Whether an instant is in quiet hours, start inclusive, end exclusive. */
export function inQuietHours(quiet: { from: string; to: string } | "none" | null, timeZone: string, at: Date): boolean {
  if (quiet === null || quiet === "none" || quiet.from === quiet.to) return false;
  const { minute } = localTime(at, timeZone);
  const from = minuteOf(quiet.from);
  const to = minuteOf(quiet.to);
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}
