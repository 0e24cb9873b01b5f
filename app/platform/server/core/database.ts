import { type Kysely, Kysely as KyselyClass, type LogEvent, type Transaction, sql } from "kysely";
import pg from "pg";
import type { Database } from "#db/schema.ts";
import { FollowingDialect } from "./after-commit.ts";
import { config } from "./config.ts";
import { log } from "./log.ts";
import { processWide } from "./process-wide.ts";
import { describeStatement, tracing } from "./tracing.ts";

// Sums and counts are bigint in PostgreSQL; ours stay far below 2^53, and a value beyond it must not pass silently.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const n = Number(text);
  if (!Number.isSafeInteger(n)) throw new RangeError(`Too large for a number: ${text}`);
  return n;
});
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
/** Reads take either: they work inside a transaction and outside. */
export type Reader = Db | Tx;

type Held = { url: string; pool: pg.Pool; db: Db };
const holder = processWide<{ __stetDatabase?: Held }>();

function open(url: string, max: number): Held {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: "stet",
    // Every wait has an end: for a connection, and for an answer from a database that hangs.
    connectionTimeoutMillis: 15_000,
    statement_timeout: 120_000,
  });
  // An idle connection that the server closed: the pool makes a new one; the process lives.
  pool.on("error", (error) => log.error("idle database connection lost", error));
  // One that ends while a transaction holds it, between two queries: the next query fails, and the process lives.
  pool.on("connect", (client) => client.on("error", () => {}));
  // Only where spans are recorded: a query is otherwise not even timed.
  const logging = tracing() ? { log: traceQuery } : {};
  return { url, pool, db: new KyselyClass<Database>({ dialect: new FollowingDialect({ pool }), ...logging }) };
}

function traceQuery({ query, queryDurationMillis }: LogEvent): void {
  const { name, attributes } = describeStatement(query.sql);
  tracing()?.past(name, "client", attributes, queryDurationMillis);
}

const held = (): Held => (holder.__stetDatabase ??= open(config().databaseUrl, config().dbPool));

/** The process's database. */
export const database = (): Db => held().db;
export const databaseUrl = (): string => held().url;

/** For tests and tools: a database of their own. */
export function useDatabase(url: string, max = 10): Db {
  holder.__stetDatabase = open(url, max);
  return holder.__stetDatabase.db;
}

export async function closeDatabase(): Promise<void> {
  const it = holder.__stetDatabase;
  holder.__stetDatabase = undefined;
  await it?.db.destroy();
}

/** jsonb in: the driver would take a JavaScript array for a PostgreSQL one. */
export const json = (value: unknown): string => JSON.stringify(value);

/** Two commands that waited for each other, or met on one row: safe to do again from the start. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "40P01" || error.code === "40001");

/** Serializes callers with the same key until their transactions end. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
