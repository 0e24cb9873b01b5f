import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestDatabase, testDatabase } from "#boot/testing/database.ts";
import { type Db, closeDatabase, useDatabase } from "./database.ts";

let own: TestDatabase;
let db: Db;
beforeAll(async () => {
  own = await testDatabase();
  db = useDatabase(own.url, 2);
});
afterAll(async () => {
  await closeDatabase();
  await own.drop();
});

test("a connection that the server ends during a transaction fails only that transaction", async () => {
  // The driver emits the error on the connection itself. Without a listener, it would crash the process.
  const connect = vi.spyOn(pg.Client.prototype, "connect");
  const transaction = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    const client = connect.mock.contexts[0] as pg.Client;
    connect.mockRestore();
    const ended = new Promise((resolve) => client.once("end", resolve));
    await own.pool.query("select pg_terminate_backend($1)", [rows[0]!.pid]);
    await ended;
    await sql`select 1`.execute(tx);
  });
  await expect(transaction).rejects.toThrow(/connection error|terminat/i);
  expect((await sql<{ n: number }>`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }]);
}, 20_000);
