import { sql } from "kysely";
import { type Person } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { type Search, searchRows } from "#app/platform/server/lists/search.ts";
import type { OrderStatus } from "../../rules/flow.ts";
import { isReal } from "./list-own-orders.ts";

export type OrderFound = {
  id: string;
  number: string;
  title: string;
  status: OrderStatus;
  userId: string | null;
  assignedTo: string | null;
};

const NUMBER = /^s?-?(\d{1,12})$/i;

/**
 * Orders by number, or by the beginnings of words in the title: all for staff, otherwise one's own and those one edits.
 */
export async function findOrders(person: Person, search: Search): Promise<OrderFound[]> {
  const number = NUMBER.exec(search.q)?.[1];
  const staff: boolean = may(person, "care");
  const rows = await searchRows<OrderFound>(search, {
    select: sql`x.id, x.number, x.title, x.status, x."userId", x."assignedTo"`,
    table: sql`orders`,
    id: sql`x.id`,
    where: staff
      ? [sql`x.status <> 'draft'`]
      : person.isEditor
        ? [sql`(x."userId" = ${person.uid} or x."assignedTo" = ${person.uid})`, isReal(sql`x`)]
        : [sql`x."userId" = ${person.uid}`, isReal(sql`x`)],
    words: sql`fold_words(x.title)`,
    letters: sql`fold_text(x.title)`,
    newest: sql`x."createdAt" desc, x.id desc`,
    wide: staff,
    number: number ? sql`x.number = ${`S-${number}`}` : null,
  });
  return rows.map((r) => ({ ...r, title: r.title || "Untitled manuscript" }));
}
