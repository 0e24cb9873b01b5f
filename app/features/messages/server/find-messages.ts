import { sql } from "kysely";
import { type Person } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { type Search, searchRows } from "#app/platform/server/lists/search.ts";

export type MessageFound = {
  id: string;
  orderId: string;
  number: string;
  title: string;
  userId: string | null;
  body: string;
  createdAt: Date;
};

/** Messages on orders, one for each order: all orders for staff, otherwise the reader's own and those they edit now. */
export async function findMessages(person: Person, search: Search): Promise<MessageFound[]> {
  const staff: boolean = may(person, "care");
  const own = person.isEditor
    ? sql`"userId" = ${person.uid} or "assignedTo" = ${person.uid}`
    : sql`"userId" = ${person.uid}`;
  const rows = await searchRows<MessageFound>(search, {
    select: sql`x.id, x."orderId", x.body, x."createdAt", (select number from orders where id = x."orderId") as number,
      (select title from orders where id = x."orderId") as title, (select "userId" from orders
        where id = x."orderId") as "userId"`,
    table: sql`messages`,
    id: sql`x.id`,
    where: staff ? [] : [sql`x."orderId" in (select id from orders where ${own})`],
    words: sql`fold_words(x.body)`,
    newest: sql`x.id desc`,
    wide: staff,
  });
  const seen = new Set<string>();
  return rows
    .filter((r) => !seen.has(r.orderId) && seen.add(r.orderId))
    .map((r) => ({ ...r, title: r.title || "Untitled manuscript" }));
}
