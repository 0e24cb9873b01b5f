import { type RawBuilder, sql } from "kysely";
import type { EarningState, PayoutState } from "#app/features/payouts/rules/flow.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type ListPage, readDay } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import type { FrozenDocument } from "#app/features/payments/rules/invoices/invoice.ts";
import { JOURNAL_ROWS, type LedgerLine, ledgerLines } from "./ledger-lines.ts";
import { between, listPage, sqlList, type List, type SqlList } from "#app/platform/server/lists/list.ts";
import { ordered, orderedNotNull, notNull } from "#app/platform/server/lists/order.ts";
import type { InvoiceQuery, InvoiceRow } from "../../rules/lists/invoice-list.ts";
import { allowDuty } from "../allow-duty.ts";
import { invoicesMatching, isAmong, ordersMatching, peopleMatching } from "../search-matches.ts";

const SELECT = sql`i.id, i.kind, i.number, i."totalMinor", i.currency, i."issuedAt", i."reviewedAt",
  (select v."displayName" from users v where v.uid = i."reviewedBy") as reviewer, i."ownerId", u."displayName" as owner,
  i."orderId", o.number as "orderNumber", i."payoutId", p.status as "payoutStatus", r.id as "runId",
    r.number as "runNumber"`;
const FROM = sql`invoices i left join users u on u.uid = i."ownerId" left join orders o on o.id = i."orderId"
  left join payouts p on p.id = i."payoutId" left join payout_runs r on r.id = p."runId"`;

function invoices(query: InvoiceQuery): SqlList {
  const { show, from, to } = query.filters;
  const where: RawBuilder<unknown>[] = [
    sql`i.kind = ${show === "invoices" ? "invoice" : show === "credit-notes" ? "credit_note" : "self_billed"}`,
  ];
  if (show === "") where.push(sql`i."reviewedAt" is null`);
  if (show === "reviewed") where.push(sql`i."reviewedAt" is not null`);
  where.push(...between(sql`i."issuedAt"`, readDay(from), readDay(to)));
  if (query.q)
    where.push(
      isAmong(sql`i.id`, [
        invoicesMatching(query.q),
        sql`select x.id from invoices x where x."ownerId" = any(${peopleMatching(query.q)})`,
        sql`select x.id from invoices x where x."orderId" = any(${ordersMatching(query.q)})`,
        sql`select x.id from payout_runs y join payouts z on z."runId" = y.id join invoices x on x."payoutId" = z.id
          where ${contains(query.q, [sql`y.number`])}`,
      ]),
    );
  const by = {
    issued: sql`i."issuedAt"`,
    number: sql`i.number`,
    owner: sql`lower(u."displayName")`,
    total: sql`i."totalMinor"`,
    reviewed: sql`i."reviewedAt"`,
  }[query.sort];
  return {
    select: SELECT,
    from: FROM,
    where,
    order: (query.sort === "issued" && !query.q ? orderedNotNull : ordered)(by, query.desc, sql`i.id`),
  };
}

/** A page of documents. @throws refused unless admin */
export async function listInvoices(
  actor: Actor,
  query: InvoiceQuery,
): Promise<ListPage<InvoiceRow> & { waiting: number }> {
  allowDuty(actor, "money", "all invoices");
  return { ...(await listPage(invoiceList(actor, query), query)), waiting: await countToReview() };
}

/** Self-billed invoices that nobody has compared with their payout. */
export async function countToReview(): Promise<number> {
  const { waiting } = await database()
    .selectFrom("invoices")
    .select(sql<number>`count(*)::int`.as("waiting"))
    .where("kind", "=", "self_billed")
    .where("reviewedAt", "is", null)
    .executeTakeFirstOrThrow();
  return waiting;
}
/** All documents that match. @throws refused unless admin */
export function invoiceList(actor: Actor, query: InvoiceQuery): List<InvoiceRow> {
  allowDuty(actor, "money", "all invoices");
  return sqlList<InvoiceRow>(invoices(query));
}

export type InvoiceEarning = {
  id: string;
  orderId: string;
  number: string;
  title: string;
  amountMinor: number;
  currency: string;
  status: EarningState;
  createdAt: Date;
  availableAt: Date | null;
};
export type OpenedInvoice = {
  invoice: InvoiceRow;
  document: FrozenDocument;
  /** Whether its buyer's details can be corrected: a client's invoice that hasn't been canceled. */
  correctable: boolean;
  cancelledBy: { id: string; number: string } | null;
  earnings: InvoiceEarning[];
  lines: LedgerLine[];
  payout: {
    id: string;
    status: PayoutState;
    grossMinor: number;
    debtMinor: number;
    vatMinor: number;
    amountMinor: number;
    currency: string;
    endToEndId: string;
    createdAt: Date;
    paidAt: Date | null;
  } | null;
};

/** A document with its payout, earnings and journal lines, or null. @throws refused unless admin */
export async function openInvoice(actor: Actor, id: string): Promise<OpenedInvoice | null> {
  allowDuty(actor, "money", "all invoices");
  if (!isId("invoice", id)) return null;
  const invoice = (
    await sqlList<InvoiceRow>({
      select: SELECT,
      from: FROM,
      where: [sql`i.id = ${id}`],
      order: [notNull(sql`i.id`)],
    }).read(1, 0)
  )[0];
  if (!invoice) return null;
  const db = database();
  const { document, refundId, paymentId, cancelledBy } = await db
    .selectFrom("invoices")
    .select(["document", "refundId", "paymentId", "cancelledBy"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { payoutId, orderId } = invoice;
  const payout = payoutId
    ? ((await db
        .selectFrom("payouts")
        .select([
          "id",
          "status",
          "grossMinor",
          "debtMinor",
          "vatMinor",
          "amountMinor",
          "currency",
          "endToEndId",
          "createdAt",
          "paidAt",
        ])
        .where("id", "=", payoutId)
        .executeTakeFirst()) ?? null)
    : null;
  const earnings = payoutId
    ? await db
        .selectFrom("earnings as e")
        .innerJoin("orders as o", "o.id", "e.orderId")
        .select([
          "e.id",
          "e.orderId",
          "o.number",
          "o.title",
          "e.amountMinor",
          "e.currency",
          "e.status",
          "e.createdAt",
          "e.availableAt",
        ])
        .where("e.payoutId", "=", payoutId)
        .orderBy("e.id")
        .execute()
    : [];
  const cause = payoutId
    ? [sql`e."causeType" = 'payout'`, sql`e."causeId" = ${payoutId}`]
    : refundId
      ? [sql`e."causeType" = 'refund'`, sql`e."causeId" = ${refundId}`]
      : [sql`e."orderId" = ${orderId}`, sql`e.kind = 'payment_received'`];
  return {
    invoice,
    document,
    correctable: invoice.kind === "invoice" && paymentId !== null && cancelledBy === null,
    cancelledBy: cancelledBy
      ? ((await db.selectFrom("invoices").select(["id", "number"]).where("id", "=", cancelledBy).executeTakeFirst()) ??
        null)
      : null,
    payout,
    earnings,
    lines: await sqlList<LedgerLine>(ledgerLines(cause)).read(JOURNAL_ROWS, 0),
  };
}
