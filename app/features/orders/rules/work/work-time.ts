import { AT_WORK } from "../flow.ts";
import { HOUR, MINUTE } from "#app/platform/rules/core/time.ts";

/** An editor's timer on an order: the time counted, and since when it runs. */
export type WorkTime = { ms: number; startedAt: Date | null };

/** A timer that was left running counts this much, as it would if it had been stopped by then. */
export const LONGEST_STRETCH_MS = 4 * HOUR;

/** The most that an editor can enter for one order. */
export const MOST_MINUTES = 60_000;

/** Whether a timer can be started: while the work is with its editor, from when they've started it. */
export const mayTime = (status: string): boolean =>
  !UNSTARTED.includes(status) && (AT_WORK as readonly string[]).includes(status);
const UNSTARTED = ["assigned", "revision_requested"];

/** The time counted so far, in ms. */
export const timeWorked = ({ ms, startedAt }: WorkTime, now: Date): number =>
  ms + (startedAt ? Math.min(LONGEST_STRETCH_MS, Math.max(0, now.getTime() - startedAt.getTime())) : 0);

/** "1:42", in hours and minutes. */
export const inHours = (ms: number): string => {
  const minutes = Math.floor(ms / MINUTE);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
};

/** A time below this says that the timer was tried, not how long the work took. */
export const SHORTEST_TIMED_MS = 10 * MINUTE;
/** Orders that a measured pace needs, and the most recent ones it's taken from. */
export const PACE_ORDERS = { fewest: 3, most: 20 } as const;

/** Words edited in an hour, as the timer measured it. Null for fewer orders than it takes. */
export function measuredPace(orders: readonly { words: number; ms: number }[]): number | null {
  const timed = orders.filter((one) => one.ms >= SHORTEST_TIMED_MS && one.words > 0);
  if (timed.length < PACE_ORDERS.fewest) return null;
  const words = timed.reduce((sum, one) => sum + one.words, 0);
  return (words * HOUR) / timed.reduce((sum, one) => sum + one.ms, 0);
}
