import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { expectMoneyToAddUp } from "#boot/testing/order-invariants.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { refundAsSeen } from "#boot/testing/refund-as-seen.ts";
import { sellInCurrencies } from "#boot/testing/sell-in.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { expireQuotes } from "#app/features/orders/server/drafts/expire-quotes.ts";
import { reopenOrder } from "#app/features/orders/server/lifecycle/reopen-order.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { cancelOrder } from "../cancel/cancel-order.ts";
import { startPayment } from "../checkout/start-payment.ts";
import { reconcileLedger } from "../ledger/reconcile-ledger.ts";
import { creditBalances } from "./courtesy-balance.ts";
import { giveCredit } from "./give-credit.ts";
import { listOwnCredit } from "./read-credit.ts";
import { takeCreditBack } from "./return-credit.ts";
import { forgetCredit, watchCredit } from "./watch-credit.ts";

let world: TestWorld;
let cards: CardWorld;
beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
  await sellInCurrencies();
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
const amara = personOf("amara");
const mei = personOf("mei");
const ada = personOf("ada");
const sam = personOf("sam");
beforeEach(async () => {
  setClock(NOON);
  for (const { uid } of [amara, mei]) await transact(SYSTEM, (ctx) => forgetCredit(ctx, uid));
  await world.db.deleteFrom("courtesy_credits").execute();
  await world.db
    .updateTable("orders")
    .set({ status: "expired" })
    .where("status", "in", ["quoted", "awaiting_payment"])
    .execute();
});

const give = (by: typeof ada, amountMinor: number, more: { uid?: string; clientKey?: string } = {}) =>
  giveCredit(by, {
    uid: amara.uid,
    amountMinor,
    currency: "USD",
    reason: "We answered late.",
    clientKey: newId("courtesyCredit"),
    ...more,
  });
const balances = async (uid = amara.uid) =>
  (await creditBalances(uid)).filter((one) => one.balanceMinor !== 0).map((one) => [one.balanceMinor, one.heldMinor]);
const pay = async (orderId: string) => {
  await payCheckout((await startPayment(amara, { orderId })).url);
  await cards.deliver();
  await drainJobs();
  return getOrder(orderId);
};
const settle = async () => {
  await drainJobs();
  await cards.deliver();
  await drainJobs();
};
const linesOf = async (orderId: string) =>
  (
    await world.db
      .selectFrom("journal_lines as l")
      .innerJoin("journal_entries as e", "e.id", "l.entryId")
      .select(["e.kind", "l.account", "l.amountMinor"])
      .where("e.orderId", "=", orderId)
      .where("e.kind", "in", ["payment_received", "refund"])
      .orderBy("e.seq")
      .orderBy("l.line")
      .execute()
  ).map((l) => [l.kind, l.account, l.amountMinor]);
const sound = async () => {
  await expectMoneyToAddUp();
  expect((await reconcileLedger()).differences).toEqual([]);
};

test("giving credit twice with one form gives it once, also at the same time", async () => {
  await Promise.all([give(sam, 2_000, { clientKey: "one form" }), give(sam, 2_000, { clientKey: "one form" })]);
  expect(await balances()).toEqual([[2_000, 0]]);
  const told = await world.db.selectFrom("facts").select("data").where("kind", "=", "courtesy.given").execute();
  expect(JSON.stringify(told)).not.toContain("answered late");
  await sound();
});

test("support and admins keep their limits, also in steps and at the same time", async () => {
  const both = await Promise.allSettled([give(sam, 6_000), give(sam, 6_000)]);
  expect(both.map((one) => one.status).toSorted((a, b) => a.localeCompare(b))).toEqual(["fulfilled", "rejected"]);
  await expect(give(sam, 4_001)).rejects.toMatchObject({ code: "over_limit" });
  await give(ada, 44_000);
  await expect(give(ada, 1)).rejects.toMatchObject({ code: "over_limit" });
  await expect(give(ada, 100, { uid: ada.uid })).rejects.toMatchObject({ code: "own_credit" });
  expect(await balances()).toEqual([[50_000, 0]]);
});

test("credit comes off the price, is on the invoice, and returns with a refund", async () => {
  await give(ada, 2_000);
  const order = await quotedOrder(amara, 5_000);
  expect(order.totalMinor).toBe(15_000);
  const { url } = await startPayment(amara, { orderId: order.id });
  expect(await balances()).toEqual([[2_000, 2_000]]);
  await payCheckout(url);
  await settle();
  const paid = await getOrder(order.id);
  expect(paid).toMatchObject({ status: "paid", paidMinor: 13_000, totalMinor: 13_000, creditMinor: 2_000 });
  expect(await linesOf(order.id)).toEqual([
    ["payment_received", "provider", 13_000],
    ["payment_received", "courtesy_credits", 2_000],
    ["payment_received", "deferred_revenue", -15_000],
  ]);
  expect(await balances()).toEqual([]);
  const invoice = await world.db
    .selectFrom("invoices")
    .selectAll()
    .where("orderId", "=", order.id)
    .executeTakeFirstOrThrow();
  expect(invoice.document.lines.at(-1)).toMatchObject({ label: "Courtesy credit", amountMinor: -2_000 });
  expect(invoice.totalMinor).toBe(13_000);

  await refundAsSeen(ada, { orderId: order.id, cause: "goodwill", amountMinor: 1_300, reason: "A long wait." });
  await settle();
  expect(await balances()).toEqual([[200, 0]]);
  const { refundedMinor } = await getOrder(order.id);
  await cancelOrder(amara, { orderId: order.id, reason: "Not needed", expectedRefundMinor: 13_000 - refundedMinor });
  await settle();
  expect(await balances()).toEqual([[2_000, 0]]);
  const notes = await world.db
    .selectFrom("invoices")
    .select("document")
    .where("orderId", "=", order.id)
    .where("kind", "=", "credit_note")
    .execute();
  expect(
    notes
      .flatMap(({ document }) => document.lines.filter((line) => line.label.startsWith("Courtesy")))
      .map((l) => l.amountMinor),
  ).toEqual([-200, -1_800]);
  const [own] = await listOwnCredit(amara);
  expect(own!.given.map(({ cause, leftMinor, reason }) => [cause, leftMinor, reason])).toEqual([
    ["refund", 1_800, ""],
    ["refund", 200, ""],
    ["goodwill", 0, ""],
  ]);
  await sound();
});

test("two orders that are paid at the same moment share what there is", async () => {
  await give(ada, 2_000);
  const orders = [await quotedOrder(amara, 5_000), await quotedOrder(amara, 5_000)];
  await Promise.all(orders.map(({ id }) => startPayment(amara, { orderId: id })));
  const priced = await Promise.all(orders.map(({ id }) => getOrder(id)));
  expect(priced.map((one) => one.creditMinor).toSorted((a, b) => a - b)).toEqual([0, 2_000]);
  // Opening it again keeps what it holds.
  const [holder] = priced.filter((one) => one.creditMinor > 0);
  await startPayment(amara, { orderId: holder!.id });
  expect(await balances()).toEqual([[2_000, 2_000]]);
  // An order that is changed lets go of it, and the other one gets it with its next checkout.
  await reopenOrder(amara, { orderId: holder!.id });
  expect(await balances()).toEqual([[2_000, 0]]);
});

test("an order in another currency doesn't take it, and more credit than the price leaves a payment", async () => {
  await give(ada, 30_000);
  const euros = await quotedOrder(amara, 5_000, { currency: "EUR" });
  await startPayment(amara, { orderId: euros.id });
  expect((await getOrder(euros.id)).creditMinor).toBe(0);
  const order = await quotedOrder(amara, 5_000);
  expect(await pay(order.id)).toMatchObject({ paidMinor: 100, creditMinor: 14_900 });
  expect(await balances()).toEqual([[15_100, 0]]);
  await sound();
});

test("credit expires once, after a reminder, except for what an unpaid order holds", async () => {
  await give(ada, 2_000);
  const kinds = async () =>
    (
      await world.db
        .selectFrom("facts")
        .select(["kind", "data"])
        .where("kind", "in", ["courtesy.expiring", "courtesy.expired"])
        .where("at", ">", after(NOON, 300 * DAY))
        .orderBy("seq")
        .execute()
    ).map(({ kind, data }) => [kind, (data as { amountMinor: number }).amountMinor]);
  const at = async (days: number) => {
    setClock(after(NOON, days * DAY));
    await Promise.all([watchCredit(after(NOON, days * DAY)), watchCredit(after(NOON, days * DAY))]);
  };
  await at(334);
  expect(await kinds()).toEqual([]);
  await at(336);
  await at(337);
  expect(await kinds()).toEqual([["courtesy.expiring", 2_000]]);
  setClock(after(NOON, 364 * DAY));
  await giveEditorsRoom(world);
  const order = await quotedOrder(amara, 1_000);
  await startPayment(amara, { orderId: order.id });
  await at(365);
  expect(await balances()).toEqual([[2_000, 2_000]]);
  await world.db.updateTable("payments").set({ status: "expired" }).where("orderId", "=", order.id).execute();
  setClock(after(NOON, 372 * DAY));
  await expireQuotes(after(NOON, 372 * DAY));
  await at(372);
  await at(373);
  expect(await balances()).toEqual([]);
  expect(await kinds()).toEqual([
    ["courtesy.expiring", 2_000],
    ["courtesy.expired", 2_000],
  ]);
  await sound();
});

test("a refund that the bank sends back takes only what is still there", async () => {
  await give(ada, 500);
  const lines = await transact(SYSTEM, (ctx) =>
    takeCreditBack(ctx, { currency: "USD" }, [
      { account: "provider", party: "", amountMinor: 1_000 },
      { account: "courtesy_credits", party: amara.uid, amountMinor: 800 },
    ]),
  );
  expect(lines.map(({ account, amountMinor }) => [account, amountMinor])).toEqual([
    ["provider", 1_000],
    ["courtesy_credits", 500],
    ["credit_cost", 300],
  ]);
});

test("erasing an account ends its credit, and forgets why it was given", async () => {
  await give(ada, 500, { uid: mei.uid });
  await transact(SYSTEM, (ctx) => forgetCredit(ctx, mei.uid));
  await transact(SYSTEM, (ctx) => forgetCredit(ctx, mei.uid));
  expect(await balances(mei.uid)).toEqual([]);
  expect(await world.db.selectFrom("courtesy_credits").select(["reason", "clientKey"]).execute()).toEqual([
    { reason: "", clientKey: null },
  ]);
});
