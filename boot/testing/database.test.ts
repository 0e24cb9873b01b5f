import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "./database.ts";

let one: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  [one, other] = await Promise.all([testDatabase(), testDatabase()]);
});
afterAll(async () => {
  await Promise.all([one.drop(), other.drop()]);
});

test("a test file doesn't see what another one writes", async () => {
  await one.pool.query("create table mine as select 1 as n");
  expect((await one.pool.query("select to_regclass('mine') is not null as here")).rows).toEqual([{ here: true }]);
  expect((await other.pool.query("select to_regclass('mine') is not null as here")).rows).toEqual([{ here: false }]);
});
