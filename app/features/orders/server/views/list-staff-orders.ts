import { COUNT_LIMIT } from "#app/platform/rules/core/count.ts";
import { type RawBuilder, sql } from "kysely";
import { type Actor, type Person } from "#app/platform/rules/core/actor.ts";
import { may, deskRole } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage, type Place, readDay, readListQuery } from "#app/platform/rules/core/list-query.ts";
import { wordsOf } from "#app/platform/rules/text/search.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { uidsNamed } from "#app/features/accounts/server/people/find-people.ts";
import { MOST_READ, prefixQuery } from "#app/platform/server/lists/search.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import {
  type List,
  allOf,
  between,
  listOfWindows,
  listPage,
  queryList,
  windowOf,
} from "#app/platform/server/lists/list.ts";
import { beyondSql, notNull, nullsLast, orderSql, ordered, placeSql } from "#app/platform/server/lists/order.ts";
import { type PricingPolicy, SERVICES } from "#app/features/pricing/rules/policy.ts";
import { PRICING_PART } from "#app/features/pricing/rules/pricing-figures.ts";
import { pricingOfOrder } from "#app/features/pricing/server/read-pricing.ts";
import { soldWith } from "#app/features/policy/server/read-policy.ts";
import { EDITING, workLeftMs } from "../../rules/work/work-left.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { AT_WORK, type OrderStatus, UNPAID } from "../../rules/flow.ts";
import {
  STAFF_LIST,
  STAFF_VIEWS,
  type StaffListQuery,
  type StaffOrder,
  type StaffView,
} from "../../rules/staff-list.ts";
import { reassignReason } from "../../rules/work/work-flags.ts";
import { workClock } from "../lifecycle/flag-late-work.ts";
import type { Order } from "./find-order.ts";
import { type OrderRow, described, orders, row } from "./list-orders.ts";

export type StaffRow = OrderRow & StaffOrder;

/**
 * The most rows that pages and the count cover, so that the cost is the same with ten thousand orders as with a
 * million.
 */
const DEEPEST = 1_000;
const ENDED: OrderStatus[] = ["closed", "expired", "cancelled", "refunded", "draft"];
const SETTLED: OrderStatus[] = [...ENDED, "delivered", "accepted", ...UNPAID];
/** Orders that are due within this time are due soon. */
const SOON_MS = DAY;
const DUE = sql`coalesce(o."revisionDueAt", o."dueAt")`;
/** The exact condition of the index orders_open. */
const OPEN = sql<boolean>`o.status not in (${sql.join(ENDED.map((status) => sql.lit(status)))})`;
/** Implies the condition of the index orders_need_staff. */
const NEEDS_STAFF = sql<boolean>`(o.status in ('qa_review','paid','on_hold','disputed')
  or (o.flags <> '{}'::jsonb and o.status in (${sql.join(AT_WORK.map((status) => sql.lit(status)))})))`;

/** An order `o` in progress whose editor's account is blocked: it needs another editor. */
const isStranded = sql<boolean>`(o.status in (${sql.join(AT_WORK.map((status) => sql.lit(status)))})
  and exists (select 1 from auth_user x where x.id = o."assignedTo" and x."disabledAt" is not null))`;

/** An order `o` that staff have to decide about: it's very late, or the date they proposed hasn't been agreed yet. */
export const isUndecided = sql<boolean>`exists
  (select 1 from late_decisions d where d."orderId" = o.id and d.status in ('open', 'proposed'))`;

/**
 * An order `o` that's due before the words left can be edited at the pace of its service: `workLeftMs` is longer than
 * the time left. Late ones are late.
 */
const isAtRisk = (now: Date): RawBuilder<boolean> => {
  const pace = sql.join(
    SERVICES.map(
      (service) => sql`when ${sql.lit(service)} then ${soldWith(PRICING_PART.figures.overflowWordsPerHour[service])}`,
    ),
    sql` `,
  );
  return sql<boolean>`(o.status in (${sql.join(EDITING.map((status) => sql.lit(status)))}) and o."deliveredAt" is null
    and ${DUE} >= ${now}
    and extract(epoch from ${DUE} - ${now}::timestamptz) * (case o.service ${pace} end)
      < greatest(0, o."billableWords" - o."progressWords") * 3600)`;
};

const FLAG_WORDS: Record<string, string> = {
  unstarted: "not started",
  idle: "idle",
  unsubmitted: "not submitted",
  overdue: "editor overdue",
};

/**
 * A search among orders of every age looks through this many of the newest. Words that fewer orders have are found by an
 * index.
 */
const NEWEST = 2_000;
const NAMESAKES = 500;

/**
 * Whether an order `o` of any age has a number, or the words of a search in its title, its client's, or its editor's
 * name. The open orders are few enough to be asked for any part of a word.
 */
function matchesSearch(q: string): RawBuilder<boolean> {
  const words = wordsOf(q);
  if (words.length === 0) return sql<boolean>`false`;
  const query = prefixQuery(words);
  const people = uidsNamed(query, NAMESAKES);
  const match = sql`x.number = any(${[q, q.toUpperCase()]}::text[]) or fold_words(x.title) @@ ${query}
    or x."userId" = any(${people}) or x."assignedTo" = any(${people})`;
  return sql<boolean>`(o.id = any(array(
    (select x.id from (select * from orders order by "createdAt" desc, id desc limit ${NEWEST}) x where ${match})
    union (select x.id from orders x where ${match} limit ${MOST_READ}))))`;
}

function conditions(query: StaffListQuery, now: Date): RawBuilder<boolean>[] {
  const { show, status, service, editor, date, from, to } = query.filters;
  const where: RawBuilder<unknown>[] = [];
  if (status) where.push(sql`o.status = ${status}`);
  else if (show !== "all") where.push(OPEN);
  if (show === "decide") where.push(isUndecided);
  if (show === "late" || show === "soon") {
    const until = show === "late" ? now : after(now, SOON_MS);
    where.push(sql`${DUE} < ${until} and o.status <> all(${SETTLED})`);
  }
  if (show === "risk") where.push(isAtRisk(now));
  if (show === "stranded") where.push(isStranded);
  if (show === "attention") where.push(NEEDS_STAFF);
  if (service) where.push(sql`o.service = ${service}`);
  if (editor) where.push(editor === "none" ? sql`o."assignedTo" is null` : sql`o."assignedTo" = ${editor}`);
  const dated =
    {
      "": DUE,
      created: sql`o."createdAt"`,
      quoted: sql`o."quotedAt"`,
      paid: sql`o."paidAt"`,
      delivered: sql`o."deliveredAt"`,
    }[date] ?? DUE;
  where.push(...between(dated, readDay(from), readDay(to)));
  if (query.q && show === "all" && !status) where.push(matchesSearch(query.q));
  else if (query.q) {
    where.push(
      contains(query.q, [sql`o.number`, sql`o.title`, sql`c."displayName"`, sql`c.email`, sql`e."displayName"`]),
    );
  }
  return where as RawBuilder<boolean>[];
}

/** How long the work left takes, if that's longer than the time left. */
function atRiskMs(order: Order, due: Date | null, now: Date, pricing: PricingPolicy): number | null {
  const needs = workLeftMs(order, pricing);
  return needs !== null && due !== null && due >= now && due.getTime() - now.getTime() < needs ? needs : null;
}

/** Rows for staff. */
const shaped =
  (actor: Person, now: Date) =>
  async (found: Awaited<ReturnType<ReturnType<typeof described>["execute"]>>): Promise<StaffRow[]> => {
    const line = async (o: (typeof found)[number]): Promise<StaffRow> => {
      const due = o.revisionDueAt ?? o.dueAt;
      const status = o.status as OrderStatus;
      return {
        ...(await row(o, deskRole(actor))),
        needsMs: atRiskMs(o as typeof o & Order, due, now, await pricingOfOrder(o)),
        late: !SETTLED.includes(status) && due !== null && due < now,
        reassign: reassignReason(workClock(o as typeof o & Order, o.uploadedAt), now, await deadlinesOfOrder(o)),
        flags: AT_WORK.includes(status)
          ? Object.keys(o.flags).flatMap((f) => FLAG_WORDS[f.split(":")[0] ?? ""] ?? [])
          : [],
      };
    };
    return Promise.all(found.map(line));
  };

/** All orders that match, for staff. @throws refused */
export function staffOrderList(actor: Actor, query: StaffListQuery, now: Date): List<StaffRow> {
  if (!may(actor, "care")) throw refused("Only staff can see all orders.");
  const where = conditions(query, now);
  const shape = shaped(actor, now);
  const column = {
    // Orders of every age can't be sorted by need, so the newest come first.
    need: query.filters.show === "all" || query.filters.status ? sql`o."createdAt"` : sql`${NEEDS_STAFF}`,
    dueAt: DUE,
    createdAt: sql`o."createdAt"`,
    words: sql`o."billableWords"`,
    total: sql`o."totalMinor"`,
    number: sql`o.number`,
  }[query.sort];
  const byNeed = query.sort === "need" && query.filters.show !== "all" && !query.filters.status;
  const order = byNeed
    ? [notNull(NEEDS_STAFF, true), nullsLast(DUE), notNull(sql`o.id`)]
    : ordered(column, query.sort === "need" ? true : query.desc, sql`o.id`);
  const list = queryList(orders().where(allOf(where)), order, described, shape);
  if (!byNeed) return list;
  return listOfWindows({
    ...list,
    // Reads two indexes in their own order: the orders that need staff, then the others. Neither read goes further than
    // the page.
    async window(limit, from) {
      const offset = typeof from === "number" ? from : 0;
      const at = typeof from === "number" ? null : from;
      const back = at?.back ?? false;
      const beyond = at ? [sql<boolean>`${beyondSql(order, at.place, back)}`] : [];
      const of = (need: boolean) =>
        sql`${orders()
          .where(allOf([...where, ...beyond, need ? NEEDS_STAFF : sql`not ${NEEDS_STAFF}`]))
          .select(["o.id", sql<number>`${sql.lit(need ? 0 : 1)}`.as("tier"), sql<Date | null>`${DUE}`.as("due")])
          .select(placeSql(order).as("place"))
          .orderBy(orderSql(order.slice(1), back))
          .limit(limit + 1 + offset)}`;
      const merged = orderSql([notNull(sql`tier`), nullsLast(sql`due`), notNull(sql`id`)], back);
      const { rows } = await sql<{ id: string; place: Place }>`select id, place
        from (${of(true)} union all ${of(false)}) t order by ${merged} limit ${limit + 1} offset ${offset}`.execute(
        database(),
      );
      const near = windowOf(rows, limit, back);
      const ids = near.rows.map((r) => r.id);
      if (ids.length === 0) return { ...near, rows: [] };
      const found = new Map(
        (await shape(await described(orders().where("o.id", "in", ids)).execute())).map((it) => [it.id, it]),
      );
      return { ...near, rows: ids.flatMap((id) => found.get(id) ?? []) };
    },
  });
}

/** A page of orders for staff. @throws refused */
export const listOrdersForStaff = async (actor: Actor, query: StaffListQuery, now: Date): Promise<ListPage<StaffRow>> =>
  listPage(staffOrderList(actor, query, now), query, { depth: DEEPEST });

export type StaffCounts = Readonly<Record<Exclude<StaffView, "all">, number>>;

/**
 * How many orders each of the staff's views has; nobody counts all of them. Counts stop one after `COUNT_LIMIT`.
 * @throws refused
 */
export async function countStaffViews(actor: Actor, now: Date): Promise<StaffCounts> {
  if (!may(actor, "care")) throw refused("Only staff can see all orders.");
  const counts = STAFF_VIEWS.filter(({ key }) => key !== "all").map(({ key, search }) => {
    const query = readListQuery(new URLSearchParams(search), STAFF_LIST);
    return sql`(select count(*)::int from
      (select from orders o where ${allOf(conditions(query, now))} limit ${COUNT_LIMIT + 1}) x) as ${sql.ref(key)}`;
  });
  const { rows } = await sql<StaffCounts>`select ${sql.join(counts)}`.execute(database());
  return rows[0]!;
}

/** Editors to filter orders by. If there are more, the search finds them. @throws refused */
export async function listEditorsOfOrders(actor: Actor): Promise<{ uid: string; displayName: string }[]> {
  if (!may(actor, "care")) throw refused("Only staff can see all orders.");
  return database()
    .selectFrom("editors as d")
    .innerJoin("users as u", "u.uid", "d.uid")
    .select(["u.uid", "u.displayName"])
    .orderBy(sql`lower(u."displayName")`)
    .orderBy("u.uid")
    .limit(300)
    .execute();
}
