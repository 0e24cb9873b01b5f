import { type RawBuilder, sql } from "kysely";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { listPage, sqlList } from "#app/platform/server/lists/list.ts";
import { notNull } from "#app/platform/server/lists/order.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import type { OwnTicketRow, OwnTicketsQuery } from "../../rules/ticket-view.ts";

/**
 * One page of a user's own tickets, latest message first. Searches number, subject, order and messages, but never
 * internal notes.
 */
export async function listOwnTickets(person: Person, query: OwnTicketsQuery): Promise<ListPage<OwnTicketRow>> {
  const {
    q,
    filters: { status },
  } = query;
  const where: RawBuilder<unknown>[] = [sql`t."ownerUid" = ${person.uid}`];
  if (status) where.push(sql`t.status = ${status}`);
  if (q) {
    where.push(sql`(${contains(q, [sql`t.number`, sql`t.subject`, sql`o.number`, sql`o.title`])}
      or exists (select 1 from ticket_messages m where m."ticketId" = t.id and not m."forStaff" and m.kind = 'message'
      and ${contains(q, [sql`m.body`])}))`);
  }
  const columns = {
    lastAt: [sql`t."lastAt"`],
    createdAt: [sql`t."createdAt"`],
    number: [sql`length(t.number)`, sql`t.number`],
  }[query.sort];
  type Row = Omit<OwnTicketRow, "lastAt" | "createdAt" | "order"> & {
    lastAt: Date;
    createdAt: Date;
    orderId: string | null;
    orderNumber: string | null;
    orderTitle: string | null;
  };
  const list = sqlList(
    {
      select: sql`t.id, t.number, t.subject, t.category, t.status, t."ownerRole", t."lastAt", t."lastRole",
        t."unreadByEditor" or t."unreadByClient" as unread, t.messages, t."createdAt", t.rating,
      o.id as "orderId", o.number as "orderNumber", o.title as "orderTitle"`,
      from: sql`tickets t left join orders o on o.id = t."orderId"`,
      where,
      order: [...columns.map((it) => notNull(it, query.desc)), notNull(sql`t.id`, true)],
    },
    (rows: Row[]): OwnTicketRow[] =>
      rows.map(({ orderId, orderNumber, orderTitle, lastAt, createdAt, ...row }) => ({
        ...row,
        lastAt: lastAt,
        createdAt: createdAt,
        order:
          orderId && orderNumber
            ? { id: orderId, number: orderNumber, title: orderTitle || "Untitled manuscript" }
            : null,
      })),
  );
  return listPage(list, query);
}
