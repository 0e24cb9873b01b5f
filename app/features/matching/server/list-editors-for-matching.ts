import { sql } from "kysely";
import type {
  EditorForMatching,
  EditorSettings,
  OrderForMatching,
} from "#app/features/editors/rules/editor-for-matching.ts";
import {
  findEditorSettings,
  isEnabled,
  isReady,
  settingsOf,
} from "#app/features/editors/server/find-editor-settings.ts";
import { qaDoneOf } from "#app/features/orders/server/review/decide-qa.ts";
import { openOrdersBy, openOrdersOf } from "#app/features/orders/server/views/list-open-orders.ts";
import { subfieldsBeside } from "#app/features/pricing/rules/taxonomy.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import { withMovableFreed } from "#app/features/editors/rules/plan.ts";
import { recordsBy, recordsOf } from "./records/find-editor-records.ts";
import { asUntaken } from "./order-for-matching.ts";

/**
 * How many editors are evaluated per order: those with the best records in its field, then others. The rest can find it
 * in the open pool.
 */
const EVALUATED = { qualified: 80, others: 20 };
/** How many an admin may choose from manually. */
export const CHOSEN_FROM = { qualified: 200, others: 100 };

/**
 * Matching data of these editors: settings, open orders, record, and whether the client blocked them.
 * @param orderId the order in question: the words reserved for it don't count
 */
export async function complete(
  settings: readonly EditorSettings[],
  clientUid: string | null,
  now: Date,
  db: Reader,
  orderId: string | null,
): Promise<EditorForMatching[]> {
  const uids = settings.map((e) => e.uid);
  if (uids.length === 0) return [];
  const found = await readTogether(db, {
    open: openOrdersOf(db, uids, orderId),
    records: recordsOf(db, uids),
    reviewed: qaDoneOf(db, uids),
    recent: db
      .selectFrom("orders")
      .select(["assignedTo", sql<number>`sum("billableWords")::int`.as("words")])
      .where("assignedTo", "in", uids)
      .where("assignedAt", ">", after(now, -7 * DAY))
      .groupBy("assignedTo"),
    accounts: db.selectFrom("auth_user").select("id").where("id", "in", uids).where("disabledAt", "is not", null),
    blocked: db
      .selectFrom("client_editors")
      .select("editorId")
      .where("userId", "=", clientUid ?? "")
      .where("kind", "=", "blocked")
      .where("editorId", "in", uids),
  });
  const open = openOrdersBy(found.open, now);
  const records = recordsBy(found.records);
  const words = new Map(found.recent.map((r) => [r.assignedTo, r.words]));
  const accounts = new Set(found.accounts.map((a) => a.id));
  const reviewed = new Map(found.reviewed.map((r) => [r.uid, r.done]));
  const blocked = new Set(found.blocked.map((b) => b.editorId));
  return settings.map((e) => ({
    ...e,
    openOrders: open.get(e.uid) ?? [],
    recentWords: words.get(e.uid) ?? 0,
    stats: records(e.uid),
    accountBlocked: accounts.has(e.uid),
    qaDone: reviewed.get(e.uid) ?? 0,
    blockedByClient: blocked.has(e.uid),
  }));
}

/**
 * Matching data of one editor, or null if the person isn't one.
 * @param clientUid the order's client, if any
 * @param orderId as in `complete`
 */
export async function findEditorForMatching(
  uid: string,
  clientUid: string | null,
  now: Date,
  db: Reader = database(),
  orderId: string | null = null,
): Promise<EditorForMatching | null> {
  return (await complete(await findEditorSettings([uid], db), clientUid, now, db, orderId))[0] ?? null;
}

/**
 * The ready editors with the best records, in a field or in any if the order has none. Each subfield's best are read
 * from its index.
 */
function qualifiedIn(db: Reader, subfields: readonly string[] | null, atMost: number) {
  if (subfields === null)
    return db
      .selectFrom("editors as e")
      .leftJoin("editor_records as r", "r.editorId", "e.uid")
      .select("e.uid")
      .where(isReady)
      .orderBy("r.quality", (o) => o.desc().nullsLast())
      .orderBy("e.uid")
      .limit(atMost);
  return sql`(
    select best."editorId" as uid
    from unnest(${subfields}::text[]) as f(subfield)
    cross join lateral (
      select s."editorId", s.quality from editor_subfields s
      where s.subfield = f.subfield and ${isEnabled(sql`s."editorId"`)}
      order by s.quality desc nulls last, s."editorId"
      limit ${atMost}
    ) best
    group by best."editorId", best.quality
    order by best.quality desc nulls last, best."editorId"
    limit ${atMost})`;
}

/**
 * Editors who aren't ready, or not in the field, by id. A lateral join: a hashed subquery would read every disabled
 * account first.
 */
const othersThan = (subfields: readonly string[] | null, atMost: number) => sql`(
  select e.uid from editors e
  left join lateral (
    select true as fits from editor_subfields s
    where s."editorId" = e.uid and s.subfield = any(${subfields}::text[]) and ${isEnabled(sql`e.uid`)}
    limit 1
  ) q on true
  where ${subfields === null ? sql`not ${isReady}` : sql`q.fits is null`}
  order by e.uid
  limit ${atMost})`;

/**
 * A query for the editors to evaluate for an order: those with the best records in its field, some others, everyone
 * invited to it, everyone preferred by the organization that pays, and everyone in `also`. Their number doesn't grow
 * with the total number of editors.
 */
function evaluatedFor(
  db: Reader,
  order: Pick<OrderForMatching, "orderId" | "subfield">,
  also: readonly string[],
  atMost: typeof EVALUATED,
) {
  const subfields = order.subfield ? subfieldsBeside(order.subfield) : null;
  return sql<string>`(
    select uid from ${qualifiedIn(db, subfields, atMost.qualified)} q
    union select uid from ${othersThan(subfields, atMost.others)} o
    union select "editorId" from invites where "orderId" = ${order.orderId}
    union select p."editorId" from orders t join preferred_editors p using ("organizationId") where t.id = ${order.orderId}
    union select unnest(${also}::text[]))`;
}

/** The queries of the editors evaluated for an order, with their names. @param also as in `listEditorsForMatching` */
export function evaluatedQueries(
  db: Reader,
  order: Pick<OrderForMatching, "orderId" | "subfield">,
  also: readonly string[],
  atMost: typeof EVALUATED,
) {
  const evaluated = evaluatedFor(db, order, also, atMost);
  return {
    editors: db.selectFrom("editors").selectAll().where("uid", "in", evaluated).orderBy("uid"),
    people: db.selectFrom("users").select(["uid", "displayName"]).where("uid", "in", evaluated),
  };
}

/**
 * The editors evaluated for an order: the best in its field, some others, and everyone invited.
 * @param also editors to evaluate in any case
 */
export async function listEditorsForMatching(
  order: OrderForMatching,
  also: readonly string[],
  now: Date,
  db: Reader = database(),
): Promise<EditorForMatching[]> {
  const editors = await evaluatedQueries(db, order, also, EVALUATED).editors.execute();
  const all = await complete(editors.map(settingsOf), order.clientUid, now, db, order.orderId);
  return withMovableFreed(asUntaken(order), all, now);
}
