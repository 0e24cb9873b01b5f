import { sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import type { BookFacts } from "../../rules/open-book/open-book-facts.ts";
import { bookSums } from "../../rules/open-book/open-book.ts";
import { moneyIn } from "../../rules/open-book/open-book-in.ts";
import { moneyOut } from "../../rules/open-book/open-book-out.ts";
import { allowDuty } from "../allow-duty.ts";
import { JOURNAL_ROWS } from "../money/ledger-lines.ts";
import { nextCutoffAt } from "#app/features/payouts/server/earnings/read-payout-policy.ts";
import { soldReaderShare } from "#app/features/payouts/server/earnings/reader-share.ts";

/** The most of each kind that one order's page shows. */
const MOST = 100;

/**
 * An order's money from the payment to the bank line, and from each earning to the bank line it was paid with. Two
 * statements beside the order, whatever happened to it. @throws refused unless admin; not-found
 */
export async function readOpenBook(actor: Actor, orderId: string) {
  allowDuty(actor, "money", "an order's money");
  const order = await getOrder(orderId);
  const facts = await readTogether(database(), factsOf(order.id));
  const journal = await readJournal(order.id);
  const entries = new Map(journal.map((l) => [l.key, l]));
  const at = now();
  const book: BookFacts = {
    ...facts,
    disputed: order.disputedAt !== null,
    cutoffAt: await nextCutoffAt(at),
    entries: [...entries.values()],
  };
  return {
    order: { id: order.id, number: order.number, title: order.title, currency: order.currency },
    sums: bookSums(
      book,
      journal.filter((l) => l.orderId === order.id),
    ),
    moneyIn: moneyIn(book, at),
    moneyOut: moneyOut(book, at),
    ended: facts.payments.filter((p) => p.status === "expired" || p.status === "failed").length,
    journal,
  };
}
export type OpenBook = Awaited<ReturnType<typeof readOpenBook>>;

function factsOf(orderId: string) {
  const db = database();
  const ofOrder = sql<string>`(select id from earnings where "orderId" = ${orderId})`;
  return {
    payments: db
      .selectFrom("payments as p")
      .leftJoin("order_charges as c", "c.id", "p.chargeId")
      .leftJoin("invoices as i", (on) =>
        on.onRef("i.paymentId", "=", "p.id").on("i.kind", "=", "invoice").on("i.cancelledBy", "is", null),
      )
      .leftJoin("account_statements as s", "s.id", "p.statementId")
      .select(["p.id", "p.status", "p.amountMinor", "p.currency", "p.cardLabel", "p.surplus", "p.paymentIntentId"])
      .select(["p.method", "p.creditLineId", "p.statementId", "s.number as statementNumber"])
      .select(["s.dueAt as statementDueAt", "s.settledAt as statementSettledAt"])
      .select(["c.reason as charge", "p.createdAt", "p.succeededAt", "i.id as invoiceId", "i.number as invoiceNumber"])
      .where("p.orderId", "=", orderId)
      .orderBy("p.createdAt")
      .orderBy("p.id")
      .limit(MOST),
    refunds: db
      .selectFrom("refunds as r")
      .leftJoin("invoices as i", (on) =>
        on.onRef("i.refundId", "=", "r.id").on("i.kind", "=", "credit_note").on("i.cancelledBy", "is", null),
      )
      .select(["r.id", "r.paymentId", "r.status", "r.amountMinor", "r.currency", "r.failure", "r.basis"])
      .select(["r.providerRefundId", "r.createdAt", "r.settledAt", "i.id as noteId", "i.number as noteNumber"])
      .where("r.orderId", "=", orderId)
      .orderBy("r.createdAt")
      .orderBy("r.id")
      .limit(MOST),
    disputes: db
      .selectFrom("disputes as d")
      .select(["d.id", "d.paymentId", "d.providerDisputeId", "d.kind", "d.status", "d.amountMinor", "d.feeMinor"])
      .select(["d.currency", "d.openedAt", "d.closedAt"])
      .where("d.orderId", "=", orderId)
      .orderBy("d.openedAt")
      .limit(MOST),
    transactions: db
      .selectFrom("provider_transactions as t")
      .leftJoin("provider_payouts as p", "p.id", "t.providerPayoutId")
      .leftJoin("provider_transactions as pt", (on) =>
        on.onRef("pt.sourceId", "=", "p.id").on("pt.kind", "=", "payout"),
      )
      .leftJoin("bank_lines as b", (on) => on.onRef("b.matchId", "=", "p.id").on("b.match", "=", "provider_payout"))
      .leftJoin("bank_statements as s", "s.id", "b.statementId")
      .select(["t.id", "t.kind", "t.amountMinor", "t.feeMinor", "t.currency", "t.sourceId", "t.paymentIntentId"])
      .select(["t.paymentId", "t.refundId", "t.entryKey", "t.madeAt", "t.availableAt", "p.id as payoutId"])
      .select(["p.amountMinor as payoutMinor", "p.status as payoutStatus", "p.madeAt as payoutMadeAt", "p.arrivesAt"])
      .select(["pt.id as payoutTransactionId", "b.id as lineId", "b.bookedAt as lineAt", "b.amountMinor as lineMinor"])
      .select(["b.entryKey as lineKey", "s.fileName as statement"])
      .where("t.orderId", "=", orderId)
      .orderBy("t.madeAt")
      .orderBy("t.id")
      .limit(MOST),
    earnings: db
      .selectFrom("earnings as e")
      .innerJoin("users as u", "u.uid", "e.editorId")
      .innerJoin("orders as o", "o.id", "e.orderId")
      .select(soldReaderShare())
      .select(["e.id", "u.displayName as editorName", "e.editorId", "e.status", "e.part", "e.reviewId", "e.reason"])
      .select(["e.amountMinor", "e.basisMinor", "e.shareBp", "e.currency", "e.createdAt", "e.availableAt"])
      .where("e.orderId", "=", orderId)
      .orderBy("e.createdAt")
      .orderBy("e.id")
      .limit(MOST),
    payouts: db
      .selectFrom("payout_items as pi")
      .innerJoin("payouts as p", "p.id", "pi.payoutId")
      .innerJoin("payout_runs as r", "r.id", "p.runId")
      .leftJoin("invoices as i", (on) => on.onRef("i.payoutId", "=", "p.id").on("i.kind", "=", "self_billed"))
      .select(["p.id", "pi.earningId", "p.status", "p.amountMinor", "p.debtMinor", "p.currency", "p.endToEndId"])
      .select(["p.paidCurrency", "p.paidMinor", "p.rateMicros", "p.rateOn", "p.rateSource"])
      .select(["p.createdAt", "p.paidAt", "p.returnedAt", "p.returnCode", "r.id as runId", "r.number as runNumber"])
      .select(["r.approvedAt", "r.sentAt", "i.id as invoiceId", "i.number as invoiceNumber"])
      .where("pi.earningId", "in", ofOrder)
      .orderBy("p.createdAt")
      .orderBy("p.id")
      .limit(MOST),
    lines: db
      .selectFrom("bank_lines as b")
      .innerJoin("bank_statements as s", "s.id", "b.statementId")
      // A payout's own line, or that of its whole run.
      .innerJoin("payouts as p", (on) =>
        on.on(
          sql<boolean>`(b.match = 'payout' and b."matchId" = p.id or b.match = 'payout_run' and b."matchId" = p."runId")`,
        ),
      )
      .select(["b.id", "p.id as payoutId", "b.amountMinor", "b.currency", "b.bookedAt", "b.entryKey", "b.match"])
      .select(["s.fileName as statement"])
      .where("p.id", "in", sql<string>`(select "payoutId" from payout_items where "earningId" in ${ofOrder})`)
      .orderBy("b.bookedAt")
      .orderBy("b.id")
      .limit(MOST)
      .$narrowType<{ payoutId: string }>(),
  };
}

/**
 * The order's entries, and those of the payouts and transfers that its money was in, oldest first. What the order's own
 * entries are is found by index, each kind by its own.
 */
async function readJournal(orderId: string) {
  const { rows } = await sql<{
    id: string;
    key: string;
    at: Date;
    happenedAt: Date;
    kind: string;
    memo: string;
    orderId: string | null;
    causeType: string;
    causeId: string;
    line: number;
    account: string;
    party: string | null;
    amountMinor: number;
    currency: string;
    valueMinor: number | null;
  }>`
    with carried as (
      select t."providerPayoutId" as id from provider_transactions t
      where t."orderId" = ${orderId} and t."providerPayoutId" is not null
    ), found as (
      select e.id from journal_entries e where e."orderId" = ${orderId}
      union
      select e.id from payout_items i join journal_entries e on e."causeType" = 'payout' and e."causeId" = i."payoutId"
        where i."earningId" in (select id from earnings where "orderId" = ${orderId})
      union
      select e.id from payout_items i join bank_lines b on b."matchId" = i."payoutId" and b.match = 'payout'
        join journal_entries e on e.key = 'exchange:' || b.id
        where i."earningId" in (select id from earnings where "orderId" = ${orderId})
      union
      select e.id from carried c join provider_transactions t on t."sourceId" = c.id
      join journal_entries e on e.key = 'provider:' || t.id
      union
      select e.id from carried c join bank_lines b on b."matchId" = c.id and b.match = 'provider_payout'
      join journal_entries e on e.key in (b."entryKey", 'assigned:line:' || b.id)
    )
    select e.id, e.key, e."bookedAt" as at, e."happenedAt", e.kind, e.memo, e."orderId", e."causeType", e."causeId",
      l.line, l.account, case l.account when 'tax_payable' then l.party else u."displayName" end as party,
      l."amountMinor", l.currency, l."valueMinor"
    from found f join journal_entries e on e.id = f.id join journal_lines l on l."entryId" = e.id
      left join users u on u.uid = nullif(l.party, '')
    order by e.seq, l.line limit ${JOURNAL_ROWS}`.execute(database());
  return rows;
}
