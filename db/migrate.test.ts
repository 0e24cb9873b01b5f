import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "#boot/testing/database.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test("a database that has a later migration takes an earlier one that landed after it", async () => {
  const { pool } = database;
  await pool.query(`delete from kysely_migration where name = '0043-missing-indexes'`);
  await pool.query("drop index invites_by_order, qa_reviews_by_order, bank_details_by_holder");
  await migrate(database.url);
  const { rows } = await pool.query("select from pg_indexes where indexname = 'invites_by_order'");
  expect(rows).toHaveLength(1);
});
