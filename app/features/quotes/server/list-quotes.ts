import { type RawBuilder, sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { allOf, listPage, queryList } from "#app/platform/server/lists/list.ts";
import { ordered } from "#app/platform/server/lists/order.ts";
import type { QuoteListQuery, QuoteRow } from "../rules/quote-list.ts";

/** @throws refused */
export function requireStaff(actor: Actor): void {
  if (!may(actor, "care")) throw refused("Only staff can see quote requests.");
}

const shows = (show: string, now: Date): RawBuilder<unknown>[] => {
  if (show === "") return [sql`q.status = 'waiting'`];
  if (show === "overdue") return [sql`q.status = 'waiting' and q."dueAt" <= ${now}`];
  if (show === "ended") return [sql`q.status in ('paid', 'declined', 'withdrawn', 'expired')`];
  return show === "all" ? [] : [sql`q.status = ${show}`];
};

/** One page of requests for custom quotes. Without a filter, those to answer, earliest due first. */
export async function listQuotes(actor: Actor, query: QuoteListQuery, now: Date): Promise<ListPage<QuoteRow>> {
  requireStaff(actor);
  const { show, reason } = query.filters;
  const where = shows(show, now);
  if (reason) where.push(sql`q.reason = ${reason}`);
  if (query.q) {
    where.push(contains(query.q, [sql`o.number`, sql`o.title`, sql`u."displayName"`]));
  }
  const by = {
    due: sql`q."dueAt"`,
    asked: sql`q."askedAt"`,
    words: sql`o."billableWords"`,
    title: sql`lower(o.title)`,
    client: sql`lower(u."displayName")`,
  }[query.sort];
  const found = database()
    .selectFrom("custom_quotes as q")
    .innerJoin("orders as o", "o.id", "q.orderId")
    .innerJoin("users as u", "u.uid", "q.userId")
    .leftJoin("quote_offers as f", (join) =>
      join.onRef("f.quoteId", "=", "q.id").on("f.status", "in", ["asking", "agreed", "sent", "accepted"]),
    )
    .where(allOf(where));
  return listPage(
    queryList(
      found,
      ordered(by, query.desc, sql`q.id`),
      (list) =>
        list.select([
          "q.id",
          "q.orderId",
          "o.number",
          "o.title",
          "u.displayName as client",
          "o.billableWords as words",
          "o.field",
          "q.reason",
          "q.status",
          "q.round",
          "q.askedAt",
          "q.dueAt",
          "q.wantedAt",
          "f.status as offerStatus",
          "f.totalMinor",
          "f.currency",
          "f.expiresAt",
        ]),
      (rows) =>
        rows.map(({ askedAt, dueAt, wantedAt, offerStatus, totalMinor, currency, expiresAt, ...r }): QuoteRow => ({
          ...r,
          title: r.title || "Untitled manuscript",
          askedAt,
          dueAt,
          wantedAt,
          late: r.status === "waiting" && dueAt <= now,
          offer: offerStatus
            ? {
                status: offerStatus,
                totalMinor: totalMinor!,
                currency: currency!,
                expiresAt,
              }
            : null,
        })),
    ),
    query,
  );
}

/** How many requests need an answer, and how many of them are overdue. */
export async function countQuotes(actor: Actor, now: Date): Promise<{ waiting: number; overdue: number }> {
  requireStaff(actor);
  const { rows } = await sql<{ waiting: number; overdue: number }>`
    select count(*)::int as waiting, count(*) filter (where "dueAt" <= ${now})::int as overdue
    from custom_quotes where status = 'waiting'`.execute(database());
  return rows[0]!;
}
