import { type RawBuilder, sql } from "kysely";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { type List, allOf, listPage, queryList } from "#app/platform/server/lists/list.ts";
import { ordered, orderedNotNull } from "#app/platform/server/lists/order.ts";
import { isKycState } from "#app/features/editors/rules/kyc/kyc.ts";
import { kycState } from "#app/features/editors/server/kyc/kyc-sql.ts";
import { OPEN_WITH_EDITOR } from "#app/features/orders/rules/flow.ts";
import { LEVELS, type Level } from "#app/features/pricing/rules/editor-pay.ts";
import { FIELDS } from "#app/features/pricing/rules/taxonomy.ts";
import type { EditorListQuery, EditorRow } from "../../rules/lists/editor-list.ts";

export const RECORD_DAYS = 730;

/**
 * Computed columns of an editor `e`, each from its own index. PostgreSQL computes them only for one page, unless the
 * list is sorted by one.
 */
function figures(now: Date) {
  const since = after(now, -RECORD_DAYS * DAY);
  const timely = sql`o."assignedTo" = e.uid and o."deliveredAt" > ${since}
    and o."submittedAt" is not null and o."editorDueAt" is not null and o."assignedAt" < o."editorDueAt"`;
  const reviewed = sql`from qa_reviews q join submissions s on s.id = q."submissionId" where s."editorId" = e.uid
    and q.total is not null and q."replacedById" is null and q."decidedAt" > ${since}`;
  return {
    open: sql<number>`(select count(*)::int from orders o where o."assignedTo" = e.uid and o.status = any(${OPEN_WITH_EDITOR}))`,
    week: sql<number>`(select coalesce(sum(o."billableWords"), 0)::int from orders o where o."assignedTo" = e.uid
      and o."assignedAt" > ${after(now, -7 * DAY)})`,
    rating: sql<
      number | null
    >`(select avg(r.overall)::float8 from ratings r where r."editorId" = e.uid and r."updatedAt" > ${since})`,
    ratings: sql<number>`(select count(*)::int from ratings r where r."editorId" = e.uid and r."updatedAt" > ${since})`,
    onTime: sql<
      number | null
    >`(select avg((o."submittedAt" <= o."editorDueAt")::int)::float8 from orders o where ${timely})`,
    deliveries: sql<number>`(select count(*)::int from orders o where ${timely})`,
    qa: sql<number | null>`(select avg(q.total)::float8 ${reviewed})`,
    reviews: sql<number>`(select count(*)::int ${reviewed})`,
    owed: sql<number>`(select coalesce(sum(n."amountMinor"), 0)::bigint from earnings n where n."editorId" = e.uid
      and n.status in ('pending','available','in_payout','returned'))`,
    currency: sql<string>`coalesce((select min(n.currency) from earnings n where n."editorId" = e.uid), 'USD')`,
    level: sql`array_position(${[...LEVELS]}::text[], e.level)`,
  };
}

function conditions(query: EditorListQuery, now: Date): RawBuilder<boolean> {
  const { level, ready, kyc, field } = query.filters;
  const all: RawBuilder<unknown>[] = [];
  if (query.q)
    all.push(
      sql`(${contains(query.q, [sql`u."displayName"`, sql`u.email`, sql`e.headline`, sql`e.degree`])} or e.uid = ${query.q})`,
    );
  if (level) all.push(sql`e.level = ${level}`);
  if (ready) all.push(sql`e."matchReady" = ${ready === "yes"}`);
  if (kyc) all.push(sql`${kycState(dayOf(now))} = ${kyc}`);
  if (field)
    all.push(sql`e.fields ?| ${FIELDS.find((f) => f.slug === field)?.subfields.map((s) => s.slug) ?? []}::text[]`);
  return allOf(all);
}

/** All editors that match. @throws refused unless admin: support may not see what editors are owed */
export function editorList(actor: Actor, query: EditorListQuery, now: Date): List<EditorRow> {
  if (!may(actor, "people")) throw refused("Only an admin can see all editors.");
  const f = figures(now);
  const by = {
    name: sql`lower(u."displayName")`,
    level: f.level,
    open: f.open,
    week: f.week,
    rating: f.rating,
    onTime: f.onTime,
    qa: f.qa,
    owed: f.owed,
    since: sql`e."createdAt"`,
  }[query.sort];
  const found = database()
    .selectFrom("editors as e")
    .innerJoin("users as u", "u.uid", "e.uid")
    .where(conditions(query, now));
  const shown = (list: typeof found) =>
    list
      .select([
        "e.uid",
        "u.displayName",
        "u.email",
        "e.level",
        "e.fields",
        "e.services",
        "e.matchReady",
        "e.weeklyWords",
        "e.createdAt",
      ])
      .select([
        kycState(dayOf(now)).as("kyc"),
        f.open.as("openOrders"),
        f.week.as("weekWords"),
        f.rating.as("rating"),
        f.ratings.as("ratings"),
        f.onTime.as("onTime"),
        f.deliveries.as("deliveries"),
        f.qa.as("qa"),
        f.reviews.as("reviews"),
        f.owed.as("owedMinor"),
        f.currency.as("currency"),
      ]);
  const order =
    query.sort === "name" ? orderedNotNull(by, query.desc, sql`u.uid`) : ordered(by, query.desc, sql`e.uid`);
  return queryList(found, order, shown, (rows): EditorRow[] =>
    rows.map(({ createdAt, ...r }) => ({
      ...r,
      level: r.level as Level,
      kyc: isKycState(r.kyc) ? r.kyc : "not_started",
      since: createdAt,
    })),
  );
}

/** A page of editors. @throws refused unless admin */
export const listEditors = async (actor: Actor, query: EditorListQuery, now: Date): Promise<ListPage<EditorRow>> =>
  listPage(editorList(actor, query, now), query);
