import { localTime } from "#app/features/editors/rules/calendar.ts";
import { DAY, MINUTE } from "#app/platform/rules/time.ts";
import type { Digest } from "./notice-groups.ts";

/** The hour of the reader's morning at which a digest goes out, and the weekday of the weekly one (1 Monday). */
export const DIGEST_HOUR = 7;
export const DIGEST_WEEKDAY = 1;

/** The instant at which it is `minute` of the day on `day` ("YYYY-MM-DD") in a time zone; where clocks skip it, the moment after. */
function instantOf(day: string, minute: number, timeZone: string): Date {
  const meant = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE;
  let at = meant;
  for (let turn = 0; turn < 2; turn++) {
    const there = localTime(new Date(at), timeZone);
    at += meant - (Date.parse(`${there.day}T00:00:00Z`) + there.minute * MINUTE);
  }
  return new Date(at);
}

/** The next instant after `after` at which a digest is due on the reader's own clock; null where they want none. @param timeZone IANA name */
export function nextDigestAt(digest: Digest, after: Date, timeZone: string): Date | null {
  if (digest === "off") return null;
  const today = Date.parse(`${localTime(after, timeZone).day}T00:00:00Z`);
  for (let n = 0; ; n++) {
    const day = new Date(today + n * DAY);
    if (digest === "weekly" && day.getUTCDay() !== DIGEST_WEEKDAY) continue;
    const at = instantOf(day.toISOString().slice(0, 10), DIGEST_HOUR * 60, timeZone);
    if (at > after) return at;
  }
}
