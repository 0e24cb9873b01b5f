import type Stripe from "stripe";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { type Payment, lockPayment } from "../checkout/find-payment.ts";
import { seenRefundIn } from "./read-refund.ts";
import { reserve } from "./request-refund.ts";
import { settleRefund } from "./settle-refund.ts";

/**
 * Books a refund that was made in the provider's dashboard as if it had been made here. What exceeds the payment,
 * because a refund of ours is on its way too, is left to that refund: the provider refuses one of them. Safe to repeat.
 */
export async function adoptRefund(ctx: CommandContext, payment: Payment, refund: Stripe.Refund): Promise<string> {
  const order = await lockOrder(ctx.tx, payment.orderId);
  const paid = await lockPayment(ctx.tx, payment.id);
  const known = await ctx.tx
    .selectFrom("refunds")
    .select("id")
    .where("providerRefundId", "=", refund.id)
    .executeTakeFirst();
  const seen = { ...seenRefundIn(refund), attempt: 1 };
  if (known) return settleRefund(ctx, known.id, seen);
  if (seen.state === "failed" || paid.status !== "succeeded") return "nothing new";
  if (refund.amount > paid.amountMinor - paid.refundedMinor) return "left to the refund that is promised";
  await reserve(ctx, paid.id, refund.amount);
  const id = newId("refund");
  await ctx.tx
    .insertInto("refunds")
    .values({
      id,
      orderId: order.id,
      paymentId: paid.id,
      cause: "provider-dashboard",
      amountMinor: refund.amount,
      currency: paid.currency,
      status: "sent",
      providerRefundId: refund.id,
      requestedBy: null,
      basis: json(["We refunded this through our card provider."]),
      createdAt: ctx.now,
    })
    .execute();
  await orderFact(ctx, order, "refund.requested", { refundId: id, amountMinor: refund.amount }, id);
  return settleRefund(ctx, id, seen);
}
