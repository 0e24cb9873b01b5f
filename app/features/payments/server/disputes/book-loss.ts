import { newId } from "#app/platform/rules/core/ids.ts";
import { formatMoney, minor } from "#app/platform/rules/core/money.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { changeOrder, moveOrder } from "#app/features/orders/server/lifecycle/move-order.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { type LostFrom, disputeExcess, disputeLost } from "../../rules/ledger/dispute-entries.ts";
import { duplicatePaymentOut } from "../../rules/ledger/order-entries.ts";
import { settleCancellation } from "../cancel/cancel-order.ts";
import { termsOf } from "../cancel/cancellation.ts";
import { ownAccount } from "../balance/balance.ts";
import type { Payment } from "../checkout/find-payment.ts";
import { findRefund } from "../refunds/find-refund.ts";
import { issueCreditNote } from "../invoices/issue-invoice.ts";
import { postEntry } from "../ledger/post-entry.ts";
import { refundLines, refundedBefore } from "../refunds/post-refund.ts";
import { reserve } from "../refunds/request-refund.ts";
import { endRefundedOrder } from "../refunds/settle-refund.ts";
import { type Dispute, hasOpenChargeback } from "./find-dispute.ts";

/** Said on the credit note and in the client's payments. */
const BASIS = ["Your bank returned this payment to you after a dispute."];

/**
 * Books the money lost in a dispute as a refund made by the bank: revenue, tax, and invoice follow as for any refund. A
 * promised refund that never arrived because of the dispute isn't made twice.
 * @param lostMinor what the provider withheld and won't return
 * @param from its account: `unassigned` if the provider withheld another currency, which a person has to look into
 */
export async function bookLoss(
  ctx: CommandContext,
  order: Order,
  paid: Payment,
  dispute: Dispute,
  lostMinor: number,
  from: LostFrom = "disputed",
): Promise<Order> {
  const amountMinor = Math.max(0, Math.min(lostMinor, paid.amountMinor - paid.refundedMinor));
  if (lostMinor > amountMinor) await bookExcess(ctx, order, paid, dispute, lostMinor - amountMinor, from);
  if (amountMinor === 0) return order;
  await reserve(ctx, paid.id, amountMinor);
  const id = newId("refund");
  await ctx.tx
    .insertInto("refunds")
    .values({
      id,
      orderId: order.id,
      paymentId: paid.id,
      cause: "chargeback",
      amountMinor,
      currency: paid.currency,
      status: "succeeded",
      requestedBy: null,
      basis: json(BASIS),
      createdAt: ctx.now,
      settledAt: ctx.now,
    })
    .execute();
  const refund = (await findRefund(id, ctx.tx))!;
  const before = await refundedBefore(ctx.tx, refund);
  const lines = paid.surplus
    ? duplicatePaymentOut(paid.id, amountMinor).lines
    : await refundLines(ctx, order, refund, paid, before);
  const entry = disputeLost(lines, from);
  await postEntry(ctx, {
    key: `dispute_lost:${dispute.id}`,
    kind: entry.kind,
    orderId: order.id,
    causeType: "dispute",
    causeId: dispute.id,
    memo: `${formatMoney(amountMinor, paid.currency)} of order ${order.number} lost in a dispute`,
    currency: paid.currency,
    lines: entry.lines,
  });
  if (paid.surplus) return order;
  const after = await changeOrder(ctx, order, { refundedMinor: order.refundedMinor + amountMinor });
  await issueCreditNote(ctx, after, refund, paid, before);
  return after;
}

/**
 * Books what the bank keeps although it was already refunded or promised. What the client took on their balance instead
 * comes off it again. There is nothing else to refund, so the rest is a cost.
 */
async function bookExcess(
  ctx: CommandContext,
  order: Order,
  paid: Payment,
  dispute: Dispute,
  amountMinor: number,
  from: LostFrom,
): Promise<void> {
  const { onBalance } = await ctx.tx
    .selectFrom("refunds")
    .select((e) => e.fn.sum<number>("amountMinor").as("onBalance"))
    .where("paymentId", "=", paid.id)
    .where("toBalance", "=", true)
    .where("status", "=", "succeeded")
    .executeTakeFirstOrThrow();
  const twice = Math.min(amountMinor, Number(onBalance ?? 0));
  const account = twice > 0 ? await ownAccount(ctx.tx, order, paid.currency) : null;
  const { kind, lines } = disputeExcess(amountMinor, from, account, twice);
  await postEntry(ctx, {
    key: `dispute_excess:${dispute.id}`,
    kind,
    orderId: order.id,
    causeType: "dispute",
    causeId: dispute.id,
    memo: `${formatMoney(amountMinor, paid.currency)} of order ${order.number} lost in a dispute, beyond what was left of the payment`,
    currency: paid.currency,
    lines,
  });
}

/**
 * Ends an order whose payment was lost: if it wasn't delivered, it's canceled, and its editor is paid for the part
 * done.
 * @returns whether it ended
 */
export async function cancelLostOrder(ctx: CommandContext, order: Order): Promise<boolean> {
  if (order.refundedMinor < order.paidMinor || (await hasOpenChargeback(ctx.tx, order.id))) return false;
  const running = order.status === "disputed" && order.deliveredAt === null;
  if (!running) return false;
  // Clocks stood still while the payment was disputed.
  const terms = await termsOf(order, order.disputedAt ?? ctx.now, ctx.tx);
  const cancelled = await moveOrder(ctx, order, "lose_dispute", { cancelledAt: ctx.now, disputedAt: null });
  await settleCancellation(
    ctx,
    order,
    cancelled,
    { clientMinor: minor(0), editorMinor: terms.editorMinor, basis: BASIS, case: terms.case },
    "The payment was returned by the bank.",
  );
  await endRefundedOrder(ctx, cancelled);
  return true;
}
