import { addDays } from "#app/platform/rules/core/day.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import { wallClock } from "#app/platform/rules/core/wall-clock.ts";

/** Something in a calendar: a time, or whole days ("2026-12-24", both included). */
export type CalendarEvent = { id: string; title: string; url?: string; note?: string } & (
  | { from: Date; to: Date }
  | { fromDay: string; toDay: string }
);

/** Text of a property. Line breaks and what separates values are escaped. */
const text = (value: string): string => value.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\n|\r/g, "\\n");

const LINE_BYTES = 75;

/** A line in pieces of at most 75 bytes, without cutting a character. */
function folded(line: string): string {
  const pieces: string[] = [];
  let piece = "";
  let bytes = 0;
  for (const letter of line) {
    const code = letter.codePointAt(0)!;
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    // A piece after the first begins with a space.
    if (bytes + size > LINE_BYTES - (pieces.length > 0 ? 1 : 0)) {
      pieces.push(piece);
      piece = "";
      bytes = 0;
    }
    piece += letter;
    bytes += size;
  }
  return [...pieces, piece].join("\r\n ");
}

const utc = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, "");
/** By how much clocks are changed. */
const SHIFTS_MS = [30 * MINUTE, 60 * MINUTE, 120 * MINUTE];

/** A moment as a property. In the hour that a clock change repeats, only UTC says which of the two is meant. */
function moment(name: string, at: Date, zone: string): string {
  const wall = wallClock(at, zone);
  const isRepeated = SHIFTS_MS.some(
    (ms) => wallClock(after(at, ms), zone) === wall || wallClock(after(at, -ms), zone) === wall,
  );
  return isRepeated ? `${name}:${utc(at)}` : `${name};TZID=${zone}:${wall.replace(/[-:]/g, "")}00`;
}
const day = (value: string): string => value.replaceAll("-", "");

/**
 * A calendar in iCalendar (RFC 5545).
 * @param zone the IANA time zone of its times @param vtimezone that zone's rules, as iCalendar has them
 * @param host makes the events' ids unique in the world
 */
export function icsOf(it: {
  name: string;
  zone: string;
  vtimezone: string;
  host: string;
  writtenAt: Date;
  events: readonly CalendarEvent[];
}): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Stet//Calendar//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${text(it.name)}`,
    `X-WR-TIMEZONE:${it.zone}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...it.vtimezone.trim().split(/\r?\n/),
    ...it.events.flatMap((event) => [
      "BEGIN:VEVENT",
      `UID:${event.id}@${it.host}`,
      `DTSTAMP:${utc(it.writtenAt)}`,
      ...("from" in event
        ? [moment("DTSTART", event.from, it.zone), moment("DTEND", event.to, it.zone)]
        : [`DTSTART;VALUE=DATE:${day(event.fromDay)}`, `DTEND;VALUE=DATE:${day(addDays(event.toDay, 1))}`]),
      `SUMMARY:${text(event.title)}`,
      ...(event.note ? [`DESCRIPTION:${text(event.note)}`] : []),
      ...(event.url ? [`URL:${event.url}`] : []),
      "TRANSP:TRANSPARENT",
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}
