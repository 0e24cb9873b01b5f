import { sql } from "kysely";
import { type Tx, database, lockName } from "../core/database.ts";

/**
 * A table of sums that a trigger maintains. Each change inserts a part, a row with what it adds or subtracts, so two
 * changes never wait for each other. Queries add up the parts, which is exact in every snapshot. A clock rule merges
 * the parts of each sum into one row.
 */
export type KeptSums = {
  table: string;
  /** The columns that identify a sum. Never null. */
  keys: readonly string[];
  /** The columns to add up. */
  amounts: readonly string[];
};

/** How many sums are merged in one transaction. */
const AT_ONCE = 5_000;

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** Merges the parts of some sums that have new ones. Returns how many sums that were. */
async function merge(tx: Tx, { table, keys, amounts }: KeptSums): Promise<number> {
  const same = sql.join(
    keys.map((key) => sql`s.${sql.ref(key)} = t.${sql.ref(key)}`),
    sql` and `,
  );
  const sums = amounts.map((amount) => sql`sum(${sql.ref(amount)})`);
  const anything = sql.join(
    sums.map((sum) => sql`${sum} <> 0`),
    sql` or `,
  );
  const { rows } = await sql<{ n: number }>`with touched as (
      select distinct ${columns(keys)} from ${sql.table(table)} where fresh limit ${AT_ONCE}
    ), parts as (
      delete from ${sql.table(table)} s using touched t where ${same} returning s.*
    ), merged as (
      insert into ${sql.table(table)} (${columns([...keys, ...amounts])}, fresh)
        select ${columns(keys)}, ${sql.join(sums)}, false from parts group by ${columns(keys)} having ${anything}
    ) select count(*)::int as n from touched`.execute(tx);
  return rows[0]!.n;
}

/**
 * Merges what was added to these sums since the last time. Safe with two workers, and if interrupted at any moment: a
 * reader sees either the parts of a sum or the row that replaced them.
 */
export async function mergeSums(sums: KeptSums): Promise<void> {
  const once = (): Promise<number> =>
    database()
      .transaction()
      .execute(async (tx) => {
        await lockName(tx, `sums ${sums.table}`);
        return merge(tx, sums);
      });
  while ((await once()) === AT_ONCE);
}
