import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { type ListPage, readDay } from "#app/platform/rules/core/list-query.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { PaymentQuery, PaymentRow, RefundQuery, RefundRow } from "../../rules/lists/payment-list.ts";
import { JOURNAL_ROWS, type LedgerLine, ledgerLines } from "./ledger-lines.ts";
import { between, listPage, sqlList, type List, type SqlList } from "#app/platform/server/lists/list.ts";
import { ordered, orderedNotNull } from "#app/platform/server/lists/order.ts";
import { allowDuty } from "../allow-duty.ts";
import { isAmong, ordersMatching } from "../search-matches.ts";

function payments(query: PaymentQuery): SqlList {
  const { status, kind, from, to } = query.filters;
  const where: RawBuilder<unknown>[] = [];
  if (status) where.push(sql`p.status = ${status}`);
  if (kind === "surplus") where.push(sql`p.surplus`);
  if (kind === "refunded") where.push(sql`p."refundedMinor" > 0`);
  where.push(...between(sql`p."createdAt"`, readDay(from), readDay(to)));
  if (query.q) {
    where.push(
      isAmong(sql`p.id`, [
        sql`select x.id from payments x where x."orderId" = any(${ordersMatching(query.q)})`,
        sql`select x.id from payments x
          where x.id = ${query.q} or x."checkoutSessionId" = ${query.q} or x."paymentIntentId" = ${query.q}`,
        sql`select x."paymentId" from refunds x where x."providerRefundId" = ${query.q}`,
      ]),
    );
  }
  const by = {
    at: sql`p."createdAt"`,
    number: sql`o.number`,
    payer: sql`lower(u."displayName")`,
    amount: sql`p."amountMinor"`,
    refunded: sql`p."refundedMinor"`,
    status: sql`p.status`,
  }[query.sort];
  return {
    select: sql`p.id, p.attempt, p.status, p."amountMinor", p."refundedMinor", p.currency, p.surplus,
      p."checkoutSessionId", p."paymentIntentId", p."cardLabel",
      p."creditLineId" is not null as "isOnCredit", p.failure, p."createdAt", p."succeededAt",
      o.id as "orderId", o.number, u."displayName" as payer, u.email`,
    from: sql`payments p left join orders o on o.id = p."orderId" left join users u on u.uid = o."userId"`,
    where,
    order: (query.sort === "at" && !query.q ? orderedNotNull : ordered)(by, query.desc, sql`p.id`),
  };
}

/** @throws refused unless admin */
export function paymentList(actor: Actor, query: PaymentQuery): List<PaymentRow> {
  allowDuty(actor, "money", "all payments");
  return sqlList<PaymentRow>(payments(query));
}
/** Payments on a page: it stays short on a phone. */
const PAYMENTS_PER_PAGE = 25;

/** A page of payment attempts. @throws refused unless admin */
export const listPayments = async (actor: Actor, query: PaymentQuery): Promise<ListPage<PaymentRow>> =>
  listPage(paymentList(actor, query), query, { size: PAYMENTS_PER_PAGE });

function refunds(query: RefundQuery): SqlList {
  const { status, from, to } = query.filters;
  const where: RawBuilder<unknown>[] = [];
  if (status) where.push(sql`r.status = ${status}`);
  where.push(...between(sql`r."createdAt"`, readDay(from), readDay(to)));
  if (query.q) {
    where.push(
      isAmong(sql`r.id`, [
        sql`select x.id from refunds x where x."orderId" = any(${ordersMatching(query.q)})`,
        sql`select x.id from refunds x where x.id = ${query.q} or x."providerRefundId" = ${query.q}`,
        sql`select x.id from refunds x join payments y on y.id = x."paymentId" where y."paymentIntentId" = ${query.q}`,
      ]),
    );
  }
  const by = { at: sql`r."createdAt"`, number: sql`o.number`, amount: sql`r."amountMinor"`, status: sql`r.status` }[
    query.sort
  ];
  return {
    select: sql`r.id, r.status, r.cause, r.basis, r."amountMinor", r.currency, r.attempt, r.failure,
      r."providerRefundId", r."createdAt", r."settledAt", r."paymentId", r."orderId", o.number,
        u."displayName" as payer, u.email,
      (select a."displayName" from users a where a.uid = r."requestedBy") as "requestedBy"`,
    from: sql`refunds r left join payments p on p.id = r."paymentId" left join orders o on o.id = r."orderId"
      left join users u on u.uid = o."userId"`,
    where,
    order: (query.sort === "at" && !query.q ? orderedNotNull : ordered)(by, query.desc, sql`r.id`),
  };
}

/** @throws refused unless admin */
export function refundList(actor: Actor, query: RefundQuery): List<RefundRow> {
  allowDuty(actor, "money", "all refunds");
  return sqlList<RefundRow>(refunds(query));
}
/** A page of refunds. @throws refused unless admin */
export const listRefunds = async (actor: Actor, query: RefundQuery): Promise<ListPage<RefundRow>> =>
  listPage(refundList(actor, query), query);

export type OpenedPayment = {
  payment: PaymentRow;
  lines: LedgerLine[];
  /** Only the type and result of provider events, because their bodies contain personal data. */
  events: { id: string; type: string; receivedAt: Date; appliedAt: Date | null; outcome: string | null }[];
  refunds: {
    id: string;
    status: string;
    amountMinor: number;
    currency: string;
    createdAt: Date;
    settledAt: Date | null;
    failure: string | null;
  }[];
};

/** One payment with its journal lines, refunds and provider events, or null. @throws refused unless admin */
export async function openPayment(actor: Actor, id: string | null): Promise<OpenedPayment | null> {
  allowDuty(actor, "money", "all payments");
  if (!isId("payment", id)) return null;
  const base = payments({
    q: id,
    sort: "at",
    desc: true,
    page: 1,
    filters: { status: "", kind: "", from: "", to: "" },
  });
  const payment = (await sqlList<PaymentRow>(base).read(1, 0))[0];
  if (!payment) return null;
  const db = database();
  const known = await db
    .selectFrom("refunds")
    .select(["id", "status", "amountMinor", "currency", "createdAt", "settledAt", "failure", "providerRefundId"])
    .where("paymentId", "=", id)
    .orderBy("id")
    .execute();
  const causes = [id, ...known.map((r) => r.id)];
  const lines = await sqlList<LedgerLine>(
    ledgerLines([sql`e."causeType" in ('payment', 'refund')`, sql`e."causeId" = any(${causes}::text[])`]),
  ).read(JOURNAL_ROWS, 0);
  const ids = [payment.checkoutSessionId, payment.paymentIntentId, ...known.map((r) => r.providerRefundId)].filter(
    (x) => x !== null,
  );
  const { rows: events } = await sql<OpenedPayment["events"][number]>`
    select id, type, "receivedAt", "appliedAt", outcome from provider_events
    where payload->'data'->'object'->>'id' = any(${ids}::text[])
    or payload->'data'->'object'->>'payment_intent' = any(${ids}::text[]) order by "receivedAt", id limit 100`.execute(
    db,
  );
  return {
    payment,
    lines,
    events,
    refunds: known.map(({ id: refundId, status, amountMinor, currency, createdAt, settledAt, failure }) => ({
      id: refundId,
      status,
      amountMinor,
      currency,
      createdAt,
      settledAt,
      failure,
    })),
  };
}
