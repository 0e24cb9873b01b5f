import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { now, setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import { chargeExtra } from "#app/features/orders/server/charges/charge-extra.ts";
import { type Order, getOrder } from "#app/features/orders/server/views/find-order.ts";
import { EARLY_START, EXTRA_EARLY_START } from "../../rules/withdrawal.ts";
import { cancelOrder } from "./cancel-order.ts";
import { withdrawalOf } from "./cancellation.ts";
import { askEarlyStart, askExtraStart } from "../checkout/early-start.ts";
import { listRefundsOf } from "../refunds/find-refund.ts";
import { reconcileLedger } from "../ledger/reconcile-ledger.ts";
import { startChargePayment } from "../checkout/start-charge-payment.ts";
import { startPayment } from "../checkout/start-payment.ts";
import { withdrawFromContract } from "./withdraw-from-contract.ts";

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
beforeEach(async () => {
  setClock(NOON);
  await livesIn(amara, { country: "DE" });
});

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const sam = personOf("sam");
const ada = personOf("ada");
const earlyStart = EARLY_START.version;

const livesIn = (who: Person, billing: Record<string, string> | null) =>
  world.db
    .updateTable("users")
    .set({ billing: billing ? json(billing) : null })
    .where("uid", "=", who.uid)
    .execute();

async function paid(who: Person = amara, set: Record<string, unknown> = {}): Promise<Order> {
  const order = await quotedOrder(who, 4_000);
  const { url } = await startPayment(who, { orderId: order.id, earlyStart });
  await payCheckout(url);
  await cards.deliver();
  if (Object.keys(set).length > 0) await world.db.updateTable("orders").set(set).where("id", "=", order.id).execute();
  return getOrder(order.id);
}
const WORKING = { status: "in_progress", assignedTo: jonas.uid, assignedAt: NOON, startedAt: NOON };
const shown = async (order: Order) => (await withdrawalOf(amara, await getOrder(order.id)))?.terms?.refundMinor ?? -1;
const withdraw = async (who: Person, order: Order, refundMinor?: number) =>
  withdrawFromContract(who, { orderId: order.id, expectedRefundMinor: refundMinor ?? (await shown(order)) });
const factsOf = (orderId: string, kind: string) =>
  world.db
    .selectFrom("facts")
    .select("data")
    .where("orderId", "=", orderId)
    .where("kind", "=", kind as never)
    .execute();
const emailsTo = async (who: Person, subject: string) =>
  (await world.db.selectFrom("mail").select(["to", "subject", "text"]).execute()).filter(
    (m) => m.to.includes(who.email) && m.subject.includes(subject),
  );

/** A review, not yet done, of an order's work. */
async function reviewOf(orderId: string): Promise<string> {
  const [submissionId, id] = [newId("submission"), newId("review")];
  await world.db
    .insertInto("submissions")
    .values({
      id: submissionId,
      orderId,
      editorId: jonas.uid,
      round: 1,
      status: "submitted",
      letter: "",
      submittedAt: NOON,
      createdAt: NOON,
    })
    .execute();
  await world.db
    .insertInto("qa_reviews")
    .values({ id, submissionId, orderId, kind: "delivery", reason: "trial", dueAt: after(NOON, DAY), createdAt: NOON })
    .execute();
  return id;
}

describe("asking for work to begin, at payment", () => {
  test("is required of a consumer with the right: without the box, nothing starts", async () => {
    const order = await quotedOrder(amara, 2_000);
    expect(await askEarlyStart(amara, order.id)).toEqual(EARLY_START);
    for (const ticked of [null, "", "on", "2020-01-01"])
      await expect(startPayment(amara, { orderId: order.id, earlyStart: ticked })).rejects.toMatchObject({
        code: "early_start",
        fields: { earlyStart: "Check this box to pay." },
      });
    expect((await getOrder(order.id)).status).toBe("quoted");
    expect(
      await world.db.selectFrom("early_starts").select("orderId").where("orderId", "=", order.id).execute(),
    ).toEqual([]);
  });

  test("is stored with version, text, and time, requested once, and the same from two tabs", async () => {
    const order = await quotedOrder(amara, 2_000);
    const both = await Promise.all([1, 2].map(() => startPayment(amara, { orderId: order.id, earlyStart })));
    expect(new Set(both.map((b) => b.url)).size).toBe(1);
    expect(await askEarlyStart(amara, order.id)).toBeNull();
    await expect(startPayment(amara, { orderId: order.id })).resolves.toMatchObject({ url: both[0]!.url });
    expect(
      await world.db.selectFrom("early_starts").selectAll().where("orderId", "=", order.id).execute(),
    ).toMatchObject([
      { uid: amara.uid, country: "DE", version: EARLY_START.version, text: EARLY_START.text, givenAt: NOON },
    ]);
  });

  test.each([
    ["a consumer without a country", null, true],
    ["a business with a VAT ID", { country: "DE", vatId: "DE123456788" }, false],
    ["an organization whose VAT ID has wrong check digits", { country: "DE", vatId: "DE123456789" }, true],
    ["a business in the United Kingdom", { country: "GB", vatId: "GB980780684" }, false],
    ["a consumer in Ghana", { country: "GH" }, false],
  ] as const)("%s", async (_, billing, asked) => {
    await livesIn(amara, billing);
    const order = await quotedOrder(amara, 2_000);
    expect((await askEarlyStart(amara, order.id)) !== null).toBe(asked);
    const refusal = await startPayment(amara, { orderId: order.id }).then(
      () => null,
      (problem: { code: string }) => problem.code,
    );
    expect(refusal).toBe(asked ? "early_start" : null);
  });

  test("is confirmed by email once the order is paid, with the text and the last day", async () => {
    const order = await paid();
    expect(await factsOf(order.id, "contract.confirmed")).toHaveLength(1);
    const [email] = await emailsTo(amara, `Your right of withdrawal for ${order.number}`);
    expect(email!.text).toContain("I expressly ask you to start work right away.");
    expect(email!.text).toContain("Withdraw from contract");
  });
});

describe("an extra charge", () => {
  const extra = EXTRA_EARLY_START.version;
  const charged = async (order: Order, amountMinor = 2_000) =>
    (
      await chargeExtra(sam, {
        orderId: order.id,
        what: "Four more figures",
        amountMinor,
        reason: "They weren't in the count.",
        editorWorks: true,
      })
    ).chargeId;
  const pay = async (chargeId: string) => {
    await payCheckout((await startChargePayment(amara, { chargeId, earlyStart: extra })).url);
    await cards.deliver();
  };
  const keptOf = (chargeId: string) =>
    world.db.selectFrom("charge_early_starts").selectAll().where("chargeId", "=", chargeId).execute();

  test("asks a consumer again: without the box nothing starts, and the request is stored once, with version, text, and time", async () => {
    const order = await paid(amara, WORKING);
    const chargeId = await charged(order);
    expect(await askExtraStart(amara, { id: chargeId, orderId: order.id })).toEqual(EXTRA_EARLY_START);
    // The box of the order itself isn't this one.
    for (const ticked of [null, "", "on", EARLY_START.version])
      await expect(startChargePayment(amara, { chargeId, earlyStart: ticked })).rejects.toMatchObject({
        code: "early_start",
        fields: { earlyStart: "Check this box to pay." },
      });
    expect(await keptOf(chargeId)).toEqual([]);
    setClock(after(NOON, HOUR));
    const tabs = await Promise.all([1, 2].map(() => startChargePayment(amara, { chargeId, earlyStart: extra })));
    expect(new Set(tabs.map((tab) => tab.url)).size).toBe(1);
    expect(await keptOf(chargeId)).toMatchObject([
      {
        orderId: order.id,
        uid: amara.uid,
        country: "DE",
        ...EXTRA_EARLY_START,
        givenAt: after(NOON, HOUR),
        doneBp: null,
      },
    ]);
    expect(await askExtraStart(amara, { id: chargeId, orderId: order.id })).toBeNull();
    await expect(startChargePayment(mei, { chargeId, earlyStart: extra })).rejects.toMatchObject({ kind: "not-found" });
    await payCheckout(tabs[0]!.url);
    await cards.deliver();
    expect(await factsOf(order.id, "contract.confirmed")).toMatchObject([
      { data: { version: EARLY_START.version } },
      { data: { version: extra, extraMinor: 2_000 } },
    ]);
    // One confirms the order and the other the charge. Which was written first is up to the jobs.
    const emails = await emailsTo(amara, `Your right of withdrawal for ${order.number}`);
    const ofCharge = emails.filter((email) => email.text.includes("on what this charge pays for"));
    expect([emails.length, ofCharge.length]).toEqual([2, 1]);
    expect(ofCharge[0]!.text).toContain("$20.00");
  });

  test("doesn't ask people without the right", async () => {
    await livesIn(amara, { country: "DE", vatId: "DE123456788" });
    const order = await paid(amara, WORKING);
    const chargeId = await charged(order);
    expect(await askExtraStart(amara, { id: chargeId, orderId: order.id })).toBeNull();
    await expect(startChargePayment(amara, { chargeId })).resolves.toMatchObject({ url: expect.any(String) as string });
    expect(await keptOf(chargeId)).toEqual([]);
  });

  test("starts the period again, and its part done is counted from its payment: base and extra, to the cent", async () => {
    const order = await paid(amara, {
      ...WORKING,
      progressWords: 2_000,
      progressAt: NOON,
      dueAt: after(NOON, 40 * DAY),
      editorDueAt: after(NOON, 39 * DAY),
    });
    const { untilAt } = (await withdrawalOf(amara, order))!;
    setClock(after(NOON, 3 * DAY));
    const chargeId = await charged(order);
    await pay(chargeId);
    expect(await keptOf(chargeId)).toMatchObject([{ doneBp: 5_000 }]);
    const half = Math.round(order.totalMinor / 2);
    // Nothing was done since, so the whole extra is refunded.
    expect(await shown(order)).toBe(order.totalMinor - half + 2_000);
    await world.db.updateTable("orders").set({ progressWords: 2_400 }).where("id", "=", order.id).execute();
    const kept = Math.round(order.totalMinor * 0.6) + 400;
    expect(await shown(order)).toBe(order.totalMinor + 2_000 - kept);
    setClock(new Date(untilAt));
    const later = (await withdrawalOf(amara, await getOrder(order.id)))!;
    expect(new Date(later.untilAt) > new Date(untilAt)).toBe(true);
    const { refundMinor } = await withdraw(amara, order);
    expect(refundMinor).toBe(order.totalMinor + 2_000 - kept);
    await cards.deliver();
    expect(await getOrder(order.id)).toMatchObject({ status: "cancelled", refundedMinor: refundMinor });
    expect((await reconcileLedger()).differences).toEqual([]);
  });
});

describe("withdrawing from the contract", () => {
  test("before anybody began: everything is refunded, and a confirmation is emailed with the time", async () => {
    const order = await paid();
    expect(await shown(order)).toBe(order.totalMinor);
    expect(await withdraw(amara, order)).toEqual({ refundMinor: order.totalMinor, currency: "USD" });
    await cards.deliver();
    expect(await getOrder(order.id)).toMatchObject({ status: "refunded", refundedMinor: order.totalMinor });
    expect(await factsOf(order.id, "order.cancelled")).toMatchObject([{ data: { withdrawn: true } }]);
    const [email] = await emailsTo(amara, `Your withdrawal from ${order.number} is confirmed`);
    expect(email!.text).toMatch(/We received your withdrawal .* on .*Nov 21/);
    expect(await emailsTo(amara, `${order.number} was canceled`)).toEqual([]);
    expect((await reconcileLedger()).differences).toEqual([]);
  });

  test("during the work: the part done is paid for, without a minimum, to the cent in the ledger", async () => {
    const order = await paid(amara, { ...WORKING, progressWords: 40, progressAt: NOON });
    const kept = Math.round(order.totalMinor / 100);
    const { refundMinor } = await withdraw(amara, order);
    expect(refundMinor).toBe(order.totalMinor - kept);
    await cards.deliver();
    expect(await getOrder(order.id)).toMatchObject({ status: "cancelled", refundedMinor: refundMinor });
    expect((await reconcileLedger()).differences).toEqual([]);
  });

  test("works until delivery: while checked, on hold, or waiting for an answer, and ends waiting reviews", async () => {
    for (const status of ["submitted", "qa_review", "on_hold"] as const) {
      const order = await paid(amara, { ...WORKING, status, heldFrom: status === "on_hold" ? "in_progress" : null });
      const waiting = status === "qa_review" ? await reviewOf(order.id) : null;
      expect([status, await shown(order)]).not.toEqual([status, -1]);
      await withdraw(amara, order);
      expect((await getOrder(order.id)).status).toMatch(/cancelled|refunded/);
      if (waiting)
        expect(
          await world.db.selectFrom("qa_reviews").select("status").where("id", "=", waiting).executeTakeFirst(),
        ).toEqual({ status: "void" });
    }
    const delivered = await paid(amara, { ...WORKING, status: "delivered", submittedAt: NOON, deliveredAt: NOON });
    expect(await shown(delivered)).toBe(-1);
    await expect(withdraw(amara, delivered, 0)).rejects.toMatchObject({ code: "moved_on" });
  });

  test("ends with the period", async () => {
    const order = await paid(amara, { ...WORKING, dueAt: after(NOON, 40 * DAY), editorDueAt: after(NOON, 39 * DAY) });
    const { untilAt } = (await withdrawalOf(amara, order))!;
    setClock(after(new Date(untilAt), -HOUR));
    expect(await shown(order)).toBeGreaterThan(0);
    setClock(new Date(untilAt));
    expect(await shown(order)).toBe(-1);
    await expect(withdraw(amara, order, 0)).rejects.toMatchObject({ code: "no_right" });
    expect((await getOrder(order.id)).status).toBe("in_progress");
  });

  test("is refused with the new amount when more has been done since, and happens once of two clicks", async () => {
    const order = await paid(amara, { ...WORKING, progressWords: 400, progressAt: NOON });
    const before = await shown(order);
    await world.db.updateTable("orders").set({ progressWords: 800 }).where("id", "=", order.id).execute();
    await expect(withdraw(amara, order, before)).rejects.toMatchObject({ code: "amount_changed" });
    const amount = await shown(order);
    const both = await Promise.allSettled([withdraw(amara, order, amount), withdraw(amara, order, amount)]);
    expect(both.map((b) => b.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await listRefundsOf(order.id)).toHaveLength(1);
    await cards.deliver();
  });

  test("canceling instead refunds no less", async () => {
    const order = await paid(amara, { ...WORKING, progressWords: 40, progressAt: NOON });
    const amount = await shown(order);
    expect(await cancelOrder(amara, { orderId: order.id, expectedRefundMinor: amount })).toEqual({
      refundMinor: amount,
      currency: "USD",
    });
    await cards.deliver();
  });

  test("is for the author; staff record it; nobody else may, and an order without the right has none", async () => {
    const order = await paid(amara, WORKING);
    await expect(withdraw(mei, order)).rejects.toMatchObject({ kind: "not-found" });
    await expect(withdraw(jonas, order)).rejects.toMatchObject({ kind: "refused" });
    // All of it is more than support may refund alone.
    await expect(withdraw(sam, order)).rejects.toMatchObject({ kind: "refused" });
    await expect(withdraw(ada, order)).resolves.toMatchObject({ refundMinor: expect.any(Number) as number });
    await livesIn(amara, { country: "GH" });
    const other = await paid();
    expect(await withdrawalOf(amara, other)).toBeNull();
    await expect(withdraw(amara, other, other.totalMinor)).rejects.toMatchObject({ code: "no_right" });
    await cards.deliver();
    expect((await reconcileLedger()).differences).toEqual([]);
    expect(now()).toEqual(NOON);
  });
});
