import { PROVIDER } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { adoptRefund } from "../refunds/adopt-refund.ts";
import { readDispute } from "../disputes/read-dispute.ts";
import { settleDispute } from "../disputes/settle-dispute.ts";
import { settleDepositDispute } from "../deposits/dispute-deposit.ts";
import { depositOfIntent, findDeposit } from "../deposits/find-deposit.ts";
import { adoptReturn, findReturn, settleReturn } from "../deposits/return-deposits.ts";
import { checkDeposit } from "../deposits/settle-deposit.ts";
import { findPayment } from "../checkout/find-payment.ts";
import { paymentOfIntent } from "../checkout/payment-of-intent.ts";
import { seenRefundIn } from "../refunds/read-refund.ts";
import { checkPayment } from "../checkout/settle-payment.ts";
import { settleRefund } from "../refunds/settle-refund.ts";
import { stripe } from "./stripe.ts";
import type { ProviderTransaction } from "./store-transaction.ts";

/**
 * Brings the payment, refund, or dispute behind a transaction in line with the provider if its events never arrived or
 * arrived too early. Never call it inside a transaction.
 */
export async function catchUp(row: ProviderTransaction): Promise<void> {
  if (row.sourceId === null) return;
  if (row.kind === "charge") await catchUpPayment(row.paymentId);
  if (row.kind === "refund" || row.kind === "refund_failure") await catchUpRefund(row.sourceId);
  if (row.kind === "dispute") await catchUpDispute(row.sourceId);
}

async function catchUpPayment(paymentId: string | null): Promise<void> {
  const payment = await findPayment(paymentId ?? "");
  if (payment?.checkoutSessionId) await checkPayment(payment, payment.checkoutSessionId);
  const deposit = await findDeposit(paymentId ?? "");
  if (deposit?.checkoutSessionId) await checkDeposit(deposit, deposit.checkoutSessionId);
}

async function catchUpRefund(providerRefundId: string): Promise<void> {
  const refund = await stripe().refunds.retrieve(providerRefundId);
  const refundId = refund.metadata?.["refundId"];
  const known = refundId
    ? await database().selectFrom("refunds").select("id").where("id", "=", refundId).executeTakeFirst()
    : undefined;
  if (known) {
    await transact(PROVIDER, (ctx) => settleRefund(ctx, known.id, seenRefundIn(refund)));
    return;
  }
  const returnId = refund.metadata?.["depositReturnId"];
  if (returnId && (await findReturn(returnId))) {
    await transact(PROVIDER, (ctx) => settleReturn(ctx, returnId, seenRefundIn(refund)));
    return;
  }
  const payment = await paymentOfIntent(refund.payment_intent);
  if (payment?.status === "succeeded") await transact(PROVIDER, (ctx) => adoptRefund(ctx, payment, refund));
  const deposit = payment ? null : await depositOfIntent(refund.payment_intent);
  if (deposit?.status === "succeeded") await transact(PROVIDER, (ctx) => adoptReturn(ctx, deposit, refund));
}

async function catchUpDispute(providerDisputeId: string): Promise<void> {
  const seen = await readDispute(providerDisputeId);
  const payment = await paymentOfIntent(seen.paymentIntent);
  if (payment?.status === "succeeded") await transact(PROVIDER, (ctx) => settleDispute(ctx, payment, seen));
  const deposit = payment ? null : await depositOfIntent(seen.paymentIntent);
  if (deposit?.status === "succeeded") await transact(PROVIDER, (ctx) => settleDepositDispute(ctx, deposit, seen));
}
