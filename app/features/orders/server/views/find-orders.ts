import { type RawBuilder, sql } from "kysely";
import { type Person, isStaff } from "#app/platform/rules/core/actor.ts";
import { wordPrefixes } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { OrderStatus } from "../../rules/flow.ts";

export type OrderFound = {
  id: string;
  number: string;
  title: string;
  status: OrderStatus;
  userId: string | null;
  assignedTo: string | null;
};

/** How many matches are read before they're sorted. */
const LOOKED_AT = 200;
const NUMBER = /^s?-?(\d{1,12})$/i;

/** Orders by number, or by the beginnings of words in the title, newest first: all for staff, otherwise one's own and those one edits. @param q from outside */
export async function findOrders(person: Person, q: string, most: number): Promise<OrderFound[]> {
  const number = NUMBER.exec(q.trim())?.[1];
  const words = wordPrefixes(q);
  const staff: boolean = isStaff(person);
  const where: RawBuilder<unknown>[] = [];
  if (number) where.push(sql`o.number = ${`S-${number}`}`);
  else if (words) where.push(sql`words_of(o.title) @@ to_tsquery('simple', ${words})`);
  else return [];
  if (staff) where.push(sql`o.status <> 'draft'`);
  else where.push(sql`(o."userId" = ${person.uid} or o."assignedTo" = ${person.uid})`);
  const { rows } = await sql<OrderFound>`
    select id, number, title, status, "userId", "assignedTo" from (
      select o.id, o.number, o.title, o.status, o."userId", o."assignedTo", o."createdAt" from orders o
      where ${sql.join(where, sql` and `)} limit ${LOOKED_AT}) found
    order by "createdAt" desc, id limit ${most}`.execute(database());
  return rows.map((r) => ({ ...r, title: r.title || "Untitled manuscript" }));
}
