import fc from "fast-check";
import { sql } from "kysely";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { expectMoneyToAddUp } from "#boot/testing/order-invariants.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { tries } from "#boot/testing/tries.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { cancelOrder } from "#app/features/payments/server/cancel/cancel-order.ts";
import { cancellationFor } from "#app/features/payments/server/cancel/cancellation.ts";
import { findMissedDisputes, watchDisputes } from "#app/features/payments/server/disputes/watch-disputes.ts";
import { balanceOf } from "#app/features/payments/server/ledger/post-entry.ts";
import { bookWaiting, readProviderAccount } from "#app/features/payments/server/provider/read-provider-account.ts";
import { receiveEvent } from "#app/features/payments/server/provider/receive-event.ts";
import { retryRefund } from "#app/features/payments/server/refunds/retry-refund.ts";
import { startPayment } from "#app/features/payments/server/checkout/start-payment.ts";
import { startTestPayment } from "#app/features/payments/server/checkout/start-test-payment.ts";
import { stripe } from "#app/features/payments/server/provider/stripe.ts";
import { type CamtLine, camtStatement } from "../../testing/camt-statement.ts";
import { type TestPayout, editorPayout } from "../../testing/editor-payout.ts";
import { findDifferences } from "./find-differences.ts";
import { importStatement } from "./import-statement.ts";
import { reconcileNow } from "./record-differences.ts";

/**
 * Everything that a card provider and a bank can report, in any order and number: late, repeated under another ID,
 * reordered, or never. Once all of it is known, the ledger agrees with them.
 */
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
const ada = personOf("ada");

/** A bank account, and the statements that were exported of it. */
const bank = { heldMinor: 50_000, unseen: [] as CamtLine[], files: [] as string[], statements: 0 };
const move = (line: CamtLine): void => {
  bank.heldMinor += line.minor;
  bank.unseen.push(line);
};

type Known = {
  orders: Order[];
  disputes: string[];
  payouts: { id: string; amount: number; arrived: boolean; failed: boolean }[];
  refunds: string[];
  editors: { payout: TestPayout; minor: number; paid: boolean }[];
  /** Statements of this run, each of a day after the last one's. */
  day: number;
};
type Step = (known: Known, pick: number) => Promise<unknown>;
const oneOf = <T>(all: readonly T[], pick: number): T | undefined => all[Math.floor(pick * all.length)];
const signed = (payload: string): Request =>
  new Request("http://localhost/api/webhooks/stripe", {
    method: "POST",
    body: payload,
    headers: {
      "stripe-signature": Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: world.config.stripe.webhookSecret,
      }),
    },
  });
/** Actions that may be refused with a reason. */
const attempt = async (what: Promise<unknown>): Promise<void> => {
  await what.catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
};
const aCharge = async (pick: number) => oneOf((await stripe().charges.list({ limit: 20 })).data, pick);

const STEPS: Readonly<Record<string, Step>> = {
  pay: async (known) => {
    const order = await quotedOrder(amara, 4_000);
    await payCheckout((await startPayment(amara, { orderId: order.id })).url);
    known.orders.push(order);
  },
  "pay twice": async (known, pick) => {
    if (!oneOf(known.orders, pick)) return;
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
  "pay for a test": async () => payCheckout(await startTestPayment(ada)),
  cancel: async (known, pick) => {
    const order = oneOf(known.orders, pick);
    if (!order) return;
    const terms = await cancellationFor(amara, order.id).catch(() => null);
    if (!terms) return;
    await attempt(cancelOrder(amara, { orderId: order.id, reason: "A test", expectedRefundMinor: terms.clientMinor }));
  },
  "refund elsewhere": async (known, pick) => {
    const charge = await aCharge(pick);
    if (!charge) return;
    const refund = await stripe()
      .refunds.create({ charge: charge.id, amount: 1 + Math.floor(pick * 90) })
      .catch(() => null);
    if (refund) known.refunds.push(refund.id);
  },
  "fail a refund": async (known, pick) => {
    const own = await world.db
      .selectFrom("refunds")
      .select("providerRefundId as id")
      .where("providerRefundId", "is not", null)
      .execute();
    const id = oneOf([...known.refunds, ...own.map((row) => row.id!)], pick);
    if (id) await cards.control(`/refunds/${id}/fail`);
  },
  "retry a refund": async (_known, pick) => {
    const failed = await world.db.selectFrom("refunds").select("id").where("status", "=", "failed").execute();
    const refund = oneOf(failed, pick);
    if (refund) await attempt(retryRefund(ada, { refundId: refund.id }));
  },
  dispute: async (known, pick) => {
    const charge = await aCharge(pick);
    if (!charge) return;
    const { id } = await cards.control("/disputes", {
      charge: charge.id,
      kind: pick > 0.7 ? "inquiry" : "chargeback",
      whole: pick < 0.3,
    });
    if (typeof id === "string") known.disputes.push(id);
  },
  "escalate a dispute": async (known, pick) => {
    const id = oneOf(known.disputes, pick);
    if (id) await cards.control(`/disputes/${id}/escalate`);
  },
  decide: async (known, pick) => {
    const id = oneOf(known.disputes, pick);
    if (id) await cards.control(`/disputes/${id}/close`, { status: pick > 0.5 ? "won" : "lost", feeBack: pick > 0.7 });
  },
  "reverse a win": async (known, pick) => {
    const id = oneOf(known.disputes, pick);
    if (id) await cards.control(`/disputes/${id}/reverse`, { status: pick > 0.5 ? "lost" : "needs_response" });
  },
  "regain a loss": async (known, pick) => {
    const id = oneOf(known.disputes, pick);
    if (id) await cards.control(`/disputes/${id}/regain`);
  },
  "warn of fraud": async (_known, pick) => {
    const charge = await aCharge(pick);
    if (charge) await cards.control("/fraud-warnings", { charge: charge.id });
  },
  "provider's fee": (_known, pick) =>
    cards.control("/balance/moves", { type: "stripe_fee", amount: -1 - Math.floor(pick * 300), description: "Fee" }),
  "provider's correction": (_known, pick) =>
    cards.control("/balance/moves", {
      type: "adjustment",
      amount: Math.floor(pick * 90) - 45,
      description: "Corrected",
    }),
  payout: async (known) => {
    await cards.control("/balance/available");
    const payout = (await cards.control("/payouts")) as { id: string; amount: number } | null;
    if (payout) known.payouts.push({ id: payout.id, amount: payout.amount, arrived: false, failed: false });
  },
  arrive: async (known, pick) => {
    const payout = oneOf(
      known.payouts.filter((one) => !one.arrived && !one.failed),
      pick,
    );
    if (!payout) return;
    await cards.control(`/payouts/${payout.id}/arrive`);
    payout.arrived = true;
    move({ minor: payout.amount, text: `STRIPE ${payout.id}` });
  },
  "fail a payout": async (known, pick) => {
    const payout = oneOf(
      known.payouts.filter((one) => !one.failed),
      pick,
    );
    if (!payout) return;
    await cards.control(`/payouts/${payout.id}/fail`);
    payout.failed = true;
    if (payout.arrived) move({ minor: -payout.amount, text: "Credit reversed" });
  },
  "pay an editor": async (known, pick) => {
    const minor = 1 + Math.floor(pick * 5_000);
    const payout = await editorPayout(world.db, minor);
    known.editors.push({ payout, minor, paid: false });
    move({ minor: -minor, text: "Editor", reference: payout.reference });
  },
  "mark as paid": async (known, pick) => {
    const editor = oneOf(known.editors, pick);
    if (!editor) return;
    await editor.payout.pay();
    editor.paid = true;
  },
  "bank's charge": async (_known, pick) => move({ minor: -1 - Math.floor(pick * 900), text: "Account fee" }),
  "money from elsewhere": async (_known, pick) => move({ minor: 1 + Math.floor(pick * 900), text: "Interest" }),
  "end a bank day": async (known) => {
    if (bank.unseen.length === 0) return;
    known.day += 1;
    bank.statements += 1;
    const lines = bank.unseen.splice(0);
    const openingMinor = bank.heldMinor - lines.reduce((sum, line) => sum + line.minor, 0);
    const day = after(new Date(), (Math.min(known.day, 8) - 4) * DAY)
      .toISOString()
      .slice(0, 10);
    bank.files.push(camtStatement({ id: `E${bank.statements}`, day, openingMinor, lines }).text);
  },
  "import a statement": async (_known, pick) => {
    const text = oneOf(bank.files, pick);
    if (text) await Promise.all([1, 2].map(() => importStatement(ada, { fileName: "bank.xml", text })));
  },
  "lose events": (_known, pick) => cards.control("/webhooks", { dropNext: 1 + Math.floor(pick * 4) }),
  "tell it again": async (_known, pick) => {
    const events = await world.db
      .selectFrom("provider_events")
      .select(["id", "payload"])
      .orderBy("receivedAt")
      .execute();
    const event = oneOf(events, pick);
    if (event) await receiveEvent(signed(JSON.stringify({ ...event.payload, id: `${event.id}_${pick}` })));
  },
  deliver: () => cards.deliver(),
  read: () => readProviderAccount(NOON, 3),
  "all at once": () => Promise.all([cards.deliver(), readProviderAccount(NOON, 2), bookWaiting(), reconcileNow(ada)]),
};

/** Delivers and reads everything: events, the provider's lists, and every statement, newest first. */
async function settleAll(known: Known): Promise<void> {
  await STEPS["end a bank day"]!(known, 0);
  await cards.control("/webhooks", { dropNext: 0 });
  await cards.deliver();
  await findMissedDisputes(new Date());
  await watchDisputes(after(NOON, 7 * HOUR));
  await readProviderAccount(NOON);
  // Missing payments that were found may be refunded.
  await cards.deliver();
  await readProviderAccount(NOON);
  for (const text of bank.files.toReversed()) await importStatement(ada, { fileName: "bank.xml", text });
  await reconcileNow(ada);
}

const atProvider = async (): Promise<number> => {
  const { available, pending } = await stripe().balance.retrieve();
  return [...available, ...pending].reduce((sum, one) => sum + one.amount, 0);
};

/** Accounts with what an order's client paid for. */
const CLIENTS = ["deferred_revenue", "deferred_discounts", "revenue", "discounts", "refunds", "tax_payable"];

/** For each order, the payment equals its refunds plus what its accounts keep. */
async function expectPaidIsKeptOrRefunded(): Promise<void> {
  const { rows } = await sql`
    select o.id, coalesce(p.paid, 0)::int as paid, coalesce(r.refunded, 0)::int as refunded,
      coalesce(j.kept, 0)::int as kept from orders o
      left join (select "orderId", sum("amountMinor") as paid from payments where status = 'succeeded' group by 1) p
        on p."orderId" = o.id
      left join (select "orderId", sum("amountMinor") as refunded from refunds where status = 'succeeded'
        group by 1) r on r."orderId" = o.id
      left join (select e."orderId", -sum(l."amountMinor") as kept from journal_entries e
        join journal_lines l on l."entryId" = e.id
        where l.account in (${sql.join(CLIENTS)}) group by 1) j on j."orderId" = o.id
    where coalesce(p.paid, 0) <> coalesce(r.refunded, 0) + coalesce(j.kept, 0)`.execute(world.db);
  expect(rows).toEqual([]);
}

const everyPayout: Known["payouts"] = [];
const everyEditor: Known["editors"] = [];

async function expectAllToAgree(known: Known): Promise<void> {
  everyPayout.push(...known.payouts);
  everyEditor.push(...known.editors);
  const sum = (minors: readonly number[]): number => minors.reduce((all, one) => all + one, 0);
  const unbooked = await world.db
    .selectFrom("provider_transactions")
    .select("id")
    .where("bookedAt", "is", null)
    .execute();
  expect(unbooked).toEqual([]);
  expect(await balanceOf("provider")).toBe(await atProvider());
  // A payout that isn't marked as paid is on the statement and not yet in the books. One that was marked is in both.
  const waiting = sum(everyEditor.filter((one) => !one.paid).map((one) => one.minor));
  expect(await balanceOf("bank")).toBe(bank.heldMinor + waiting);
  // Of each payout that didn't fail, what no bank line was found for yet. One that failed after its line was is owed to
  // the bank.
  const lines = await world.db
    .selectFrom("bank_lines")
    .select(["matchId", "amountMinor"])
    .where("match", "=", "provider_payout")
    .execute();
  const sent = everyPayout.filter((one) => !one.failed);
  expect(await balanceOf("in_transit")).toBe(
    sum(sent.map((one) => one.amount)) - sum(lines.map((line) => line.amountMinor)),
  );
  const matched = lines.map((line) => line.matchId);
  expect(sent.filter((one) => one.arrived && !matched.includes(one.id))).toEqual([]);
  const held = await world.db
    .selectFrom("disputes")
    .select((e) => e.fn.sum<number>("withdrawnMinor").as("minor"))
    .where("closedAt", "is", null)
    .executeTakeFirstOrThrow();
  expect(await balanceOf("disputed")).toBe(Number(held.minor ?? 0));
  await expectMoneyToAddUp();
  await expectPaidIsKeptOrRefunded();
  const found = (await findDifferences(world.db, after(NOON, 2 * DAY))).map((one) => one.kind);
  for (const kind of ["not_booked", "not_at_provider", "provider_balance"]) expect(found).not.toContain(kind);
}

test(
  "whatever provider and bank tell, in whatever order and how often, the ledger has what they have",
  { timeout: 300_000 },
  async () => {
    const steps = fc.array(
      fc.tuple(fc.constantFrom(...Object.keys(STEPS)), fc.double({ min: 0, max: 0.999, noNaN: true })),
      { minLength: 12, maxLength: 40 },
    );
    const order = fc.constantFrom("any", "reversed");
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 2 }), order, async (moves, copies, delivery) => {
        await cards.control("/webhooks", { copies, order: delivery, dropNext: 0 });
        const known: Known = { orders: [], disputes: [], payouts: [], refunds: [], editors: [], day: 0 };
        await STEPS["pay"]!(known, 0);
        for (const [name, pick] of moves) await STEPS[name]!(known, pick);
        await settleAll(known);
        await expectAllToAgree(known);
      }),
      // The world is the same for all sequences: a shorter one proves nothing about what came before it.
      { ...tries(24), endOnFailure: true },
    );
  },
);
