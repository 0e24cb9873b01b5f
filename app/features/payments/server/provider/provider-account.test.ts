import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { tries } from "#boot/testing/tries.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { cancelOrder } from "../cancel-order.ts";
import { cancellationFor } from "../cancellation.ts";
import { listPaymentsOf } from "../find-payment.ts";
import { balanceOf, ledgerSum } from "../post-entry.ts";
import { reconcileLedger } from "../reconcile-ledger.ts";
import { startPayment } from "../start-payment.ts";
import { startTestPayment } from "../start-test-payment.ts";
import { stripe } from "../stripe.ts";
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
/** What must hold once every event came and the list was read. */
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

  test("what no event told is read from the list, in pages, and reading again changes nothing", async () => {
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

  test("a pass that broke off goes on where it was", async () => {
    await paidOrder();
    await readProviderAccount(NOON);
    await cards.control("/balance/moves", { type: "stripe_fee", amount: -10, description: "one" });
    const known = (await rows()).length;
    await world.db
      .updateTable("provider_reads")
      .set({ cursor: (await stripe().balanceTransactions.list({ limit: 1 })).data[0]!.id, newestAt: NOON })
      .execute();
    await readProviderAccount(NOON);
    // The page that was read before isn't read twice in a pass; the next pass has it.
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

  test("a payout is money in transit, and at the provider again if it fails", async () => {
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
    // No event tells of it: the pass asks about payouts that a bank may still refuse.
    await cards.control("/webhooks", { dropNext: 5 });
    await cards.control(`/payouts/${id}/fail`);
    await cards.deliver();
    await readProviderAccount(NOON);
    expect(await payout()).toMatchObject({ status: "failed", failure: "The bank account has been closed." });
    expect([await balanceOf("provider"), await balanceOf("in_transit")]).toEqual([held, 0]);
    await agrees();
  });
});

/** Everything that moves the provider's balance, by name. */
type Step = (known: Known, pick: number) => Promise<unknown>;
type Known = { orders: Order[]; disputes: string[]; payouts: string[]; refunds: string[] };
const oneOf = <T>(all: readonly T[], pick: number): T | undefined => all[Math.floor(pick * all.length)];
const STEPS: Readonly<Record<string, Step>> = {
  pay: async (known) => known.orders.push(await checkout()),
  "pay twice": async (known, pick) => {
    const order = oneOf(known.orders, pick);
    if (!order) return;
    const session = await stripe().checkout.sessions.list({ limit: 1 });
    const metadata = session.data[0]?.metadata ?? {};
    const again = await stripe().checkout.sessions.create({
      mode: "payment",
      line_items: [{ quantity: 1, price_data: { currency: "usd", unit_amount: 700, product_data: { name: "Twice" } } }],
      metadata,
      payment_intent_data: { metadata },
      success_url: "http://localhost/",
    });
    await payCheckout(again.url!);
  },
  cancel: async (known, pick) => {
    const order = oneOf(known.orders, pick);
    if (!order) return;
    const terms = await cancellationFor(amara, order.id).catch(() => null);
    if (terms)
      await cancelOrder(amara, { orderId: order.id, reason: "A test", expectedRefundMinor: terms.clientMinor }).catch(
        () => {},
      );
  },
  "refund elsewhere": async (known, pick) => {
    const { data } = await stripe().charges.list({ limit: 20 });
    const charge = oneOf(data, pick);
    if (!charge) return;
    const refund = await stripe()
      .refunds.create({ charge: charge.id, amount: 1 + Math.floor(pick * 90) })
      .catch(() => null);
    if (refund) known.refunds.push(refund.id);
  },
  "fail a refund": async (known, pick) => {
    const id = oneOf(known.refunds, pick);
    if (id) await cards.control(`/refunds/${id}/fail`);
  },
  dispute: async (known, pick) => {
    const { data } = await stripe().charges.list({ limit: 20 });
    const charge = oneOf(data, pick);
    if (!charge) return;
    const { id } = await cards.control("/disputes", { charge: charge.id });
    if (typeof id === "string") known.disputes.push(id);
  },
  decide: async (known, pick) => {
    const id = oneOf(known.disputes, pick);
    if (id) await cards.control(`/disputes/${id}/close`, { status: pick > 0.5 ? "won" : "lost", feeBack: pick > 0.7 });
  },
  fee: (_known, pick) =>
    cards.control("/balance/moves", { type: "stripe_fee", amount: -1 - Math.floor(pick * 300), description: "Fee" }),
  payout: async (known) => {
    await cards.control("/balance/available");
    const payout = (await cards.control("/payouts")) as { id: string } | null;
    if (payout) known.payouts.push(payout.id);
  },
  arrive: async (known, pick) => {
    const id = oneOf(known.payouts, pick);
    if (id) await cards.control(`/payouts/${id}/arrive`);
  },
  "fail a payout": async (known, pick) => {
    const id = oneOf(known.payouts, pick);
    if (id) await cards.control(`/payouts/${id}/fail`);
  },
  deliver: () => cards.deliver(),
  read: () => readProviderAccount(NOON, 3),
};

test(
  "any events in any order and number leave the ledger's account as the provider's",
  { timeout: 60_000 },
  async () => {
    const steps = fc.array(
      fc.tuple(fc.constantFrom(...Object.keys(STEPS)), fc.double({ min: 0, max: 0.999, noNaN: true })),
      {
        minLength: 4,
        maxLength: 14,
      },
    );
    const order = fc.constantFrom("any", "reversed");
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 2 }), order, async (moves, copies, delivery) => {
        await cards.control("/webhooks", { copies, order: delivery });
        const known: Known = { orders: [], disputes: [], payouts: [], refunds: [] };
        await STEPS["pay"]!(known, 0);
        for (const [name, pick] of moves) await STEPS[name]!(known, pick);
        await cards.deliver();
        await readProviderAccount(NOON);
        await agrees();
      }),
      tries(12),
    );
  },
);
