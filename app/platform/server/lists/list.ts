import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import {
  COUNTED,
  type Cursor,
  type ListPage,
  type Paging,
  type Place,
  ROWS_PER_PAGE,
  pageOf,
  placeText,
} from "#app/platform/rules/core/list-query.ts";
import { database } from "../core/database.ts";
import { type Order, beyondSql, orderSql, placeSql } from "./order.ts";

/** Neighboring rows of a list. */
export type Window<Row> = {
  rows: Row[];
  /** The places of the first and the last row. */
  first?: Place;
  last?: Place;
  /** There are rows beyond these, in the direction of reading. From a count it may be left out: false. */
  beyond: boolean;
};

/** A sorted list that can be counted, paged, and exported. Check permission before creating one. */
export type List<Row> = {
  /** How many rows match; the database stops counting at `most`. */
  count(most: number): Promise<number>;
  read(limit: number, offset: number): Promise<Row[]>;
  /** Rows from a place, or after so many rows. Always in the list's order. */
  window(limit: number, from: Cursor | number): Promise<Window<Row>>;
  /** The first `most` rows in batches from one statement, which makes them consistent. */
  batches(most: number): AsyncIterable<Row[]>;
};

/** A list whose pages are its windows. */
export const listOfWindows = <Row>(list: Omit<List<Row>, "read">): List<Row> => ({
  ...list,
  read: async (limit, offset) => (await list.window(limit, offset)).rows,
});

/** How many rows an export fetches at once. */
const BATCH = 500;

/** A statement's rows in batches, through a cursor that keeps only one in memory. */
async function* byCursor<Raw>(statement: RawBuilder<unknown>): AsyncGenerator<Raw[]> {
  const tx = await database().startTransaction().execute();
  try {
    await sql`declare rows_of_list no scroll cursor for ${statement}`.execute(tx);
    for (;;) {
      const { rows } = await sql<Raw>`fetch ${sql.lit(BATCH)} from rows_of_list`.execute(tx);
      if (rows.length > 0) yield rows;
      if (rows.length < BATCH) return;
    }
  } finally {
    await tx.rollback().execute();
  }
}

type Placed<Raw> = Raw & { place: Place };

/** A window of rows that were read with one more than `limit`, which says whether there are others. */
export function windowOf<Raw>(found: readonly Placed<Raw>[], limit: number, back: boolean): Window<Placed<Raw>> {
  const rows = found.slice(0, limit);
  if (back) rows.reverse();
  const [first] = rows;
  const last = rows.at(-1);
  return { rows, ...(first && last ? { first: first.place, last: last.place } : {}), beyond: found.length > limit };
}

/** A row as its list selects it. */
function withoutPlace<Raw>(placed: Placed<Raw>): Raw {
  const row: Partial<Placed<Raw>> = { ...placed };
  delete row.place;
  return row as Raw;
}

type Stretch = { order: Order; back: boolean; where: RawBuilder<unknown> | null };

function listOf<Raw, Row>(
  order: Order,
  counted: (most: number) => RawBuilder<unknown>,
  /** Rows with their places. */
  placed: (stretch: Stretch, limit: number, offset: number) => RawBuilder<unknown>,
  all: (most: number) => RawBuilder<unknown>,
  shape: (rows: Raw[]) => Row[] | Promise<Row[]>,
): List<Row> {
  return listOfWindows({
    async count(most) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${counted(most)}) matches`.execute(
        database(),
      );
      return rows[0]!.n;
    },
    async window(limit, from) {
      const at = typeof from === "number" ? null : from;
      const back = at?.back ?? false;
      const where = at && beyondSql(order, at.place, back);
      const query = placed({ order, back, where }, limit + 1, typeof from === "number" ? from : 0);
      const near = windowOf((await sql<Placed<Raw>>`${query}`.execute(database())).rows, limit, back);
      return { ...near, rows: await shape(near.rows.map(withoutPlace)) };
    },
    async *batches(most) {
      for await (const rows of byCursor<Raw>(all(most))) yield await shape(rows);
    },
  });
}

/**
 * A list from a query. @param found what matches, without columns @param shown adds the columns @param shape turns the
 * database's rows into the list's, with further reads if needed
 */
export const queryList = <DB, TB extends keyof DB, Raw, Row>(
  found: SelectQueryBuilder<DB, TB, object>,
  order: Order,
  shown: (found: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, Raw>,
  shape: (rows: Raw[]) => Row[] | Promise<Row[]>,
): List<Row> =>
  listOf(
    order,
    // Kysely wraps a query inside a template in parentheses.
    (most) => sql`select 1 from ${found.select(sql`1`.as("one")).limit(most)} found`,
    ({ back, where }, limit, offset) =>
      sql`${shown(where ? found.where(sql<boolean>`${where}`) : found)
        .select(placeSql(order).as("place"))
        .orderBy(orderSql(order, back))
        .limit(limit)
        .offset(offset)}`,
    (most) => sql`${shown(found).orderBy(orderSql(order)).limit(most)}`,
    shape,
  );

/** A list in SQL: columns, source, filter and order. */
export type SqlList = {
  select: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  where: readonly RawBuilder<unknown>[];
  order: Order;
};

/** All of the conditions; true for none. */
export const allOf = (where: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  where.length > 0
    ? sql<boolean>`(${sql.join(
        where.map((it) => sql`(${it})`),
        sql` and `,
      )})`
    : sql<boolean>`true`;

export function sqlList<Row>(list: SqlList): List<Row>;
export function sqlList<Raw, Row>(list: SqlList, shape: (rows: Raw[]) => Row[] | Promise<Row[]>): List<Row>;
/** A list from SQL. @param shape turns the database's rows into the list's */
export function sqlList<Row>(
  list: SqlList,
  shape: (rows: Row[]) => Row[] | Promise<Row[]> = (rows) => rows,
): List<Row> {
  const { select, from, order } = list;
  const rows = (columns: RawBuilder<unknown>, where: readonly RawBuilder<unknown>[], back: boolean) =>
    sql`select ${columns} from ${from} where ${allOf(where)} order by ${orderSql(order, back)}`;
  return listOf(
    order,
    (most) => sql`select 1 from ${from} where ${allOf(list.where)} limit ${most}`,
    ({ back, where }, limit, offset) =>
      sql`${rows(
        sql`${select}, ${placeSql(order)} as place`,
        where ? [...list.where, where] : list.where,
        back,
      )} limit ${limit} offset ${offset}`,
    (most) => sql`${rows(select, list.where, false)} limit ${most}`,
    shape,
  );
}

/** PostgreSQL's codes for values that aren't of the type they're compared to begin with this. */
const BAD_VALUE = "22";

/** The rows at a cursor. Null if there are none, or if it's a cursor of another list or order. */
async function windowAt<Row>(list: List<Row>, size: number, cursor: Cursor): Promise<Window<Row> | null> {
  try {
    const found = await list.window(size, cursor);
    // Going back over rows that were removed ends before a whole page.
    return found.rows.length === 0 || (cursor.back && found.rows.length < size) ? null : found;
  } catch (error) {
    if (error instanceof Error && String((error as { code?: unknown }).code).startsWith(BAD_VALUE)) return null;
    throw error;
  }
}

/**
 * One page of a list. Counting and paging end at `depth` rows ("10,000+"), which bounds what a page costs.
 * @param asked the page, from 1 @param size rows per page
 */
export async function listPage<Row>(
  list: List<Row>,
  asked: number | Paging,
  { size = ROWS_PER_PAGE, depth = COUNTED }: { size?: number; depth?: number } = {},
): Promise<ListPage<Row>> {
  const { page: wanted, cursor }: Paging = typeof asked === "number" ? { page: asked } : asked;
  const n = await list.count(depth + 1);
  const total = Math.min(n, depth);
  const more = n > depth;
  if (total === 0) return { rows: [], total, more, page: 1, pages: 1 };
  const pageAt = (at: { page: number; pages: number }, { rows, first, last }: Window<Row>): ListPage<Row> => ({
    rows,
    total,
    more,
    ...at,
    // The first page has no place: it opens with what's first now.
    ...(at.page > 2 && first ? { before: placeText(first) } : {}),
    ...(at.page < at.pages && last ? { after: placeText(last) } : {}),
  });
  const near = cursor && (await windowAt(list, size, cursor));
  if (near) {
    const most = Math.ceil(depth / size);
    const page = cursor.back && !near.beyond ? 1 : Math.min(wanted, most);
    const pages = Math.max(page + 1, pageOf(total, 1, size).pages);
    return pageAt({ page, pages: cursor.back || near.beyond ? (more ? most : pages) : page }, near);
  }
  const { page, pages, offset, limit } = pageOf(total, cursor?.back ? 1 : wanted, size);
  return pageAt({ page, pages }, await list.window(Math.min(limit, total - offset), offset));
}

/** Between two days, both inclusive, in UTC. A missing day means no bound. */
export function between(column: RawBuilder<unknown>, from: string | null, to: string | null): RawBuilder<unknown>[] {
  return [
    ...(from ? [sql`${column} >= ${new Date(`${from}T00:00:00Z`)}`] : []),
    ...(to ? [sql`${column} < ${new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000)}`] : []),
  ];
}
