import { type RawBuilder, sql } from "kysely";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { type ListPage, likePattern } from "#app/platform/rules/core/list-query.ts";
import { type List, allOf, listPage, ordered, queryList } from "#app/platform/server/core/list.ts";
import type { ClientListQuery } from "../../rules/own-lists.ts";
import { type ClientGroup, statesOfGroup } from "../../rules/status-groups.ts";
import { type CountOpenQueries, type OrderRow, PREPARED, described, orders, rowsOfClient } from "./list-orders.ts";

type Condition = RawBuilder<boolean>;

/** Empty drafts don't count as orders yet. */
const REAL: Condition = sql<boolean>`(o.status <> 'draft'
  or exists (select 1 from files f where f."orderId" = o.id and f."removedAt" is null))`;
const RATED: Condition = sql<boolean>`exists (select 1 from ratings r where r."orderId" = o.id)`;

function inClientGroup(group: ClientGroup): Condition {
  const states = statesOfGroup(group);
  if (group === "waiting")
    return sql<boolean>`((o.status = any(${states}) and not ${PREPARED}) or (o.status = 'accepted' and not ${RATED}))`;
  if (group === "done") return sql<boolean>`(o.status = any(${states}) and (o.status <> 'accepted' or ${RATED}))`;
  if (group === "running") return sql<boolean>`(o.status = any(${states}) or ${PREPARED})`;
  return sql<boolean>`o.status = any(${states})`;
}

/** All of a client's own orders that match. */
export function ownOrderList(
  actor: Person,
  query: ClientListQuery,
  countOpenQueries: CountOpenQueries,
): List<OrderRow> {
  const conditions: Condition[] = [sql<boolean>`o."userId" = ${actor.uid}`, REAL];
  if (query.filters.show) conditions.push(inClientGroup(query.filters.show as ClientGroup));
  if (query.q) {
    const like = likePattern(query.q);
    conditions.push(sql<boolean>`(o.number ilike ${like} or o.title ilike ${like} or e."displayName" ilike ${like})`);
  }
  // What needs the client, then what is in progress, then the rest; the newest first.
  const need = sql`case when ${inClientGroup("waiting")} then 0 when ${inClientGroup("running")} then 1 else 2 end`;
  const column = {
    need,
    createdAt: sql`o."createdAt"`,
    dueAt: sql`coalesce(o."revisionDueAt", o."dueAt")`,
    title: sql`lower(o.title)`,
    words: sql`o."billableWords"`,
    total: sql`o."totalMinor"`,
  }[query.sort];
  const order =
    query.sort === "need" ? sql`${need}, o."createdAt" desc, o.id desc` : ordered(column, query.desc, sql`o.id`);
  return queryList(
    orders().where(allOf(conditions)),
    (found) => described(found).orderBy(order),
    (found) => rowsOfClient(found, countOpenQueries),
  );
}
/** One page of a client's own orders. */
export const listOwnOrders = (
  actor: Person,
  query: ClientListQuery,
  countOpenQueries: CountOpenQueries,
): Promise<ListPage<OrderRow>> => listPage(ownOrderList(actor, query, countOpenQueries), query.page);
