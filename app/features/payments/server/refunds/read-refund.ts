import type Stripe from "stripe";
import { stripe } from "../provider/stripe.ts";

/** The current state of a refund at the provider. `attempt` is our own counter. */
export type SeenRefund = {
  providerRefundId: string;
  attempt: number;
  state: "under way" | "succeeded" | "failed";
  failure: string | null;
};

const FAILURES: Record<string, string> = {
  lost_or_stolen_card: "The card was reported lost or stolen.",
  expired_or_canceled_card: "The card has expired or was canceled.",
  charge_for_pending_refund_disputed: "The card's bank has already taken the money back.",
  insufficient_funds: "Our balance at the card provider is too low.",
  declined: "The card's bank declined the refund.",
  merchant_request: "The refund was canceled.",
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
      ? (FAILURES[refund.failure_reason ?? ""] ?? "The card's bank couldn't accept the refund.")
      : null;
  return { providerRefundId: refund.id, attempt: Number(refund.metadata?.attempt ?? 1), state, failure };
}

/** Asks the provider. Never call it inside a transaction. */
export async function readRefund(providerRefundId: string): Promise<SeenRefund> {
  return seenRefundIn(await stripe().refunds.retrieve(providerRefundId));
}
