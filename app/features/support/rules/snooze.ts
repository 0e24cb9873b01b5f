import { DAY, HOUR, MINUTE, after, formatInstant } from "#app/platform/rules/core/time.ts";
import { instantOf, wallClock } from "#app/platform/rules/core/wall-clock.ts";

/** The least and longest time for which a ticket can be snoozed. */
const LEAST_MS = 5 * MINUTE;
const LONGEST_DAYS = 60;

const MORNING = "T09:00";
const MONDAY = 1;

/** What's wrong with the end of a snooze, or null. */
export const snoozeFault = (until: Date | null, now: Date): string | null =>
  until === null
    ? "Choose a date and a time."
    : until < after(now, LEAST_MS)
      ? "Choose a time at least 5 minutes from now."
      : until > after(now, LONGEST_DAYS * DAY)
        ? `Choose a time within ${LONGEST_DAYS} days.`
        : null;

/** Nine in the morning of a later day, in a time zone. */
const morning = (now: Date, days: number, zone: string): Date =>
  instantOf(`${wallClock(after(now, days * DAY), zone).slice(0, 10)}${MORNING}`, zone)!;

export type SnoozeChoices = { choices: { label: string; until: string }[]; least: string; most: string };

/**
 * Ends of a snooze to choose from, and the bounds for any other, as the reader's wall clock ("2026-11-24T14:05").
 */
export function snoozeChoices(now: Date, zone: string): SnoozeChoices {
  const weekday = new Date(`${wallClock(now, zone).slice(0, 10)}T12:00Z`).getUTCDay();
  const toMonday = (7 + MONDAY - weekday) % 7 || 7;
  const ends = [
    ["In 4 hours", after(now, 4 * HOUR)],
    ["Tomorrow", morning(now, 1, zone)],
    // On Sundays, tomorrow is Monday.
    ...(toMonday > 1 ? ([["Monday", morning(now, toMonday, zone)]] as const) : []),
    ["In a week", morning(now, 7, zone)],
  ] as const;
  return {
    choices: ends.map(([label, at]) => ({
      label: `${label}, ${formatInstant(at, zone, { now })}`,
      until: wallClock(at, zone),
    })),
    least: wallClock(after(now, LEAST_MS + MINUTE), zone),
    most: wallClock(after(now, LONGEST_DAYS * DAY), zone),
  };
}
