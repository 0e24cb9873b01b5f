import { type RawBuilder, sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { type List, allOf, listPage, queryList } from "#app/platform/server/lists/list.ts";
import { ordered } from "#app/platform/server/lists/order.ts";
import { AT_WORK, type OrderStatus } from "#app/features/orders/rules/flow.ts";
import { FIELDS } from "#app/features/pricing/rules/taxonomy.ts";
import { soldWith } from "#app/features/policy/server/read-policy.ts";
import { MATCHING_PART } from "../rules/matching-figures.ts";
import type { SearchListQuery, SearchRow } from "../rules/search-list.ts";

const began = sql<Date>`coalesce((o.flags->>'matchFrom')::timestamptz, o."paidAt")`;
/** Whether the search has used the share of the window that the order was sold with. */
const past = (figure: "supportBp" | "clientChoiceBp", now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${now}::timestamptz >= ${began} +
    make_interval(secs => o."windowMs" * ${soldWith(MATCHING_PART.figures[figure])} / 10000 / 1000))`;

function conditions(query: SearchListQuery, now: Date): RawBuilder<boolean> {
  const { show, service, field } = query.filters;
  const all: RawBuilder<unknown>[] = [
    show === "assigned" ? sql`o.status = any(${[...AT_WORK]})` : sql`o.status = 'paid'`,
    sql`o."paidAt" is not null and o."dueAt" is not null`,
  ];
  if (show === "support") all.push(past("supportBp", now));
  if (show === "client") all.push(past("clientChoiceBp", now));
  if (show === "pool") all.push(sql`o.flags ? 'openPool'`);
  if (service) all.push(sql`o.service = ${service}`);
  if (field)
    all.push(sql`o.field = any(${FIELDS.find((f) => f.slug === field)?.subfields.map((s) => s.slug) ?? []}::text[])`);
  if (query.q) all.push(contains(query.q, [sql`o.number`, sql`o.title`, sql`e."displayName"`]));
  return allOf(all);
}

/** All orders that match, most urgent first. @throws refused unless admin */
export function searchList(actor: Actor, query: SearchListQuery, now: Date): List<SearchRow> {
  if (!may(actor, "orders")) throw refused("Only an admin can choose editors manually.");
  const by = { due: sql`o."dueAt"`, began, words: sql`o."billableWords"`, number: sql`o.number` }[query.sort];
  const found = database()
    .selectFrom("orders as o")
    .leftJoin("users as e", "e.uid", "o.assignedTo")
    .where(conditions(query, now));
  const shown = (list: typeof found) =>
    list
      .select([
        "o.id",
        "o.number",
        "o.title",
        "o.status",
        "o.service",
        "o.field",
        "o.billableWords",
        "o.dueAt",
        "e.displayName as editorName",
      ])
      .select([
        began.as("beganAt"),
        past("supportBp", now).as("toldSupport"),
        past("clientChoiceBp", now).as("clientMayChoose"),
        sql<boolean>`o.flags ? 'openPool'`.as("inPool"),
        sql<number>`(select count(*)::int from invites i where i."orderId" = o.id and i."sentAt" >= ${began})`.as(
          "invited",
        ),
        sql<number>`(select count(*)::int from invites i where i."orderId" = o.id and i.status = 'sent'
          and i."expiresAt" > ${now})`.as("open"),
      ]);
  return queryList(found, ordered(by, query.desc, sql`o.id`), shown, (rows) =>
    rows.map(({ billableWords, toldSupport, clientMayChoose, ...r }): SearchRow => ({
      ...r,
      status: r.status as OrderStatus,
      title: r.title || "Untitled manuscript",
      service: r.service ?? "",
      field: r.field ?? "",
      words: billableWords,
      dueAt: r.dueAt!,
      beganAt: r.beganAt,
      stage: clientMayChoose ? "client" : toldSupport ? "support" : "matching",
    })),
  );
}

/** A page of orders looking for an editor. @throws refused unless admin */
export const listSearches = async (actor: Actor, query: SearchListQuery, now: Date): Promise<ListPage<SearchRow>> =>
  listPage(searchList(actor, query, now), query);
