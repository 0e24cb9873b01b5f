import { type Kysely, Kysely as KyselyClass, type LogEvent, type Transaction, sql } from "kysely";
import pg from "pg";
import type { Database } from "#db/schema.ts";
import { FollowingDialect } from "./after-commit.ts";
import { config } from "./config.ts";
import { log } from "./log.ts";
import { processWide } from "./process-wide.ts";
import { describeStatement, tracing } from "./tracing.ts";

// PostgreSQL returns sums and counts as bigint. Ours are far below 2^53, and a larger value must fail loudly.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const n = Number(text);
  if (!Number.isSafeInteger(n)) throw new RangeError(`Too large for a number: ${text}`);
  return n;
});
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
/** Reads accept either, inside a transaction or outside. */
export type Reader = Db | Tx;

type Held = { url: string; pool: pg.Pool; db: Db };
const holder = processWide<{ __stetDatabase?: Held }>();

function open(url: string, max: number): Held {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: "stet",
    // Every wait has a limit: for a connection, and for an answer from a hanging database.
    connectionTimeoutMillis: 15_000,
    statement_timeout: 120_000,
  });
  // The server closed an idle connection. The pool opens a new one.
  pool.on("error", (error) => log.error("idle database connection lost", error));
  // A connection can end between two queries of a transaction. The next query then fails, but the process keeps
  // running.
  pool.on("connect", (client) => client.on("error", () => {}));
  // Only if spans are recorded. Otherwise queries aren't even timed.
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

/** For tests and tools: sets their own database. */
export function useDatabase(url: string, max = 10): Db {
  holder.__stetDatabase = open(url, max);
  return holder.__stetDatabase.db;
}

export async function closeDatabase(): Promise<void> {
  const it = holder.__stetDatabase;
  holder.__stetDatabase = undefined;
  await it?.db.destroy();
}

/** For jsonb parameters, because the driver would turn a JavaScript array into a PostgreSQL one. */
export const json = (value: unknown): string => JSON.stringify(value);

/** A deadlock or a serialization conflict: safe to retry from the start. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "40P01" || error.code === "40001");

/** Serializes callers with the same key until their transactions end. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** Waits for `lockName` with the same key, and makes it wait until this transaction ends. Others who share it don't. */
export async function shareName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(tx);
}
