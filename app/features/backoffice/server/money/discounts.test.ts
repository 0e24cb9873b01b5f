import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { fullDraft, quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { now, setClock } from "#app/platform/server/core/clock.ts";
import { askForQuote } from "#app/features/orders/server/drafts/quote-order.ts";
import { readDraftPage } from "#app/features/orders/server/drafts/read-draft-page.ts";
import { quoteCall } from "#app/features/orders/server/views/order-calls.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { reconcileLedger } from "#app/features/payments/server/ledger/reconcile-ledger.ts";
import { EARLY_START } from "#app/features/payments/rules/withdrawal.ts";
import { startPayment } from "#app/features/payments/server/checkout/start-payment.ts";
import { ACCOUNT_DISCOUNT_LIST } from "#app/features/pricing/rules/discount-list.ts";
import { PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import { discountFloor } from "#app/features/pricing/rules/price.ts";
import { createCoupon } from "#app/features/pricing/server/create-coupon.ts";
import { createSale } from "#app/features/pricing/server/create-sale.ts";
import { endDiscount } from "#app/features/pricing/server/end-discount.ts";
import { endSale } from "#app/features/pricing/server/end-sale.ts";
import { forgetDiscounts } from "#app/features/pricing/server/forget-discounts.ts";
import { giveDiscount } from "#app/features/pricing/server/give-discount.ts";
import { listAccountDiscounts, listDiscountsOf } from "#app/features/pricing/server/list-discounts.ts";
import { listSales } from "./list-sales.ts";

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
  await world.db
    .updateTable("sales")
    .set({ endedAt: after(NOON, -DAY) })
    .where("endedAt", "is", null)
    .execute();
  await world.db.deleteFrom("account_discounts").execute();
});

const [amara, mei, ada, sam, jonas] = [
  personOf("amara"),
  personOf("mei"),
  personOf("ada"),
  personOf("sam"),
  personOf("jonas"),
];
const sale = (more: Partial<Parameters<typeof createSale>[1]> = {}) =>
  createSale(ada, {
    label: "Spring sale",
    percent: 20,
    services: null,
    startsAt: null,
    endsAt: after(NOON, 5 * DAY),
    clientKey: crypto.randomUUID(),
    ...more,
  });
const give = (more: Partial<Parameters<typeof giveDiscount>[1]> = {}) =>
  giveDiscount(ada, { uid: amara.uid, percent: 10, reason: "A partner.", startsAt: null, endsAt: null, ...more });
const discountOf = async (who: typeof amara, choices: object = {}) =>
  (await quotedOrder(who, 2_000, choices)).price?.discount?.kind ?? null;

describe("a sale", () => {
  test("takes its share off every order priced while it's on, and a held price keeps it", async () => {
    const { saleId } = await sale({ startsAt: after(NOON, DAY) });
    expect(await discountOf(mei)).toBeNull();
    setClock(after(NOON, DAY));
    const order = await quotedOrder(mei, 2_000, {});
    expect(order.discountMinor).toBe(Math.round(order.listMinor / 5));
    expect(order.price?.lines.find((line) => line.code === "discount")).toMatchObject({ label: "Spring sale" });
    setClock(after(NOON, 5 * DAY));
    expect(await discountOf(mei)).toBeNull();
    const { url } = await startPayment(mei, { orderId: order.id, earlyStart: EARLY_START.version });
    await payCheckout(url);
    await cards.deliver();
    expect(await getOrder(order.id)).toMatchObject({ status: "paid", paidMinor: order.totalMinor, couponId: null });
    expect((await listSales(ada, now())).find((row) => row.id === saleId)).toMatchObject({
      state: "ended",
      orders: 1,
      costMinor: order.discountMinor,
    });
    expect((await reconcileLedger()).differences).toEqual([]);
  });

  test("is seen by a visitor before they order, at its services alone", async () => {
    await sale({ services: ["copyediting"] });
    const draft = await fullDraft(mei, 2_000, {});
    expect((await readDraftPage(mei, draft.id, null)).standing).toMatchObject([{ percent: 20, kind: "sale" }]);
    const asked = (service: "copyediting" | "proofreading") =>
      quoteCall(mei, { orderId: draft.id, patch: { service, turnaround: "7d" } });
    expect((await asked("copyediting")).offer).toMatchObject({ receipt: { discount: { kind: "sale" } } });
    expect((await asked("proofreading")).offer).toMatchObject({ receipt: { discount: null } });
  });

  test("never reduces a price below the highest editors' pay plus 10%", async () => {
    await sale({ percent: 30 });
    const order = await quotedOrder(mei, 2_000, { service: "copyediting" });
    const floor = discountFloor("copyediting", order.editorBasisMinor, PRICING_POLICY);
    expect(order.totalMinor).toBe(Math.max(floor, order.listMinor - Math.round(order.listMinor * 0.3)));
    expect(order.editorBasisMinor).toBe(order.listMinor);
  });

  test("made twice at once is one, and ends once", async () => {
    const clientKey = crypto.randomUUID();
    const [one, two] = await Promise.all([sale({ clientKey }), sale({ clientKey })]);
    expect(one.saleId).toBe(two.saleId);
    const { saleId } = one;
    const ends = await Promise.all([endSale(ada, { saleId }), endSale(ada, { saleId })]);
    expect(ends.filter((it) => it.changed)).toHaveLength(1);
    expect(await discountOf(mei)).toBeNull();
    const facts = await world.db
      .selectFrom("facts")
      .select("kind")
      .where("subjectId", "=", saleId)
      .orderBy("kind")
      .execute();
    expect(facts.map((f) => f.kind)).toEqual(["sale.created", "sale.ended"]);
  });

  test.each([
    ["without an end", { endsAt: null }, "endsOn"],
    ["that has ended", { startsAt: after(NOON, -3 * DAY), endsAt: after(NOON, -DAY) }, "endsOn"],
    ["larger than a coupon may be", { percent: 31 }, "percent"],
    ["without a name", { label: "  " }, "label"],
  ])("%s is refused at its field", async (_, more, field) => {
    await expect(sale(more)).rejects.toMatchObject({ kind: "invalid", fields: { [field]: expect.any(String) } });
  });
});

describe("an account's discount", () => {
  test("is for that person's orders alone, from its day until it ends", async () => {
    const { discountId } = await give({ startsAt: after(NOON, DAY), endsAt: after(NOON, 3 * DAY) });
    expect(await discountOf(amara)).toBeNull();
    setClock(after(NOON, DAY));
    expect([await discountOf(amara), await discountOf(mei)]).toEqual(["account", null]);
    setClock(after(NOON, 3 * DAY));
    expect(await discountOf(amara)).toBeNull();
    // The next one can be given, and replaces the one that ended.
    const next = await give({ percent: 15 });
    expect(await discountOf(amara)).toBe("account");
    await endDiscount(ada, next);
    expect(await endDiscount(ada, next)).toEqual({ changed: false });
    expect(await discountOf(amara)).toBeNull();
    expect((await listDiscountsOf(ada, amara.uid, now())).map(({ id, state }) => [id, state])).toEqual([
      [next.discountId, "ended"],
      [discountId, "ended"],
    ]);
  });

  test("is one at a time, even if two admins give one at once", async () => {
    const both = await Promise.allSettled([
      give(),
      giveDiscount(personOf("ben"), {
        uid: amara.uid,
        percent: 20,
        reason: "A complaint.",
        startsAt: null,
        endsAt: null,
      }),
    ]);
    expect(both.map((it) => it.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both.find((it) => it.status === "rejected")?.reason).toMatchObject({ code: "has_discount" });
    expect(
      (await listAccountDiscounts(ada, readListQuery(new URLSearchParams("q=amara"), ACCOUNT_DISCOUNT_LIST), now()))
        .rows,
    ).toHaveLength(1);
  });

  test("loses its reason and ends when the person is erased", async () => {
    await give();
    await world.db.transaction().execute((tx) => forgetDiscounts(tx, amara.uid, now()));
    expect(await listDiscountsOf(ada, amara.uid, now())).toMatchObject([{ reason: "", state: "ended" }]);
  });
});

test("the best one alone counts: a code that takes off less stays unused and free for later", async () => {
  const { couponId } = await createCoupon(ada, {
    code: "TWELVE",
    label: "Twelve",
    percent: 12,
    fixedMinor: null,
    capMinor: null,
    minimumMinor: null,
    startsAt: null,
    endsAt: null,
    services: null,
    turnarounds: null,
    totalLimit: 1,
    personLimit: 1,
  });
  await give({ percent: 10 });
  const withCode = await quotedOrder(amara, 2_000, { couponCode: "TWELVE" });
  expect(withCode).toMatchObject({ couponId, price: { discount: { kind: "coupon" } } });
  await sale({ percent: 15 });
  const inSale = await quotedOrder(amara, 2_000, { couponCode: "TWELVE" });
  expect(inSale).toMatchObject({
    couponId: null,
    price: { discount: { kind: "sale", askedMinor: inSale.discountMinor } },
  });
  await startPayment(amara, { orderId: inSale.id, earlyStart: EARLY_START.version });
  expect(await world.db.selectFrom("coupon_uses").select("orderId").where("couponId", "=", couponId).execute()).toEqual(
    [],
  );
});

test("a price that changed because a sale ended is shown before anything is charged", async () => {
  const { saleId } = await sale();
  const draft = await fullDraft(mei, 2_000, {});
  const { offer } = await quoteCall(mei, { orderId: draft.id });
  if (!offer?.offered) throw new Error("not offered");
  await endSale(ada, { saleId });
  await expect(
    askForQuote(mei, {
      orderId: draft.id,
      seen: { totalMinor: offer.receipt.totalMinor, windowMs: offer.receipt.windowMs },
    }),
  ).rejects.toMatchObject({ code: "price_changed" });
});

test("only admins give, end, and see discounts", async () => {
  const { saleId } = await sale();
  const { discountId } = await give();
  const page = readListQuery(new URLSearchParams(), ACCOUNT_DISCOUNT_LIST);
  for (const who of [amara, sam, jonas]) {
    await expect(
      createSale(who, {
        label: "Mine",
        percent: 30,
        services: null,
        startsAt: null,
        endsAt: after(NOON, DAY),
        clientKey: crypto.randomUUID(),
      }),
    ).rejects.toMatchObject({ kind: "refused" });
    await expect(endSale(who, { saleId })).rejects.toMatchObject({ kind: "refused" });
    await expect(
      giveDiscount(who, { uid: mei.uid, percent: 30, reason: "Me", startsAt: null, endsAt: null }),
    ).rejects.toMatchObject({ kind: "refused" });
    await expect(endDiscount(who, { discountId })).rejects.toMatchObject({ kind: "refused" });
    await expect(listSales(who, now())).rejects.toMatchObject({ kind: "refused" });
    await expect(listAccountDiscounts(who, page, now())).rejects.toMatchObject({ kind: "refused" });
    await expect(listDiscountsOf(who, amara.uid, now())).rejects.toMatchObject({ kind: "refused" });
  }
});
