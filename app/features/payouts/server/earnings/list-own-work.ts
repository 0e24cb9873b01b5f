import { type RawBuilder, sql } from "kysely";
import type { EditorListQuery } from "#app/features/orders/rules/own-lists.ts";
import { EDITORS_PAST, EDITORS_TURN, type EditorGroup } from "#app/features/orders/rules/status-groups.ts";
import { type OrderRow, described, orders, row } from "#app/features/orders/server/views/list-orders.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { type List, allOf, listPage, queryList } from "#app/platform/server/lists/list.ts";
import { notNull, nullsLast } from "#app/platform/server/lists/order.ts";
import { contains } from "#app/platform/server/lists/contains.ts";

const EARNED = sql<number | null>`(select sum(n."amountMinor")::bigint from earnings n
  where n."orderId" = o.id and n."editorId" = o."assignedTo" and n."reviewId" is null and n.status <> 'reversed')`;

export type WorkRow = OrderRow & { payMinor: number | null };

/**
 * An editor's pay for an order: the earning with all its adjustments or, before there is one, what was agreed when they
 * took it. An order that ended early pays only what was earned.
 */
const PAY = sql<number | null>`case when o.status in ('cancelled', 'refunded') then ${EARNED}
  else coalesce(${EARNED}, o."editorPayMinor") end`;

/** All orders an editor has or had that match. */
export function ownWorkList(actor: Person, query: EditorListQuery): List<WorkRow> {
  const conditions: RawBuilder<boolean>[] = [sql<boolean>`o."assignedTo" = ${actor.uid}`];
  const show = query.filters.show as EditorGroup | "";
  if (show === "waiting") conditions.push(sql<boolean>`o.status = any(${[...EDITORS_TURN]})`);
  if (show === "open") conditions.push(sql<boolean>`o.status <> all(${[...EDITORS_PAST]})`);
  if (show === "past") conditions.push(sql<boolean>`o.status = any(${[...EDITORS_PAST]})`);
  if (query.q) {
    conditions.push(contains(query.q, [sql`o.number`, sql`o.title`]));
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
      ? [
          notNull(group),
          nullsLast(sql`case when o.status <> all(${[...EDITORS_PAST]}) then ${column} end`),
          nullsLast(column, true),
        ]
      : [nullsLast(column, query.desc)];
  return queryList(
    orders().where(allOf(conditions)),
    [...order, notNull(sql`o.id`, true)],
    (found) => described(found).select(PAY.as("payMinor")),
    (found) => Promise.all(found.map(async (o) => ({ ...(await row(o, "editor")), payMinor: o.payMinor }))),
  );
}
/** One page of the orders an editor has or had. */
export const listOwnWork = (actor: Person, query: EditorListQuery): Promise<ListPage<WorkRow>> =>
  listPage(ownWorkList(actor, query), query);
