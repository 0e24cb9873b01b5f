import { sql } from "kysely";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { formatMoney, minor } from "#app/platform/rules/core/money.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { type EntryLine, duplicatePaymentOut, entryOf, refundParts } from "../rules/ledger.ts";
import type { Payment } from "./find-payment.ts";
import type { Refund } from "./find-refund.ts";
import { amountsOfPayment } from "./order-amounts.ts";
import { postEntry } from "./post-entry.ts";

/**
 * The part of an order's price that is paid and not yet earned, in minor units. Surplus money has a party and doesn't
 * count.
 */
export async function deferredOf(tx: Tx, orderId: string): Promise<number> {
  const { owed } = await tx
    .selectFrom("journal_lines as l")
    .innerJoin("journal_entries as e", "e.id", "l.entryId")
    .select(sql<number>`coalesce(-sum(l."amountMinor"), 0)::bigint`.as("owed"))
    .where("e.orderId", "=", orderId)
    .where("l.account", "=", "deferred_revenue")
    .where("l.party", "=", "")
    .executeTakeFirstOrThrow();
  return owed;
}

/** Posts a succeeded refund. It reduces deferred revenue first and is a cost beyond that. */
export async function postRefund(
  ctx: CommandContext,
  order: Order,
  refund: Refund,
  providerRefundId: string,
  payment: Payment,
): Promise<void> {
  const entry = payment.surplus
    ? duplicatePaymentOut(refund.paymentId, refund.amountMinor)
    : entryOf("refund", await refundLines(ctx, order, refund, payment));
  await postEntry(ctx, {
    key: `refund:${refund.id}:${providerRefundId}`,
    kind: entry.kind,
    orderId: order.id,
    causeType: "refund",
    causeId: refund.id,
    memo: `${formatMoney(refund.amountMinor, refund.currency)} refunded to the client of order ${order.number}`,
    currency: refund.currency,
    lines: entry.lines,
  });
}

/** What was refunded of a payment before, this refund not counted. */
export async function refundedOfPayment(tx: Tx, refund: Pick<Refund, "id" | "paymentId">): Promise<number> {
  const { sum } = await tx
    .selectFrom("refunds")
    .select((e) => e.fn.sum<number>("amountMinor").as("sum"))
    .where("paymentId", "=", refund.paymentId)
    .where("status", "=", "succeeded")
    .where("id", "<>", refund.id)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** The lines of a refund that is booked now: deferred revenue first, a cost beyond that. */
export async function refundLines(
  ctx: CommandContext,
  order: Order,
  refund: Refund,
  payment: Payment,
): Promise<EntryLine[]> {
  const before = await refundedOfPayment(ctx.tx, refund);
  const parts = refundParts(amountsOfPayment(payment, order), before, refund.amountMinor);
  const unearned = Math.min(parts.listMinor, Math.max(0, await deferredOf(ctx.tx, order.id)));
  return [
    { account: "deferred_revenue", amountMinor: minor(unearned) },
    { account: "refunds", amountMinor: minor(parts.listMinor - unearned) },
    { account: "tax_payable", amountMinor: parts.taxMinor },
    { account: "discounts", amountMinor: minor(-parts.discountMinor) },
    { account: "provider", amountMinor: minor(-refund.amountMinor) },
  ];
}

/** Posts a returned refund: the same lines with the opposite sign, which cancels the refund. */
export async function reverseRefund(
  ctx: CommandContext,
  order: Order,
  refund: Refund,
  providerRefundId: string,
): Promise<void> {
  const booked = await ctx.tx
    .selectFrom("journal_lines as l")
    .innerJoin("journal_entries as e", "e.id", "l.entryId")
    .select(["l.account", "l.party", "l.amountMinor"])
    .where("e.key", "=", `refund:${refund.id}:${providerRefundId}`)
    .orderBy("l.line")
    .execute();
  await postEntry(ctx, {
    key: `refund_failed:${refund.id}:${providerRefundId}`,
    kind: "refund_failed",
    orderId: order.id,
    causeType: "refund",
    causeId: refund.id,
    memo: `${formatMoney(refund.amountMinor, refund.currency)} didn't reach the client of order ${order.number}`,
    currency: refund.currency,
    lines: booked.map((line) => ({ account: line.account, party: line.party, amountMinor: -line.amountMinor })),
  });
}
