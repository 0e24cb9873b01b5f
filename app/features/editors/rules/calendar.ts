/** Days and hours in an editor's time zone. */
import { DAY, MINUTE } from "#app/platform/rules/core/time.ts";

const clocks = new Map<string, Intl.DateTimeFormat>();
/** Cached by time zone and minute, because capacity asks the same for many editors. */
const known = new Map<string, LocalTime>();
const KNOWN_AT_MOST = 5_000;

const knownDays = new Map<string, readonly LocalDay[]>();

type LocalDay = { day: string; weekday: number };
type LocalTime = { day: string; weekday: number; minute: number };

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
  const found: LocalTime = {
    day,
    weekday: new Date(`${day}T00:00:00Z`).getUTCDay(),
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  };
  if (known.size >= KNOWN_AT_MOST) known.clear();
  known.set(key, found);
  return found;
}

/** The calendar days a span touches in a time zone, both ends inclusive. Empty if it ends before it starts. */
export function localDays(from: Date, to: Date, timeZone: string): readonly LocalDay[] {
  if (to < from) return [];
  const key = `${timeZone} ${Math.floor(from.getTime() / MINUTE)} ${Math.floor(to.getTime() / MINUTE)}`;
  const before = knownDays.get(key);
  if (before) return before;
  if (knownDays.size >= KNOWN_AT_MOST) knownDays.clear();
  const last = localTime(to, timeZone).day;
  const days: LocalDay[] = [];
  knownDays.set(key, days);
  for (let at = new Date(`${localTime(from, timeZone).day}T00:00:00Z`).getTime(); ; at += DAY) {
    const date = new Date(at);
    const day = date.toISOString().slice(0, 10);
    days.push({ day, weekday: date.getUTCDay() });
    if (day >= last) return days;
  }
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
