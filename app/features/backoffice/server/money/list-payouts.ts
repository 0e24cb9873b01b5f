import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { type ListPage, readDay } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import type { BatchQuery, BatchRow, PayoutQuery, PayoutRow } from "../../rules/lists/payout-list.ts";
import { between, listPage, sqlList, type List, type SqlList } from "#app/platform/server/lists/list.ts";
import { ordered, orderedNotNull } from "#app/platform/server/lists/order.ts";
import { payoutOnStatement, runOnStatement } from "./on-statement.ts";
import { allowDuty } from "../allow-duty.ts";
import { invoicesMatching, isAmong, peopleMatching } from "../search-matches.ts";

/** Payments to editors as a query: of everyone who was paid, filtered. */
export function payouts(query: PayoutQuery): SqlList {
  const { status, editor, returns, from, to } = query.filters;
  const where: RawBuilder<unknown>[] = [];
  if (status) where.push(sql`p.status = ${status}`);
  if (editor) where.push(sql`p."editorId" = ${editor}`);
  if (returns) where.push(sql`p.status in ('rejected', 'returned')`);
  where.push(...between(sql`p."createdAt"`, readDay(from), readDay(to)));
  if (query.q)
    where.push(
      isAmong(sql`p.id`, [
        sql`select x.id from payouts x where x."editorId" = any(${peopleMatching(query.q)})`,
        sql`select x.id from payout_runs y join payouts x on x."runId" = y.id
          where ${contains(query.q, [sql`y.number`])}`,
        sql`select x."payoutId" from invoices x where x."payoutId" is not null and x.kind = 'self_billed'
          and x.id in (${invoicesMatching(query.q)})`,
        sql`select x.id from payouts x where x."endToEndId" = ${query.q}`,
      ]),
    );
  const by = {
    at: sql`p."createdAt"`,
    editor: sql`lower(u."displayName")`,
    amount: sql`p."amountMinor"`,
    status: sql`p.status`,
    paid: sql`p."paidAt"`,
  }[query.sort];
  return {
    select: sql`p.id, p."editorId", u."displayName" as editor, p.status, p."grossMinor", p."debtMinor", p."amountMinor",
      p.currency, p."endToEndId", p."createdAt", r."approvedAt", r."sentAt", p."paidAt", p."returnedAt", p."returnCode",
      ${payoutOnStatement} as "statementAt",
      (select count(*)::int from payout_items e where e."payoutId" = p.id) as earnings, r.id as "runId",
      r.number as "runNumber", r."cutoffAt", r."executeOn", i.id as "invoiceId", i.number as "invoiceNumber"`,
    from: sql`payouts p left join users u on u.uid = p."editorId" left join payout_runs r on r.id = p."runId"
      left join invoices i on i."payoutId" = p.id and i.kind = 'self_billed'`,
    where,
    order: (query.sort === "at" && !query.q ? orderedNotNull : ordered)(by, query.desc, sql`p.id`),
  };
}

/** A page of payouts to all editors, with the list's total. @throws refused unless admin */
export async function listPayoutHistory(
  actor: Actor,
  query: PayoutQuery,
): Promise<ListPage<PayoutRow> & { editors: { uid: string; name: string }[] }> {
  allowDuty(actor, "money", "all payouts");
  const editors = await database()
    .selectFrom("users as u")
    .select(["u.uid", "u.displayName as name"])
    // One look into an index for each, in the order of names, until there are enough.
    .where(sql<boolean>`(select true from payouts y where y."editorId" = u.uid limit 1)`)
    .orderBy(sql`lower(u."displayName")`)
    .orderBy("u.uid")
    .limit(500)
    .execute();
  return { ...(await listPage(payoutHistoryList(actor, query), query)), editors };
}
/** @throws refused unless admin */
export function payoutHistoryList(actor: Actor, query: PayoutQuery): List<PayoutRow> {
  allowDuty(actor, "money", "all payouts");
  return sqlList<PayoutRow>(payouts(query));
}

/** The query of runs, also of one. */
export function batches(query: BatchQuery): SqlList {
  const { status, returns, from, to } = query.filters;
  const where: RawBuilder<unknown>[] = [];
  if (status) where.push(sql`r.status = ${status}`);
  if (returns) where.push(sql`n.returned > 0`);
  where.push(...between(sql`r."createdAt"`, readDay(from), readDay(to)));
  if (query.q)
    where.push(
      sql`${contains(query.q, [sql`r.number`, sql`r."fileName"`])}
        or r."fileSha256" = ${query.q.toLowerCase()} or ${contains(query.q, [sql`m."displayName"`, sql`c."displayName"`])}`,
    );
  const by = {
    number: sql`r.number`,
    cutoff: sql`r."cutoffAt"`,
    total: sql`r."totalMinor"`,
    status: sql`r.status`,
    sent: sql`r."sentAt"`,
    settled: sql`r."settledAt"`,
  }[query.sort];
  return {
    select: sql`r.id, r.number, r.status, r."cutoffAt", r.currency, r."totalMinor", m."displayName" as maker,
      c."displayName" as checker, r."fileName", r."fileSha256", r."executeOn", r."createdAt", r."approvedAt",
      r."sentAt", r."settledAt", r."cancelledAt",
      n.payouts, n.returned, n.back as "returnedMinor", ${runOnStatement} as "statementAt"`,
    from: sql`payout_runs r join users m on m.uid = r."makerId" left join users c on c.uid = r."checkerId"
      cross join lateral (
      select coalesce(sum(p.payouts), 0)::int as payouts,
      coalesce(sum(p.payouts) filter (where p.status in ('rejected', 'returned')), 0)::int as returned,
      coalesce(sum(p."amountMinor") filter (where p.status in ('rejected', 'returned')), 0)::bigint as back
      from payout_sums p where p."runId" = r.id and (p.status <> 'cancelled' or r.status = 'cancelled')) n`,
    where,
    order: ordered(by, query.desc, sql`r.id`),
  };
}

/** @throws refused unless admin */
export function batchList(actor: Actor, query: BatchQuery): List<BatchRow> {
  allowDuty(actor, "money", "payout runs");
  return sqlList<BatchRow>(batches(query));
}
/** A page of bank batches with their files and returns. @throws refused unless admin */
export const listBatches = async (actor: Actor, query: BatchQuery): Promise<ListPage<BatchRow>> =>
  listPage(batchList(actor, query), query);
