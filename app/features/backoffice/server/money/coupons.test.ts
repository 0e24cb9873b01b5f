import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { now, setClock } from "#app/platform/server/core/clock.ts";
import { readChoices } from "#app/features/orders/rules/draft/choices.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { listPaymentsOf } from "#app/features/payments/server/checkout/find-payment.ts";
import { getPaymentState } from "#app/features/payments/server/checkout/payment-state.ts";
import { reconcileLedger } from "#app/features/payments/server/ledger/reconcile-ledger.ts";
import { EARLY_START } from "#app/features/payments/rules/withdrawal.ts";
import { reconcilePayments } from "#app/features/payments/server/ledger/reconcile-payments.ts";
import { startPayment } from "#app/features/payments/server/checkout/start-payment.ts";
import { archiveCoupon } from "#app/features/pricing/server/archive-coupon.ts";
import { createCoupon } from "#app/features/pricing/server/create-coupon.ts";
import { editCoupon } from "#app/features/pricing/server/edit-coupon.ts";
import { switchCoupon } from "#app/features/pricing/server/switch-coupon.ts";
import { COUPON_LIST, COUPON_USE_LIST } from "../../rules/lists/coupon-list.ts";
import { couponUsesCsv } from "./finance-csv.ts";
import { couponUseList, getCoupon, listCoupons } from "./list-coupons.ts";

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
const ada = personOf("ada");
const TERMS = {
  label: "A test",
  percent: 10,
  fixedMinor: null,
  capMinor: null,
  minimumMinor: null,
  startsAt: null,
  endsAt: null,
  services: null,
  turnarounds: null,
  totalLimit: null,
  personLimit: null,
};
let codes = 0;
async function newCoupon(more: Partial<Parameters<typeof createCoupon>[1]> = {}) {
  const code = `RULE${++codes}`;
  return createCoupon(ada, { ...TERMS, code, ...more });
}
async function checkout(who: Person, couponCode?: string) {
  const order = await quotedOrder(who, 2_000, couponCode ? { couponCode } : {});
  return { order, ...(await startPayment(who, { orderId: order.id, earlyStart: EARLY_START.version })) };
}
const VISA = "4242424242424242";
const MASTERCARD = "5555555555554444";
async function pay(who: Person, card: string, couponCode?: string) {
  const begun = await checkout(who, couponCode);
  await payCheckout(begun.url, card);
  await cards.deliver();
  return getOrder(begun.order.id);
}
const usesOf = (couponId: string) =>
  world.db
    .selectFrom("coupon_uses")
    .select(["orderId", "state", "cardFingerprint", "firstOrder"])
    .where("couponId", "=", couponId)
    .execute();

describe("a coupon's limits and the card that pays", () => {
  test("a card pays once with a once-per-person code, no matter whose account it's used from", async () => {
    const { code, couponId } = await newCoupon({ personLimit: 1 });
    const first = await pay(amara, VISA, code);
    expect(first.status).toBe("paid");
    const second = await pay(mei, VISA, code);
    // Nothing was charged, and the order waits with the price it has without the code.
    expect(second).toMatchObject({ status: "draft", paidAt: null, price: null });
    expect(readChoices(second.choices).couponCode ?? null).toBeNull();
    expect(await listPaymentsOf(second.id)).toMatchObject([{ status: "failed", succeededAt: null }]);
    expect(await getPaymentState(mei, second.id)).toMatchObject({
      stage: "not-taken",
      refusal: `The code ${code} has already been used with this card.`,
    });
    expect(await usesOf(couponId)).toMatchObject([
      { orderId: first.id, state: "redeemed" },
      { orderId: second.id, state: "released" },
    ]);
    // With another card, the code is hers to use.
    expect((await pay(mei, MASTERCARD, code)).status).toBe("paid");
    expect((await reconcileLedger()).differences).toEqual([]);
  });

  test("of two checkouts with one card at once, only one is charged", async () => {
    const { code, couponId } = await newCoupon({ personLimit: 1 });
    const both = [await checkout(amara, code), await checkout(mei, code)];
    await Promise.all(both.map((b) => payCheckout(b.url, VISA)));
    await cards.control("/webhooks", { copies: 2, order: "any" });
    await cards.deliver();
    await cards.control("/webhooks", { copies: 1, order: "any" });
    const states = await Promise.all(both.map(async (b) => (await getOrder(b.order.id)).status));
    expect(states.toSorted()).toEqual(["draft", "paid"]);
    expect((await usesOf(couponId)).filter((u) => u.state === "redeemed")).toHaveLength(1);
    expect((await reconcileLedger()).differences).toEqual([]);
  });

  test("the card is checked without webhooks as well", async () => {
    const { code } = await newCoupon({ personLimit: 1 });
    const begun = await checkout(amara, code);
    await payCheckout(begun.url, VISA);
    setClock(after(NOON, 20 * 60_000));
    await reconcilePayments(now());
    expect((await getOrder(begun.order.id)).status).toBe("paid");
    await cards.deliver();
    expect(await listPaymentsOf(begun.order.id)).toMatchObject([{ status: "succeeded", refusal: null }]);
  });

  test("a code without a limit per person is charged right away", async () => {
    const { code } = await newCoupon();
    const begun = await checkout(amara, code);
    expect(await listPaymentsOf(begun.order.id)).toMatchObject([{ heldFirst: false }]);
  });
});

describe("a code for first orders", () => {
  test("is refused to people who have paid for an order, by account and by card", async () => {
    const { code } = await newCoupon({ firstOrderOnly: true });
    await pay(amara, VISA);
    await expect(quotedOrder(amara, 2_000, { couponCode: code })).rejects.toMatchObject({
      code: "coupon",
      message: "This code is only for a first order.",
    });
    const jonas = personOf("jonas");
    expect(await pay(jonas, VISA, code)).toMatchObject({ status: "draft" });
  });

  test("is held by one checkout of a person at a time, even with two codes, and marks the order as the first", async () => {
    const priya = personOf("priya");
    const one = await newCoupon({ firstOrderOnly: true });
    const two = await newCoupon({ firstOrderOnly: true });
    const begun = await checkout(priya, one.code);
    await expect(quotedOrder(priya, 2_000, { couponCode: two.code })).rejects.toMatchObject({ code: "coupon" });
    await payCheckout(begun.url, "4000002500003155");
    await fetch(`${begun.url}/authenticate`, {
      method: "POST",
      body: new URLSearchParams({ outcome: "complete" }),
      redirect: "manual",
    });
    await cards.deliver();
    expect((await getOrder(begun.order.id)).status).toBe("paid");
    expect(await usesOf(one.couponId)).toMatchObject([{ state: "redeemed", firstOrder: true }]);
    expect(await getCoupon(ada, one.couponId, now())).toMatchObject({ uses: 1, firstOrders: 1 });
  });
});

describe("managing a coupon", () => {
  const others = [amara, personOf("jonas"), personOf("sam")];

  test("its terms can change until it is used, then its code and discount are fixed", async () => {
    const { couponId } = await newCoupon();
    const terms = { ...TERMS, couponId };
    expect(await editCoupon(ada, { ...terms, code: "renamed-1", percent: 15, version: 1 })).toEqual({ changed: true });
    // The same again changes nothing; from an old page, a change is refused and nothing is overwritten.
    expect(await editCoupon(ada, { ...terms, code: "RENAMED-1", percent: 15, version: 1 })).toEqual({ changed: false });
    await expect(editCoupon(ada, { ...terms, code: "RENAMED-1", percent: 20, version: 1 })).rejects.toMatchObject({
      code: "changed",
    });
    await pay(amara, VISA, "RENAMED-1");
    const edit = (more: object) => editCoupon(ada, { ...terms, code: "RENAMED-1", percent: 15, version: 2, ...more });
    await expect(edit({ percent: 20 })).rejects.toMatchObject({
      kind: "invalid",
      fields: { amount: expect.any(String) as string },
    });
    await expect(edit({ code: "OTHER-1" })).rejects.toMatchObject({ fields: { code: expect.any(String) as string } });
    expect(await edit({ label: "Other words", totalLimit: 1 })).toEqual({ changed: true });
    expect(await getCoupon(ada, couponId, now())).toMatchObject({ label: "Other words", state: "used-up", version: 3 });
    for (const actor of others)
      await expect(editCoupon(actor, { ...terms, code: "MINE", version: 3 })).rejects.toMatchObject({
        kind: "refused",
      });
  });

  test("of two admins who save at once, one sees a conflict", async () => {
    const { couponId, code } = await newCoupon();
    const both = await Promise.allSettled(
      ["One", "Two"].map((label) => editCoupon(ada, { ...TERMS, couponId, code, label, version: 1 })),
    );
    expect(both.map((b) => b.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("another coupon's code can't be used, even an archived one's", async () => {
    const one = await newCoupon();
    const two = await newCoupon();
    await archiveCoupon(ada, { couponId: one.couponId, archived: true });
    await expect(
      editCoupon(ada, { ...TERMS, couponId: two.couponId, code: one.code, version: 1 }),
    ).rejects.toMatchObject({ code: "coupon_exists" });
  });

  test("archived, it can't be used and isn't listed; restored, it's off", async () => {
    const { couponId, code } = await newCoupon();
    const priced = await quotedOrder(amara, 2_000, { couponCode: code });
    expect(await archiveCoupon(ada, { couponId, archived: true })).toEqual({ changed: true });
    expect(await archiveCoupon(ada, { couponId, archived: true })).toEqual({ changed: false });
    await expect(quotedOrder(mei, 2_000, { couponCode: code })).rejects.toMatchObject({ code: "coupon" });
    // A quoted price keeps its discount.
    await expect(startPayment(amara, { orderId: priced.id })).resolves.toBeTruthy();
    const listed = async (search: string) =>
      (await listCoupons(ada, readListQuery(new URLSearchParams(search), COUPON_LIST), now())).rows.map((c) => c.code);
    expect(await listed(`q=${code}`)).toEqual([]);
    expect(await listed(`q=${code}&state=archived`)).toEqual([code]);
    await expect(switchCoupon(ada, { couponId, active: true })).rejects.toMatchObject({ code: "archived" });
    await archiveCoupon(ada, { couponId, archived: false });
    expect(await getCoupon(ada, couponId, now())).toMatchObject({ state: "off" });
    for (const actor of others)
      await expect(archiveCoupon(actor, { couponId, archived: true })).rejects.toMatchObject({ kind: "refused" });
  });

  test("its page has the orders that used it, with figures, and a file for admins alone", async () => {
    const { couponId, code } = await newCoupon();
    const paid = await pay(amara, VISA, code);
    setClock(after(NOON, DAY));
    const open = await checkout(mei, code);
    const coupon = await getCoupon(ada, couponId, now());
    expect(coupon).toMatchObject({
      uses: 1,
      firstOrders: 0,
      costMinor: paid.discountMinor,
      grossMinor: paid.listMinor,
      salesMinor: paid.totalMinor,
      everUsed: true,
    });
    const uses = (search = "") =>
      couponUseList(ada, couponId, readListQuery(new URLSearchParams(search), COUPON_USE_LIST)).read(10, 0);
    expect(await uses()).toMatchObject([
      { orderId: open.order.id, state: "reserved" },
      { orderId: paid.id, client: "Dr. Amara Osei", discountMinor: paid.discountMinor, state: "redeemed" },
    ]);
    expect(await uses("state=redeemed")).toHaveLength(1);
    for (const q of ["osei", paid.number]) expect(await uses(`q=${q}`)).toMatchObject([{ orderId: paid.id }]);
    expect(await uses("q=nobody")).toEqual([]);
    const file = await couponUsesCsv(new Request(`http://stet.test/api/csv/coupon-uses?coupon=${couponId}`), {
      actor: ada,
    });
    const text = await file.text();
    expect(text).toContain(paid.number);
    expect(text.trim().split("\n")).toHaveLength(3);
    for (const actor of others) {
      await expect(getCoupon(actor, couponId, now())).rejects.toMatchObject({ kind: "refused" });
      expect(() => couponUseList(actor, couponId, readListQuery(new URLSearchParams(), COUPON_USE_LIST))).toThrow(
        "Only admins",
      );
    }
    await expect(getCoupon(ada, "cpn_nothing", now())).rejects.toMatchObject({ kind: "not-found" });
  });
});
