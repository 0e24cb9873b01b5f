import type { Tx } from "#app/platform/server/core/database.ts";
import { sql } from "kysely";

/**
 * The next number of a gap-free series. The row stays locked until the transaction ends, so that no number is lost.
 * @param series e.g. "INV-2026", "CN-2026", "SB-<editor>-2026"
 */
export async function takeNumber(tx: Tx, series: string): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    insert into number_series (series, next) values (${series}, 2)
    on conflict (series) do update set next = number_series.next + 1
    returning next - 1 as taken`.execute(tx);
  return rows[0]!.taken;
}
