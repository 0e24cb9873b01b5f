import { DAY, after } from "#app/platform/rules/core/time.ts";
import type { OrderStatus } from "../flow.ts";

/** How many days an author can have an order's files kept after acceptance. */
export const KEEP_DAYS = [30, 90, 365] as const;
export type KeepDays = (typeof KEEP_DAYS)[number];
export const STANDARD_KEEP_DAYS: KeepDays = 90;

/** Records needed for payment disputes are kept this long after acceptance, then deleted too. */
export const RECORD_DAYS = 540;

/** States in which an order is finished, so its files can be deleted when they're due. */
export const ENDED: readonly OrderStatus[] = ["accepted", "closed", "cancelled", "refunded", "expired"];
/** Ends that restart the period: a revision accepted later is kept as long as the first delivery. */
const STARTS: readonly string[] = ["accepted", "cancelled", "expired"];

/**
 * How a move changes the time that files are kept.
 * @param to the state after the move, or "back" for a return from a hold or dispute
 */
export function keptFrom(
  order: { keepFromAt: Date | null },
  to: string,
  now: Date,
): { keepFromAt?: Date | null; deletionAskedAt?: null } {
  if (STARTS.includes(to) || (to === "refunded" && !order.keepFromAt))
    return { keepFromAt: now, deletionAskedAt: null };
  // A revision stops the period until its result is accepted.
  return to === "revision_requested" ? { keepFromAt: null, deletionAskedAt: null } : {};
}

/** When files kept for this many days would be deleted. Null before the order has ended. */
export const dueAfter = (keepFromAt: Date | null, days: KeepDays): Date | null =>
  keepFromAt && after(keepFromAt, days * DAY);

/** Why an order's files are kept although they're due, in a sentence. */
export const KEPT_WORDS = {
  dispute: "The payment is disputed, so we keep the files until that is settled.",
  hold: "The order is on hold, so we keep the files until it's resumed.",
  work: "Work on the order hasn't ended, so we keep the files until it has.",
  refund: "A refund is pending, so we keep the files until it's done.",
  problem: "We're looking into a problem with the order, so we keep the files until it's decided.",
  ticket: "A support ticket about the order is open, so we keep the files until it's resolved.",
  re_edit: "A re-edit of the order is in progress, so we keep the files until it's accepted.",
} as const;
export type KeptFor = keyof typeof KEPT_WORDS;
