import { sql } from "kysely";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { type List, listPage, queryList } from "#app/platform/server/lists/list.ts";
import { notNull } from "#app/platform/server/lists/order.ts";
import type { SelfBilledQuery, SelfBilledRow } from "../../rules/pay-lists.ts";

function found(uid: string, query: SelfBilledQuery) {
  let of = database()
    .selectFrom("invoices as i")
    .innerJoin("payouts as p", "p.id", "i.payoutId")
    .innerJoin("payout_runs as r", "r.id", "p.runId")
    .where("i.ownerId", "=", uid)
    .where("i.kind", "in", ["self_billed", "credit_note"]);
  if (/^\d{4}$/.test(query.filters.year))
    of = of.where(sql<boolean>`extract(year from i."issuedAt" at time zone 'UTC') = ${Number(query.filters.year)}`);
  if (query.q) of = of.where(contains(query.q, [sql`i.number`, sql`r.number`]));
  return of;
}

/**
 * An editor's self-billed invoices and the credit notes for them, newest first by default, each with its payout's
 * status.
 */
export function selfBilledList(uid: string, query: SelfBilledQuery): List<SelfBilledRow> {
  const of = found(uid, query);
  const shown = (list: typeof of) =>
    list
      .select([
        "i.id",
        "i.kind",
        "i.number",
        "i.issuedAt",
        "i.totalMinor",
        "i.currency",
        "r.number as runNumber",
        "p.status as payoutStatus",
        "p.paidAt",
      ])
      // As it was issued: earnings of a payout that came back belong to the next one.
      .select(
        sql<number>`(select count(*)::int from jsonb_array_elements(i.document -> 'lines') l
          where (l ->> 'amountMinor')::bigint >= 0)`.as("earnings"),
      );
  const column = query.sort === "total" ? sql`i."totalMinor"` : sql`i."issuedAt"`;
  return queryList(of, [notNull(column, query.desc), notNull(sql`i.id`, true)], shown, (rows) =>
    rows.map((r): SelfBilledRow => ({
      ...r,
      issuedAt: r.issuedAt.toISOString(),
      kind: r.kind as SelfBilledRow["kind"],
      totalMinor: r.kind === "credit_note" ? -r.totalMinor : r.totalMinor,
      paidAt: r.paidAt?.toISOString() ?? null,
    })),
  );
}
/** One page of an editor's self-billed invoices. */
export const pageSelfBilled = (uid: string, query: SelfBilledQuery): Promise<ListPage<SelfBilledRow>> =>
  listPage(selfBilledList(uid, query), query);
