import { type RawBuilder, sql } from "kysely";
import { type Actor, type Person, isAdmin } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage, pageOf } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";

/** A list as SQL: columns, source, filter and order. */
export type SqlList = {
  select: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  where: readonly RawBuilder<unknown>[];
  order: RawBuilder<unknown>;
};

/** The most rows in one file. */
const CSV_ROWS = 50_000;
const conditions = (list: SqlList) =>
  list.where.length > 0
    ? sql.join(
        list.where.map((w) => sql`(${w})`),
        sql` and `,
      )
    : sql`true`;

/** One page of a list, counted and limited by the database. @param size rows per page */
export async function readPage<Row>(list: SqlList, asked: number, size?: number): Promise<ListPage<Row>> {
  const counted = await sql<{
    n: number;
  }>`select count(*)::int as n from ${list.from} where ${conditions(list)}`.execute(database());
  const total = counted.rows[0]?.n ?? 0;
  const { page, pages, offset, limit } = pageOf(total, asked, size);
  return { rows: await read<Row>(list, limit, offset), total, page, pages };
}

/** All of a list, for a file. */
export const readForFile = <Row>(list: SqlList): Promise<Row[]> => read<Row>(list, CSV_ROWS, 0);

async function read<Row>(list: SqlList, limit: number, offset: number): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select ${list.select} from ${list.from} where ${conditions(list)} order by ${list.order} limit ${limit} offset ${offset}`.execute(
      database(),
    );
  return rows;
}

/** "… asc nulls last, id": a stable order. */
export const ordered = (by: RawBuilder<unknown>, desc: boolean, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${by} ${sql.raw(desc ? "desc" : "asc")} nulls last, ${id} ${sql.raw(desc ? "desc" : "asc")}`;

/** @throws refused unless admin */
export function allowAdmin(actor: Actor, what: string): asserts actor is Person {
  if (!isAdmin(actor)) throw refused(`Only an admin can see ${what}.`);
}

const DAY_SHAPE = /^\d{4}-\d{2}-\d{2}$/;
/** A calendar day such as "2026-11-21", or null. @param text untrusted */
export function readDay(text: string | null | undefined): string | null {
  if (!text || !DAY_SHAPE.test(text)) return null;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null;
}

/** Between two days, both inclusive, in UTC. */
export function between(column: RawBuilder<unknown>, from: string | null, to: string | null): RawBuilder<unknown>[] {
  return [
    ...(from ? [sql`${column} >= ${new Date(`${from}T00:00:00Z`)}`] : []),
    ...(to ? [sql`${column} < ${new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000)}`] : []),
  ];
}
