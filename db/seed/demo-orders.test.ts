import { afterAll, beforeAll, expect, test } from "vitest";
import { type CardWorld, openCardWorld } from "#boot/testing/card-world.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { ledgerSum } from "#app/features/payments/server/post-entry.ts";
import { reconcileLedger } from "#app/features/payments/server/reconcile-ledger.ts";
import { seedOrders } from "./demo-orders.ts";
import { seedContact } from "./demo-contact.ts";
import { seedSupport } from "./demo-support.ts";
import { seedThreads } from "./demo-threads.ts";
import { seedAccounts } from "./seed-accounts.ts";

let world: TestWorld;
let cards: CardWorld;
beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
});
afterAll(async () => {
  await cards.close();
  await world.close();
});

test("the demo world has orders in every status, and its money balances", async () => {
  const began = performance.now();
  await seedOrders(NOON);
  console.info(`seeded in ${Math.round(performance.now() - began)} ms`);
  const rows = await world.db.selectFrom("orders").select(["status"]).execute();
  const states = new Set(rows.map((r) => r.status));
  for (const state of [
    "draft",
    "quote_requested",
    "quoted",
    "awaiting_payment",
    "paid",
    "assigned",
    "in_progress",
    "awaiting_client",
    "second_reading",
    "qa_review",
    "changes_required",
    "delivered",
    "accepted",
    "in_revision",
    "closed",
    "expired",
    "cancelled",
    "refunded",
    "on_hold",
  ])
    expect(states, state).toContain(state);
  expect(await ledgerSum()).toBe(0);
  expect((await reconcileLedger()).differences).toEqual([]);
  const charges = await world.db.selectFrom("order_charges").select("status").execute();
  expect(charges.map((r) => r.status).toSorted()).toEqual(["open", "paid"]);
  const decisions = await world.db.selectFrom("late_decisions").select("status").execute();
  expect(decisions.map((r) => r.status)).toEqual(["open"]);
  const uses = await world.db.selectFrom("coupon_uses").select("state").execute();
  expect(uses.map((r) => r.state)).toEqual(["redeemed"]);
  const ended = await world.db.selectFrom("facts").select("data").where("kind", "=", "order.cancelled").execute();
  expect(ended.filter((f) => "withdrawn" in (f.data as object))).toHaveLength(1);
  expect(await world.db.selectFrom("files").select("id").where("purpose", "=", "clean").execute()).not.toHaveLength(0);
  expect(await world.db.selectFrom("payouts").select("id").where("status", "=", "paid").execute()).not.toHaveLength(0);

  await seedAccounts(world.db, NOON);
  await seedThreads(NOON);
  expect(
    await world.db.selectFrom("order_threads").select("orderId").where("needsStaffAt", "is not", null).execute(),
  ).toHaveLength(1);
  expect(
    await world.db
      .selectFrom("attachments")
      .select("contentType")
      .where("orderId", "is not", null)
      .orderBy("id")
      .execute(),
  ).toEqual([{ contentType: "text/plain" }, { contentType: "image/png" }]);

  await seedAccounts(world.db, NOON);
  await seedContact(NOON);
  await seedSupport(NOON);
  await seedSupport(NOON);
  const tickets = await world.db.selectFrom("tickets").selectAll().execute();
  expect(tickets).toHaveLength(11);
  for (const status of ["open", "waiting", "resolved", "closed"] as const)
    expect(
      tickets.map((t) => t.status),
      status,
    ).toContain(status);
  expect(tickets.filter((t) => t.mergedIntoId)).toHaveLength(1);
  expect(tickets.filter((t) => t.channel === "contact" && t.messages === 4)).toHaveLength(1);
  expect(tickets.filter((t) => t.flags["first_response:warning"] && t.status === "open")).toHaveLength(1);
  expect(tickets.filter((t) => t.rating !== null)).toHaveLength(1);
}, 120_000);
