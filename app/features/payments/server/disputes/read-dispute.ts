import type Stripe from "stripe";
import { type DisputeKind, type DisputeStatus, disputeStatus } from "../../rules/dispute.ts";
import { stripe } from "../provider/stripe.ts";

/**
 * The current state of a dispute at the provider. Amounts are in minor units, signed as the provider's balance moves.
 */
export type SeenDispute = {
  providerDisputeId: string;
  paymentIntent: Stripe.Dispute["payment_intent"];
  kind: DisputeKind;
  status: DisputeStatus;
  reason: string;
  amountMinor: number;
  currency: string;
  evidenceDueAt: Date | null;
  openedAt: Date;
  /** In the order's currency. */
  movements: { id: string; amountMinor: number; feeMinor: number }[];
  /**
   * Movements in another currency, in which the provider settles. It isn't a currency of ours, so they aren't in the
   * ledger.
   */
  elsewhere: { id: string; amountMinor: number; currency: string }[];
};

export function seenDisputeIn(dispute: Stripe.Dispute): SeenDispute {
  const dueBy = dispute.evidence_details.due_by;
  return {
    providerDisputeId: dispute.id,
    paymentIntent: dispute.payment_intent,
    kind: dispute.status.startsWith("warning_") ? "inquiry" : "chargeback",
    status: disputeStatus(dispute.status),
    reason: dispute.reason,
    amountMinor: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    evidenceDueAt: dueBy ? new Date(dueBy * 1000) : null,
    openedAt: new Date(dispute.created * 1000),
    movements: dispute.balance_transactions
      .filter((one) => one.currency === dispute.currency)
      .map((one) => ({ id: one.id, amountMinor: one.amount, feeMinor: one.fee })),
    // Movements in another currency aren't the disputed amount, so reconciliation reports them.
    elsewhere: dispute.balance_transactions
      .filter((one) => one.currency !== dispute.currency)
      .map((one) => ({ id: one.id, amountMinor: one.amount, currency: one.currency.toUpperCase() })),
  };
}

/** Asks the provider. Never call it inside a transaction. */
export const readDispute = async (providerDisputeId: string): Promise<SeenDispute> =>
  seenDisputeIn(await stripe().disputes.retrieve(providerDisputeId));
