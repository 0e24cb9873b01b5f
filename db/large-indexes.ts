/**
 * Indexes of tables that may be large. A migration makes an index inside its transaction, and until that ends nobody
 * can write to the table. These are made after the migrations, one at a time, while everybody reads and writes.
 */
import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";

/** What a migration adds to large tables: each index by name, as it follows "create index NAME on". */
export type LargeIndexes = Readonly<Record<string, string>>;

/** The most time that one index may take. It waits for every transaction that is older than itself. */
const MOST_MS = 10 * 60_000;
const PAUSE_MS = 200;
/** Only one process makes indexes. This is its lock's number. */
const LOCK = 240;
/** PostgreSQL's codes for a statement that took too long, and for a name that is in use. */
const CANCELLED = "57014";

/** The indexes of `wanted` that the database lacks. One whose making was cut off isn't valid and counts as missing. */
async function missingIndexes(client: pg.Client, wanted: LargeIndexes): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_index i on i.indexrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and i.indisvalid`,
    [Object.keys(wanted)],
  );
  const made = new Set(rows.map(({ name }) => name));
  return Object.keys(wanted).filter((name) => !made.has(name));
}

/**
 * Makes the indexes that the database lacks. Safe if several processes start at once, and if one of them ends early:
 * the next one makes what is missing. An index that takes too long is left for the next start, with a warning: without
 * it the product is slower, not wrong.
 */
export async function makeLargeIndexes(databaseUrl: string, wanted: LargeIndexes): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, options: `-c statement_timeout=${MOST_MS}` });
  await client.connect();
  try {
    for (;;) {
      if ((await missingIndexes(client, wanted)).length === 0) return;
      // Waiting for the lock inside a statement would be an older transaction, for which the other process waits.
      const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [LOCK]);
      if (rows[0]!.mine) break;
      await sleep(PAUSE_MS);
    }
    for (const name of await missingIndexes(client, wanted)) {
      const quoted = pg.escapeIdentifier(name);
      try {
        await client.query(`drop index concurrently if exists ${quoted}`);
        await client.query(`create index concurrently ${quoted} on ${wanted[name]!}`);
      } catch (error) {
        if (!(error instanceof Error) || (error as { code?: string }).code !== CANCELLED) throw error;
        console.warn(`The index ${name} took too long and is left for the next start.`);
      }
    }
  } finally {
    // Ends the lock, too.
    await client.end();
  }
}
