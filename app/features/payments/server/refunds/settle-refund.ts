import { sql } from "kysely";
import { orderFlow } from "#app/features/orders/rules/flow.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { changeOrder, moveOrder, orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { redeemCoupon } from "#app/features/pricing/server/redeem-coupon.ts";
import { returnCoupon } from "#app/features/pricing/server/release-coupon.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Payment, lockPayment } from "../checkout/find-payment.ts";
import type { Refund } from "./find-refund.ts";
import { giveBonus } from "../courtesy/give-bonus.ts";
import { cancelCreditNote, issueCreditNote } from "../invoices/issue-invoice.ts";
import { postRefund, refundedBefore, reverseRefund } from "./post-refund.ts";
import type { SeenRefund } from "./read-refund.ts";

export type RefundOutcome = "nothing new" | "sent" | "refunded" | "refund failed";

/**
 * Updates a refund to match the provider. Safe to repeat, out of order, and concurrently. A bank may return the money
 * days after the refund succeeded, and then it can't succeed again under the same provider id.
 */
export async function settleRefund(ctx: CommandContext, refundId: string, seen: SeenRefund): Promise<RefundOutcome> {
  const { orderId } = await ctx.tx
    .selectFrom("refunds")
    .select("orderId")
    .where("id", "=", refundId)
    .executeTakeFirstOrThrow();
  const order = await lockOrder(ctx.tx, orderId!);
  const refund = await ctx.tx
    .selectFrom("refunds")
    .selectAll()
    .where("id", "=", refundId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (
    refund.status === "failed" ||
    seen.attempt !== refund.attempt ||
    (refund.providerRefundId !== null && refund.providerRefundId !== seen.providerRefundId)
  )
    return "nothing new";
  if (seen.state === "failed")
    return failRefund(ctx, order, refund, seen.failure ?? "The refund failed.", seen.providerRefundId);
  if (refund.status === "succeeded") return "nothing new";
  if (seen.state === "under way") {
    await ctx.tx
      .updateTable("refunds")
      .set({ status: "sent", providerRefundId: seen.providerRefundId })
      .where("id", "=", refund.id)
      .execute();
    return refund.status === "sent" ? "nothing new" : "sent";
  }
  return succeed(ctx, order, refund, seen.providerRefundId);
}

async function succeed(
  ctx: CommandContext,
  order: Order,
  refund: Refund,
  providerRefundId: string,
): Promise<RefundOutcome> {
  const payment = await lockPayment(ctx.tx, refund.paymentId);
  await ctx.tx
    .updateTable("refunds")
    .set({ status: "succeeded", providerRefundId, failure: null, settledAt: ctx.now })
    .where("id", "=", refund.id)
    .execute();
  const before = await refundedBefore(ctx.tx, refund);
  await postRefund(ctx, order, refund, providerRefundId, payment, before);
  const about = { refundId: refund.id, amountMinor: refund.amountMinor };
  await orderFact(
    ctx,
    order,
    "refund.succeeded",
    payment.method === "balance" || refund.toBalance
      ? { ...about, toAccount: true, ...(order.organizationId === null ? { own: true } : {}) }
      : about,
    refund.id,
  );
  if (refund.toBalance) await giveBonus(ctx, order, refund);
  // Surplus money isn't part of the order's payment and has no invoice.
  if (payment.surplus) return "refunded";
  const after = await changeOrder(ctx, order, { refundedMinor: order.refundedMinor + refund.amountMinor });
  await issueCreditNote(ctx, after, refund, payment, before);
  if (after.refundedMinor >= after.paidMinor) await endRefundedOrder(ctx, after);
  return "refunded";
}

/** Ends an order whose whole price was refunded, if its state allows it. */
export async function endRefundedOrder(ctx: CommandContext, order: Order): Promise<void> {
  await returnCoupon(ctx.tx, order.id);
  if (!(orderFlow.moves.refund.from as readonly string[]).includes(order.status)) return;
  const refunded = await moveOrder(ctx, order, "refund");
  await orderFact(ctx, refunded, "order.refunded", { amountMinor: refunded.refundedMinor });
}

/**
 * A refund didn't reach the client: notifies staff, who can retry it. Reverses the booking and frees the amount on the
 * payment.
 */
export async function failRefund(
  ctx: CommandContext,
  order: Order,
  refund: Refund,
  reason: string,
  providerRefundId: string | null,
): Promise<RefundOutcome> {
  const payment: Payment = await lockPayment(ctx.tx, refund.paymentId);
  await ctx.tx
    .updateTable("refunds")
    .set({ status: "failed", providerRefundId, failure: reason, settledAt: ctx.now })
    .where("id", "=", refund.id)
    .execute();
  await ctx.tx
    .updateTable("payments")
    .set({ refundedMinor: sql<number>`"refundedMinor" - ${refund.amountMinor}` })
    .where("id", "=", refund.paymentId)
    .execute();
  if (refund.status === "succeeded") {
    await reverseRefund(ctx, order, refund, refund.providerRefundId!);
    if (!payment.surplus) {
      await changeOrder(ctx, order, { refundedMinor: order.refundedMinor - refund.amountMinor });
      await cancelCreditNote(ctx, order, refund.id);
      // The refund is reversed, so the client has paid for it.
      if (order.refundedMinor >= order.paidMinor) await redeemCoupon(ctx, order);
    }
  }
  await orderFact(
    ctx,
    order,
    "refund.failed",
    { refundId: refund.id, amountMinor: refund.amountMinor, reason },
    refund.id,
  );
  return "refund failed";
}
