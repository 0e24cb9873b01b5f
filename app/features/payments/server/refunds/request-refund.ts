import { sql } from "kysely";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { enqueue } from "#app/platform/server/core/jobs.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import type { RefundCase } from "../../rules/refund-table.ts";
import { listPaymentsOf } from "../checkout/find-payment.ts";

export const SEND_REFUND_JOB = "send-refund";

export type RefundToRequest = {
  paymentId: string;
  /** Minor units of the payment's currency. */
  amountMinor: number;
  /** The row of the refund table that applies. */
  cause: RefundCase | "goodwill" | "later-date" | "changed-order" | "second-reader" | "new-words";
  /** Why, in sentences the client reads. */
  basis: readonly string[];
  /** Who decided, or null for an automatic refund. */
  requestedBy: string | null;
  /** On the author's balance instead of the card. */
  toBalance?: boolean;
};

/** Reserves part of a payment for a refund. The row refuses more than was paid, even for simultaneous requests. */
export async function reserve(
  ctx: Pick<CommandContext, "tx">,
  paymentId: string,
  amountMinor: number,
): Promise<{ currency: string }> {
  const row = await ctx.tx
    .updateTable("payments")
    .set({ refundedMinor: sql<number>`"refundedMinor" + ${amountMinor}` })
    .where("id", "=", paymentId)
    .where("status", "=", "succeeded")
    .where(sql<boolean>`"refundedMinor" + ${amountMinor} <= "amountMinor"`)
    .returning("currency")
    .executeTakeFirst();
  if (!row)
    throw conflict(
      "refund_too_much",
      "This is more than what's left of the payment.",
      "Check what has already been refunded.",
    );
  return row;
}

/**
 * Requests a refund to the original card: promised here, sent by a job, and booked when the provider confirms it.
 * `payments.refundedMinor` counts promised and completed refunds, `orders.refundedMinor` and the ledger only completed
 * ones.
 * @param order locked in this transaction @returns the refund's id
 * @throws conflict when the refunds would exceed the payment
 */
export async function requestRefund(ctx: CommandContext, order: Order, refund: RefundToRequest): Promise<string> {
  const { currency } = await reserve(ctx, refund.paymentId, refund.amountMinor);
  const id = newId("refund");
  await ctx.tx
    .insertInto("refunds")
    .values({
      id,
      orderId: order.id,
      paymentId: refund.paymentId,
      cause: refund.cause,
      amountMinor: refund.amountMinor,
      currency,
      requestedBy: refund.requestedBy,
      toBalance: refund.toBalance ?? false,
      basis: json(refund.basis),
      createdAt: ctx.now,
    })
    .execute();
  await orderFact(ctx, order, "refund.requested", { refundId: id, amountMinor: refund.amountMinor }, id);
  await enqueue(ctx.tx, SEND_REFUND_JOB, { refundId: id });
  return id;
}

/**
 * Refunds an amount of an order to the card or cards that paid it, oldest payment first.
 * @param order locked in this transaction @throws conflict if it exceeds what is left of the payments
 */
export async function refundOrder(
  ctx: CommandContext,
  order: Order,
  { amountMinor, ...about }: Omit<RefundToRequest, "paymentId">,
): Promise<void> {
  let left = amountMinor;
  for (const payment of await listPaymentsOf(order.id, ctx.tx)) {
    const part =
      payment.status === "succeeded" && !payment.surplus
        ? Math.min(left, payment.amountMinor - payment.refundedMinor)
        : 0;
    if (part === 0) continue;
    await requestRefund(ctx, order, { paymentId: payment.id, amountMinor: part, ...about });
    left -= part;
  }
  if (left > 0) throw conflict("refund_too_much", "This is more than what's left of the payments.");
}
