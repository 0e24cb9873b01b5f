import { sql } from "kysely";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { type EntryLine, NOTHING_UNEARNED, type Unearned } from "../../rules/ledger/ledger.ts";
import { duplicatePaymentOut } from "../../rules/ledger/order-entries.ts";
import { type BookedTax, refund, refundParts } from "../../rules/ledger/refund-entries.ts";
import { type Payment, listPaymentsOf } from "../checkout/find-payment.ts";
import { type Refund, listRefundsOf } from "./find-refund.ts";
import { ownAccount, sourceOf } from "../balance/balance.ts";
import { settleStatements } from "../credit/statements.ts";
import { amountsOfPayment } from "../checkout/order-amounts.ts";
import { creditReturnsTo, recordReturned, takeCreditBack } from "../courtesy/return-credit.ts";
import { postEntry } from "../ledger/post-entry.ts";

/** The part of an order's price that is paid and not yet earned. Surplus money has a party and doesn't count. */
export async function unearnedOf(tx: Tx, orderId: string): Promise<Unearned> {
  return tx
    .selectFrom("journal_lines as l")
    .innerJoin("journal_entries as e", "e.id", "l.entryId")
    .select([
      sql<number>`coalesce(-sum(l."amountMinor") filter (where l.account = 'deferred_revenue'), 0)::bigint`.as(
        "listMinor",
      ),
      sql<number>`coalesce(sum(l."amountMinor") filter (where l.account = 'deferred_discounts'), 0)::bigint`.as(
        "discountMinor",
      ),
    ])
    .where("e.orderId", "=", orderId)
    .where("l.account", "in", ["deferred_revenue", "deferred_discounts"])
    .where("l.party", "=", "")
    .executeTakeFirstOrThrow();
}

/** The part of an order's price that will be refunded: promised by then, and not yet confirmed by the provider. */
export async function promisedOf(tx: Tx, order: Order, by: Date): Promise<Unearned> {
  const refunds = await listRefundsOf(order.id, tx);
  const promised = { ...NOTHING_UNEARNED };
  for (const payment of await listPaymentsOf(order.id, tx)) {
    if (payment.status !== "succeeded" || payment.surplus) continue;
    const sumOf = (states: readonly string[]) =>
      refunds
        .filter((r) => r.paymentId === payment.id && states.includes(r.status) && r.createdAt <= by)
        .reduce((sum, r) => sum + r.amountMinor, 0);
    const backMinor = sumOf(["requested", "sent"]);
    if (backMinor === 0) continue;
    const parts = refundParts(amountsOfPayment(payment, order), sumOf(["succeeded"]), backMinor);
    promised.listMinor += parts.listMinor;
    promised.discountMinor += parts.discountMinor;
  }
  return promised;
}

/** Posts a succeeded refund. It reduces deferred revenue first, and revenue beyond that. */
export async function postRefund(
  ctx: CommandContext,
  order: Order,
  done: Refund,
  providerRefundId: string,
  payment: Payment,
  before: RefundedBefore,
): Promise<void> {
  const lines = payment.surplus
    ? duplicatePaymentOut(done.paymentId, done.amountMinor).lines
    : await refundLines(ctx, order, done, payment, before);
  const posted = await postEntry(ctx, {
    key: `refund:${done.id}:${providerRefundId}`,
    kind: payment.surplus ? "duplicate_payment_out" : "refund",
    orderId: order.id,
    causeType: "refund",
    causeId: done.id,
    memo: `${formatMoney(done.amountMinor, done.currency)} refunded to the client of order ${order.number}`,
    currency: done.currency,
    lines,
  });
  if (posted) await recordReturned(ctx, order, lines);
  if (payment.method === "balance" && order.organizationId !== null)
    await settleStatements(ctx, [order.organizationId]);
}

/**
 * How much of a payment was refunded before, and how much of that was discount, courtesy credit, and tax, as booked: in all, and on each
 * authority's account.
 */
export type RefundedBefore = {
  refundedMinor: number;
  discountMinor: number;
  creditMinor: number;
  taxMinor: number;
  taxes: readonly BookedTax[];
};

/**
 * What was refunded of a payment before this refund, which isn't booked yet. Refunds that the bank returned don't
 * count.
 */
export async function refundedBefore(tx: Tx, refund: Pick<Refund, "id" | "paymentId">): Promise<RefundedBefore> {
  const { rows } = await sql<{ party: string; part: "tax" | "credit" | "discount"; paid: number; refunded: number }>`
    select case l.account when 'tax_payable' then l.party else '' end as party, case when l.account = 'tax_payable' then 'tax'
      when l.account in ('discounts', 'deferred_discounts') then 'discount' else 'credit' end as part,
      coalesce(-sum(l."amountMinor") filter (where e."causeType" = 'payment'), 0)::bigint as paid,
      coalesce(sum(l."amountMinor") filter (where e."causeType" <> 'payment'), 0)::bigint as refunded
    from journal_entries e join journal_lines l on l."entryId" = e.id
    where e."orderId" = (select "orderId" from payments where id = ${refund.paymentId})
      and l.account in ('deferred_discounts', 'discounts', 'courtesy_credits', 'other_income', 'tax_payable')
      and e.kind <> 'dispute_regained'
      and ((l.account = 'tax_payable' and e.key = 'paid:' || ${refund.paymentId})
        or (e."causeType" = 'refund' and e."causeId" in (select id from refunds
          where "paymentId" = ${refund.paymentId}))
        or (e."causeType" = 'dispute' and e."causeId" in (select id from disputes
          where "paymentId" = ${refund.paymentId})))
    group by 1, 2 order by min(l.line) filter (where e."causeType" = 'payment')`.execute(tx);
  const taxes = rows
    .filter((row) => row.part === "tax")
    .map(({ party, paid, refunded }) => ({ authority: party, amountMinor: paid, refundedMinor: refunded }));
  const sumOf = (part: "credit" | "discount") =>
    0 - rows.reduce((all, row) => all + (row.part === part ? row.refunded : 0), 0);
  const { sum } = await tx
    .selectFrom("refunds")
    .select((e) => e.fn.sum<number>("amountMinor").as("sum"))
    .where("paymentId", "=", refund.paymentId)
    .where("status", "=", "succeeded")
    .where("id", "<>", refund.id)
    .executeTakeFirstOrThrow();
  return {
    refundedMinor: Number(sum ?? 0),
    discountMinor: sumOf("discount"),
    creditMinor: sumOf("credit"),
    taxMinor: taxes.reduce((all, tax) => all + tax.refundedMinor, 0),
    taxes,
  };
}

/** The lines of a refund that is booked now. */
export async function refundLines(
  ctx: CommandContext,
  order: Order,
  refunded: Refund,
  payment: Payment,
  before: RefundedBefore,
): Promise<readonly EntryLine[]> {
  const unearned = await unearnedOf(ctx.tx, order.id);
  const of = amountsOfPayment(payment, order);
  return refund(
    of,
    before.refundedMinor,
    refunded.amountMinor,
    unearned,
    before.taxes,
    before,
    refunded.toBalance ? await ownAccount(ctx.tx, order, refunded.currency) : await sourceOf(ctx.tx, payment, order),
    of.creditMinor > 0 ? await creditReturnsTo(ctx, order, refunded) : null,
  ).lines;
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
    .select(["l.account", "l.party", "l.amountMinor", "l.valueMinor"])
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
    lines: await takeCreditBack(
      ctx,
      order,
      booked.map(({ account, party, amountMinor, valueMinor }) => ({
        account,
        party,
        amountMinor: 0 - amountMinor,
        ...(valueMinor === null ? {} : { valueMinor: 0 - valueMinor }),
      })),
    ),
  });
}
