import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CardWorld, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { submitCopy } from "#boot/testing/submit-copy.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { assignEditor } from "#app/features/matching/server/assign-editor.ts";
import { requestRevision } from "#app/features/orders/server/lifecycle/request-revision.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { startOrder } from "#app/features/orders/server/work/start-order.ts";
import { startRevision } from "#app/features/orders/server/work/start-revision.ts";
import { listRefundsOf } from "./find-refund.ts";
import { cancelOrder } from "../cancel/cancel-order.ts";
import { cancellationFor } from "../cancel/cancellation.ts";
import { closeLateRevision, lateRevisionView, watchLateRevisions } from "./late-revisions.ts";
import { reconcileLedger } from "../ledger/reconcile-ledger.ts";
import { startPayment } from "../checkout/start-payment.ts";

let world: TestWorld;
let cards: CardWorld;
const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const priya = personOf("priya");
const ada = personOf("ada");
const sam = personOf("sam");

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

const pass = async (at: Date) => {
  setClock(at);
  await watchLateRevisions(at);
  await cards.deliver();
};
const assign = async (orderId: string, editorId: string) => {
  await assignEditor(ada, { orderId, editorId, reason: "A test" });
  // Whether it's reviewed before delivery depends on chance otherwise.
  await world.db.updateTable("orders").set({ qaReason: "none" }).where("id", "=", orderId).execute();
  await cards.deliver();
};
/** An order that Jonas delivered and Amara asks to be revised, due after 48 hours. */
async function revision(): Promise<string> {
  const { id } = await quotedOrder(amara);
  await payCheckout((await startPayment(amara, { orderId: id })).url);
  await cards.deliver();
  await assign(id, jonas.uid);
  await startOrder(jonas, { orderId: id });
  await submitCopy(jonas, id);
  await cards.deliver();
  await requestRevision(amara, { orderId: id, note: "Please shorten the abstract." });
  await cards.deliver();
  return id;
}
const DUE = after(NOON, 48 * HOUR);
const earned = async (orderId: string) =>
  (
    await world.db
      .selectFrom("earnings")
      .select(["editorId", "part", "amountMinor", "status"])
      .where("orderId", "=", orderId)
      .orderBy("part")
      .execute()
  ).map((e) => [e.editorId, e.part, e.amountMinor, e.status]);
const kinds = async (orderId: string, uid: string) =>
  (
    await world.db
      .selectFrom("notifications")
      .select("kind")
      .where("orderId", "=", orderId)
      .where("userId", "=", uid)
      .execute()
  ).map((n) => n.kind);

test("a revision that is 24 hours late goes to the next editor, with a deadline that can be met, and the first keeps the delivery's pay minus 15%", async () => {
  const id = await revision();
  await pass(after(DUE, DAY - 60_000));
  expect((await getOrder(id)).status).toBe("revision_requested");
  await pass(after(DUE, DAY));
  const order = await getOrder(id);
  expect(order).toMatchObject({ status: "paid", assignedTo: null, revisionPromisedAt: DUE });
  // Half of a revision's time.
  expect(order.revisionDueAt).toEqual(after(DUE, 2 * DAY));
  expect(await kinds(id, jonas.uid)).toContain("order.released");
  expect(await kinds(id, amara.uid)).toContain("order.released");
  const invited = await world.db
    .selectFrom("invites")
    .select("editorId")
    .where("orderId", "=", id)
    .where("sentAt", ">", DUE)
    .execute();
  expect(invited.map((i) => i.editorId)).not.toContain(jonas.uid);
  expect(invited.length).toBeGreaterThan(0);
  await assign(id, priya.uid);
  await startOrder(priya, { orderId: id });
  await submitCopy(priya, id);
  await cards.deliver();
  expect((await getOrder(id)).status).toBe("delivered");
  const full = (await getOrder(id)).deliveryPayMinor!;
  const part = Math.floor(full * 0.15);
  expect(await earned(id)).toEqual([
    [jonas.uid, "delivery", full - part, "pending"],
    [priya.uid, "revision", part, "pending"],
  ]);
});

test("its author can close it at 72 hours late: 25% is refunded, once, and the delivered version is accepted", async () => {
  const id = await revision();
  await startRevision(jonas, { orderId: id });
  expect(await lateRevisionView(await getOrder(id), after(DUE, 71 * HOUR))).toBeNull();
  for (const hours of [24, 48, 72, 73]) await pass(after(DUE, hours * HOUR));
  expect((await kinds(id, amara.uid)).filter((k) => k === "order.revision_closable")).toHaveLength(1);
  const order = await getOrder(id);
  const view = (await lateRevisionView(order, after(DUE, 73 * HOUR)))!;
  expect(view).toMatchObject({ refundMinor: order.paidMinor / 4, closesAt: after(DUE, 7 * DAY).toISOString() });
  const expectedRefundMinor = view.refundMinor;
  for (const who of [mei, jonas, sam, ada])
    await expect(closeLateRevision(who, { orderId: id, expectedRefundMinor })).rejects.toMatchObject({
      kind: "refused",
    });
  await expect(closeLateRevision(amara, { orderId: id, expectedRefundMinor: 1 })).rejects.toMatchObject({
    code: "amount_changed",
  });
  const twice = await Promise.all([1, 2].map(() => closeLateRevision(amara, { orderId: id, expectedRefundMinor })));
  expect(twice.map((t) => t.refundMinor)).toEqual([expectedRefundMinor, expectedRefundMinor]);
  await cards.deliver();
  expect((await listRefundsOf(id)).map((r) => [r.cause, r.amountMinor, r.status])).toEqual([
    ["late-revision", expectedRefundMinor, "succeeded"],
  ]);
  // It's with the editor who delivered it: a second revision would go to them.
  expect(await getOrder(id)).toMatchObject({ status: "accepted", assignedTo: jonas.uid, revisionDueAt: null });
  expect(await earned(id)).toEqual([[jonas.uid, "delivery", order.deliveryPayMinor, "available"]]);
  await requestRevision(amara, { orderId: id, note: "Then please check the figures." });
  await pass(after(DUE, 73 * HOUR + 48 * HOUR + 7 * DAY));
  expect((await getOrder(id)).status).toBe("accepted");
  expect(await listRefundsOf(id)).toHaveLength(1);
});

test("an order in revision can't be canceled, because that would give up the delivery and the refund for lateness", async () => {
  const id = await revision();
  const refused = async () => {
    expect(await cancellationFor(amara, id)).toBeNull();
    for (const who of [amara, sam, ada])
      await expect(cancelOrder(who, { orderId: id, expectedRefundMinor: 0 })).rejects.toMatchObject({
        code: "delivered",
      });
  };
  await refused();
  await startRevision(jonas, { orderId: id });
  await pass(after(DUE, 73 * HOUR));
  // Passed on, it looks like a paid order without an editor, and then like one in its first edit.
  expect((await getOrder(id)).status).toBe("paid");
  await refused();
  setClock(after(DUE, 74 * HOUR));
  await assign(id, priya.uid);
  await refused();
  await startOrder(priya, { orderId: id });
  await refused();
  expect((await getOrder(id)).status).toBe("in_progress");
  expect(await listRefundsOf(id)).toEqual([]);
});

test("the editor who took it over and isn't late is paid for it when it's closed", async () => {
  const id = await revision();
  await pass(after(DUE, DAY));
  setClock(after(DUE, 2 * DAY - HOUR));
  await assign(id, priya.uid);
  await startOrder(priya, { orderId: id });
  const order = await getOrder(id);
  await world.db
    .updateTable("orders")
    .set({ revisionDueAt: after(DUE, 4 * DAY) })
    .where("id", "=", id)
    .execute();
  setClock(after(DUE, 3 * DAY));
  const { refundMinor } = (await lateRevisionView(await getOrder(id), after(DUE, 3 * DAY)))!;
  await closeLateRevision(amara, { orderId: id, expectedRefundMinor: refundMinor });
  await cards.deliver();
  expect(await earned(id)).toEqual([
    [jonas.uid, "delivery", order.deliveryPayMinor! - order.revisionPayMinor!, "available"],
    [priya.uid, "revision", order.revisionPayMinor, "available"],
  ]);
  expect(await kinds(id, priya.uid)).toContain("order.revision_closed");
});

test("if nobody does anything, it's closed a week late with the same refund, once, even by two clocks at the same time", async () => {
  const id = await revision();
  const at = after(DUE, 7 * DAY);
  setClock(at);
  await Promise.all([watchLateRevisions(at), watchLateRevisions(at)]);
  await cards.deliver();
  const order = await getOrder(id);
  expect([order.status, order.refundedMinor]).toEqual(["accepted", order.paidMinor / 4]);
  expect(await kinds(id, amara.uid)).toContain("order.revision_closed");
  const { rowsMinor, ledgerMinor, ledgerSumMinor, differences } = await reconcileLedger();
  expect(differences).toEqual([]);
  expect([ledgerMinor, ledgerSumMinor]).toEqual([rowsMinor, 0]);
});
