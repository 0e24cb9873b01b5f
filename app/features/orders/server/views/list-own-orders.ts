import { type RawBuilder, sql } from "kysely";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { type ListPage, likePattern } from "#app/platform/rules/core/list-query.ts";
import { type List, allOf, listPage, ordered, queryList } from "#app/platform/server/core/list.ts";
import type { ClientListQuery, EditorListQuery } from "../../rules/own-lists.ts";
import {
  type ClientGroup,
  EDITORS_PAST,
  EDITORS_TURN,
  type EditorGroup,
  statesOfGroup,
} from "../../rules/status-groups.ts";
import { type OrderRow, PREPARED, described, orders, row } from "./list-orders.ts";

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
export function ownOrderList(actor: Person, query: ClientListQuery): List<OrderRow> {
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
    (found) => Promise.all(found.map((o) => row(o, "client"))),
  );
}
/** One page of a client's own orders. */
export const listOwnOrders = (actor: Person, query: ClientListQuery): Promise<ListPage<OrderRow>> =>
  listPage(ownOrderList(actor, query), query.page);

const earned = () =>
  sql<
    number | null
  >`(select sum(n."amountMinor")::bigint from earnings n where n."orderId" = o.id and n."editorId" = o."assignedTo"
    and n."reviewId" is null and n.status <> 'reversed')`;

export type WorkRow = OrderRow & { payMinor: number | null };

/**
 * An editor's pay for an order: the earning with all its adjustments or, before there is one, what was agreed when they
 * took it. An order that ended early pays only what was earned.
 */
const PAY = sql<
  number | null
>`case when o.status in ('cancelled', 'refunded') then ${earned()} else coalesce(${earned()}, o."editorPayMinor") end`;

/** All orders an editor has or had that match. */
export function ownWorkList(actor: Person, query: EditorListQuery): List<WorkRow> {
  const conditions: Condition[] = [sql<boolean>`o."assignedTo" = ${actor.uid}`];
  const show = query.filters.show as EditorGroup | "";
  if (show === "waiting") conditions.push(sql<boolean>`o.status = any(${[...EDITORS_TURN]})`);
  if (show === "open") conditions.push(sql<boolean>`o.status <> all(${[...EDITORS_PAST]})`);
  if (show === "past") conditions.push(sql<boolean>`o.status = any(${[...EDITORS_PAST]})`);
  if (query.q) {
    const like = likePattern(query.q);
    conditions.push(sql<boolean>`(o.number ilike ${like} or o.title ilike ${like})`);
  }
  const column = {
    dueAt: sql`coalesce(o."revisionDueAt", o."editorDueAt")`,
    title: sql`lower(o.title)`,
    words: sql`o."billableWords"`,
    pay: PAY,
  }[query.sort];
  // By date: the editor's to-do orders first, then the ones waiting for others, then past orders, newest first.
  const group = sql`case when o.status = any(${[...EDITORS_TURN]}) then 0 when o.status <> all(${[...EDITORS_PAST]})
    then 1 else 2 end`;
  const order =
    query.sort === "dueAt" && !query.desc
      ? sql`${group}, case when o.status <> all(${[...EDITORS_PAST]}) then ${column} end asc nulls last,
        ${column} desc nulls last`
      : sql`${column} ${sql.raw(query.desc ? "desc" : "asc")} nulls last`;
  return queryList(
    orders().where(allOf(conditions)),
    (found) => described(found).select(PAY.as("payMinor")).orderBy(order).orderBy("o.id", "desc"),
    (found) => Promise.all(found.map(async (o) => ({ ...(await row(o, "editor")), payMinor: o.payMinor }))),
  );
}
/** One page of the orders an editor has or had. */
export const listOwnWork = (actor: Person, query: EditorListQuery): Promise<ListPage<WorkRow>> =>
  listPage(ownWorkList(actor, query), query.page);
