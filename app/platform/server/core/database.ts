import { type Kysely, Kysely as KyselyClass, type LogEvent, type Transaction, sql } from "kysely";
import pg from "pg";
import type { Database } from "#db/schema.ts";
import { CONNECTION_WAIT_MS, HEALTH_WAIT_MS } from "../../rules/requests/load-limits.ts";
import { FollowingDialect } from "./after-commit.ts";
import { config } from "./config.ts";
import { log } from "./log.ts";
import { noteOverload } from "../requests/request-id.ts";
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

type Held = { url: string; pool: pg.Pool; db: Db; health?: pg.Pool };
const holder = processWide<{ __stetDatabase?: Held }>();

function open(url: string, max: number): Held {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: "stet",
    // Every wait has a limit: for a connection, and for an answer from a hanging database.
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    statement_timeout: 120_000,
  });
  // The server closed an idle connection. The pool opens a new one.
  pool.on("error", (error) => log.error("idle database connection lost", error));
  // A connection can end between two queries of a transaction. The next query then fails, but the process keeps
  // running.
  pool.on("connect", (client) => client.on("error", () => {}));
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  // Kysely's own queries come this way.
  pool.connect = (async () => {
    try {
      return await connect();
    } catch (error) {
      if (isOverloaded(error)) noteOverload();
      throw error;
    }
  }) as typeof pool.connect;
  // Only if spans are recorded. Otherwise queries aren't even timed.
  const logging = tracing() ? { log: traceQuery } : {};
  return { url, pool, db: new KyselyClass<Database>({ dialect: new FollowingDialect({ pool }), ...logging }) };
}

/** Whether there was no connection in time: the pool's were all in use, or PostgreSQL's. */
const isOverloaded = (error: unknown): boolean =>
  error instanceof Error &&
  (/timeout exceeded when trying to connect/.test(error.message) || (error as { code?: string }).code === "53300");

function traceQuery({ query, queryDurationMillis }: LogEvent): void {
  const { name, attributes } = describeStatement(query.sql);
  tracing()?.past(name, "client", attributes, queryDurationMillis);
}

const held = (): Held => (holder.__stetDatabase ??= open(config().databaseUrl, config().dbPool));

/** The process's database. */
export const database = (): Db => held().db;
export const databaseUrl = (): string => held().url;

/** Asks the database for a sign of life, on a connection that's used for nothing else. @throws if there's none */
export async function pingDatabase(): Promise<void> {
  const it = held();
  it.health ??= new pg.Pool({
    connectionString: it.url,
    max: 1,
    application_name: "stet health",
    connectionTimeoutMillis: HEALTH_WAIT_MS,
    query_timeout: HEALTH_WAIT_MS,
  }).on("error", () => {});
  await it.health.query("select 1");
}

/** For tests and tools: sets their own database. */
export function useDatabase(url: string, max = 10): Db {
  holder.__stetDatabase = open(url, max);
  return holder.__stetDatabase.db;
}

export async function closeDatabase(): Promise<void> {
  const it = holder.__stetDatabase;
  holder.__stetDatabase = undefined;
  await it?.health?.end();
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
