import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestDatabase, testDatabase } from "#boot/testing/database.ts";
import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import { migrate } from "./migrate.ts";
import type { VersionedMigration } from "./newer-schema.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test("applies an earlier migration that landed after a later one", async () => {
  const { pool } = database;
  await pool.query(`delete from kysely_migration where name = '0043-missing-indexes'`);
  await pool.query("drop index invites_by_order, qa_reviews_by_order, bank_details_by_holder");
  await migrate(database.url);
  const { rows } = await pool.query("select from pg_indexes where indexname = 'invites_by_order'");
  expect(rows).toHaveLength(1);
});

const INDEX = { orders_large_test: `orders ("totalMinor", id)` };
const indexing: VersionedMigration = { up: async () => {}, largeIndexes: INDEX };
const isValid = async (): Promise<boolean[]> =>
  (
    await database.pool.query<{ indisvalid: boolean }>(
      "select indisvalid from pg_index where indexrelid = to_regclass('orders_large_test')",
    )
  ).rows.map((row) => row.indisvalid);

test("a large table's index is made while people write, once, by the first of several processes", async () => {
  const { pool, url } = database;
  const client = await pool.connect();
  await client.query("begin");
  await client.query("update orders set title = title where false");
  const all = Promise.all([1, 2, 3].map(() => migrate(url, undefined, { "9100-indexes": indexing })));
  try {
    // It waits for the transaction above.
    await vi.waitUntil(
      async () =>
        (await pool.query("select from pg_stat_progress_create_index where phase like 'waiting for writers%'"))
          .rowCount === 1,
      { timeout: 30_000, interval: 50 },
    );
    // Others don't wait for it: this would fail if they did.
    await pool.query("set lock_timeout = '5s'; update orders set title = title; reset lock_timeout");
    expect(await isValid()).toEqual([false]);
  } finally {
    await client.query("commit");
    client.release();
    await all;
  }
  expect(await isValid()).toEqual([true]);
});

test("an index whose making was cut off is made by the next start", async () => {
  const { pool, url } = database;
  await pool.query("update pg_index set indisvalid = false where indexrelid = 'orders_large_test'::regclass");
  await migrate(url, undefined, { "9100-indexes": indexing });
  expect(await isValid()).toEqual([true]);
  await pool.query("drop index orders_large_test");
  await pool.query("delete from kysely_migration where name = '9100-indexes'");
});

const adds = (name: string): VersionedMigration => ({
  up: async (db) => void (await sql`alter table orders add column ${sql.ref(name)} text`.execute(db)),
});
const columnOf = async (name: string): Promise<number> =>
  (
    await database.pool.query(
      "select from information_schema.columns where table_name = 'orders' and column_name = $1",
      [name],
    )
  ).rows.length;

test("a version that starts on a newer database doesn't change it", async () => {
  await migrate(database.url, undefined, { "9000-expand": adds("added") });
  await migrate(database.url);
  expect(await columnOf("added")).toBe(1);
  const { rows } = await database.pool.query("select name from kysely_migration where name = '9000-expand'");
  expect(rows).toHaveLength(1);
});

test("a version that needs something a newer one removed says so and doesn't start, while one that knows the replacement does", async () => {
  const expand = { "9000-expand": adds("added") };
  const contract: VersionedMigration = {
    up: async (db) => void (await sql`alter table orders drop column added`.execute(db)),
    compatibleFrom: "9000-expand",
  };
  await migrate(database.url, undefined, { ...expand, "9001-contract": contract });
  await expect(migrate(database.url)).rejects.toMatchObject({
    name: "OutdatedVersion",
    message: expect.stringContaining("A newer version of Stet has changed this database (9001-contract)"),
  });
  await migrate(database.url, undefined, expand);
  await migrate(database.url, undefined, { ...expand, "9001-contract": contract });
  expect(await columnOf("added")).toBe(0);
});

test("a migration never blocks requests for long on a busy table, and completes once it's free", async () => {
  const { pool, url } = database;
  const client = await pool.connect();
  await client.query("begin");
  await client.query("lock table orders in access share mode");
  let isDone = false;
  const migrated = migrate(url, undefined, {
    "9000-expand": adds("added"),
    "9001-contract": adds("x"),
    "9002-next": adds("next"),
  }).then(() => (isDone = true));
  for (let n = 0; n < 4; n++) {
    await sleep(1_000);
    // It would wait until the table is free, so forever.
    await pool.query("select id from orders limit 1");
  }
  expect(isDone).toBe(false);
  await client.query("commit");
  client.release();
  await migrated;
  expect(await columnOf("next")).toBe(1);
});
