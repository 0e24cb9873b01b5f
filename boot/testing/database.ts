/** A test file's own copy of the migrated database. */
import { randomBytes } from "node:crypto";
import pg from "pg";

/** Set by the global set-up for the test files. */
export const TEST_SERVER_URL = "STET_TEST_SERVER_URL";
export const TEST_TEMPLATE = "STET_TEST_TEMPLATE";
export const TEST_TEMPLATE_ERROR = "STET_TEST_TEMPLATE_ERROR";
export const TEST_DATABASE_PREFIX = "test_";

export type TestDatabase = {
  /** Connection string, also what to put in DATABASE_URL. */
  readonly url: string;
  /** A pool of four connections for the test's own looks and set-ups. */
  readonly pool: pg.Pool;
  /** Ends the pool and drops the database; other connections to it are cut. */
  drop: () => Promise<void>;
};

/** Makes a database from the migrated template. Call once a test file, in `beforeAll`, and `drop` it in `afterAll`. */
export async function testDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env[TEST_SERVER_URL];
  const template = process.env[TEST_TEMPLATE];
  const failed = process.env[TEST_TEMPLATE_ERROR];
  if (failed !== undefined) throw new Error(`The migrations failed, so there is no database to test on.\n${failed}`);
  if (serverUrl === undefined || template === undefined) {
    throw new Error("There is no test server. Run the file in the vitest project `server`.");
  }
  const name = `${TEST_DATABASE_PREFIX}${process.pid}_${randomBytes(4).toString("hex")}`;
  await onServer(serverUrl, `create database ${name} template ${template}`);
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
      await onServer(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
