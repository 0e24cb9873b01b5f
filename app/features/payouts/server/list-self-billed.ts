import { sql } from "kysely";
import { type ListPage, likePattern, pageOf } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { SelfBilledQuery } from "../rules/pay-lists.ts";

export type SelfBilledRow = {
  id: string;
  number: string;
  issuedAt: string;
  totalMinor: number;
  currency: string;
  runNumber: string;
  payoutStatus: string;
  paidAt: string | null;
  earnings: number;
};

function found(uid: string, query: SelfBilledQuery) {
  let of = database()
    .selectFrom("invoices as i")
    .innerJoin("payouts as p", "p.id", "i.payoutId")
    .innerJoin("payout_runs as r", "r.id", "p.runId")
    .where("i.ownerId", "=", uid)
    .where("i.kind", "=", "self_billed");
  if (/^\d{4}$/.test(query.filters.year))
    of = of.where(sql<boolean>`extract(year from i."issuedAt" at time zone 'UTC') = ${Number(query.filters.year)}`);
  if (query.q)
    of = of.where((eb) =>
      eb.or([eb("i.number", "ilike", likePattern(query.q)), eb("r.number", "ilike", likePattern(query.q))]),
    );
  return of;
}

const EVERYTHING: SelfBilledQuery = { q: "", sort: "issued", desc: true, page: 1, filters: { year: "" } };
const MOST = 50_000;

/** One page of an editor's self-billed invoices. */
export async function pageSelfBilled(uid: string, query: SelfBilledQuery): Promise<ListPage<SelfBilledRow>> {
  const { n } = await found(uid, query)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  const { page, pages, offset, limit } = pageOf(Number(n), query.page);
  return { rows: await listSelfBilled(uid, query, { offset, limit }), total: Number(n), page, pages };
}

/** An editor's self-billed invoices, newest first by default, one per payout with its status. */
export async function listSelfBilled(
  uid: string,
  query: SelfBilledQuery = EVERYTHING,
  stretch: { offset: number; limit: number } = { offset: 0, limit: MOST },
): Promise<SelfBilledRow[]> {
  const rows = await found(uid, query)
    .select([
      "i.id",
      "i.number",
      "i.issuedAt",
      "i.totalMinor",
      "i.currency",
      "r.number as runNumber",
      "p.status as payoutStatus",
      "p.paidAt",
    ])
    .select((eb) =>
      eb
        .selectFrom("earnings as e")
        .select((e) => e.fn.countAll<number>().as("n"))
        .whereRef("e.payoutId", "=", "p.id")
        .as("earnings"),
    )
    .orderBy(query.sort === "total" ? "i.totalMinor" : "i.issuedAt", query.desc ? "desc" : "asc")
    .orderBy("i.id", "desc")
    .offset(stretch.offset)
    .limit(stretch.limit)
    .execute();
  return rows.map((r) => ({
    ...r,
    issuedAt: r.issuedAt.toISOString(),
    paidAt: r.paidAt?.toISOString() ?? null,
    earnings: r.earnings ?? 0,
  }));
}
