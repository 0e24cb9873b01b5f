import type Stripe from "stripe";
import { type ProviderTransactionKind, transactionKind } from "../../rules/provider-account.ts";
import { database } from "#app/platform/server/core/database.ts";
import { paymentOfIntent } from "../checkout/payment-of-intent.ts";
import { stripe } from "./stripe.ts";

/**
 * A movement of our balance at the provider. Amounts in minor units, signed as the balance moves; the fee comes off it.
 */
export type SeenTransaction = {
  id: string;
  kind: ProviderTransactionKind;
  amountMinor: number;
  feeMinor: number;
  currency: string;
  sourceId: string | null;
  paymentIntentId: string | null;
  /** Of our payment or deposit, as its metadata says. */
  paymentId: string | null;
  refundId: string | null;
  isTest: boolean;
  description: string;
  madeAt: Date;
  availableAt: Date;
};

const idOf = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === "string" ? thing : (thing?.id ?? null);

/** @param moved read with its source expanded */
export function seenTransactionIn(moved: Stripe.BalanceTransaction): SeenTransaction {
  const source = (typeof moved.source === "object" ? moved.source : null) as {
    payment_intent?: string | { id: string } | null;
    metadata?: Record<string, string> | null;
  } | null;
  const metadata = source?.metadata ?? {};
  return {
    id: moved.id,
    kind: transactionKind(moved.type, moved.reporting_category),
    amountMinor: moved.amount,
    feeMinor: moved.fee,
    currency: moved.currency.toUpperCase(),
    sourceId: idOf(moved.source),
    paymentIntentId: idOf(source?.payment_intent),
    paymentId: metadata["paymentId"] ?? metadata["depositId"] ?? null,
    refundId: metadata["refundId"] ?? metadata["depositReturnId"] ?? null,
    isTest: metadata["testPaymentId"] !== undefined,
    description: (moved.description ?? "").slice(0, 300),
    madeAt: new Date(moved.created * 1000),
    availableAt: new Date(moved.available_on * 1000),
  };
}

/** Asks the provider. Never call it inside a transaction. */
export const readTransaction = async (id: string): Promise<SeenTransaction> =>
  seenTransactionIn(await stripe().balanceTransactions.retrieve(id, { expand: ["source"] }));

/**
 * The order that a transaction is about, by its payment intent or the payment named in its metadata. If a dispute or a
 * refund is read before its payment is settled, this asks the provider. Null if it isn't ours. Never call it inside a
 * transaction.
 */
export async function orderOfTransaction(seen: SeenTransaction): Promise<string | null> {
  if (seen.paymentIntentId === null && seen.paymentId === null) return null;
  const found = await database()
    .selectFrom("payments")
    .select("orderId")
    .where((e) =>
      e.or([
        e("paymentIntentId", "=", seen.paymentIntentId ?? ""),
        ...(seen.paymentId === null ? [] : [e("id", "=", seen.paymentId)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (found || seen.paymentId !== null) return found?.orderId ?? null;
  return (await paymentOfIntent(seen.paymentIntentId))?.orderId ?? null;
}
