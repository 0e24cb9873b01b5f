/** Disputes: a cardholder's bank asks about a payment, or takes it back until it has decided. Money in minor units. */
import { defineFlow } from "#app/platform/rules/core/flow.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";

export const DISPUTE_KINDS = ["inquiry", "chargeback"] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

/** The life of a dispute. The provider decides each move; we answer and follow. */
export const disputeFlow = defineFlow({
  name: "dispute",
  start: "needs_response",
  states: ["needs_response", "under_review", "won", "lost", "closed"],
  ends: ["lost", "closed"],
  moves: {
    answer: {
      from: ["needs_response"],
      to: "under_review",
      by: ["provider"],
      when: "the provider accepted our evidence",
    },
    ask_again: {
      from: ["under_review"],
      to: "needs_response",
      by: ["provider"],
      when: "the bank's inquiry became a chargeback",
      clock: "a new deadline for evidence",
    },
    win: {
      from: ["needs_response", "under_review"],
      to: "won",
      by: ["provider"],
      ledger: "what was withheld is at the provider again",
    },
    reverse: {
      from: ["won"],
      to: "needs_response",
      by: ["provider"],
      when: "the cardholder's bank takes the money back again",
      ledger: "withheld again",
      clock: "a new deadline for evidence",
    },
    lose: {
      from: ["needs_response", "under_review"],
      to: "lost",
      by: ["provider"],
      when: "the bank decided for the cardholder, or we accepted the loss, or didn't answer in time",
      ledger: "what was withheld is booked as a refund",
    },
    close: {
      from: ["needs_response", "under_review"],
      to: "closed",
      by: ["provider"],
      when: "the bank's inquiry ended without a chargeback",
    },
  },
});
export type DisputeStatus = (typeof disputeFlow.states)[number];

/** The state for the provider's status. Source: the `status` of a dispute in Stripe's API. */
export function disputeStatus(provider: string): DisputeStatus {
  switch (provider) {
    case "needs_response":
    case "warning_needs_response":
      return "needs_response";
    case "won":
      return "won";
    case "lost":
      return "lost";
    case "warning_closed":
    case "prevented":
      return "closed";
    default:
      return "under_review";
  }
}

export const isOpenDispute = (status: DisputeStatus): boolean =>
  status === "needs_response" || status === "under_review";

export const DISPUTE_STATUS_WORDS: Record<DisputeStatus, string> = {
  needs_response: "Needs evidence",
  under_review: "With the bank",
  won: "Won",
  lost: "Lost",
  closed: "Closed",
};

/** The cardholder's reason, as staff read it. Source: the `reason` of a dispute in Stripe's API. */
const REASONS: Readonly<Record<string, string>> = {
  bank_cannot_process: "The bank couldn't process the payment",
  credit_not_processed: "A refund was promised and not received",
  customer_initiated: "The cardholder objects to the payment",
  duplicate: "Charged twice",
  fraudulent: "The cardholder didn't authorize the payment",
  product_not_received: "The work wasn't received",
  product_unacceptable: "The work isn't as described",
  subscription_canceled: "The cardholder had canceled",
  unrecognized: "The cardholder doesn't recognize the payment",
};
export const reasonWords = (reason: string): string =>
  Object.hasOwn(REASONS, reason) ? REASONS[reason]! : "The bank gave no reason";

export const DISPUTE_POLICY = {
  /** Admins are reminded of the deadline this long before it. */
  reminders: { firstMs: 3 * DAY, lastMs: DAY },
  /** The longest statement the provider accepts, in characters. */
  longestStatement: 15_000,
} as const;

/** Which reminder of the deadline is due, if any. If the first was missed, only the last is sent. */
export function reminderDue(
  of: { evidenceDueAt: Date | null; remindedAt: Date | null; lastRemindedAt: Date | null },
  now: Date,
): "first" | "last" | null {
  const { firstMs, lastMs } = DISPUTE_POLICY.reminders;
  if (!of.evidenceDueAt || of.evidenceDueAt <= now) return null;
  if (!of.lastRemindedAt && after(of.evidenceDueAt, -lastMs) <= now) return "last";
  return !of.remindedAt && !of.lastRemindedAt && after(of.evidenceDueAt, -firstMs) <= now ? "first" : null;
}
