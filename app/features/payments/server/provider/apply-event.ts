import type Stripe from "stripe";
import { PROVIDER } from "#app/platform/rules/core/actor.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { type Payment, findPayment, lockPayment } from "../checkout/find-payment.ts";
import { readCheckout } from "../checkout/read-checkout.ts";
import { checkHeldPayment } from "../checkout/check-held-payment.ts";
import { adoptRefund } from "../refunds/adopt-refund.ts";
import { readDispute } from "../disputes/read-dispute.ts";
import { settleDispute } from "../disputes/settle-dispute.ts";
import { settleDepositDispute } from "../deposits/dispute-deposit.ts";
import { depositOfIntent, findDeposit } from "../deposits/find-deposit.ts";
import { adoptReturn, findReturn, settleReturn } from "../deposits/return-deposits.ts";
import { settleDeposit, settledDeposit } from "../deposits/settle-deposit.ts";
import { paymentOfIntent } from "../checkout/payment-of-intent.ts";
import { storeTransaction } from "./store-transaction.ts";
import { orderOfTransaction, readTransaction } from "./seen-transaction.ts";
import { settlePayout } from "./settle-payout.ts";
import { transactionsNamedIn } from "./transactions-named-in.ts";
import { readRefund } from "../refunds/read-refund.ts";
import { settlePayment } from "../checkout/settle-payment.ts";
import { settleRefund } from "../refunds/settle-refund.ts";
import { settleTestPayment } from "../checkout/test-payment.ts";
import { isProviderRefusal, stripe } from "./stripe.ts";

/**
 * What an event does after we asked the provider for the current state. Runs in the transaction that marks the event as
 * applied.
 */
type Effect = (ctx: CommandContext) => Promise<string>;
const nothing =
  (why: string): Effect =>
  async () =>
    why;

/**
 * Applies one provider event, once. Asks the provider for the current state where order matters, so that an old event
 * can't undo a newer one. Stores event types we don't use and marks them as such.
 */
export async function applyEvent(eventId: string): Promise<void> {
  const row = await database().selectFrom("provider_events").selectAll().where("id", "=", eventId).executeTakeFirst();
  if (!row || row.appliedAt) return;
  const effect = await effectWithMoney(row.payload).catch((error: unknown) => {
    // An event about something the provider doesn't know would be refused forever.
    if (isProviderRefusal(error)) return nothing(`refused by the provider: ${error.message}`);
    throw error;
  });
  await transact(PROVIDER, async (ctx) => {
    const waiting = await ctx.tx
      .selectFrom("provider_events")
      .select("id")
      .where("id", "=", eventId)
      .where("appliedAt", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!waiting) return;
    const outcome = await effect(ctx);
    await ctx.tx
      .updateTable("provider_events")
      .set({ appliedAt: ctx.now, outcome })
      .where("id", "=", eventId)
      .execute();
  });
}

/** The event's effect, and the movements of our balance that it names. */
async function effectWithMoney(event: Stripe.Event): Promise<Effect> {
  const effect = await effectOf(event);
  const moved = await Promise.all(
    transactionsNamedIn(event).map(async (id) => {
      const seen = await readTransaction(id);
      return { seen, orderId: await orderOfTransaction(seen) };
    }),
  );
  if (moved.length === 0) return effect;
  return async (ctx) => {
    const outcome = await effect(ctx);
    for (const { seen, orderId } of moved) {
      if (orderId !== null) await lockOrder(ctx.tx, orderId);
      await storeTransaction(ctx, seen, orderId);
    }
    return outcome === "ignored" ? "booked" : outcome;
  };
}

async function effectOf(event: Stripe.Event): Promise<Effect> {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the provider's own list: we only follow these
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.expired":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
      if (event.data.object.metadata?.testPaymentId)
        return testPaymentChanged(event.data.object.metadata.testPaymentId, event.data.object.id);
      if (event.data.object.metadata?.depositId)
        return depositChanged(event.data.object.metadata.depositId, event.data.object.id);
      return checkoutChanged(event.data.object.metadata?.paymentId, event.data.object.id);
    case "payment_intent.succeeded":
    case "payment_intent.amount_capturable_updated":
    case "payment_intent.canceled":
      return intentChanged(event.data.object);
    case "payment_intent.payment_failed":
      return declined(event.data.object);
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.refund.updated":
      return refundChanged(event.data.object);
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return disputeChanged(event.data.object.id);
    case "payout.created":
    case "payout.updated":
    case "payout.paid":
    case "payout.failed":
    case "payout.canceled":
      await settlePayout(event.data.object.id, now());
      return nothing("followed");
    case "radar.early_fraud_warning.created":
      return fraudWarned(event.data.object);
    default:
      return nothing("ignored");
  }
}

/** A test payment is refunded as soon as it arrives. */
async function testPaymentChanged(testPaymentId: string, sessionId: string): Promise<Effect> {
  const seen = await readCheckout(sessionId);
  return (ctx) => settleTestPayment(ctx, testPaymentId, seen);
}

async function depositChanged(depositId: string, sessionId: string): Promise<Effect> {
  const deposit = await findDeposit(depositId);
  if (!deposit) return nothing("not ours");
  const seen = await readCheckout(sessionId);
  return (ctx) => settleDeposit(ctx, deposit, seen);
}

async function checkoutChanged(paymentId: string | undefined, sessionId: string): Promise<Effect> {
  const payment = await findPayment(paymentId ?? "");
  if (!payment) return nothing("not ours");
  const seen = await checkHeldPayment(payment, sessionId);
  return (ctx) => settlePayment(ctx, payment, sessionId, seen);
}

/** We open the checkout. The intent is only how it was paid. */
async function intentChanged(intent: Stripe.PaymentIntent): Promise<Effect> {
  const deposit = await findDeposit(intent.metadata.depositId);
  if (deposit?.checkoutSessionId) return depositChanged(deposit.id, deposit.checkoutSessionId);
  const payment = await findPayment(intent.metadata.paymentId ?? "");
  if (!payment) return nothing("not ours");
  // The session's own event or the scheduled job handles a checkout whose id we don't have yet.
  return payment.checkoutSessionId === null
    ? nothing("left to the checkout")
    : checkoutChanged(payment.id, payment.checkoutSessionId);
}

/** A card was declined. The checkout stays open, and the client can try another card there. */
async function declined(intent: Stripe.PaymentIntent): Promise<Effect> {
  const payment = await findPayment(intent.metadata.paymentId ?? "");
  if (!payment) return nothing("not ours");
  const reason = intent.last_payment_error?.message ?? "The card was declined.";
  return async (ctx) => {
    const order = await lockOrder(ctx.tx, payment.orderId);
    const held = await lockPayment(ctx.tx, payment.id);
    if (held.status !== "open" && held.status !== "starting") return "overtaken";
    await ctx.tx.updateTable("payments").set({ failure: reason }).where("id", "=", held.id).execute();
    await orderFact(ctx, order, "payment.failed", { paymentId: held.id, reason }, held.id);
    return "declined";
  };
}

async function refundChanged(object: Stripe.Refund): Promise<Effect> {
  const returnId = object.metadata?.depositReturnId;
  if (returnId && (await findReturn(returnId))) {
    const seen = await readRefund(object.id);
    return (ctx) => settleReturn(ctx, returnId, seen);
  }
  const refundId = object.metadata?.refundId;
  const known = refundId
    ? await database().selectFrom("refunds").select("id").where("id", "=", refundId).executeTakeFirst()
    : undefined;
  if (!known) return refundedElsewhere(object.id);
  const seen = await readRefund(object.id);
  return (ctx) => settleRefund(ctx, known.id, seen);
}

/** A refund that wasn't made here but in the provider's own dashboard. */
async function refundedElsewhere(providerRefundId: string): Promise<Effect> {
  const refund = await stripe().refunds.retrieve(providerRefundId);
  const payment = await paymentOfIntent(refund.payment_intent);
  if (payment) return afterPayment(payment, (ctx) => adoptRefund(ctx, payment, refund));
  const deposit = await depositOfIntent(refund.payment_intent);
  if (!deposit) return nothing("not ours");
  await settledDeposit(deposit);
  return (ctx) => adoptReturn(ctx, deposit, refund);
}

/** Settles the payment before an event that follows it, even if the payment's own event hasn't arrived yet. */
async function afterPayment(payment: Payment, effect: Effect): Promise<Effect> {
  if (payment.status === "succeeded") return effect;
  // The session's ID is stored right after the checkout opens, so let the job try again.
  if (payment.checkoutSessionId === null) throw new Error("The payment this event is about hasn't begun yet.");
  const settle = await checkoutChanged(payment.id, payment.checkoutSessionId);
  return async (ctx) => {
    await settle(ctx);
    return effect(ctx);
  };
}

async function disputeChanged(providerDisputeId: string): Promise<Effect> {
  const seen = await readDispute(providerDisputeId);
  const payment = await paymentOfIntent(seen.paymentIntent);
  if (payment) return afterPayment(payment, (ctx) => settleDispute(ctx, payment, seen));
  const deposit = await depositOfIntent(seen.paymentIntent);
  if (!deposit) return nothing("not ours");
  await settledDeposit(deposit);
  return (ctx) => settleDepositDispute(ctx, deposit, seen);
}

/** Admins decide whether to refund before a dispute comes. */
async function fraudWarned(warning: Stripe.Radar.EarlyFraudWarning): Promise<Effect> {
  const payment = await paymentOfIntent(warning.payment_intent);
  if (!payment) return nothing("not ours");
  return async (ctx) => {
    const order = await lockOrder(ctx.tx, payment.orderId);
    await orderFact(ctx, order, "payment.fraud_warned", { paymentId: payment.id }, payment.id);
    return "told";
  };
}
