import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { listPaymentsOf } from "../checkout/find-payment.ts";
import { balanceOf, ledgerSum } from "../ledger/post-entry.ts";
import { reconcileLedger } from "../ledger/reconcile-ledger.ts";
import { startPayment } from "../checkout/start-payment.ts";
import { startTestPayment } from "../checkout/start-test-payment.ts";
import { stripe } from "./stripe.ts";
import { bookWaiting, readProviderAccount } from "./read-provider-account.ts";

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
  await cards.control("/webhooks", { copies: 1, order: "any", dropNext: 0 });
});

const amara = personOf("amara");
const ada = personOf("ada");

const checkout = async (): Promise<Order> => {
  const order = await quotedOrder(amara, 4_000);
  const { url } = await startPayment(amara, { orderId: order.id });
  await payCheckout(url);
  return order;
};
const paidOrder = async (): Promise<Order> => {
  const order = await checkout();
  await cards.deliver();
  return order;
};
const chargeOf = async (order: Order): Promise<string> => {
  const [payment] = await listPaymentsOf(order.id);
  return (await stripe().paymentIntents.retrieve(payment!.paymentIntentId!)).latest_charge as string;
};
const feesOf = async (orderId: string): Promise<number> => {
  const { sum } = await world.db
    .selectFrom("journal_lines as l")
    .innerJoin("journal_entries as e", "e.id", "l.entryId")
    .select((x) => x.fn.sum<number>("l.amountMinor").as("sum"))
    .where("e.orderId", "=", orderId)
    .where("l.account", "=", "provider_fees")
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
};
const atProvider = async (): Promise<number> => {
  const { available, pending } = await stripe().balance.retrieve();
  return [...available, ...pending].reduce((sum, one) => sum + one.amount, 0);
};
const rows = () => world.db.selectFrom("provider_transactions").selectAll().orderBy("madeAt").execute();
const unbooked = async () => (await rows()).filter((row) => row.bookedAt === null).map((row) => row.kind);
/** What must be true once every event has arrived and the list was read. */
const agrees = async () => {
  expect(await unbooked()).toEqual([]);
  expect(await balanceOf("provider")).toBe(await atProvider());
  expect(await ledgerSum()).toBe(0);
  expect((await reconcileLedger()).differences).toEqual([]);
};

describe("the provider's account", () => {
  test("a card fee is a cost of its order as soon as the payment is", async () => {
    const order = await paidOrder();
    expect(await feesOf(order.id)).toBe(Math.round(order.totalMinor * 0.029) + 30);
    const [row] = await world.db
      .selectFrom("provider_transactions")
      .selectAll()
      .where("orderId", "=", order.id)
      .execute();
    const [payment] = await listPaymentsOf(order.id);
    expect(row).toMatchObject({ kind: "charge", amountMinor: order.totalMinor, entryKey: `paid:${payment!.id}` });
    await agrees();
  });

  test("movements without an event are read from the list, in pages, and reading again changes nothing", async () => {
    const order = await paidOrder();
    const fees = await balanceOf("provider_fees");
    await cards.control("/balance/moves", { type: "stripe_fee", amount: -250, description: "Radar (November)" });
    await cards.control("/balance/moves", { type: "adjustment", amount: 400, description: "Correction" });
    await stripe().refunds.create({ charge: await chargeOf(order), amount: 500 });
    await readProviderAccount(NOON, 2);
    expect(await unbooked()).toEqual([]);
    await cards.deliver();
    await agrees();
    expect([await balanceOf("provider_fees"), await balanceOf("unassigned")]).toEqual([fees + 250, -400]);
    const before = await rows();
    await Promise.all([readProviderAccount(NOON, 3), readProviderAccount(NOON), bookWaiting()]);
    expect(await rows()).toEqual(before);
    await agrees();
    const balance = await world.db.selectFrom("provider_balances").selectAll().executeTakeFirstOrThrow();
    expect(balance.availableMinor + balance.pendingMinor).toBe(await atProvider());
  });

  test("an interrupted pass continues where it was", async () => {
    await paidOrder();
    await readProviderAccount(NOON);
    await cards.control("/balance/moves", { type: "stripe_fee", amount: -10, description: "one" });
    const known = (await rows()).length;
    await world.db
      .updateTable("provider_reads")
      .set({ cursor: (await stripe().balanceTransactions.list({ limit: 1 })).data[0]!.id, newestAt: NOON })
      .execute();
    await readProviderAccount(NOON);
    // A page that was already read isn't read twice in a pass, but the next pass reads it.
    await readProviderAccount(NOON);
    expect((await rows()).length).toBe(known + 1);
    await agrees();
  });

  test("a test payment and money from elsewhere aren't any order's", async () => {
    const before = await balanceOf("unassigned");
    const url = await startTestPayment(ada);
    await payCheckout(url);
    await readProviderAccount(NOON);
    expect(await balanceOf("unassigned")).toBe(before - 100);
    await cards.deliver();
    await readProviderAccount(NOON);
    expect(await balanceOf("unassigned")).toBe(before);
    expect((await rows()).filter((row) => row.isTest).map((row) => row.kind)).toEqual(["charge", "refund"]);
    await agrees();
  });

  test("a dispute and a refund that are read before their payment is known are booked once, with its order", async () => {
    const [disputed, refunded] = [await checkout(), await checkout()];
    const { data } = await stripe().charges.list({ limit: 2 });
    await cards.control("/disputes", { charge: data[1]!.id });
    await stripe().refunds.create({ charge: data[0]!.id, amount: 400 });
    await readProviderAccount(NOON, 1);
    await cards.deliver();
    await readProviderAccount(NOON);
    const kinds = async (order: Order) =>
      (await world.db.selectFrom("provider_transactions").select("kind").where("orderId", "=", order.id).execute())
        .map((row) => row.kind)
        .toSorted();
    expect(await kinds(disputed)).toEqual(["charge", "dispute"]);
    expect(await kinds(refunded)).toEqual(["charge", "refund"]);
    await agrees();
  });

  test("a payout is money in transit, and is at the provider again if it fails", async () => {
    await paidOrder();
    await cards.control("/balance/available");
    const held = await balanceOf("provider");
    const { id } = (await cards.control("/payouts")) as { id: string };
    await cards.control("/webhooks", { copies: 2, order: "reversed" });
    await cards.deliver();
    expect([await balanceOf("provider"), await balanceOf("in_transit")]).toEqual([0, held]);
    await readProviderAccount(NOON);
    const payout = () =>
      world.db.selectFrom("provider_payouts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(await payout()).toMatchObject({ status: "in_transit", amountMinor: held });
    expect((await rows()).filter((row) => row.providerPayoutId === id).length).toBe((await rows()).length);
    await cards.control(`/payouts/${id}/arrive`);
    await cards.deliver();
    expect(await payout()).toMatchObject({ status: "paid" });
    await agrees();
    // There is no event for it, so the pass asks about payouts that a bank may still refuse.
    await cards.control("/webhooks", { dropNext: 5 });
    await cards.control(`/payouts/${id}/fail`);
    await cards.deliver();
    await readProviderAccount(NOON);
    expect(await payout()).toMatchObject({ status: "failed", failure: "The bank account has been closed." });
    expect([await balanceOf("provider"), await balanceOf("in_transit")]).toEqual([held, 0]);
    await agrees();
  });
});
