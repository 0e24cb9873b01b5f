/** Whether a text is a calendar day that exists, such as "2026-11-21". @param text untrusted */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** The calendar day of a moment in UTC, as "2026-11-21". @param at a date, or milliseconds */
export const dayOf = (at: Date | number): string => new Date(at).toISOString().slice(0, 10);

/** A day so many days later, or earlier if that's negative. @param day "2026-11-21" */
export const addDays = (day: string, days: number): string => dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
const DAY_MS = 86_400_000;
