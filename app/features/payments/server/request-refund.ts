import { sql } from "kysely";
import { conflict } from "#app/platform/rules/errors.ts";
import { newId } from "#app/platform/rules/ids.ts";
import { formatMoney } from "#app/platform/rules/money.ts";
import type { Deed } from "#app/platform/server/command.ts";
import { json } from "#app/platform/server/database.ts";
import { enqueue } from "#app/platform/server/jobs.ts";
import type { Order } from "#app/features/orders/server/find-order.ts";
import { orderFact } from "#app/features/orders/server/move-order.ts";
import type { RefundCase } from "../rules/refund.ts";
import { listPaymentsOf } from "./find-payment.ts";

export const SEND_REFUND_JOB = "send-refund";

export type RefundToRequest = {
  paymentId: string;
  /** Minor units of the payment's currency. */
  amountMinor: number;
  /** The row of the refund table that applied. */
  cause: RefundCase;
  /** Why, in sentences the client reads. */
  basis: readonly string[];
  /** Who decided; null when it follows from a rule. */
  requestedBy: string | null;
};

/** Keeps an amount of a payment for a refund. The row itself refuses more than was paid, whoever asks at once. */
export async function reserve(
  deed: Pick<Deed, "tx">,
  paymentId: string,
  amountMinor: number,
): Promise<{ currency: string }> {
  const row = await deed.tx
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
      `${formatMoney(amountMinor)} is more than is left of this payment.`,
      "See what has gone back already.",
    );
  return row;
}

/**
 * Money is to go back to the card it came from: promised here, sent by a job, booked when the provider says it went.
 * `payments.refundedMinor` counts what is promised or gone; `orders.refundedMinor` and the ledger only what has gone.
 * @param order locked in this transaction @returns the refund's id
 * @throws conflict when more would go back than was paid
 */
export async function requestRefund(deed: Deed, order: Order, refund: RefundToRequest): Promise<string> {
  const { currency } = await reserve(deed, refund.paymentId, refund.amountMinor);
  const id = newId("refund");
  await deed.tx
    .insertInto("refunds")
    .values({
      id,
      orderId: order.id,
      paymentId: refund.paymentId,
      cause: refund.cause,
      amountMinor: refund.amountMinor,
      currency,
      requestedBy: refund.requestedBy,
      basis: json(refund.basis),
      createdAt: deed.now,
    })
    .execute();
  await orderFact(deed, order, "refund.requested", { refundId: id, amountMinor: refund.amountMinor }, id);
  await enqueue(deed.tx, SEND_REFUND_JOB, { refundId: id });
  return id;
}

/**
 * Sends an amount of an order back to the card or cards that paid it, oldest payment first.
 * @param order locked in this transaction @throws conflict when it is more than is left of what was paid
 */
export async function refundOrder(
  deed: Deed,
  order: Order,
  { amountMinor, ...about }: Omit<RefundToRequest, "paymentId">,
): Promise<void> {
  let left = amountMinor;
  for (const payment of await listPaymentsOf(order.id, deed.tx)) {
    const part =
      payment.status === "succeeded" && !payment.surplus
        ? Math.min(left, payment.amountMinor - payment.refundedMinor)
        : 0;
    if (part === 0) continue;
    await requestRefund(deed, order, { paymentId: payment.id, amountMinor: part, ...about });
    left -= part;
  }
  if (left > 0) throw conflict("refund_too_much", "More would go back than is left of what was paid.");
}
