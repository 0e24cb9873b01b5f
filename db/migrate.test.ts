import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "#boot/testing/database.ts";

let migrated: TestDatabase;
beforeAll(async () => {
  migrated = await testDatabase();
});
afterAll(() => migrated.drop());

test("every file in db/migrations has run", async () => {
  const files = readdirSync(path.join(import.meta.dirname, "migrations")).map((file) => path.basename(file, ".ts"));
  const { rows } = await migrated.pool.query<{ name: string }>("select name from kysely_migration order by name");
  expect(rows.map((row) => row.name)).toEqual(files.toSorted());
});
