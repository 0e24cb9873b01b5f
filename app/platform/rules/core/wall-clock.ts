import { MINUTE } from "./time.ts";

const clocks = new Map<string, Intl.DateTimeFormat>();

/** "2026-11-24T14:05": an instant on the clocks of a time zone, as a form's field of date and time takes it. @param timeZone IANA name */
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
 * The instant at which the clocks of a time zone show this. Of an hour that comes twice the first; for one that is left out, the same
 * length of time after the clocks were put forward.
 * @param wall "2026-11-24T14:05", seconds are dropped
 * @returns null for what is no date and time
 */
export function instantOf(wall: string, timeZone: string): Date | null {
  const found = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(wall.trim());
  const asUtc = new Date(`${found?.[1]}Z`);
  if (!found || Number.isNaN(asUtc.getTime()) || asUtc.toISOString().slice(0, 16) !== found[1]) return null;
  const offsetAt = (at: number) =>
    new Date(`${wallClock(new Date(at), timeZone)}Z`).getTime() - Math.floor(at / MINUTE) * MINUTE;
  // The offsets on either side of any change of clocks near by.
  const day = 24 * 60 * MINUTE;
  const candidates = [offsetAt(asUtc.getTime() - day), offsetAt(asUtc.getTime() + day)].map(
    (offset) => new Date(asUtc.getTime() - offset),
  );
  const fits = candidates
    .filter((at) => wallClock(at, timeZone) === found[1])
    .sort((a, b) => a.getTime() - b.getTime());
  return fits[0] ?? candidates[0]!;
}
