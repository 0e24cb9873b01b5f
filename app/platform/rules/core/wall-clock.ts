import { MINUTE } from "./time.ts";

const clocks = new Map<string, Intl.DateTimeFormat>();

/** "2026-11-24T14:05": an instant in a time zone, in the format of a datetime-local field. @param timeZone IANA name */
export function wallClock(at: Date, timeZone: string): string {
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
  const part = Object.fromEntries(clock.formatToParts(at).map((p) => [p.type, p.value]));
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}`;
}

/**
 * The instant of a wall clock time. For a repeated hour it's the first one. A skipped time moves forward by the length
 * of the gap.
 * @param wall "2026-11-24T14:05", seconds are dropped
 * @returns null if it isn't a date and time
 */
export function instantOf(wall: string, timeZone: string): Date | null {
  const found = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(wall.trim());
  const asUtc = new Date(`${found?.[1]}Z`);
  if (!found || Number.isNaN(asUtc.getTime()) || asUtc.toISOString().slice(0, 16) !== found[1]) return null;
  const offsetAt = (at: number) =>
    new Date(`${wallClock(new Date(at), timeZone)}Z`).getTime() - Math.floor(at / MINUTE) * MINUTE;
  // The offsets before and after any clock change nearby.
  const day = 24 * 60 * MINUTE;
  const candidates = [offsetAt(asUtc.getTime() - day), offsetAt(asUtc.getTime() + day)].map(
    (offset) => new Date(asUtc.getTime() - offset),
  );
  const fits = candidates
    .filter((at) => wallClock(at, timeZone) === found[1])
    .sort((a, b) => a.getTime() - b.getTime());
  return fits[0] ?? candidates[0]!;
}
