import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { now, setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { PROVIDER } from "#app/platform/rules/core/actor.ts";
import { readChoices } from "#app/features/orders/rules/draft/choices.ts";
import { expireQuotes } from "#app/features/orders/server/drafts/expire-quotes.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { quoteOrder } from "#app/features/orders/server/drafts/quote-order.ts";
import { reopenOrder } from "#app/features/orders/server/lifecycle/reopen-order.ts";
import { saveDraft } from "#app/features/orders/server/drafts/save-draft.ts";
import { cancelOrder } from "../cancel/cancel-order.ts";
import { listPaymentsOf } from "./find-payment.ts";
import { listRefundsOf } from "../refunds/find-refund.ts";
import { reconcileLedger } from "../ledger/reconcile-ledger.ts";
import { releaseCoupons } from "./release-coupons.ts";
import { failRefund } from "../refunds/settle-refund.ts";
import { startPayment } from "./start-payment.ts";
import { stripe } from "../provider/stripe.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";

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
  await cards.control("/webhooks", { paused: true, copies: 1, order: "any", dropNext: 0 });
});

const amara = personOf("amara");
const mei = personOf("mei");
let codes = 0;
async function newCoupon(limits: { totalLimit?: number; personLimit?: number }): Promise<string> {
  const code = `HOLD${++codes}`;
  await world.db
    .insertInto("coupons")
    .values({ id: newId("coupon"), code, label: "Held", percent: 10, ...limits, createdAt: now() })
    .execute();
  return code;
}
const quoted = (who: Person, couponCode: string) => quotedOrder(who, 2_000, { couponCode });
const begin = async (who: Person, code: string) => {
  const order = await quoted(who, code);
  return { order, ...(await startPayment(who, { orderId: order.id })) };
};
const pay = async (url: string) => {
  await payCheckout(url);
  await cards.deliver();
};
const usesOf = async (code: string) =>
  (
    await world.db
      .selectFrom("coupon_uses as u")
      .innerJoin("coupons as c", "c.id", "u.couponId")
      .select(["u.orderId", "u.state"])
      .where("c.code", "=", code)
      .orderBy("u.createdAt")
      .execute()
  ).map((u) => [u.orderId, u.state]);
const taken = async (code: string) => (await usesOf(code)).filter(([, state]) => state !== "released").length;

describe("a coupon during checkout", () => {
  test("pays one order of a person, even if several were priced with a once-per-person code", async () => {
    const code = await newCoupon({ personLimit: 1 });
    const orders = [];
    for (let i = 0; i < 3; i++) orders.push(await quoted(amara, code));
    const first = await startPayment(amara, { orderId: orders[0]!.id });
    for (const { id } of orders.slice(1))
      await expect(startPayment(amara, { orderId: id })).rejects.toMatchObject({ code: "coupon_used_up" });
    await pay(first.url);
    await expect(startPayment(amara, { orderId: (await quotedOrder(amara)).id })).resolves.toBeTruthy();
    expect((await getOrder(orders[0]!.id)).status).toBe("paid");
    expect(await taken(code)).toBe(1);
  });

  test("pays for only one of two accounts' orders when one use is left", async () => {
    const code = await newCoupon({ totalLimit: 1 });
    const hers = await quoted(amara, code);
    const theirs = await quoted(mei, code);
    const both = await Promise.allSettled([
      startPayment(amara, { orderId: hers.id }),
      startPayment(mei, { orderId: theirs.id }),
    ]);
    expect(both.map((b) => b.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await taken(code)).toBe(1);
  });

  test("counts accounts that share a mailbox as one person", async () => {
    const code = await newCoupon({ personLimit: 1 });
    const twin = personOf("mei");
    await world.db
      .updateTable("users")
      .set({ email: "a.mara.osei+one@gmail.com" })
      .where("uid", "=", amara.uid)
      .execute();
    await world.db
      .updateTable("users")
      .set({ email: "AmaraOsei@googlemail.com" })
      .where("uid", "=", twin.uid)
      .execute();
    try {
      const first = await quoted(amara, code);
      const second = await quoted(twin, code);
      await startPayment(amara, { orderId: first.id });
      await expect(startPayment(twin, { orderId: second.id })).rejects.toMatchObject({ code: "coupon_used_up" });
    } finally {
      await world.db.updateTable("users").set({ email: amara.email }).where("uid", "=", amara.uid).execute();
      await world.db.updateTable("users").set({ email: twin.email }).where("uid", "=", twin.uid).execute();
    }
  });

  test("that is used up sends the order back to its form without the discount and charges nothing", async () => {
    const code = await newCoupon({ totalLimit: 1 });
    const late = await quoted(mei, code);
    await begin(amara, code);
    await expect(startPayment(mei, { orderId: late.id })).rejects.toMatchObject({
      kind: "conflict",
      code: "coupon_used_up",
      advice: expect.stringContaining("haven't been charged") as string,
    });
    expect(await listPaymentsOf(late.id)).toEqual([]);
    const draft = await getOrder(late.id);
    expect(draft).toMatchObject({ status: "draft", couponId: null });
    expect(readChoices(draft.choices).couponCode).toBeUndefined();
    const again = await quoteOrder(mei, { orderId: late.id });
    expect(again).toMatchObject({ discountMinor: 0, totalMinor: late.listMinor });
    await expect(startPayment(mei, { orderId: late.id })).resolves.toMatchObject({ url: expect.any(String) as string });
  });

  test("is held once by its own order, from two tabs and again later", async () => {
    const code = await newCoupon({ totalLimit: 1, personLimit: 1 });
    const order = await quoted(amara, code);
    const begun = await Promise.all([1, 2, 3].map(() => startPayment(amara, { orderId: order.id })));
    expect(new Set(begun.map((b) => b.url)).size).toBe(1);
    const [payment] = await listPaymentsOf(order.id);
    await stripe().checkout.sessions.expire(payment!.checkoutSessionId!);
    const next = await startPayment(amara, { orderId: order.id });
    await pay(next.url);
    expect(await usesOf(code)).toEqual([[order.id, "redeemed"]]);
  });

  test("is released when the checkout ends, the order changes, or the quote expires", async () => {
    const code = await newCoupon({ totalLimit: 1 });
    const ended = await begin(amara, code);
    await stripe().checkout.sessions.expire((await listPaymentsOf(ended.order.id))[0]!.checkoutSessionId!);
    await cards.deliver();
    expect(await taken(code)).toBe(0);
    const changed = await begin(mei, code);
    await reopenOrder(mei, { orderId: changed.order.id });
    // The client can still pay until the provider has closed the page.
    expect(await taken(code)).toBe(1);
    await drainJobs();
    expect(await taken(code)).toBe(0);
    const expired = await begin(amara, code);
    setClock(after(NOON, 8 * DAY));
    await expireQuotes(now());
    await drainJobs();
    expect((await getOrder(expired.order.id)).status).toBe("expired");
    expect(await taken(code)).toBe(0);
  });

  test("is released by a full refund and used again when the refund fails", async () => {
    const code = await newCoupon({ totalLimit: 1 });
    const { order, url } = await begin(amara, code);
    await pay(url);
    await cancelOrder(amara, { orderId: order.id, expectedRefundMinor: order.totalMinor, reason: "" });
    await cards.deliver();
    expect((await getOrder(order.id)).status).toBe("refunded");
    expect(await usesOf(code)).toEqual([[order.id, "released"]]);
    const [refund] = await listRefundsOf(order.id);
    await transact(PROVIDER, async (ctx) =>
      failRefund(ctx, await lockOrder(ctx.tx, order.id), refund!, "The bank sent it back.", refund!.providerRefundId),
    );
    expect(await usesOf(code)).toEqual([[order.id, "redeemed"]]);
  });

  test("counts for a payment that arrives after its release", async () => {
    const code = await newCoupon({ totalLimit: 1 });
    const { order, url } = await begin(amara, code);
    await world.db.updateTable("coupon_uses").set({ state: "released" }).where("orderId", "=", order.id).execute();
    await pay(url);
    expect(await getOrder(order.id)).toMatchObject({ status: "paid", paidMinor: order.totalMinor });
    expect(await usesOf(code)).toEqual([[order.id, "redeemed"]]);
    await expect(quoted(mei, code)).rejects.toMatchObject({ code: "coupon" });
  });

  test("is released when replaced by another code, which is held on the same open checkout", async () => {
    const one = await newCoupon({ totalLimit: 1 });
    const two = await newCoupon({ totalLimit: 1 });
    const { order } = await begin(amara, one);
    await reopenOrder(amara, { orderId: order.id });
    await saveDraft(amara, { orderId: order.id, patch: { couponCode: two } });
    await quoteOrder(amara, { orderId: order.id });
    await startPayment(amara, { orderId: order.id });
    expect([await taken(one), await taken(two)]).toEqual([0, 1]);
  });

  test("left behind by a crash or an abandoned checkout is released by the scheduled job", async () => {
    const code = await newCoupon({ totalLimit: 1 });
    const crashed = await begin(amara, code);
    await world.db.updateTable("payments").set({ status: "failed" }).where("orderId", "=", crashed.order.id).execute();
    await releaseCoupons(now());
    expect(await taken(code)).toBe(0);
    const away = await begin(mei, code);
    await releaseCoupons(after(NOON, 59 * MINUTE));
    expect(await taken(code)).toBe(1);
    setClock(after(NOON, HOUR));
    await Promise.all([releaseCoupons(now()), releaseCoupons(now())]);
    expect(await taken(code)).toBe(0);
    expect((await listPaymentsOf(away.order.id))[0]?.status).toBe("expired");
    // A client who paid within the hour keeps the code, even if we don't know about the payment yet.
    const paid = await begin(amara, code);
    await payCheckout(paid.url);
    setClock(after(NOON, 3 * HOUR));
    await releaseCoupons(now());
    expect(await usesOf(code)).toContainEqual([paid.order.id, "redeemed"]);
    await cards.deliver();
  });

  test("never exceeds its limits under concurrent checkouts", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          totalLimit: fc.integer({ min: 1, max: 3 }),
          personLimit: fc.integer({ min: 1, max: 2 }),
          orders: fc.array(fc.record({ hers: fc.boolean(), outcome: fc.constantFrom("pay", "leave", "change") }), {
            minLength: 3,
            maxLength: 6,
          }),
        }),
        async ({ totalLimit, personLimit, orders }) => {
          const code = await newCoupon({ totalLimit, personLimit });
          const made = [];
          for (const o of orders)
            made.push({ ...o, who: o.hers ? amara : mei, order: await quoted(o.hers ? amara : mei, code) });
          const begun = await Promise.allSettled(made.map((m) => startPayment(m.who, { orderId: m.order.id })));
          await Promise.all(
            made.map(async (m, i) => {
              const b = begun[i]!;
              if (b.status === "rejected") expect(b.reason).toMatchObject({ code: "coupon_used_up" });
              else if (m.outcome === "pay") await payCheckout(b.value.url);
              else if (m.outcome === "change") await reopenOrder(m.who, { orderId: m.order.id });
            }),
          );
          await cards.deliver();
          const people = await world.db
            .selectFrom("orders as o")
            .innerJoin("coupon_uses as u", "u.orderId", "o.id")
            .innerJoin("coupons as c", "c.id", "u.couponId")
            .select(["o.userId", "o.status", "u.state"])
            .where("c.code", "=", code)
            .where("u.state", "<>", "released")
            .execute();
          expect(people.length).toBeLessThanOrEqual(totalLimit);
          for (const who of [amara, mei])
            expect(people.filter((p) => p.userId === who.uid).length).toBeLessThanOrEqual(personLimit);
          const discounted = [];
          for (const m of made) {
            const order = await getOrder(m.order.id);
            if (order.paidAt && order.discountMinor > 0) discounted.push(order.id);
          }
          expect(people.filter((p) => p.state === "redeemed")).toHaveLength(discounted.length);
        },
      ),
      { numRuns: 12 },
    );
    expect((await reconcileLedger()).differences).toEqual([]);
  });
});
