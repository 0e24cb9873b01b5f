import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { COUNTED, type ListPage, ROWS_PER_PAGE, pageOf } from "#app/platform/rules/core/list-query.ts";
import { database } from "../core/database.ts";

/** A sorted list that can be counted, paged, and exported. Check permission before creating one. */
export type List<Row> = {
  /** How many rows match; the database stops counting at `most`. */
  count(most: number): Promise<number>;
  read(limit: number, offset: number): Promise<Row[]>;
  /** The first `most` rows in batches from one statement, which makes them consistent. */
  batches(most: number): AsyncIterable<Row[]>;
};

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

function listOf<Raw, Row>(
  counted: (most: number) => RawBuilder<unknown>,
  stretch: (limit: number, offset: number) => RawBuilder<unknown>,
  shape: (rows: Raw[]) => Row[] | Promise<Row[]>,
): List<Row> {
  return {
    async count(most) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${counted(most)}) matches`.execute(
        database(),
      );
      return rows[0]!.n;
    },
    async read(limit, offset) {
      return shape((await sql<Raw>`${stretch(limit, offset)}`.execute(database())).rows);
    },
    async *batches(most) {
      for await (const rows of byCursor<Raw>(stretch(most, 0))) yield await shape(rows);
    },
  };
}

/**
 * A list from a query. @param found what matches, without columns @param shown adds the columns and a stable order
 * @param shape turns the database's rows into the list's, with further reads if needed
 */
export const queryList = <DB, TB extends keyof DB, Raw, Row>(
  found: SelectQueryBuilder<DB, TB, object>,
  shown: (found: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, Raw>,
  shape: (rows: Raw[]) => Row[] | Promise<Row[]>,
): List<Row> =>
  listOf(
    // Kysely wraps a query inside a template in parentheses.
    (most) => sql`select 1 from ${found.select(sql`1`.as("one")).limit(most)} found`,
    (limit, offset) => sql`${shown(found).limit(limit).offset(offset)}`,
    shape,
  );

/** A list in SQL: columns, source, filter and order. */
export type SqlList = {
  select: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  where: readonly RawBuilder<unknown>[];
  order: RawBuilder<unknown>;
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
  const matching = sql`from ${list.from} where ${allOf(list.where)}`;
  return listOf(
    (most) => sql`select 1 ${matching} limit ${most}`,
    (limit, offset) => sql`select ${list.select} ${matching} order by ${list.order} limit ${limit} offset ${offset}`,
    shape,
  );
}

/**
 * One page of a list. Counting and paging end at `depth` rows ("10,000+"), which bounds what a page costs.
 * @param asked from 1 @param size rows per page
 */
export async function listPage<Row>(
  list: List<Row>,
  asked: number,
  { size = ROWS_PER_PAGE, depth = COUNTED }: { size?: number; depth?: number } = {},
): Promise<ListPage<Row>> {
  const n = await list.count(depth + 1);
  const total = Math.min(n, depth);
  const { page, pages, offset, limit } = pageOf(total, asked, size);
  const rows = total === 0 ? [] : await list.read(Math.min(limit, total - offset), offset);
  return { rows, total, more: n > depth, page, pages };
}

/** "… desc nulls last, id desc": a stable order. */
export const ordered = (by: RawBuilder<unknown>, desc: boolean, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${by} ${sql.raw(desc ? "desc" : "asc")} nulls last, ${id} ${sql.raw(desc ? "desc" : "asc")}`;

/**
 * The same by a column that is never null. An index on the column and the id has this order from either end, which it
 * doesn't with "nulls last".
 */
export const orderedNotNull = (by: RawBuilder<unknown>, desc: boolean, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${by} ${sql.raw(desc ? "desc" : "asc")}, ${id} ${sql.raw(desc ? "desc" : "asc")}`;

/** Between two days, both inclusive, in UTC. A missing day means no bound. */
export function between(column: RawBuilder<unknown>, from: string | null, to: string | null): RawBuilder<unknown>[] {
  return [
    ...(from ? [sql`${column} >= ${new Date(`${from}T00:00:00Z`)}`] : []),
    ...(to ? [sql`${column} < ${new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000)}`] : []),
  ];
}
