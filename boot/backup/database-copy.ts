/** The database's rows, read from one snapshot and loaded into an empty database, through PostgreSQL's COPY. */
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import copyStreams from "pg-copy-streams";
import { BackupError, type Table } from "./format.ts";

type TableToCopy = Pick<Table, "schema" | "name" | "columns">;

/** The job queue's tables worth restoring: the queues and the unfinished jobs. */
const QUEUE_TABLES: Readonly<Record<string, string>> = { queue: "", schedule: "", job: "where state < 'completed'" };
/** Written by the migrations themselves. */
const OF_MIGRATIONS = new Set(["kysely_migration", "kysely_migration_lock", "schema_floors"]);

const named = ({ schema, name }: { schema: string; name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
const listed = (columns: readonly string[]): string => columns.map((it) => pg.escapeIdentifier(it)).join(", ");

/** Begins a read-only transaction with a snapshot of the database, unaffected by later writes. */
export async function beginSnapshot(client: pg.Client): Promise<Date> {
  await client.query("begin isolation level repeatable read read only");
  // The first statement takes the snapshot.
  const { rows } = await client.query<{ at: Date }>("select clock_timestamp() as at");
  return rows[0]!.at;
}

export async function migrationsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>("select name from kysely_migration order by name");
  return rows.map(({ name }) => name);
}

export async function queueVersionOf(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ there: string | null }>("select to_regclass('pgboss.version') as there");
  if (rows[0]!.there === null) return null;
  return (await client.query<{ version: number }>("select version from pgboss.version")).rows[0]?.version ?? null;
}

/** The tables that contain data, each with its non-generated columns. */
export async function tablesOf(client: pg.Client): Promise<TableToCopy[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(`
    select n.nspname as schema, c.relname as name,
           array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
    group by n.nspname, c.relname
    order by n.nspname, c.relname`);
  return rows.filter(({ schema, name }) => (schema === "pgboss" ? name in QUEUE_TABLES : !OF_MIGRATIONS.has(name)));
}

export async function sequencesOf(client: pg.Client): Promise<{ schema: string; name: string; value: string }[]> {
  const { rows } = await client.query<{ schema: string; name: string; value: string }>(`
    select schemaname::text as schema, sequencename::text as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1, 2`);
  return rows;
}

/** A table's rows as COPY writes them. @returns the stream, and the number of rows once it has ended */
export function rowsOf(client: pg.Client, table: TableToCopy): { stream: Readable; rows: () => number } {
  const filter = table.schema === "pgboss" ? (QUEUE_TABLES[table.name] ?? "") : "";
  const stream = client.query(
    copyStreams.to(`copy (select ${listed(table.columns)} from ${named(table)} ${filter}) to stdout`),
  );
  return { stream, rows: () => stream.rowCount ?? 0 };
}

/**
 * @param migrations the backup's migrations
 * @throws BackupError if the database already contains people, or tables of a later version: a restore never overwrites
 * data
 */
export async function expectEmpty(client: pg.Client, migrations: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ users: string | null; migration: string | null }>(
    "select to_regclass('public.users') as users, to_regclass('public.kysely_migration') as migration",
  );
  const { users, migration } = rows[0]!;
  const used = users !== null && (await client.query("select 1 from users limit 1")).rowCount !== 0;
  if (used) throw new BackupError("This database isn't empty. Restore into a new one, so that nothing is overwritten.");
  const later = migration === null ? [] : (await migrationsOf(client)).filter((name) => !migrations.includes(name));
  if (later.length > 0)
    throw new BackupError("This database has tables that the backup doesn't know. Restore into a new, empty database.");
}

type Constraint = { schema: string; name: string; constraint: string; definition: string };

/**
 * Loads tables in one transaction. Foreign keys are dropped first and recreated at the end, which checks every row. The
 * database's triggers are off until then.
 * @param content a table's rows, as returned by `rowsOf`
 */
export async function loadTables(
  client: pg.Client,
  tables: readonly Table[],
  sequences: readonly { schema: string; name: string; value: string }[],
  content: (table: Table) => Promise<Readable>,
): Promise<void> {
  await client.query("begin");
  const { rows: constraints } = await client.query<Constraint>(`
    select n.nspname as schema, c.relname as name, k.conname as constraint, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and n.nspname in ('public', 'pgboss')`);
  const own = tables.filter(({ schema }) => schema === "public");
  for (const it of constraints)
    await client.query(`alter table ${named(it)} drop constraint ${pg.escapeIdentifier(it.constraint)}`);
  for (const table of own) await client.query(`alter table ${named(table)} disable trigger user`);
  // The migrations inserted some rows that are also in the backup.
  await client.query(`truncate ${tables.map(named).join(", ")}`);
  for (const table of tables) {
    const into = client.query(copyStreams.from(`copy ${named(table)} (${listed(table.columns)}) from stdin`));
    await pipeline(await content(table), into);
    if (into.rowCount !== table.rows)
      throw new BackupError(`${table.name} has ${into.rowCount} rows, and the backup says ${table.rows}.`);
  }
  for (const it of sequences) await client.query("select setval($1::regclass, $2::bigint)", [named(it), it.value]);
  for (const table of own) await client.query(`alter table ${named(table)} enable trigger user`);
  for (const it of constraints)
    await client.query(
      `alter table ${named(it)} add constraint ${pg.escapeIdentifier(it.constraint)} ${it.definition}`,
    );
  await client.query("commit");
}
