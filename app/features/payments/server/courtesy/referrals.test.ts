import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { expectMoneyToAddUp } from "#boot/testing/order-invariants.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { NOBODY, SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { minor } from "#app/platform/rules/core/money.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { startPayment } from "../checkout/start-payment.ts";
import { creditBalances } from "./courtesy-balance.ts";
import { forgetReferrals, joinByReferral, makeReferralLink, readReferrals, settleReferral } from "./referrals.ts";
import { forgetCredit } from "./watch-credit.ts";

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
const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const sam = personOf("sam");
beforeEach(async () => {
  setClock(NOON);
  for (const { uid } of [amara, mei]) await transact(SYSTEM, (ctx) => forgetCredit(ctx, uid));
  await world.db.deleteFrom("referrals").execute();
  await world.db.deleteFrom("referral_links").execute();
  await world.db.deleteFrom("auth_device").execute();
  // Mei is new.
  await world.db.updateTable("orders").set({ status: "refunded" }).where("userId", "=", mei.uid).execute();
});

const link = async () => {
  await makeReferralLink(amara, {});
  return (await readReferrals(amara, NOON)).code!;
};
const join = async () => joinByReferral(mei, { code: await link() });
/** An order that Mei pays, as far as closing it goes. */
async function closed(words = 5_000): Promise<Fact> {
  const { id } = await quotedOrder(mei, words);
  await payCheckout((await startPayment(mei, { orderId: id })).url);
  await cards.deliver();
  await drainJobs();
  return { orderId: id } as Fact;
}
const states = async () =>
  (await world.db.selectFrom("referrals").select(["state", "why"]).execute()).map(({ state, why }) => [state, why]);
const creditOf = async ({ uid }: { uid: string }) =>
  (await creditBalances(uid)).reduce((sum, one) => sum + one.balanceMinor, 0);

test("both get their credit once, however often an order is closed, and at the same time", async () => {
  await Promise.all([join(), join()]);
  const fact = await closed();
  expect(await states()).toEqual([["joined", null]]);
  await Promise.all([settleReferral(fact), settleReferral(fact)]);
  await settleReferral(fact);
  expect(await states()).toEqual([["earned", null]]);
  expect([await creditOf(amara), await creditOf(mei)]).toEqual([2_000, 2_000]);
  const { joined, by } = await readReferrals(amara, NOON);
  expect([joined.map((one) => one.state), by]).toEqual([["earned"], null]);
  expect(JSON.stringify(joined)).not.toContain(mei.uid);
  expect((await readReferrals(mei, NOON)).by).toEqual({ state: "earned", why: null });
  await expectMoneyToAddUp();
});

test("an order below the least amount, also after a refund, leaves it open for the next one", async () => {
  await join();
  const small = await closed(1_000);
  await settleReferral(small);
  expect(await states()).toEqual([["joined", null]]);
  const refundedLater = await closed();
  await world.db
    .updateTable("orders")
    .set((e) => ({ refundedMinor: e("paidMinor", "-", minor(7_999)) }))
    .where("id", "=", refundedLater.orderId)
    .execute();
  await settleReferral(refundedLater);
  expect([await states(), await creditOf(mei)]).toEqual([[["joined", null]], 0]);
  await world.db.updateTable("orders").set({ refundedMinor: 0 }).where("id", "=", refundedLater.orderId).execute();
  await settleReferral(refundedLater);
  expect(await states()).toEqual([["earned", null]]);
});

test("a card, an address, or a device of the referrer's earns nothing", async () => {
  const { id } = await quotedOrder(amara, 5_000);
  await payCheckout((await startPayment(amara, { orderId: id })).url);
  await cards.deliver();
  await join();
  const fact = await closed();
  await settleReferral(fact);
  expect([await states(), await creditOf(amara), await creditOf(mei)]).toEqual([[["refused", "card"]], 0, 0]);

  await world.db.updateTable("payments").set({ cardFingerprint: "another" }).where("orderId", "=", id).execute();
  const again = () => world.db.updateTable("referrals").set({ state: "joined", why: null }).execute();
  await again();
  const billing = {
    name: "A",
    organization: "",
    address: "Main Street 1, 10115 Berlin",
    country: "DE",
    state: "",
    vatId: "",
  };
  await world.db
    .updateTable("users")
    .set({ billing: json(billing) })
    .where("uid", "=", amara.uid)
    .execute();
  await world.db
    .updateTable("users")
    .set({ billing: json({ ...billing, address: "main street 1 10115 Berlin" }) })
    .where("uid", "=", mei.uid)
    .execute();
  await settleReferral(fact);
  expect(await states()).toEqual([["refused", "address"]]);
});

test("nobody joins twice, with their own link, as an earlier client, or as an editor or staff", async () => {
  const code = await link();
  await expect(joinByReferral(amara, { code })).rejects.toMatchObject({ code: "no_referral" });
  for (const who of [jonas, sam, NOBODY])
    await expect(joinByReferral(who, { code })).rejects.toMatchObject({ kind: "refused" });
  await expect(joinByReferral(mei, { code: "nothing" })).rejects.toMatchObject({ kind: "not-found" });
  await orderIn("closed");
  await makeReferralLink(mei, {});
  const { code: hers } = await readReferrals(mei, NOON);
  await expect(joinByReferral(amara, { code: hers! })).rejects.toMatchObject({ code: "no_referral" });
  await joinByReferral(mei, { code });
  await joinByReferral(mei, { code });
  expect(await states()).toEqual([["joined", null]]);
  await makeReferralLink(amara, {});
  expect(await link()).toBe(code);
});

test("an open referral ends with either account, and one that was earned stays", async () => {
  await join();
  await transact(SYSTEM, (ctx) => forgetReferrals(ctx.tx, amara.uid));
  expect([await states(), (await readReferrals(amara, after(NOON, DAY))).code]).toEqual([[], null]);
});
