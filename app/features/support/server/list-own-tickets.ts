import { type RawBuilder, sql } from "kysely";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { type ListPage, likePattern, pageOf } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { OwnTicketRow, OwnTicketsQuery } from "../rules/ticket-view.ts";

/**
 * One page of a user's own tickets, latest message first. Searches number, subject, order and messages, but never internal notes.
 */
export async function listOwnTickets(person: Person, query: OwnTicketsQuery): Promise<ListPage<OwnTicketRow>> {
  const {
    q,
    filters: { status },
  } = query;
  const where: RawBuilder<unknown>[] = [sql`t."ownerUid" = ${person.uid}`];
  if (status) where.push(sql`t.status = ${status}`);
  if (q) {
    const like = likePattern(q);
    where.push(sql`(t.number ilike ${like} or t.subject ilike ${like} or o.number ilike ${like} or o.title ilike ${like}
      or exists (select 1 from ticket_messages m where m."ticketId" = t.id and not m."forStaff" and m.kind = 'message' and m.body ilike ${like}))`);
  }
  const from = sql`tickets t left join orders o on o.id = t."orderId" where ${sql.join(where, sql` and `)}`;
  const counted = await sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(database());
  const { page, pages, offset, limit } = pageOf(counted.rows[0]!.n, query.page);
  const column = { lastAt: sql`t."lastAt"`, createdAt: sql`t."createdAt"`, number: sql`length(t.number), t.number` }[
    query.sort
  ];
  const order =
    query.sort === "number"
      ? query.desc
        ? sql`length(t.number) desc, t.number desc`
        : column
      : sql`${column} ${sql.raw(query.desc ? "desc" : "asc")}`;
  type Row = Omit<OwnTicketRow, "lastAt" | "createdAt" | "order"> & {
    lastAt: Date;
    createdAt: Date;
    orderId: string | null;
    orderNumber: string | null;
    orderTitle: string | null;
  };
  const { rows } = await sql<Row>`
    select t.id, t.number, t.subject, t.category, t.status, t."ownerRole", t."lastAt", t."lastRole", t."unreadByEditor" or t."unreadByClient" as unread, t.messages, t."createdAt", t.rating,
      o.id as "orderId", o.number as "orderNumber", o.title as "orderTitle"
    from ${from} order by ${order}, t.id desc limit ${limit} offset ${offset}`.execute(database());
  return {
    total: counted.rows[0]!.n,
    page,
    pages,
    rows: rows.map(({ orderId, orderNumber, orderTitle, lastAt, createdAt, ...row }) => ({
      ...row,
      lastAt: lastAt.toISOString(),
      createdAt: createdAt.toISOString(),
      order:
        orderId && orderNumber
          ? { id: orderId, number: orderNumber, title: orderTitle || "Untitled manuscript" }
          : null,
    })),
  };
}
