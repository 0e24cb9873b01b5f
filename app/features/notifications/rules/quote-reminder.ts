import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";

/** How long after a quote we email somebody who hasn't paid. */
export const REMIND_AFTER_MS = DAY;
/** A payment page that was open this recently may be about to be paid. */
const AT_CHECKOUT_MS = HOUR;
/** Prices that expire sooner than this get no reminder. */
const LEFT_MS = 2 * HOUR;
/** Nobody gets more than one reminder in this time, however many quotes they have. It's how long a price is held. */
export const PER_PERSON_MS = 7 * DAY;

/** An order's flags for its reminder: it was sent, or there will never be one. */
export const REMINDED = "quoteReminded";
export const NOT_REMINDED = "quoteNotReminded";

type Quoted = {
  status: string;
  userId: string | null;
  quotedAt: Date | null;
  quoteExpiresAt: Date | null;
  updatedAt: Date;
  flags: Record<string, string>;
};

/**
 * What to do now about a quote that isn't paid: remind its author, wait, or never remind them. "never" is final: the
 * reminder was already sent or skipped, or the quote was paid or withdrawn, or expires too soon.
 */
export function quoteReminder(order: Quoted, now: Date): "remind" | "wait" | "never" {
  if (order.userId === null || !order.quotedAt || !order.quoteExpiresAt) return "never";
  if (order.status !== "quoted" && order.status !== "awaiting_payment") return "never";
  if (REMINDED in order.flags || NOT_REMINDED in order.flags) return "never";
  if (order.quoteExpiresAt < after(now, LEFT_MS)) return "never";
  if (order.quotedAt > after(now, -REMIND_AFTER_MS)) return "wait";
  return order.status === "awaiting_payment" && order.updatedAt > after(now, -AT_CHECKOUT_MS) ? "wait" : "remind";
}
