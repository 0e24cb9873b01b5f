import type Stripe from "stripe";

/** Events whose object names its transactions. */
const NAMING = /^(charge\.(succeeded|captured|updated|refund\.updated|dispute\.\w+)|refund\.\w+|payout\.\w+)$/;

const isId = (value: unknown): value is string => typeof value === "string" && value.startsWith("txn_");

/**
 * The ids of the transactions that an event's object names: a charge's, a refund's and its failure's, a dispute's, a
 * payout's. At most a few: a dispute has two, or four if it was reopened.
 */
export function transactionsNamedIn(event: Stripe.Event): string[] {
  if (!NAMING.test(event.type)) return [];
  const object = event.data.object as unknown as Record<string, unknown>;
  const listed = Array.isArray(object["balance_transactions"]) ? (object["balance_transactions"] as unknown[]) : [];
  const named = [
    object["balance_transaction"],
    object["failure_balance_transaction"],
    ...listed.map((one) => (one as { id?: unknown } | null)?.id),
  ];
  return [...new Set(named.filter(isId))].slice(0, 10);
}
