import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { refundAsSeen } from "#boot/testing/refund-as-seen.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { tries } from "#boot/testing/tries.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { chargeExtra } from "#app/features/orders/server/charges/charge-extra.ts";
import { chargeView } from "#app/features/orders/server/charges/charge-view.ts";
import {
  declineCharge,
  expireCharges,
  withdrawCharge,
  orderCharges,
} from "#app/features/orders/server/charges/order-charges.ts";
import { holdOrder } from "#app/features/orders/server/holds/hold-order.ts";
import { type Order, getOrder } from "#app/features/orders/server/views/find-order.ts";
import { readOrderPage } from "#app/features/orders/server/views/read-order-page.ts";
import { MONEY_LIST } from "../../rules/money-list.ts";
import { cancelOrder } from "../cancel/cancel-order.ts";
import { cancellationFor } from "../cancel/cancellation.ts";
import { listPaymentsOf } from "./find-payment.ts";
import { listRefundsOf } from "../refunds/find-refund.ts";
import { listOwnMoney } from "./list-own-money.ts";
import { reconcileLedger } from "../ledger/reconcile-ledger.ts";
import { startChargePayment } from "./start-charge-payment.ts";
import { startPayment } from "./start-payment.ts";

let world: TestWorld;
let cards: CardWorld;
beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const sam = personOf("sam");
const ada = personOf("ada");

/** An order of Amara's, paid with her card, that Jonas is working on. */
const workedOn = async (): Promise<Order> => {
  const { id } = await quotedOrder(amara, 4_000);
  await payCheckout((await startPayment(amara, { orderId: id })).url);
  await cards.deliver();
  await world.db
    .updateTable("orders")
    .set({
      status: "in_progress",
      assignedTo: jonas.uid,
      assignedAt: NOON,
      startedAt: NOON,
      editorPayMinor: 6_600,
      editorLevel: "standard",
    })
    .where("id", "=", id)
    .execute();
  return getOrder(id);
};
const charge = (orderId: string, amountMinor = 2_000, editorWorks = true) =>
  chargeExtra(sam, {
    orderId,
    what: "Four more figures",
    amountMinor,
    reason: "They weren't in the count.",
    editorWorks,
  });
const pay = async (chargeId: string) => {
  const { url } = await startChargePayment(amara, { chargeId });
  await payCheckout(url);
  await cards.deliver();
};
const statusOf = async (chargeId: string) => (await orderCharges.find(chargeId))!.status;
const invoicesOf = (orderId: string) =>
  world.db
    .selectFrom("invoices")
    .selectAll()
    .where("orderId", "=", orderId)
    .orderBy("issuedAt")
    .orderBy("id")
    .execute();
const expectSound = async () => {
  const { rowsMinor, ledgerMinor, ledgerSumMinor, differences } = await reconcileLedger();
  expect(differences).toEqual([]);
  expect(ledgerMinor).toBe(rowsMinor);
  expect(ledgerSumMinor).toBe(0);
};

describe("an extra charge on a paid order", () => {
  test("is paid by card: price, pay, ledger, and its own invoice follow, once", async () => {
    const order = await workedOn();
    const { chargeId } = await charge(order.id);
    expect((await getOrder(order.id)).totalMinor).toBe(order.totalMinor);
    const begun = await Promise.all([1, 2, 3].map(() => startChargePayment(amara, { chargeId })));
    expect(new Set(begun.map((b) => b.url)).size).toBe(1);
    await payCheckout(begun[0]!.url);
    await cards.control("/webhooks", { paused: true, copies: 2 });
    await cards.deliver();
    await cards.control("/webhooks", { paused: true, copies: 1 });
    expect(await statusOf(chargeId)).toBe("paid");
    const now = await getOrder(order.id);
    expect(now).toMatchObject({
      totalMinor: order.totalMinor + 2_000,
      paidMinor: order.paidMinor + 2_000,
      listMinor: order.listMinor + 2_000,
      editorBasisMinor: order.editorBasisMinor + 2_000,
      editorPayMinor: 6_600 + 1_100,
      status: "in_progress",
      dueAt: order.dueAt,
    });
    expect(now.price!.lines.at(-1)).toMatchObject({ code: "extra", label: "Four more figures", amountMinor: 2_000 });
    const invoices = await invoicesOf(order.id);
    expect(invoices.map((i) => i.totalMinor)).toEqual([order.totalMinor, 2_000]);
    expect(invoices[1]!.document.references).toContainEqual({ label: "Extra charge", value: "Extra work" });
    await expect(startChargePayment(amara, { chargeId })).rejects.toMatchObject({ code: "already_paid" });
    const { rows } = await listOwnMoney(amara, readListQuery(new URLSearchParams(), MONEY_LIST));
    expect(rows.filter((r) => r.orderId === order.id).map((r) => [r.amountMinor, r.extra, r.document?.number])).toEqual(
      expect.arrayContaining([
        [2_000, true, invoices[1]!.number],
        [order.totalMinor, false, invoices[0]!.number],
      ]),
    );
    await expectSound();
  });

  test("is staff's to make and to withdraw, and its author's to pay and to decline", async () => {
    const order = await workedOn();
    for (const who of [amara, mei, jonas])
      await expect(
        chargeExtra(who, { orderId: order.id, what: "More", amountMinor: 100, reason: "A test", editorWorks: false }),
      ).rejects.toMatchObject({ kind: "refused" });
    const { chargeId } = await charge(order.id);
    for (const who of [mei, personOf("priya")])
      await expect(startChargePayment(who, { chargeId })).rejects.toMatchObject({ kind: "not-found" });
    for (const who of [jonas, sam, ada])
      await expect(startChargePayment(who, { chargeId })).rejects.toMatchObject({ kind: "refused" });
    for (const who of [mei, jonas, sam])
      await expect(declineCharge(who, { chargeId })).rejects.toMatchObject({ kind: "refused" });
    for (const who of [amara, jonas])
      await expect(withdrawCharge(who, { chargeId })).rejects.toMatchObject({ kind: "refused" });
    const seen = async (who: typeof amara) => chargeView(who, await readOrderPage(who, order.id));
    expect((await seen(amara)).open).toMatchObject({ totalMinor: 2_000, mayAnswer: true, mayWithdraw: false });
    // Editors see their own pay, but not the author's price.
    expect((await seen(jonas)).open).toMatchObject({ totalMinor: null, lines: [], editorPayMinor: 7_700 });
    expect(await seen(ada)).toMatchObject({ mayCharge: false, open: { mayAnswer: false, mayWithdraw: true } });
  });

  test("is one at a time, while an editor is at work; amounts have a limit", async () => {
    const order = await workedOn();
    const both = await Promise.allSettled([charge(order.id), charge(order.id, 500)]);
    expect(both.map((r) => r.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both.find((r) => r.status === "rejected")?.reason).toMatchObject({ code: "charge_open" });
    const other = await workedOn();
    await expect(charge(other.id, 200_001)).rejects.toMatchObject({ fields: { amount: expect.any(String) as string } });
    for (const status of ["paid", "submitted", "delivered", "cancelled"] as const) {
      await world.db.updateTable("orders").set({ status }).where("id", "=", other.id).execute();
      await expect(charge(other.id)).rejects.toMatchObject({ code: "not_chargeable" });
    }
  });

  test("paid and declined at once: only one counts, and the money is never lost", async () => {
    const order = await workedOn();
    const { chargeId } = await charge(order.id);
    const { url } = await startChargePayment(amara, { chargeId });
    await payCheckout(url);
    await Promise.allSettled([declineCharge(amara, { chargeId }), cards.deliver()]);
    await cards.deliver();
    const status = await statusOf(chargeId);
    expect(["paid", "declined"]).toContain(status);
    const refunds = await listRefundsOf(order.id);
    expect(refunds.map((r) => [r.amountMinor, r.status])).toEqual(status === "paid" ? [] : [[2_000, "succeeded"]]);
    expect((await getOrder(order.id)).paidMinor).toBe(order.paidMinor + (status === "paid" ? 2_000 : 0));
    await expectSound();
  });
});

describe("money for a charge that no longer applies", () => {
  const late: [string, (chargeId: string, order: Order) => Promise<unknown>, string][] = [
    ["declined", (chargeId) => declineCharge(amara, { chargeId }), "declined"],
    ["withdrawn", (chargeId) => withdrawCharge(ada, { chargeId }), "withdrawn"],
    [
      "expired",
      async () => {
        setClock(after(NOON, DAY));
        await Promise.all([expireCharges(after(NOON, DAY)), expireCharges(after(NOON, DAY))]);
      },
      "expired",
    ],
    [
      "on an order that was held",
      (_chargeId, order) => holdOrder(ada, { orderId: order.id, reason: "A question of rights." }),
      "open",
    ],
    [
      "on a canceled order",
      async (_chargeId, order) =>
        cancelOrder(amara, {
          orderId: order.id,
          expectedRefundMinor: (await cancellationFor(amara, order.id))!.clientMinor,
        }),
      "open",
    ],
  ];
  test.each(late)("(%s) is refunded in full, and nothing else changes", async (_, end, status) => {
    const order = await workedOn();
    const { chargeId } = await charge(order.id);
    const { url } = await startChargePayment(amara, { chargeId });
    await payCheckout(url);
    await end(chargeId, order);
    expect(await statusOf(chargeId)).toBe(status);
    await cards.deliver();
    if (status === "open") expect(await statusOf(chargeId)).toBe("ended");
    const surplus = (await listPaymentsOf(order.id)).find((p) => p.surplus)!;
    expect(surplus).toMatchObject({ amountMinor: 2_000, chargeId });
    const refunds = (await listRefundsOf(order.id)).filter((r) => r.paymentId === surplus.id);
    expect(refunds.map((r) => [r.amountMinor, r.status])).toEqual([[2_000, "succeeded"]]);
    const now = await getOrder(order.id);
    expect(now).toMatchObject({ paidMinor: order.paidMinor, totalMinor: order.totalMinor, editorPayMinor: 6_600 });
    expect(await invoicesOf(order.id)).toHaveLength(1 + (now.refundedMinor > 0 ? 1 : 0));
    await expectSound();
  });

  test("closes its open checkout, so that nobody pays it later", async () => {
    const order = await workedOn();
    const { chargeId } = await charge(order.id);
    const { url } = await startChargePayment(amara, { chargeId });
    await declineCharge(amara, { chargeId });
    await drainJobs();
    await payCheckout(url);
    await cards.deliver();
    expect((await listPaymentsOf(order.id)).at(-1)).toMatchObject({ status: "expired", paymentIntentId: null });
    await expect(startChargePayment(amara, { chargeId })).rejects.toMatchObject({ code: "charge_over" });
    // A new one can be made and paid.
    const next = await charge(order.id, 700);
    await pay(next.chargeId);
    expect(await statusOf(next.chargeId)).toBe("paid");
    await expectSound();
  });

  test("isn't asked for after 24 hours, even before the clock has noticed", async () => {
    const order = await workedOn();
    const { chargeId } = await charge(order.id);
    setClock(after(NOON, DAY));
    await expect(startChargePayment(amara, { chargeId })).rejects.toMatchObject({ code: "charge_over" });
  });
});

describe("refunds of an order with several payments", () => {
  test("return to each card payment at most what it took, with a credit note for its own invoice", async () => {
    const order = await workedOn();
    await pay((await charge(order.id)).chargeId);
    setClock(after(NOON, 2 * HOUR));
    const terms = (await cancellationFor(amara, order.id))!;
    await cancelOrder(amara, { orderId: order.id, expectedRefundMinor: terms.clientMinor });
    await cards.deliver();
    const payments = await listPaymentsOf(order.id);
    const refunds = await listRefundsOf(order.id);
    expect(refunds.reduce((sum, r) => sum + r.amountMinor, 0)).toBe(terms.clientMinor);
    for (const payment of payments) {
      const back = refunds.filter((r) => r.paymentId === payment.id).reduce((sum, r) => sum + r.amountMinor, 0);
      expect(back).toBeLessThanOrEqual(payment.amountMinor);
      expect(payment.refundedMinor).toBe(back);
    }
    const documents = await invoicesOf(order.id);
    for (const refund of refunds) {
      const note = documents.find((d) => d.refundId === refund.id)!;
      const invoice = documents.find((d) => d.paymentId === refund.paymentId)!;
      expect(note.document.references.find((r) => r.label === "For invoice")?.value).toContain(invoice.number);
    }
    await expectSound();
  });
});

test("any sequence of charges, payments, refunds and cancellations leaves the ledger sound", async () => {
  const step = fc.constantFrom("charge", "pay", "pay", "decline", "expire", "refund", "cancel");
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.integer({ min: 1, max: 4_000 })), { minLength: 3, maxLength: 8 }),
      async (steps) => {
        setClock(NOON);
        let at = NOON;
        const order = await workedOn();
        let chargeId = "";
        for (const [name, amountMinor] of steps) {
          at = after(at, HOUR / 4);
          setClock(at);
          const done = async () => {
            if (name === "charge") ({ chargeId } = await charge(order.id, amountMinor, amountMinor % 2 === 0));
            if (name === "pay") await pay(chargeId);
            if (name === "decline") await declineCharge(amara, { chargeId });
            if (name === "expire") {
              at = after(at, DAY);
              setClock(at);
              await expireCharges(at);
            }
            if (name === "refund")
              await refundAsSeen(ada, {
                orderId: order.id,
                cause: "goodwill",
                amountMinor,
                reason: "A property of money.",
              });
            if (name === "cancel")
              await cancelOrder(amara, {
                orderId: order.id,
                expectedRefundMinor: (await cancellationFor(amara, order.id))?.clientMinor ?? 0,
              });
          };
          // A refusal in this state changes nothing and has a message.
          await done().catch((error: unknown) => expect(error).toMatchObject({ name: "Problem" }));
        }
        await cards.deliver();
        await expectSound();
        const now = await getOrder(order.id);
        const payments = (await listPaymentsOf(order.id)).filter((p) => p.status === "succeeded");
        for (const payment of payments) expect(payment.refundedMinor).toBeLessThanOrEqual(payment.amountMinor);
        expect(now.paidMinor).toBe(payments.filter((p) => !p.surplus).reduce((sum, p) => sum + p.amountMinor, 0));
        if (now.status !== "cancelled" && now.status !== "refunded") expect(now.totalMinor).toBe(now.paidMinor);
      },
    ),
    tries(30),
  );
});
