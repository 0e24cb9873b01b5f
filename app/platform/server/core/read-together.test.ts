import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { factsOf, recordFact } from "./facts.ts";
import { readTogether } from "./read-together.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("returns what each query returns on its own, in order", async () => {
  const { id } = await orderIn("in_progress");
  await world.db.transaction().execute(async (tx) => {
    await recordFact(tx, CLOCK, NOON, "order.paid", {
      orderId: id,
      data: { amountMinor: 1, currency: "USD", dueAt: NOON.toISOString() },
    });
    await recordFact(tx, CLOCK, NOON, "order.started", { orderId: id, data: {} });
  });
  const reads = {
    facts: factsOf(world.db, id),
    latest: factsOf(world.db, id).clearOrderBy().orderBy("seq", "desc"),
    orders: world.db.selectFrom("orders").selectAll().where("id", "=", id),
    files: world.db.selectFrom("files").selectAll().where("orderId", "=", id),
    users: world.db.selectFrom("users").selectAll().orderBy("uid"),
    none: world.db.selectFrom("orders").selectAll().where("id", "=", "ord_none"),
  };
  const together = await readTogether(world.db, reads);
  for (const [name, query] of Object.entries(reads))
    expect([name, together[name as "facts"]]).toEqual([name, await query.execute()]);
  expect(together.facts.map((f) => f.kind)).toEqual(["order.paid", "order.started"]);
  expect(together.latest.map((f) => f.kind)).toEqual(["order.started", "order.paid"]);
  // What is inside a JSON column stays as it was written.
  expect(together.facts[0]?.data["dueAt"]).toBe(NOON.toISOString());
  expect(together.none).toEqual([]);
});

test("every instant's name is read back as a date, and no other column is", async () => {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name not like 'auth\_%'
      and (data_type = 'timestamp with time zone') <> (column_name = 'at' or column_name like '%At')`.execute(world.db);
  expect(rows).toEqual([]);
});
