/** A test file's own copy of the migrated database. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Set by the global set-up for the test files. */
export const TEST_SERVER_URL = "STET_TEST_SERVER_URL";
export const TEST_TEMPLATE = "STET_TEST_TEMPLATE";
export const TEST_TEMPLATE_ERROR = "STET_TEST_TEMPLATE_ERROR";
export const TEST_DATABASE_PREFIX = "test_";

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
export async function testDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env[TEST_SERVER_URL];
  const template = process.env[TEST_TEMPLATE];
  const failed = process.env[TEST_TEMPLATE_ERROR];
  if (failed !== undefined) throw new Error(`The migrations failed, so there is no database to test on.\n${failed}`);
  if (serverUrl === undefined || template === undefined) {
    throw new Error("There is no test server. Run the file in the vitest project `server`.");
  }
  const name = `${TEST_DATABASE_PREFIX}${process.pid}_${randomBytes(4).toString("hex")}`;
  // Copying the files takes half as long as logging every page, and nobody replays this log.
  await onServer(serverUrl, (server) =>
    server.query(`create database ${name} template ${template} strategy file_copy`),
  );
  const address = new URL(serverUrl);
  address.pathname = `/${name}`;
  const url = address.href;
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on("error", () => {});
  return {
    url,
    pool,
    async drop() {
      await pool.end();
      await onServer(serverUrl, async (server) => {
        await connectionsEnd(server, name);
        await server.query(`drop database if exists ${name} with (force)`);
      });
    },
  };
}

const PATIENCE_MS = 1_000;

/**
 * The pool ends before the server notices. If a connection is cut at that moment, it emits an error that nobody listens
 * for, and vitest fails the run without a failed test.
 */
async function connectionsEnd(server: pg.Client, name: string): Promise<void> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; Date.now() < giveUpAt; await sleep(10)) {
    const found = await server.query("select 1 from pg_stat_activity where datname = $1 limit 1", [name]);
    if (found.rowCount === 0) return;
  }
}

async function onServer(serverUrl: string, work: (server: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
