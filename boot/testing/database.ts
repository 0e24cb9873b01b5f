/** A test file's own copy of a prepared database. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Set by the global set-up for the test files. */
export const TEST_SERVER_URL = "STET_TEST_SERVER_URL";
export const TEST_TEMPLATE = "STET_TEST_TEMPLATE";
export const TEST_TEMPLATE_ERROR = "STET_TEST_TEMPLATE_ERROR";
/** Different in every run. */
export const TEST_RUN = "STET_TEST_RUN";
export const TEST_DATABASE_PREFIX = "test_";
/** Advisory lock in the server's own database: one process at a time prepares a template. */
const PREPARING_LOCK = 7_304;

export type TestDatabase = {
  /** Connection string, also what to put in DATABASE_URL. */
  readonly url: string;
  /** A pool of four connections for the test's own queries and setup. */
  readonly pool: pg.Pool;
  /** Ends the pool and drops the database, cutting other connections. */
  drop: () => Promise<void>;
};

/**
 * Creates a database from the migrated template. Call it once per test file in `beforeAll`, and `drop` it in
 * `afterAll`.
 */
export const testDatabase = (): Promise<TestDatabase> => copyOf(setUp().template);

/**
 * Creates a database that also has what `prepare` writes. The first file of a run that needs it prepares it, and every
 * file copies it, because preparing takes ten times as long as copying.
 * @param name of what is prepared: lowercase letters @param prepare writes to the database at `url`, and ends its
 * connections
 */
export async function preparedDatabase(name: string, prepare: (url: string) => Promise<void>): Promise<TestDatabase> {
  const { template, run } = setUp();
  const prepared = `${TEST_DATABASE_PREFIX}${name}_${run}`;
  await onServer(async (server) => {
    await server.query("select pg_advisory_lock($1)", [PREPARING_LOCK]);
    const found = await server.query("select 1 from pg_database where datname = $1", [prepared]);
    if (found.rowCount === 0) {
      const draft = `${prepared}_draft`;
      await server.query(`drop database if exists ${draft} with (force)`);
      await server.query(`create database ${draft} template ${template} strategy file_copy`);
      await prepare(urlOf(draft));
      await connectionsEnd(server, draft);
      await server.query(`alter database ${draft} rename to ${prepared}`);
    }
    await server.query("select pg_advisory_unlock($1)", [PREPARING_LOCK]);
  });
  return copyOf(prepared);
}

async function copyOf(template: string): Promise<TestDatabase> {
  const name = `${TEST_DATABASE_PREFIX}${process.pid}_${randomBytes(4).toString("hex")}`;
  // Copying the files takes half as long as logging every page, and nobody replays this log.
  await onServer((server) => server.query(`create database ${name} template ${template} strategy file_copy`));
  const url = urlOf(name);
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on("error", () => {});
  return {
    url,
    pool,
    async drop() {
      await pool.end();
      await onServer(async (server) => {
        await connectionsEnd(server, name);
        await server.query(`drop database if exists ${name} with (force)`);
      });
    },
  };
}

/** What the global set-up prepared. */
function setUp(): { serverUrl: string; template: string; run: string } {
  const serverUrl = process.env[TEST_SERVER_URL];
  const template = process.env[TEST_TEMPLATE];
  const run = process.env[TEST_RUN];
  const failed = process.env[TEST_TEMPLATE_ERROR];
  if (failed !== undefined) throw new Error(`The migrations failed, so there is no database to test on.\n${failed}`);
  if (serverUrl === undefined || template === undefined || run === undefined) {
    throw new Error("There is no test server. Run the file in the vitest project `server`.");
  }
  return { serverUrl, template, run };
}

function urlOf(name: string): string {
  const address = new URL(setUp().serverUrl);
  address.pathname = `/${name}`;
  return address.href;
}

const PATIENCE_MS = 1_000;

/**
 * The pool ends before the server notices. If a connection is cut at that moment, it emits an error that nobody listens
 * for, and vitest fails the run without a failed test.
 */
async function connectionsEnd(server: pg.ClientBase, name: string): Promise<void> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; Date.now() < giveUpAt; await sleep(10)) {
    const found = await server.query("select 1 from pg_stat_activity where datname = $1 limit 1", [name]);
    if (found.rowCount === 0) return;
  }
}

let server: pg.Pool | undefined;

/** Runs something on a connection to the server, which stays open for the worker's next files. */
async function onServer(work: (server: pg.ClientBase) => Promise<unknown>): Promise<void> {
  if (!server) {
    server = new pg.Pool({
      connectionString: setUp().serverUrl,
      max: 2,
      idleTimeoutMillis: 0,
      allowExitOnIdle: true,
    });
    server.on("error", () => {});
  }
  const client = await server.connect();
  try {
    await work(client);
    client.release();
  } catch (error) {
    // Closes the connection, and with it ends the locks that it holds.
    client.release(true);
    throw error;
  }
}
