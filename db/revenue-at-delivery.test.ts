import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minor } from "#app/platform/rules/core/money.ts";
import { type EntryLine, entryOf } from "#app/features/payments/rules/ledger/ledger.ts";
import { postEntry } from "#app/features/payments/server/ledger/post-entry.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { correctRecognition } from "./migrations/0130-revenue-at-delivery.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("corrects older entries that recognized revenue differently, once per order", async () => {
  const post = (order: { id: string }, key: string, lines: [EntryLine["account"], number][]) =>
    world.db.transaction().execute((tx) =>
      postEntry(
        { tx, now: NOON },
        {
          ...entryOf(
            "payment_received",
            lines.map(([account, amount]) => ({ account, amountMinor: minor(amount) })),
          ),
          key: `${key}:${order.id}`,
          orderId: order.id,
          causeType: "order",
          causeId: order.id,
          currency: "USD",
          memo: key,
        },
      ),
    );
  const paid = (order: { id: string }) =>
    post(order, "paid", [
      ["provider", 9_000],
      ["discounts", 1_000],
      ["deferred_revenue", -10_000],
    ]);
  const inWork = await orderIn("in_progress");
  const delivered = await orderIn("delivered");
  const accepted = await orderIn("accepted");
  for (const order of [inWork, delivered, accepted]) await paid(order);
  await post(accepted, "recognized", [
    ["deferred_revenue", 10_000],
    ["revenue", -10_000],
  ]);
  await correctRecognition(world.db as never);
  await correctRecognition(world.db as never);
  const balances = async (order: { id: string }) =>
    Object.fromEntries(
      (
        await sql<{ account: string; sum: number }>`
          select l.account, sum(l."amountMinor")::int as sum from journal_lines l join journal_entries e on e.id = l."entryId"
          where e."orderId" = ${order.id} group by 1 having sum(l."amountMinor") <> 0`.execute(world.db)
      ).rows.map((r) => [r.account, r.sum]),
    );
  expect(await balances(inWork)).toEqual({ provider: 9_000, deferred_revenue: -10_000, deferred_discounts: 1_000 });
  expect(await balances(delivered)).toEqual({ provider: 9_000, revenue: -10_000, discounts: 1_000 });
  expect(await balances(accepted)).toEqual({ provider: 9_000, revenue: -10_000, discounts: 1_000 });
});
