import { PROVIDER } from "#app/platform/rules/core/actor.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { countOrdersBefore } from "#app/features/orders/server/views/count-orders-before.ts";
import { checkCouponCard } from "#app/features/pricing/server/reserve-coupon.ts";
import { countCardOrders } from "./count-card-orders.ts";
import { type Payment, lockPayment } from "./find-payment.ts";
import { type CardMoney, type SeenCheckout, readCheckout } from "./read-checkout.ts";
import { reasonToReturn } from "../refunds/reason-to-return.ts";
import { isProviderRefusal, stripe } from "../provider/stripe.ts";

/**
 * Asks the provider about a checkout. Money that is only held on a card is captured first, or released if the order's
 * coupon can't be used with that card. Safe to repeat and concurrently: the provider captures or releases once, and its
 * answer decides. Never call it inside a transaction.
 */
export async function checkHeldPayment(
  payment: Pick<Payment, "id" | "orderId">,
  sessionId: string,
): Promise<SeenCheckout> {
  const seen = await readCheckout(sessionId);
  if (seen.state !== "authorized") return seen;
  const refusal = await transact(PROVIDER, (ctx) => findRefusal(ctx, payment, seen));
  const { paymentIntentId } = seen;
  try {
    if (refusal === null)
      await stripe().paymentIntents.capture(paymentIntentId, {}, { idempotencyKey: `capture:${paymentIntentId}` });
    else await stripe().paymentIntents.cancel(paymentIntentId, {}, { idempotencyKey: `release:${paymentIntentId}` });
  } catch (error) {
    // Already captured or released. Which one is read below.
    if (!isProviderRefusal(error)) throw error;
  }
  return readCheckout(sessionId);
}

/** Why held money can't be captured, worded for the client, or null. The reason is stored with the payment. */
async function findRefusal(
  ctx: CommandContext,
  payment: Pick<Payment, "id" | "orderId">,
  seen: CardMoney,
): Promise<string | null> {
  const order = await lockOrder(ctx.tx, payment.orderId);
  const held = await lockPayment(ctx.tx, payment.id);
  // Captured and booked in the meantime.
  if (held.status === "succeeded") return null;
  const { cardFingerprint: card } = seen;
  const refusal =
    reasonToReturn(order, null, held, seen, ctx.now) ??
    (await checkCouponCard(ctx, order, card, {
      byClient: () => countOrdersBefore(order.userId, order.id, ctx.tx),
      byCard: () => countCardOrders(card, order.id, ctx.tx),
    }));
  await ctx.tx.updateTable("payments").set({ refusal }).where("id", "=", held.id).execute();
  return refusal;
}
