/** The card provider's account of our money: what its transactions and payouts mean to us. */

export const PROVIDER_TRANSACTION_KINDS = [
  "charge",
  "refund",
  "refund_failure",
  "dispute",
  "payout",
  "payout_failure",
  "fee",
  "other",
] as const;
export type ProviderTransactionKind = (typeof PROVIDER_TRANSACTION_KINDS)[number];

export const PROVIDER_PAYOUT_STATUSES = ["pending", "in_transit", "paid", "failed", "canceled"] as const;
export type ProviderPayoutStatus = (typeof PROVIDER_PAYOUT_STATUSES)[number];

/**
 * The kind of a transaction at the provider. Source: `type` and `reporting_category` of a balance transaction in
 * Stripe's API.
 * @returns "other" for a type that Stripe adds later, which people then look at
 */
export function transactionKind(type: string, category: string): ProviderTransactionKind {
  switch (type) {
    case "charge":
    case "payment":
      return "charge";
    case "refund":
    case "payment_refund":
      return "refund";
    case "refund_failure":
      return "refund_failure";
    case "payout":
      return "payout";
    case "payout_failure":
    case "payout_cancel":
      return "payout_failure";
    case "stripe_fee":
    case "stripe_fx_fee":
    case "tax_fee":
      return "fee";
    case "adjustment":
      return category === "dispute" || category === "dispute_reversal" ? "dispute" : "other";
    default:
      return "other";
  }
}

/** The provider's payout state as we store it. */
export const payoutStatus = (status: string): ProviderPayoutStatus =>
  PROVIDER_PAYOUT_STATUSES.find((known) => known === status) ?? "pending";

/** Keys of the journal entries that a transaction is in. */
export const entryKeys = {
  /** Movements at the provider that don't belong to an order. */
  moved: (transactionId: string) => `provider:${transactionId}`,
  /** The two sides of an amount that the provider exchanged. */
  exchanged: (transactionId: string, side: "from" | "into") => `exchanged:${transactionId}:${side}`,
  fee: (transactionId: string) => `fee:${transactionId}`,
} as const;
