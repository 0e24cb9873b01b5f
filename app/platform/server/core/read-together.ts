import { type Expression, sql } from "kysely";
import type { Reader } from "./database.ts";

type Query = Expression<unknown> & { execute(): Promise<object[]> };
type Rows<Q> = Q extends { execute(): Promise<infer R> } ? R : never;

/**
 * Runs independent reads as one statement: one round trip, one consistent snapshot. Rows travel as JSON, and columns
 * named `at` or `...At` are parsed as dates, following our naming of instants.
 * @param reads queries by name, not executed @returns each query's rows, in its order
 */
export async function readTogether<T extends Readonly<Record<string, Query>>>(
  db: Reader,
  reads: T,
): Promise<{ [K in keyof T]: Rows<T[K]> }> {
  const found = await db
    .selectNoFrom(
      Object.entries(reads).map(([name, read]) =>
        sql<Record<string, unknown>[]>`(select coalesce(json_agg(q), '[]') from ${read} q)`.as(name),
      ),
    )
    .executeTakeFirstOrThrow();
  for (const rows of Object.values(found)) for (const row of rows) reviveInstants(row);
  return found as { [K in keyof T]: Rows<T[K]> };
}

/** Safe to mutate: nobody else has the row yet. */
function reviveInstants(row: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(row))
    if (typeof value === "string" && (name === "at" || name.endsWith("At"))) row[name] = new Date(value);
}
