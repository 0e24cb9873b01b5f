import { type RawBuilder, sql } from "kysely";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { type List, allOf, listPage, queryList } from "#app/platform/server/lists/list.ts";
import { ordered, notNull } from "#app/platform/server/lists/order.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import type { ClientListQuery } from "../../rules/own-lists.ts";
import { type ClientGroup, statesOfGroup } from "../../rules/status-groups.ts";
import { findDecisions } from "../late/find-decisions.ts";
import { type AskedOfAuthor, type OrderRow, PREPARED, described, orders, rowsOfClient } from "./list-orders.ts";

type Condition = RawBuilder<boolean>;

/** Empty drafts don't count as orders yet. @param order an alias of the table */
export const isReal = (order: RawBuilder<unknown>): Condition => sql<boolean>`(${order}.status <> 'draft'
  or exists (select 1 from files f where f."orderId" = ${order}.id and f."removedAt" is null))`;
export const REAL = isReal(sql`o`);
const RATED: Condition = sql<boolean>`exists (select 1 from ratings r where r."orderId" = o.id)`;

/** Whether an order `o` asks its author for a decision. @param ids those that do */
export const isDecided = (ids: readonly string[]): Condition => sql<boolean>`o.id = any(${[...ids]}::text[])`;

/** The orders `o` of a client's group. @param decided ids of those that ask for a decision */
export function inClientGroup(group: ClientGroup, decided: readonly string[]): Condition {
  const states = statesOfGroup(group);
  if (group === "waiting")
    return sql<boolean>`((o.status = any(${states}) and not ${PREPARED}) or (o.status = 'accepted' and not ${RATED})
      or ${isDecided(decided)})`;
  if (group === "done") return sql<boolean>`(o.status = any(${states}) and (o.status <> 'accepted' or ${RATED}))`;
  if (group === "running")
    return sql<boolean>`((o.status = any(${states}) or ${PREPARED}) and not ${isDecided(decided)})`;
  return sql<boolean>`o.status = any(${states})`;
}

/** All of a client's own orders that match. */
export async function ownOrderList(
  actor: Person,
  query: ClientListQuery,
  asked: AskedOfAuthor,
): Promise<List<OrderRow>> {
  const decisions = await findDecisions(actor.uid);
  const decided = decisions.map(({ order }) => order.id);
  const conditions: Condition[] = [sql<boolean>`o."userId" = ${actor.uid}`, REAL];
  if (query.filters.show) conditions.push(inClientGroup(query.filters.show as ClientGroup, decided));
  if (query.q) {
    conditions.push(contains(query.q, [sql`o.number`, sql`o.title`, sql`e."displayName"`]));
  }
  // What needs a decision about money, then what needs the client, then what is in progress, then the rest; the newest
  // first.
  const need = sql`case when ${isDecided(decided)} then 0 when ${inClientGroup("waiting", decided)} then 1
    when ${inClientGroup("running", decided)} then 2 else 3 end`;
  const column = {
    need,
    createdAt: sql`o."createdAt"`,
    dueAt: sql`coalesce(o."revisionDueAt", o."dueAt")`,
    title: sql`lower(o.title)`,
    words: sql`o."billableWords"`,
    total: sql`o."totalMinor"`,
  }[query.sort];
  const order =
    query.sort === "need"
      ? [notNull(need), notNull(sql`o."createdAt"`, true), notNull(sql`o.id`, true)]
      : ordered(column, query.desc, sql`o.id`);
  return queryList(orders().where(allOf(conditions)), order, described, (found) =>
    rowsOfClient(found, asked, decisions),
  );
}
/** One page of a client's own orders. */
export const listOwnOrders = async (
  actor: Person,
  query: ClientListQuery,
  asked: AskedOfAuthor,
): Promise<ListPage<OrderRow>> => listPage(await ownOrderList(actor, query, asked), query);
