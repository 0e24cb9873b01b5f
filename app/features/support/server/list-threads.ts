import { type RawBuilder, sql } from "kysely";
import { type Actor, type Person, isStaff } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage, ROWS_PER_PAGE } from "#app/platform/rules/core/list-query.ts";
import { wordsOf } from "#app/platform/rules/core/search.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type List, listPage } from "#app/platform/server/core/list.ts";
import { MOST_READ, prefixQuery, withSearchLimits } from "#app/platform/server/core/search.ts";
import { uidsNamed } from "#app/features/accounts/server/find-people.ts";
import { DUE_SOON_MS } from "../rules/desk.ts";
import { dueAfter, promisesOf } from "../rules/sla.ts";
import type { TicketStatus } from "../rules/ticket-flow.ts";
import type { ThreadRow, ThreadsQuery } from "../rules/ticket-view.ts";
import { ticketHeading } from "./find-tickets.ts";
import { termsAt } from "./read-promises.ts";

/** The most rows that pages cover. Anything beyond is found by a filter or search. No source is read further. */
const DEEPEST = 10 * ROWS_PER_PAGE;
/** The most rows in one CSV file, and how many are described at once. */
export const FILE_THREADS = 10_000;
const BATCH = 500;

type Sql = RawBuilder<unknown>;
type Found = { kind: "ticket" | "order"; id: string; dueAt: Date | null; lastAt: Date };
/** One index read: its rows and order. */
type Source = { kind: "ticket" | "order"; where: Sql[]; order: Sql; due: Sql };

const and = (conditions: readonly Sql[]): Sql => (conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`);
/**
 * A text search looks through this many of the newest first. A common word is found often enough there, without reading
 * its million rows.
 */
const NEWEST = 2_000;
/** How many people with the same name a search looks up. */
const NAMESAKES = 500;
const bearers = (words: Sql): Sql => uidsNamed(words, NAMESAKES);

/** A complete ticket or order number is looked up directly; anything else is a search. */
const TICKET_NUMBER = /^t-\d+$/i;
const ORDER_NUMBER = /^s-\d+$/i;
/** The index query for a search's words, or null without a letter or digit. */
const sought = (q: string): Sql | null => {
  const words = wordsOf(q);
  return words.length > 0 ? prefixQuery(words) : null;
};
const isSearch = (q: string): boolean => q !== "" && !TICKET_NUMBER.test(q) && !ORDER_NUMBER.test(q);

function ticketFilters(query: ThreadsQuery, me: string): Sql[] | null {
  const { kind, category, priority, assignee } = query.filters;
  if (kind === "order") return null;
  const where: Sql[] = [];
  if (kind === "chats") where.push(sql`t.channel = 'chat'`);
  if (category) where.push(sql`t.category = ${category}`);
  if (priority) where.push(sql`t.priority = ${priority}`);
  if (assignee)
    where.push(
      assignee === "none" ? sql`t."assigneeId" is null` : sql`t."assigneeId" = ${assignee === "me" ? me : assignee}`,
    );
  if (TICKET_NUMBER.test(query.q)) where.push(sql`t.number = ${query.q.toUpperCase()}`);
  else if (ORDER_NUMBER.test(query.q))
    where.push(sql`t."orderId" = (select id from orders where number = ${query.q.toUpperCase()})`);
  else if (query.q) {
    const words = sought(query.q);
    where.push(
      words
        ? sql`(search_words(${ticketHeading("t")}) @@ ${words} or t."ownerUid" = any(${bearers(words)}))`
        : sql`false`,
    );
  }
  return where;
}

function orderFilters(query: ThreadsQuery, me: string): Sql[] | null {
  const { kind, category, priority, assignee, status } = query.filters;
  // An order's thread has no priority or status of its own, and its category is always "order".
  if (
    kind === "ticket" ||
    kind === "chats" ||
    TICKET_NUMBER.test(query.q) ||
    (category && category !== "order") ||
    priority ||
    !["", "open", "all"].includes(status)
  )
    return null;
  const where: Sql[] = [];
  if (assignee)
    where.push(
      assignee === "none" ? sql`t."assigneeId" is null` : sql`t."assigneeId" = ${assignee === "me" ? me : assignee}`,
    );
  if (ORDER_NUMBER.test(query.q))
    where.push(sql`t."orderId" = (select id from orders where number = ${query.q.toUpperCase()})`);
  else if (query.q) {
    const words = sought(query.q);
    where.push(
      words
        ? sql`t."orderId" in (select o.id from orders o where search_words(o.title) @@ ${words} or o."userId" = any(${bearers(words)}) or o."assignedTo" = any(${bearers(words)}))`
        : sql`false`,
    );
  }
  return where;
}

const WAITS = sql`(t.status = 'open' or t."unreadByAdmin")`;
const SOONEST = sql`coalesce(t."dueAt", 'infinity'::timestamptz), t.id`;

/** Threads that need staff, by due date. */
function needing(query: ThreadsQuery, me: string, at: Date): Source[] {
  const { status, due, unread } = query.filters;
  // Unread threads have their own index, in any status.
  const tickets = isSettled(status) && !unread ? null : ticketFilters(query, me);
  const orders = orderFilters(query, me);
  const until = due === "soon" ? after(at, DUE_SOON_MS) : at;
  return [
    ...(tickets
      ? [
          {
            kind: "ticket" as const,
            where: [
              unread ? sql`t."unreadByAdmin"` : WAITS,
              ...(isSettled(status) || (unread && status === "")
                ? [status === "" ? sql`t.status <> 'closed'` : sql`t.status = ${status}`]
                : []),
              ...(status === "open" || due ? [sql`t.status = 'open'`] : []),
              ...(due ? [sql`coalesce(t."dueAt", 'infinity'::timestamptz) < ${until}`] : []),
              ...tickets,
            ],
            order: SOONEST,
            due: sql`t."dueAt"`,
          },
        ]
      : []),
    ...(orders
      ? [
          {
            kind: "order" as const,
            where: [sql`t."needsStaffAt" is not null`, ...orders],
            order: sql`t."needsStaffAt"`,
            due: sql`t."needsStaffAt"`,
          },
        ]
      : []),
  ];
}

const isSettled = (status: string): boolean => status === "waiting" || status === "resolved" || status === "closed";
const AT_WORK: readonly TicketStatus[] = ["open", "waiting", "resolved"];

/** All matching threads by latest message: one index read per status. @param butNeeding leaves out those that need staff */
function byTime(query: ThreadsQuery, me: string, desc: boolean, butNeeding: boolean): Source[] {
  const { status } = query.filters;
  const statuses = (
    status === "" ? AT_WORK : status === "all" ? [...AT_WORK, "closed" as const] : [status as TicketStatus]
  ).filter((it) => !butNeeding || it !== "open");
  const tickets = ticketFilters(query, me);
  const orders = orderFilters(query, me);
  const direction = sql.raw(desc ? "desc" : "asc");
  const order = (id: Sql) => sql`t."lastAt" ${direction}, ${id} ${direction}`;
  return [
    ...(tickets
      ? statuses.map((it) => ({
          kind: "ticket" as const,
          where: [sql`t.status = ${sql.lit(it)}`, ...(butNeeding ? [sql`not t."unreadByAdmin"`] : []), ...tickets],
          order: order(sql`t.id`),
          due: sql`t."dueAt"`,
        }))
      : []),
    ...(orders && !(butNeeding && status === "open")
      ? [
          {
            kind: "order" as const,
            where: [
              ...(butNeeding
                ? [sql`t."needsStaffAt" is null`]
                : status === "open"
                  ? [sql`t."needsStaffAt" is not null`]
                  : []),
              ...orders,
            ],
            order: order(sql`t."orderId"`),
            due: sql`t."needsStaffAt"`,
          },
        ]
      : []),
  ];
}

/** The text search: every thread of each kind, by latest message. */
function searching(query: ThreadsQuery, me: string, at: Date, desc: boolean): Source[] {
  const { status, due, unread } = query.filters;
  const tickets = ticketFilters(query, me);
  const orders = orderFilters(query, me);
  const until = due === "soon" ? after(at, DUE_SOON_MS) : at;
  const direction = sql.raw(desc ? "desc" : "asc");
  const standing = status === "" ? [sql`t.status <> 'closed'`] : status === "all" ? [] : [sql`t.status = ${status}`];
  return [
    ...(tickets
      ? [
          {
            kind: "ticket" as const,
            where: [
              ...standing,
              ...(unread ? [sql`t."unreadByAdmin"`] : []),
              ...(due ? [sql`t.status = 'open' and t."dueAt" < ${until}`] : []),
              ...tickets,
            ],
            order: sql`t."lastAt" ${direction}`,
            due: sql`t."dueAt"`,
          },
        ]
      : []),
    ...(orders
      ? [
          {
            kind: "order" as const,
            where: [...(status === "open" || unread || due ? [sql`t."needsStaffAt" is not null`] : []), ...orders],
            order: sql`t."lastAt" ${direction}`,
            due: sql`t."needsStaffAt"`,
          },
        ]
      : []),
  ];
}

const selectOf = (source: Source, limit: number, table?: Sql): Sql =>
  source.kind === "ticket"
    ? sql`(select 'ticket' as kind, t.id, ${source.due} as "dueAt", t."lastAt" from ${table ?? sql`tickets t`} where ${and(source.where)} order by ${source.order} limit ${limit})`
    : sql`(select 'order' as kind, t."orderId" as id, ${source.due} as "dueAt", t."lastAt" from ${table ?? sql`order_threads t`} where ${and(source.where)} order by ${source.order} limit ${limit})`;

const withDue = (rows: readonly Found[]): Promise<Found[]> =>
  Promise.all(rows.map(async (r) => (r.kind === "order" && r.dueAt ? { ...r, dueAt: await orderDue(r.dueAt) } : r)));

async function read(sources: readonly Source[], limit: number): Promise<Found[]> {
  if (sources.length === 0) return [];
  const { rows } = await sql<Found>`${sql.join(
    sources.map((s) => selectOf(s, limit)),
    sql` union all `,
  )}`.execute(database());
  return withDue(rows);
}

/** The newest rows of a source. */
const newestOf = (kind: Source["kind"]): Sql =>
  kind === "ticket"
    ? sql`(select * from tickets order by "lastAt" desc, id desc limit ${NEWEST}) t`
    : sql`(select * from order_threads order by "lastAt" desc, "orderId" desc limit ${NEWEST}) t`;

/** All matching rows of a source, through the indexes by words. */
const matchesOf = (source: Source): Sql =>
  sql`(select t.* from ${source.kind === "ticket" ? sql`tickets` : sql`order_threads`} t where ${and(source.where)} limit ${MOST_READ} offset 0) t`;

/** Like `read`, for a text search. Common words are found among the newest rows, and rarer ones are looked up. */
const readSearched = (sources: readonly Source[], limit: number, newestFirst: boolean): Promise<Found[]> =>
  withSearchLimits(async (tx) => {
    const all: Found[] = [];
    for (const source of sources) {
      const newest = newestFirst
        ? (await sql<Found>`select * from ${selectOf(source, limit, newestOf(source.kind))} s`.execute(tx)).rows
        : [];
      all.push(
        ...(newest.length === limit
          ? newest
          : (await sql<Found>`select * from ${selectOf(source, limit, matchesOf(source))} s`.execute(tx)).rows),
      );
    }
    return withDue(all);
  });

/** An order thread that needs staff gets the first-response time of a normal ticket, as it was when they were asked. */
export async function orderDue(askedAt: Date): Promise<Date> {
  const { promises, hours } = await termsAt(askedAt);
  return dueAfter(askedAt, promisesOf("normal", promises, hours).firstResponse, hours);
}

const byDue = (a: Found, b: Found): number =>
  (a.dueAt?.getTime() ?? Infinity) - (b.dueAt?.getTime() ?? Infinity) || b.lastAt.getTime() - a.lastAt.getTime();
const latest =
  (desc: boolean) =>
  (a: Found, b: Found): number =>
    (b.lastAt.getTime() - a.lastAt.getTime()) * (desc ? 1 : -1);

/** A section of the list: what to read and how to sort the combined rows. */
type Tier = { sources: Source[]; compare: (a: Found, b: Found) => number; search?: { newestFirst: boolean } };

function tiersOf(query: ThreadsQuery, me: string, at: Date): Tier[] {
  const {
    sort,
    filters: { status, due, unread },
  } = query;
  if (isSearch(query.q)) {
    const desc = sort !== "lastAt" || query.desc;
    return [{ sources: searching(query, me, at, desc), compare: latest(desc), search: { newestFirst: desc } }];
  }
  if (!due && !unread && (isSettled(status) || sort === "lastAt")) {
    const desc = sort !== "lastAt" || query.desc;
    return [{ sources: byTime(query, me, desc, false), compare: latest(desc) }];
  }
  const needs: Tier = {
    sources: needing(query, me, at),
    compare: unread && sort === "lastAt" ? latest(query.desc) : byDue,
  };
  return due || unread || sort === "dueAt" || status === "open"
    ? [needs]
    : [needs, { sources: byTime(query, me, true, true), compare: latest(true) }];
}

/** The first rows of a list; no source is read beyond the limit. */
async function first(tiers: readonly Tier[], limit: number): Promise<Found[]> {
  const found: Found[] = [];
  for (const tier of tiers)
    if (found.length < limit)
      found.push(
        ...(tier.search
          ? await readSearched(tier.sources, limit - found.length, tier.search.newestFirst)
          : await read(tier.sources, limit - found.length)
        )
          .toSorted(tier.compare)
          .slice(0, limit - found.length),
      );
  return found;
}

/** The row count of a list, counting no source beyond the last page. */
async function count(tiers: readonly Tier[]): Promise<number> {
  const sources = tiers.flatMap((tier) => tier.sources);
  if (sources.length === 0) return 0;
  const counts = sources.map(
    (s) =>
      sql`(select count(*)::int from (select 1 from ${s.kind === "ticket" ? sql`tickets t` : sql`order_threads t`} where ${and(s.where)} limit ${DEEPEST + 1}) x)`,
  );
  const { rows } = await sql<{ n: number }>`select ${sql.join(counts, sql` + `)} as n`.execute(database());
  return rows[0]!.n;
}

/** Threads due soon or overdue. An order thread's due date uses service time, which the database can't compute. */
async function dueRows(query: ThreadsQuery, me: string, at: Date, limit: number): Promise<Found[]> {
  const until = query.filters.due === "soon" ? after(at, DUE_SOON_MS) : at;
  return (await first(tiersOf(query, me, at), limit)).filter((it) => it.dueAt !== null && it.dueAt < until);
}

async function rowsOf(found: readonly Found[], at: Date): Promise<ThreadRow[]> {
  const db = database();
  const idsOf = (kind: Found["kind"]) => found.filter((f) => f.kind === kind).map((f) => f.id);
  const [ticketIds, orderIds] = [idsOf("ticket"), idsOf("order")];
  const [tickets, orders] = await Promise.all([
    ticketIds.length === 0
      ? []
      : db
          .selectFrom("tickets as t")
          .leftJoin("users as u", "u.uid", "t.ownerUid")
          .leftJoin("users as s", "s.uid", "t.assigneeId")
          .selectAll("t")
          .select(["u.displayName as ownerName", "s.displayName as assigneeName"])
          .where("t.id", "in", ticketIds)
          .execute(),
    orderIds.length === 0
      ? []
      : db
          .selectFrom("order_threads as t")
          .innerJoin("orders as o", "o.id", "t.orderId")
          .leftJoin("users as c", "c.uid", "o.userId")
          .leftJoin("users as e", "e.uid", "o.assignedTo")
          .leftJoin("users as s", "s.uid", "t.assigneeId")
          .selectAll("t")
          .select([
            "o.number",
            "o.title",
            "c.displayName as clientName",
            "e.displayName as editorName",
            "s.displayName as assigneeName",
          ])
          .where("t.orderId", "in", orderIds)
          .execute(),
  ]);
  const rows = new Map<string, ThreadRow>();
  for (const t of tickets) {
    const dueKind = !t.dueAt
      ? null
      : !t.firstRespondedAt && t.firstResponseDueAt?.getTime() === t.dueAt.getTime()
        ? ("first_response" as const)
        : ("resolution" as const);
    rows.set(t.id, {
      kind: "ticket",
      id: t.id,
      number: t.number,
      subject: t.subject,
      who: t.ownerName ?? (t.visitorName || t.visitorEmail || "Visitor"),
      ownerRole: t.ownerRole,
      channel: t.channel,
      category: t.category,
      priority: t.priority,
      status: t.status,
      assignee: t.assigneeId ? { uid: t.assigneeId, displayName: t.assigneeName ?? "" } : null,
      unread: t.unreadByAdmin,
      dueAt: t.dueAt?.toISOString() ?? null,
      dueKind,
      late: t.dueAt !== null && t.dueAt < at,
      lastAt: t.lastAt.toISOString(),
      lastRole: t.lastRole,
      messages: t.messages,
    });
  }
  for (const t of orders) {
    const dueAt = t.needsStaffAt ? await orderDue(t.needsStaffAt) : null;
    rows.set(t.orderId, {
      kind: "order",
      id: t.orderId,
      number: t.number,
      subject: t.title || "Untitled manuscript",
      who: [t.clientName, t.editorName].filter(Boolean).join(", "),
      ownerRole: null,
      channel: null,
      category: "order",
      priority: null,
      status: t.needsStaffAt ? "open" : "quiet",
      assignee: t.assigneeId ? { uid: t.assigneeId, displayName: t.assigneeName ?? "" } : null,
      unread: t.needsStaffAt !== null,
      dueAt: dueAt?.toISOString() ?? null,
      dueKind: dueAt ? "first_response" : null,
      late: dueAt !== null && dueAt < at,
      lastAt: t.lastAt.toISOString(),
      lastRole: t.lastRole,
      messages: t.messages,
    });
  }
  // Skip one that disappeared between the two reads.
  return found.flatMap((f) => rows.get(f.id) ?? []);
}

/** A search covers every status unless one is chosen. */
const asMeant = (query: ThreadsQuery): ThreadsQuery =>
  query.q && query.filters.status === "" ? { ...query, filters: { ...query.filters, status: "all" } } : query;

const asStaff = (actor: Actor): Person => {
  if (!isStaff(actor)) throw refused("Only staff can see all threads.");
  return actor;
};

/** All threads that match. @throws refused */
export function threadList(actor: Actor, asked: ThreadsQuery): List<ThreadRow> {
  const { uid } = asStaff(actor);
  const query = asMeant(asked);
  const at = now();
  const tiers = tiersOf(query, uid, at);
  const firstRows = (limit: number) => (query.filters.due ? dueRows(query, uid, at, limit) : first(tiers, limit));
  // If checking a row is expensive, the rows are read once and counted.
  let counted: Promise<Found[]> | undefined;
  return {
    async count(most) {
      if (!query.filters.due && !isSearch(query.q)) return count(tiers);
      counted = firstRows(most);
      return (await counted).length;
    },
    async read(limit, offset) {
      const end = offset + limit;
      return rowsOf((await (counted ?? firstRows(end))).slice(offset, end), at);
    },
    async *batches(most) {
      const found = await firstRows(Math.min(most, FILE_THREADS + 1));
      for (let from = 0; from < found.length; from += BATCH) yield await rowsOf(found.slice(from, from + BATCH), at);
    },
  };
}

/**
 * A page of the staff list of tickets and order threads. Each page takes a few bounded index reads. Pages and count end at five hundred rows, so
 * the cost doesn't grow with the number of threads. @throws refused
 */
export const listThreads = async (actor: Actor, asked: ThreadsQuery): Promise<ListPage<ThreadRow>> =>
  listPage(threadList(actor, asked), asked.page, { depth: DEEPEST });
