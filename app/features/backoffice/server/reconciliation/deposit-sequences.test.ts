import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { expectMoneyToAddUp } from "#boot/testing/order-invariants.ts";
import { tries } from "#boot/testing/tries.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { payFromBalance } from "#app/features/payments/server/balance/pay-from-balance.ts";
import { standingOf, standingsOf } from "#app/features/payments/server/balance/balance.ts";
import { cancelOrder } from "#app/features/payments/server/cancel/cancel-order.ts";
import { acceptGift, cancelGift } from "#app/features/payments/server/deposits/gifts.ts";
import { returnFunds, returnOwnFunds } from "#app/features/payments/server/deposits/return-deposits.ts";
import { startDeposit, startGift, startOwnDeposit } from "#app/features/payments/server/deposits/start-deposit.ts";
import { readProviderAccount } from "#app/features/payments/server/provider/read-provider-account.ts";
import { stripe } from "#app/features/payments/server/provider/stripe.ts";
import { lab, orderFor } from "../../testing/lab.ts";

/**
 * Random sequences of what happens with money that's added by card: an organization's, a client's own, and gifts; orders
 * paid from it and refunded, returns to cards, disputes, and refunds in the provider's dashboard, often by two at once
 * and with events in any order. After each step, everybody has what they paid in less what left, and the books equal the
 * provider's balance.
 */
const [amara, mei] = (["amara", "mei"] as const).map(personOf);

let world: TestWorld;
let cards: CardWorld;
let clock = NOON;
let organizationId = "";

beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
});
afterAll(async () => {
  await cards.close();
  await world.close();
});

const oneOf = <T>(all: readonly T[], pick: number): T | undefined => all[Math.floor(pick * all.length)];
/** A refusal is an answer; anything else is a fault. */
const attempt = <T>(done: Promise<T>): Promise<T | null> =>
  done.catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    return null;
  });
const twice = (does: () => Promise<unknown>) => Promise.all([attempt(does()), attempt(does())]);
/** "12.34" */
const dollars = (minor: number): string => (minor / 100).toFixed(2);
const amountOf = (pick: number): number => 1_000 + Math.floor(pick * 40_000);

async function pay(url: string | null): Promise<void> {
  if (url !== null) await payCheckout(url);
}
const deposits = () =>
  world.db.selectFrom("deposits").selectAll().where("status", "=", "succeeded").orderBy("id").execute();
const gifts = () => world.db.selectFrom("gifts").selectAll().where("state", "=", "open").orderBy("id").execute();
const paidOrders = (of: string) =>
  world.db
    .selectFrom("orders as o")
    .innerJoin("payments as p", "p.orderId", "o.id")
    .select(["o.id", "o.paidMinor", "o.userId"])
    .where("p.method", "=", "balance")
    .where("o.status", "=", of as never)
    .orderBy("o.id")
    .execute();

const STEPS: Readonly<Record<string, (pick: number) => Promise<unknown>>> = {
  "an organization adds": async (pick) =>
    pay(await attempt(startDeposit(amara!, { organizationId, amount: dollars(amountOf(pick)) }))),
  "a client adds": async (pick) =>
    pay(await attempt(startOwnDeposit(mei!, { amount: dollars(amountOf(pick)), currency: "USD" }))),
  "somebody gives": async (pick) =>
    pay(
      await attempt(
        startGift(amara!, { amount: dollars(amountOf(pick)), currency: "USD", giftEmail: mei!.email, message: "" }),
      ),
    ),
  "a gift ends": async (pick) => {
    const gift = oneOf(await gifts(), pick);
    if (gift)
      await Promise.all([
        attempt(acceptGift(mei!, { giftId: gift.id })),
        pick < 0.5 ? attempt(cancelGift(amara!, { giftId: gift.id })) : attempt(acceptGift(mei!, { giftId: gift.id })),
      ]);
  },
  "a client orders": async (pick) => {
    const order = await quotedOrder(mei!, 300 + Math.floor(pick * 1_500));
    await twice(() => payFromBalance(mei!, { orderId: order.id, own: true }));
  },
  "a member orders": async (pick) => {
    const order = await orderFor(organizationId, 300 + Math.floor(pick * 1_500));
    await twice(() => payFromBalance(mei!, { orderId: order.id }));
  },
  "an order is refunded": async (pick) => {
    const order = oneOf(await paidOrders("paid"), pick);
    if (order) await twice(() => cancelOrder(mei!, { orderId: order.id, expectedRefundMinor: order.paidMinor }));
  },
  "an organization is paid back": async (pick) => {
    const { prepaidMinor } = await standingOf(organizationId);
    const amount = dollars(Math.max(1, Math.floor(prepaidMinor * (pick < 0.5 ? 1 : pick))));
    await twice(() => returnFunds(amara!, { organizationId, amount }));
  },
  "a client is paid back": async (pick) => {
    const { prepaidMinor } = (await standingsOf([mei!.uid], world.db, "USD")).get(mei!.uid)!;
    const amount = dollars(Math.max(1, Math.floor(prepaidMinor * (pick < 0.5 ? 1 : pick))));
    await twice(() => returnOwnFunds(mei!, { currency: "USD", amount }));
  },
  "a bank sends a refund back": async (pick) => {
    const sent = await world.db
      .selectFrom("deposit_returns")
      .select("providerRefundId")
      .where("status", "=", "succeeded")
      .orderBy("id")
      .execute();
    const one = oneOf(sent, pick);
    if (one) await cards.control(`/refunds/${one.providerRefundId}/fail`);
  },
  "a card's holder disputes": async (pick) => {
    // A bank disputes what wasn't returned.
    const whole = (await deposits()).filter((one) => one.returnedMinor === 0 && one.withheldMinor === 0);
    const one = oneOf(whole, pick);
    if (one) await cards.control("/disputes", { charge: await chargeOf(one.paymentIntentId!) });
  },
  "a dispute ends": async (pick) => {
    const { data } = await stripe().disputes.list({ limit: 50 });
    const open = oneOf(
      data.filter(({ status }) => !["won", "lost", "warning_closed"].includes(status)),
      pick,
    );
    if (open) await cards.control(`/disputes/${open.id}/close`, { status: pick < 0.5 ? "won" : "lost" });
  },
  "the dashboard refunds": async (pick) => {
    const one = oneOf(await deposits(), pick);
    if (!one) return;
    const amount = Math.max(1, Math.floor((one.amountMinor - one.returnedMinor) * (pick < 0.5 ? 1 : pick)));
    await stripe()
      .refunds.create({ payment_intent: one.paymentIntentId!, amount })
      .catch(() => null);
  },
};
/** What later steps need. */
const BEGIN = [
  ["an organization adds", 0.9],
  ["a client adds", 0.7],
  ["a member orders", 0.2],
  ["a client orders", 0.2],
  ["a card's holder disputes", 0.99],
] as const;
const OFTEN = [
  ...Object.keys(STEPS),
  "an organization adds",
  "a client adds",
  "a client orders",
  "a member orders",
  "somebody gives",
  "a gift ends",
  "a dispute ends",
];

const chargeOf = async (intent: string): Promise<string> =>
  (await stripe().paymentIntents.retrieve(intent)).latest_charge as string;

/** What each account has, by our rows instead of the ledger. A gift that isn't accepted counts as its giver's. */
async function expectToHaveTheSame(): Promise<void> {
  const { rows } = await sql`
    with accepted as (
      select g."depositId", g."acceptedBy", -sum(l."amountMinor") as sum from gifts g
        join journal_entries e on e.key = g.id join journal_lines l on l."entryId" = e.id and l.party = g."acceptedBy"
      group by 1, 2
    ), moved as (
      select coalesce(d."organizationId", d.uid) as party,
        d."amountMinor" - d."returnedMinor" - d."withheldMinor" - coalesce(a.sum, 0) as sum
        from deposits d left join accepted a on a."depositId" = d.id where d.status = 'succeeded'
      union all select "acceptedBy", sum from accepted
      union all select id, "amountMinor" from deposit_returns where status in ('requested', 'sent')
      union all
      select coalesce(o."organizationId", o."userId"), coalesce((select sum(r."amountMinor") from refunds r
          where r."paymentId" = p.id and r.status = 'succeeded'), 0) - p."amountMinor"
        from payments p join orders o on o.id = p."orderId" where p.method = 'balance' and p.status = 'succeeded'
    ), has as (select party, sum(sum)::int as has from moved group by 1),
    booked as (
      select coalesce(g."giverId", l.party) as party, -sum(l."amountMinor")::int as booked
      from journal_lines l left join gifts g on g.id = l.party
      where l.account in ('customer_balances', 'receivables') group by 1
    )
    select party, has, booked from has full join booked using (party)
    where coalesce(has, 0) <> coalesce(booked, 0)`.execute(world.db);
  expect(rows).toEqual([]);
}

/** Nothing at the provider is unexplained, and the books have what it has. */
async function expectSameAtProvider(): Promise<void> {
  await readProviderAccount(clock);
  const at = await world.db
    .selectFrom("provider_balances")
    .selectAll()
    .where("currency", "=", "USD")
    .executeTakeFirst();
  if (at) expect(at.ledgerMinor).toBe(at.availableMinor + at.pendingMinor);
  const open = await world.db.selectFrom("provider_transactions").select("id").where("bookedAt", "is", null).execute();
  expect(open).toEqual([]);
}

test(
  "whatever is added, given, spent, returned, and disputed, everybody has what they paid in less what left",
  { timeout: 300_000 },
  async () => {
    const steps = fc.array(
      fc.tuple(fc.constantFrom(...OFTEN), fc.double({ min: 0, max: 0.999, noNaN: true, noDefaultInfinity: true })),
      { minLength: 12, maxLength: 30, size: "max" },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (moves) => {
        organizationId = await lab();
        for (const [name, pick] of [...BEGIN, ...moves]) {
          clock = after(clock, MINUTE);
          setClock(clock);
          await cards.control("/webhooks", { copies: pick < 0.3 ? 2 : 1, order: pick < 0.6 ? "reverse" : "any" });
          await STEPS[name]!(pick);
          await cards.deliver();
          await expectToHaveTheSame();
        }
        await expectSameAtProvider();
        await expectMoneyToAddUp();
      }),
      // The world is the same for all sequences: a shorter one proves nothing about what came before it.
      { ...tries(12), endOnFailure: true },
    );
  },
);
