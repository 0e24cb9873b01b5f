import { sql } from "kysely";
import { type Actor, type Person } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage, type Place, ROWS_PER_PAGE } from "#app/platform/rules/core/list-query.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type List, listOfWindows, listPage } from "#app/platform/server/lists/list.ts";
import { MOST_READ, withSearchLimits } from "#app/platform/server/lists/search.ts";
import { DUE_SOON_MS } from "../../rules/desk.ts";
import type { ThreadRow, ThreadsQuery } from "../../rules/ticket-view.ts";
import { type Source, type Sql, and, isSearch, searching, isSettled, byTime, needing } from "./thread-sources.ts";
import { type Found, rowsOf } from "./thread-rows.ts";
import { ordersDue } from "./order-due.ts";

/** The most rows that pages cover. Anything beyond is found by a filter or search. No source is read further. */
const DEEPEST = 10 * ROWS_PER_PAGE;
/** The most rows in one CSV file, and how many are described at once. */
export const FILE_THREADS = 10_000;
const BATCH = 500;

/**
 * A text search looks through this many of the newest first. A common word is found often enough there, without reading
 * its million rows.
 */
const NEWEST = 2_000;
/** A word that fewer than so many of the very newest have isn't common: the other newest rows aren't looked through. */
const PROBED = 200;
const COMMON = 10;

const selectOf = (source: Source, limit: number, table?: Sql, where: Sql = and(source.where)): Sql =>
  source.kind === "ticket"
    ? sql`(select 'ticket' as kind, t.id, ${source.due} as "dueAt", t."lastAt" from ${table ?? sql`tickets t`}
      where ${where} order by ${source.order} limit ${limit})`
    : sql`(select 'order' as kind, t."orderId" as id, ${source.due} as "dueAt", t."lastAt"
      from ${table ?? sql`order_threads t`} where ${where} order by ${source.order} limit ${limit})`;

async function withDue(rows: readonly Found[]): Promise<Found[]> {
  const asked = rows.filter((r) => r.kind === "order" && r.dueAt !== null);
  const due = await ordersDue(asked.map((r) => r.dueAt!));
  const dueOf = new Map(asked.map((r, i) => [r, due[i]!]));
  return rows.map((r) => (dueOf.has(r) ? { ...r, dueAt: dueOf.get(r)! } : r));
}

async function read(sources: readonly Source[], limit: number): Promise<Found[]> {
  if (sources.length === 0) return [];
  const { rows } = await sql<Found>`${sql.join(
    sources.map((s) => selectOf(s, limit)),
    sql` union all `,
  )}`.execute(database());
  return withDue(rows);
}

/** The newest rows of a source. */
const newestOf = (kind: Source["kind"], rows: number): Sql =>
  kind === "ticket"
    ? sql`(select * from tickets order by "lastAt" desc, id desc limit ${rows}) t`
    : sql`(select * from order_threads order by "lastAt" desc, "orderId" desc limit ${rows}) t`;

/** All matching rows of a source, through the indexes by words. */
const matchesOf = (source: Source): Sql =>
  sql`(select t.* from ${source.kind === "ticket" ? sql`tickets` : sql`order_threads`} t
    where ${and(source.anywhere ?? source.where)} limit ${MOST_READ} offset 0) t`;

/** Like `read`, for a text search. Common words are found among the newest rows, and rarer ones are looked up. */
const readSearched = (sources: readonly Source[], limit: number, newestFirst: boolean): Promise<Found[]> =>
  withSearchLimits(async (tx) => {
    const all: Found[] = [];
    for (const source of sources) {
      const among = async (rows: number): Promise<Found[]> =>
        (await sql<Found>`select * from ${selectOf(source, limit, newestOf(source.kind, rows))} s`.execute(tx)).rows;
      const isCommon = newestFirst && (await among(PROBED)).length >= Math.min(COMMON, limit);
      const newest = isCommon ? await among(NEWEST) : [];
      all.push(
        ...(isCommon && newest.length === limit
          ? newest
          : (await sql<Found>`select * from ${selectOf(source, limit, matchesOf(source), sql`true`)} s`.execute(tx))
              .rows),
      );
    }
    return withDue(all);
  });

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

/** A row and its section's number. */
type Row = Found & { tier: number };

/** The first rows of a list; no source is read beyond the limit. */
async function first(tiers: readonly Tier[], limit: number): Promise<Row[]> {
  const found: Row[] = [];
  for (const [i, tier] of tiers.entries())
    if (found.length < limit)
      found.push(
        ...(tier.search
          ? await readSearched(tier.sources, limit - found.length, tier.search.newestFirst)
          : await read(tier.sources, limit - found.length)
        )
          .toSorted(tier.compare)
          .slice(0, limit - found.length)
          .map((row) => ({ ...row, tier: i })),
      );
  return found;
}

const placeOf = (row: Row): Place => [
  String(row.tier),
  row.dueAt?.toISOString() ?? null,
  row.lastAt.toISOString(),
  row.kind,
  row.id,
];

/**
 * Where a place is among the rows: the index of the first row from it on, and of the first after it. A row that has
 * moved since is no longer there, and its place is between its neighbors of then.
 */
function findPlace(rows: readonly Row[], tiers: readonly Tier[], place: Place): [from: number, after: number] {
  const same = rows.findIndex((row) => placeOf(row).every((it, i) => it === place[i]));
  if (same !== -1) return [same, same + 1];
  const [tier, dueAt, lastAt, kind, id] = place;
  const then = {
    kind: kind as Found["kind"],
    id: id ?? "",
    dueAt: dueAt ? new Date(dueAt) : null,
    lastAt: new Date(lastAt ?? ""),
  };
  const next = rows.findIndex(
    (row) =>
      row.tier > Number(tier) || (row.tier === Number(tier) && (tiers[row.tier]?.compare(row, then as Found) ?? 0) > 0),
  );
  return next === -1 ? [rows.length, rows.length] : [next, next];
}

/** The row count of a list, counting no source beyond the last page. */
async function count(tiers: readonly Tier[]): Promise<number> {
  const sources = tiers.flatMap((tier) => tier.sources);
  if (sources.length === 0) return 0;
  const counts = sources.map(
    (s) =>
      sql`(select count(*)::int from (select 1 from ${s.kind === "ticket" ? sql`tickets t` : sql`order_threads t`}
        where ${and(s.where)} limit ${DEEPEST + 1}) x)`,
  );
  const { rows } = await sql<{ n: number }>`select ${sql.join(counts, sql` + `)} as n`.execute(database());
  return rows[0]!.n;
}

/** Threads due soon or overdue. An order thread's due date uses service time, which the database can't compute. */
async function dueRows(query: ThreadsQuery, me: string, at: Date, limit: number): Promise<Row[]> {
  const until = query.filters.due === "soon" ? after(at, DUE_SOON_MS) : at;
  return (await first(tiersOf(query, me, at), limit)).filter((it) => it.dueAt !== null && it.dueAt < until);
}

/** A search covers every status unless one is chosen. */
const inAnyStatus = (query: ThreadsQuery): ThreadsQuery =>
  query.q && query.filters.status === "" ? { ...query, filters: { ...query.filters, status: "all" } } : query;

const asStaff = (actor: Actor): Person => {
  if (!may(actor, "care")) throw refused("Only staff can see all threads.");
  return actor;
};

/** All threads that match. @throws refused */
export function threadList(actor: Actor, asked: ThreadsQuery): List<ThreadRow> {
  const { uid } = asStaff(actor);
  const query = inAnyStatus(asked);
  const at = now();
  const tiers = tiersOf(query, uid, at);
  const firstRows = (limit: number) => (query.filters.due ? dueRows(query, uid, at, limit) : first(tiers, limit));
  // If checking a row is expensive, the rows are read once and counted.
  let counted: Promise<Row[]> | undefined;
  return listOfWindows({
    async count(most) {
      if (!query.filters.due && !isSearch(query.q)) return count(tiers);
      counted = firstRows(most);
      return (await counted).length;
    },
    async window(limit, place) {
      const rows = await (counted ?? firstRows(typeof place === "number" ? place + limit + 1 : DEEPEST + 1));
      const [from, after] = typeof place === "number" ? [place, place] : findPlace(rows, tiers, place.place);
      const back = typeof place !== "number" && place.back;
      const near = back ? rows.slice(Math.max(0, from - limit), from) : rows.slice(after, after + limit);
      const [opening] = near;
      const last = near.at(-1);
      return {
        rows: await rowsOf(near, at),
        ...(opening && last ? { first: placeOf(opening), last: placeOf(last) } : {}),
        beyond: back ? from > limit : rows.length > after + limit,
      };
    },
    async *batches(most) {
      const found = await firstRows(Math.min(most, FILE_THREADS + 1));
      for (let from = 0; from < found.length; from += BATCH) yield await rowsOf(found.slice(from, from + BATCH), at);
    },
  });
}

/**
 * A page of the staff list of tickets and order threads. Each page takes a few bounded index reads. Pages and count end
 * at five hundred rows, so the cost doesn't grow with the number of threads.
 * @throws refused
 */
export const listThreads = async (actor: Actor, asked: ThreadsQuery): Promise<ListPage<ThreadRow>> =>
  listPage(threadList(actor, asked), asked, { depth: DEEPEST });
