import type { Tx } from "#app/platform/server/core/database.ts";
import { sql } from "kysely";

/**
 * The next number of a gap-free series. The row stays locked until the transaction ends, so that no number is lost.
 * @param series e.g. "INV-2026", "CN-2026", "SB-<editor>-2026"
 */
export async function takeNumber(tx: Tx, series: string): Promise<number> {
  return takeNumbers(tx, series, 1);
}

/** The next numbers of a series, as many as asked for. @returns the first of them */
export async function takeNumbers(tx: Tx, series: string, count: number): Promise<number> {
  const { rows } = await sql<{ first: number }>`
    insert into number_series (series, next) values (${series}, 1 + ${count}::int)
    on conflict (series) do update set next = number_series.next + ${count}::int
    returning next - ${count}::int as first`.execute(tx);
  return rows[0]!.first;
}
