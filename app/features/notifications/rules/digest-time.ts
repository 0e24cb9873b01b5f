import { localTime } from "#app/features/editors/rules/calendar.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { DAY, MINUTE } from "#app/platform/rules/core/time.ts";
import type { Digest } from "./notice-groups.ts";

/** The local hour at which a digest is sent, and the weekday of the weekly one (1 is Monday). */
export const DIGEST_HOUR = 7;
export const DIGEST_WEEKDAY = 1;

/** The instant of `minute` of the day on `day` ("YYYY-MM-DD") in a time zone. When clocks skip it, the moment after. */
function instantOf(day: string, minute: number, timeZone: string): Date {
  const meant = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE;
  let at = meant;
  for (let turn = 0; turn < 2; turn++) {
    const there = localTime(new Date(at), timeZone);
    at += meant - (Date.parse(`${there.day}T00:00:00Z`) + there.minute * MINUTE);
  }
  return new Date(at);
}

/**
 * The next instant after `after` at which a digest is due in the reader's time zone, or null when they want none.
 * @param timeZone IANA name
 */
export function nextDigestAt(digest: Digest, after: Date, timeZone: string): Date | null {
  if (digest === "off") return null;
  const today = Date.parse(`${localTime(after, timeZone).day}T00:00:00Z`);
  for (let n = 0; ; n++) {
    const day = new Date(today + n * DAY);
    if (digest === "weekly" && day.getUTCDay() !== DIGEST_WEEKDAY) continue;
    const at = instantOf(dayOf(day), DIGEST_HOUR * 60, timeZone);
    if (at > after) return at;
  }
}
