import { type RawBuilder, sql } from "kysely";
import type { Actor, Person } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { COUNTED, type ListQuery } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { type List, allOf, queryList } from "#app/platform/server/lists/list.ts";
import { ordered } from "#app/platform/server/lists/order.ts";
import { type Search, searchRows } from "#app/platform/server/lists/search.ts";
import type { PastListQuery, PastOrder, PastOrderOfClient } from "../../rules/past-orders.ts";

type Query = ListQuery<PastListQuery["sort"], never>;

const COLUMNS = {
  orderedOn: sql`p."orderedOn"`,
  deliveredOn: sql`p."deliveredOn"`,
  words: sql`p.words`,
} as const;

function pastOrders(where: readonly RawBuilder<unknown>[], query: Query): List<PastOrderOfClient> {
  const conditions = [...where];
  if (query.q)
    conditions.push(
      contains(query.q, [
        sql`p."externalId"`,
        sql`p.title`,
        sql`p.service`,
        sql`p."editorName"`,
        sql`u."displayName"`,
        sql`u.email`,
      ]),
    );
  const found = database()
    .selectFrom("past_orders as p")
    .innerJoin("users as u", "u.uid", "p.userId")
    .where(allOf(conditions));
  const shown = (list: typeof found) =>
    list.selectAll("p").select(["u.displayName as clientName", "u.email as clientEmail"]);
  return queryList(found, ordered(COLUMNS[query.sort], query.desc, sql`p."externalId"`), shown, (rows) =>
    rows.map(({ importedAt: _importedAt, editorId: _editorId, ...row }): PastOrderOfClient => row),
  );
}

/** A client's own orders of the former system. */
export const ownPastOrders = (actor: Person, query: Query): List<PastOrder> =>
  pastOrders([sql`p."userId" = ${actor.uid}`], query);

/** Everyone's orders of the former system. @throws refused unless admin */
export function allPastOrders(actor: Actor, query: Query): List<PastOrderOfClient> {
  if (!may(actor, "people")) throw refused(only("people", "see all past orders"));
  return pastOrders([], query);
}

/** A client's newest orders of the former system, and how many there are. Decide permission first. */
export async function newestPastOrders(uid: string, most: number): Promise<{ rows: PastOrder[]; total: number }> {
  const list = pastOrders([sql`p."userId" = ${uid}`], { q: "", sort: "orderedOn", desc: true, page: 1, filters: {} });
  return { rows: await list.read(most, 0), total: await list.count(COUNTED) };
}

export type PastOrderFound = { externalId: string; title: string; userId: string; orderedOn: string };

/** Orders of the former system by words of the number, title, service, or editor: all for admins, else one's own. */
export function findPastOrders(person: Person, search: Search): Promise<PastOrderFound[]> {
  const all: boolean = may(person, "people");
  return searchRows<PastOrderFound>(search, {
    select: sql`x."externalId", x.title, x."userId", x."orderedOn"`,
    table: sql`past_orders`,
    id: sql`x."externalId"`,
    where: all ? [] : [sql`x."userId" = ${person.uid}`],
    words: sql`fold_words(x."externalId" || ' ' || x.title || ' ' || x.service || ' ' || x."editorName")`,
    newest: sql`x."orderedOn" desc, x."externalId" desc`,
    wide: all,
  });
}
