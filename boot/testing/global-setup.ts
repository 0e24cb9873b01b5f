/**
 * Vitest's global setup of the project `server`: one PostgreSQL for this checkout in the temporary directory, shared by
 * overlapping test runs, with a migrated template database that each test file copies.
 */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../embedded-postgres.ts";
import { TEST_DATABASE_PREFIX, TEST_RUN, TEST_SERVER_URL, TEST_TEMPLATE, TEST_TEMPLATE_ERROR } from "./database.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const MIGRATE = path.join(ROOT, "db/migrate.ts");
/**
 * What a server of databases that live for seconds can do without: a log for replicas, processes that read ahead of
 * others, since its files are in memory, and cleaning and measuring of tables, which would also make plans depend on the
 * moment.
 */
const SETTINGS = {
  wal_level: "minimal",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  io_method: "sync",
  autovacuum: "off",
  checkpoint_timeout: "1h",
};
/**
 * Advisory locks in the server's own database: each run holds the first one as shared, and the process that stops the
 * server needs it exclusively.
 */
const RUN_LOCK = 7_301;
const TEMPLATE_LOCK = 7_302;

export default async function setup(): Promise<() => Promise<void>> {
  const { postgres, session } = await join();
  const run = randomBytes(4).toString("hex");
  process.env[TEST_SERVER_URL] = postgres.url();
  process.env[TEST_RUN] = run;
  try {
    process.env[TEST_TEMPLATE] = await prepareTemplate(postgres, session);
  } catch (error) {
    // Tests without a database still run. `testDatabase` reports the error to the others.
    process.env[TEST_TEMPLATE_ERROR] = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  return async () => {
    await dropDatabases(session, "datname like $1", `${TEST_DATABASE_PREFIX}%\\_${run}`);
    await session.query("select pg_advisory_unlock_shared($1)", [RUN_LOCK]);
    const last = await session.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [RUN_LOCK]);
    if (last.rows[0]?.taken) await postgres.stop();
    await session.end().catch(() => {});
  };
}

/** Joins the server, and starts over if it was just being stopped. */
async function join(): Promise<{ postgres: EmbeddedPostgres; session: pg.Client }> {
  const directory = path.join(
    os.tmpdir(),
    `stet-test-${createHash("sha1").update(ROOT).digest("hex").slice(0, 8)}`,
    "pg",
  );
  for (let attempt = 1; ; attempt += 1) {
    try {
      const postgres = await startEmbeddedPostgres(directory, {
        fsync: false,
        maxConnections: 300,
        settings: SETTINGS,
      });
      const session = new pg.Client({ connectionString: postgres.url() });
      session.on("error", () => {});
      await session.connect();
      const alone = await session.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [RUN_LOCK]);
      // Databases of killed runs. No other run is active, so none of them is in use.
      if (alone.rows[0]?.taken) await dropDatabases(session, "starts_with(datname, $1)", TEST_DATABASE_PREFIX);
      await session.query("select pg_advisory_lock_shared($1)", [RUN_LOCK]);
      if (alone.rows[0]?.taken) await session.query("select pg_advisory_unlock($1)", [RUN_LOCK]);
      return { postgres, session };
    } catch (error) {
      if (attempt === 20) throw error;
      await sleep(250);
    }
  }
}

async function dropDatabases(session: pg.Client, which: string, value: string): Promise<void> {
  const found = await session.query<{ datname: string }>(`select datname from pg_database where ${which}`, [value]);
  for (const { datname } of found.rows)
    await session.query(`drop database if exists ${pg.escapeIdentifier(datname)} with (force)`);
}

/** The migrated template, recreated only when migrations change. Without migrations it's an empty database. */
async function prepareTemplate(postgres: EmbeddedPostgres, session: pg.Client): Promise<string> {
  const name = `template_${migrationsHash()}`;
  const draft = `${name}_draft`;
  await session.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
  try {
    const found = await session.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount !== 0) return name;
    await session.query(`drop database if exists ${draft} with (force)`);
    await session.query(`create database ${draft}`);
    if (existsSync(MIGRATE)) {
      const { migrate } = (await import(pathToFileURL(MIGRATE).href)) as {
        migrate: (databaseUrl: string) => Promise<void>;
      };
      await migrate(postgres.url(draft));
      // A pool that the migrations left open would prevent renaming the database.
      await session.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [draft]);
    }
    await session.query(`alter database ${draft} rename to ${name}`);
    return name;
  } finally {
    await session.query("select pg_advisory_unlock($1)", [TEMPLATE_LOCK]);
  }
}

/** Hashes everything under `db/` except the seed, and the versions of packages with their own tables. */
function migrationsHash(): string {
  const hash = createHash("sha1");
  const folder = path.join(ROOT, "db");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !path.relative(folder, file).startsWith("seed"))
    .concat(path.join(ROOT, "package-lock.json"))
    .sort();
  for (const file of files) hash.update(path.relative(ROOT, file)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex").slice(0, 12);
}
