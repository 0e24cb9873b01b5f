import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { runClock } from "#app/jobs.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { assignEditor } from "#app/features/matching/server/assign-editor.ts";
import { takeLaterDate } from "#app/features/matching/server/take-later-date.ts";
import { chooseToWait } from "#app/features/orders/server/late/choose-to-wait.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { startOrder } from "#app/features/orders/server/work/start-order.ts";
import { listRefundsOf } from "./find-refund.ts";
import { refundOverdue } from "./refund-overdue.ts";
import { startPayment } from "../checkout/start-payment.ts";

let world: TestWorld;
let cards: CardWorld;
const amara = personOf("amara");
const jonas = personOf("jonas");
const ada = personOf("ada");

beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await world.db
    .updateTable("editors")
    .set({ weeklyWords: 200_000, parallelOrders: 20 })
    .where("matchReady", "=", true)
    .execute();
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

/** A paid order of seven days. */
async function paid(): Promise<string> {
  const { id } = await quotedOrder(amara);
  await payCheckout((await startPayment(amara, { orderId: id })).url);
  await cards.deliver();
  return id;
}
async function assigned(): Promise<string> {
  const orderId = await paid();
  await assignEditor(ada, { orderId, editorId: jonas.uid, reason: "A test" });
  await drainJobs();
  return orderId;
}
async function inProgress(): Promise<string> {
  const orderId = await assigned();
  await startOrder(jonas, { orderId });
  return orderId;
}
const pass = async (at: Date) => {
  setClock(at);
  await runClock(at);
  await cards.deliver();
};
const told = async (orderId: string, uid: string) =>
  (
    await world.db
      .selectFrom("notifications")
      .select("kind")
      .where("orderId", "=", orderId)
      .where("userId", "=", uid)
      .execute()
  ).map((n) => n.kind);

describe("an order that nobody accepts", () => {
  test("is refunded in full at its due date, not a minute before", async () => {
    const id = await paid();
    await refundOverdue(after(NOON, 7 * DAY - 60_000));
    expect((await getOrder(id)).status).toBe("paid");
    await pass(after(NOON, 7 * DAY));
    const order = await getOrder(id);
    expect([order.status, order.refundedMinor]).toEqual(["refunded", order.paidMinor]);
    expect((await listRefundsOf(id)).map((r) => r.cause)).toEqual(["no-editor"]);
  });
  test("continues when its client chose a later date", async () => {
    const id = await paid();
    await pass(after(NOON, 5 * DAY));
    await takeLaterDate(amara, { orderId: id });
    await pass(after(NOON, 8 * DAY));
    expect((await getOrder(id)).status).toBe("paid");
    await pass(after(NOON, 13 * DAY));
    expect((await getOrder(id)).status).toBe("refunded");
  });
});

test("an order that its editor doesn't deliver is refunded in full once it's late by its whole window, without pay", async () => {
  const id = await inProgress();
  await pass(after(NOON, 14 * DAY - HOUR));
  expect((await getOrder(id)).status).toBe("in_progress");
  await pass(after(NOON, 14 * DAY));
  expect((await getOrder(id)).status).toBe("refunded");
  expect((await listRefundsOf(id)).map((r) => r.cause)).toEqual(["late-beyond"]);
  const earned = await world.db.selectFrom("earnings").select("amountMinor").where("orderId", "=", id).execute();
  expect(earned.reduce((sum, e) => sum + e.amountMinor, 0)).toBe(0);
});

test("an order that its client chose to wait for is refunded in full when that date has passed, too", async () => {
  const id = await inProgress();
  await pass(after(NOON, 9 * DAY));
  await chooseToWait({ ...amara, timeZone: "UTC" }, { orderId: id, until: "2026-12-11T12:00" });
  await pass(after(NOON, 20 * DAY - HOUR));
  expect((await getOrder(id)).status).toBe("in_progress");
  await pass(after(NOON, 20 * DAY));
  const order = await getOrder(id);
  expect([order.status, order.refundedMinor]).toEqual(["refunded", order.paidMinor]);
  expect(await told(id, amara.uid)).toContain("order.cancelled");
});

test("is refunded once, by two clocks at the same time", async () => {
  const id = await inProgress();
  const at = after(NOON, 14 * DAY);
  setClock(at);
  await Promise.all([refundOverdue(at), refundOverdue(at)]);
  await cards.deliver();
  expect(await listRefundsOf(id)).toHaveLength(1);
});
