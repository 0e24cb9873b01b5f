import { type RawBuilder, sql } from "kysely";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { type ListPage, likePattern, pageOf } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { ClientListQuery, EditorListQuery } from "../../rules/own-lists.ts";
import {
  type ClientGroup,
  EDITORS_PAST,
  EDITORS_TURN,
  type EditorGroup,
  statesOfGroup,
} from "../../rules/status-groups.ts";
import { type Joined, type OrderRow, joined, row } from "./list-orders.ts";

/** The most rows of one CSV. */
const CSV_ROWS = 50_000;
type Condition = RawBuilder<boolean>;
/** Which stretch of a list is read. */
type Stretch = (total: number) => { page: number; pages: number; offset: number; limit: number };
const byPage =
  (page: number): Stretch =>
  (total) =>
    pageOf(total, page);
const whole: Stretch = () => ({ page: 1, pages: 1, offset: 0, limit: CSV_ROWS });

const all = (conditions: readonly Condition[]): Condition => sql<boolean>`(${sql.join(conditions, sql` and `)})`;

async function read(
  conditions: readonly Condition[],
  order: RawBuilder<unknown>,
  stretch: Stretch,
): Promise<{ orders: Joined[]; total: number; page: number; pages: number }> {
  const where = all(conditions);
  const { n } = await database()
    .selectFrom("orders as o")
    .leftJoin("users as e", "e.uid", "o.assignedTo")
    .select(sql<number>`count(*)::int`.as("n"))
    .where(where)
    .executeTakeFirstOrThrow();
  const { page, pages, offset, limit } = stretch(n);
  const orders = (await joined()
    .where(where)
    .orderBy(order)
    .orderBy("o.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute()) as Joined[];
  return { orders, total: n, page, pages };
}

const direction = (desc: boolean) => sql.raw(desc ? "desc nulls last" : "asc nulls last");

/** Empty drafts don't count as orders yet. */
const REAL: Condition = sql<boolean>`(o.status <> 'draft' or exists (select 1 from files f where f."orderId" = o.id and f."removedAt" is null))`;
const RATED: Condition = sql<boolean>`exists (select 1 from ratings r where r."orderId" = o.id)`;

function inClientGroup(group: ClientGroup): Condition {
  const states = statesOfGroup(group);
  if (group === "waiting") return sql<boolean>`(o.status = any(${states}) or (o.status = 'accepted' and not ${RATED}))`;
  if (group === "done") return sql<boolean>`(o.status = any(${states}) and (o.status <> 'accepted' or ${RATED}))`;
  return sql<boolean>`o.status = any(${states})`;
}

async function ofClient(actor: Person, query: ClientListQuery, stretch: Stretch): Promise<ListPage<OrderRow>> {
  const conditions: Condition[] = [sql<boolean>`o."userId" = ${actor.uid}`, REAL];
  if (query.filters.show) conditions.push(inClientGroup(query.filters.show as ClientGroup));
  if (query.q) {
    const like = likePattern(query.q);
    conditions.push(sql<boolean>`(o.number ilike ${like} or o.title ilike ${like} or e."displayName" ilike ${like})`);
  }
  const column = {
    createdAt: sql`o."createdAt"`,
    dueAt: sql`coalesce(o."revisionDueAt", o."dueAt")`,
    title: sql`lower(o.title)`,
    words: sql`o."billableWords"`,
    total: sql`o."totalMinor"`,
  }[query.sort];
  const { orders, ...place } = await read(conditions, sql`${column} ${direction(query.desc)}`, stretch);
  return { ...place, rows: orders.map((o) => row(o, "client")) };
}

/** One page of a client's own orders. */
export const listOwnOrders = (actor: Person, query: ClientListQuery): Promise<ListPage<OrderRow>> =>
  ofClient(actor, query, byPage(query.page));
/** All of them that fit, for a file. */
export const allOwnOrders = async (actor: Person, query: ClientListQuery): Promise<OrderRow[]> =>
  (await ofClient(actor, query, whole)).rows;

const earned = () =>
  sql<
    number | null
  >`(select sum(n."amountMinor")::bigint from earnings n where n."orderId" = o.id and n."editorId" = o."assignedTo" and n.status <> 'reversed')`;

export type WorkRow = OrderRow & { payMinor: number | null };

/** What an editor gets: what was earned, with all that changed it; before that, as the invite they accepted said. What ended early pays only what was earned. */
const PAY = sql<
  number | null
>`case when o.status in ('cancelled', 'refunded') then ${earned()} else coalesce(${earned()},
  (select i."payMinor" from invites i where i."orderId" = o.id and i."editorId" = o."assignedTo" and i.status = 'accepted' order by i.id desc limit 1)) end`;

async function ofEditor(actor: Person, query: EditorListQuery, stretch: Stretch): Promise<ListPage<WorkRow>> {
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
  const group = sql`case when o.status = any(${[...EDITORS_TURN]}) then 0 when o.status <> all(${[...EDITORS_PAST]}) then 1 else 2 end`;
  const order =
    query.sort === "dueAt" && !query.desc
      ? sql`${group}, case when o.status <> all(${[...EDITORS_PAST]}) then ${column} end asc nulls last, ${column} desc nulls last`
      : sql`${column} ${direction(query.desc)}`;
  const { orders, ...place } = await read(conditions, order, stretch);
  if (orders.length === 0) return { ...place, rows: [] };
  const pay = new Map(
    (
      await database()
        .selectFrom("orders as o")
        .select(["o.id", PAY.as("payMinor")])
        .where(
          "o.id",
          "in",
          orders.map((o) => o.id),
        )
        .execute()
    ).map((p) => [p.id, p.payMinor]),
  );
  return { ...place, rows: orders.map((o) => ({ ...row(o, "editor"), payMinor: pay.get(o.id) ?? null })) };
}

/** One page of the orders an editor has or had. */
export const listOwnWork = (actor: Person, query: EditorListQuery): Promise<ListPage<WorkRow>> =>
  ofEditor(actor, query, byPage(query.page));
/** All of them that fit, for a file. */
export const allOwnWork = async (actor: Person, query: EditorListQuery): Promise<WorkRow[]> =>
  (await ofEditor(actor, query, whole)).rows;
