import type Stripe from "stripe";
import { stripe } from "./stripe.ts";

/** What the provider says of a refund now. `attempt` is ours, carried along. */
export type SeenRefund = {
  providerRefundId: string;
  attempt: number;
  state: "under way" | "succeeded" | "failed";
  failure: string | null;
};

const FAILURES: Record<string, string> = {
  lost_or_stolen_card: "The card was reported lost or stolen.",
  expired_or_canceled_card: "The card has expired or was cancelled.",
  charge_for_pending_refund_disputed: "The card's bank has taken the money back already.",
  insufficient_funds: "Our balance at the card provider does not suffice.",
  declined: "The card's bank declined the refund.",
  merchant_request: "It was called off.",
};

export function seenRefundIn(refund: Stripe.Refund): SeenRefund {
  const state =
    refund.status === "succeeded"
      ? "succeeded"
      : refund.status === "failed" || refund.status === "canceled"
        ? "failed"
        : "under way";
  const failure =
    state === "failed"
      ? (FAILURES[refund.failure_reason ?? ""] ?? "The card's bank could not take the money back.")
      : null;
  return { providerRefundId: refund.id, attempt: Number(refund.metadata?.attempt ?? 1), state, failure };
}

/** Asks the provider. Never called inside a transaction. */
export async function readRefund(providerRefundId: string): Promise<SeenRefund> {
  return seenRefundIn(await stripe().refunds.retrieve(providerRefundId));
}
