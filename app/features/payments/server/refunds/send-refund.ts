import { PROVIDER, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { findPayment } from "../checkout/find-payment.ts";
import { findRefund } from "./find-refund.ts";
import { seenRefundIn } from "./read-refund.ts";
import { failRefund, settleRefund } from "./settle-refund.ts";
import { isProviderRefusal, stripe } from "../provider/stripe.ts";

/**
 * The job that sends a refund to the provider. The refund's id is the idempotency key, so it is refunded only once.
 * @throws the provider's error, when it can be retried
 */
export async function sendRefund(refundId: string): Promise<void> {
  const refund = await findRefund(refundId);
  if (!refund || (refund.status !== "requested" && refund.status !== "sent")) return;
  const payment = await findPayment(refund.paymentId);
  if (payment?.method === "balance" || refund.toBalance) {
    // Nobody outside has to be asked: it's on the balance with this entry.
    const seen = { providerRefundId: `balance:${refundId}`, attempt: refund.attempt, failure: null };
    await transact(SYSTEM, (ctx) => settleRefund(ctx, refundId, { ...seen, state: "succeeded" }));
    return;
  }
  if (!payment?.paymentIntentId) throw new Error(`Refund ${refundId} has no payment to refund`);
  let answer;
  try {
    answer = await stripe().refunds.create(
      {
        payment_intent: payment.paymentIntentId,
        amount: refund.amountMinor,
        metadata: { refundId, orderId: payment.orderId, attempt: String(refund.attempt) },
      },
      { idempotencyKey: refund.attempt === 1 ? refundId : `${refundId}:${refund.attempt}` },
    );
  } catch (error) {
    if (!isProviderRefusal(error)) throw error;
    await transact(PROVIDER, async (ctx) => {
      const order = await lockOrder(ctx.tx, payment.orderId);
      const held = await ctx.tx
        .selectFrom("refunds")
        .selectAll()
        .where("id", "=", refundId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (held.status === "requested" && held.attempt === refund.attempt)
        await failRefund(ctx, order, held, error.message, null);
    });
    return;
  }
  await transact(PROVIDER, (ctx) => settleRefund(ctx, refundId, seenRefundIn(answer)));
}
