import { REFUND_POLICY } from "#app/features/payments/rules/refund-figures.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CardWorld, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { submitCopy } from "#boot/testing/submit-copy.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { runClock } from "#app/jobs.ts";
import { schedule } from "#app/schedule.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { assignReader } from "#app/features/matching/server/readings/accept-reading.ts";
import { assignEditor } from "#app/features/matching/server/assign-editor.ts";
import { askQuery } from "#app/features/messages/server/ask-query.ts";
import type { ChoicesPatch } from "#app/features/orders/rules/draft/choices.ts";
import { type OrderStatus, orderFlow } from "#app/features/orders/rules/flow.ts";
import { readerRefund } from "#app/features/orders/rules/review/second-reading.ts";
import { holdOrder } from "#app/features/orders/server/holds/hold-order.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import { upload } from "#app/features/orders/server/uploads/testing-uploads.ts";
import { acceptOrder } from "#app/features/orders/server/lifecycle/accept-order.ts";
import { requestRevision } from "#app/features/orders/server/lifecycle/request-revision.ts";
import { failQa } from "#app/features/orders/server/review/fail-qa.ts";
import { revisionDraft } from "#app/features/orders/server/revisions/version-view.ts";
import { getOrder, quotedPrice } from "#app/features/orders/server/views/find-order.ts";
import { readOrderPage } from "#app/features/orders/server/views/read-order-page.ts";
import { startOrder } from "#app/features/orders/server/work/start-order.ts";
import { startRevision } from "#app/features/orders/server/work/start-revision.ts";
import { lateCase } from "#app/features/payments/rules/refund.ts";
import { listPaymentsOf } from "#app/features/payments/server/checkout/find-payment.ts";
import { listRefundsOf } from "#app/features/payments/server/refunds/find-refund.ts";
import { reconcileLedger } from "#app/features/payments/server/ledger/reconcile-ledger.ts";
import { stripe } from "#app/features/payments/server/provider/stripe.ts";
import { startPayment } from "#app/features/payments/server/checkout/start-payment.ts";
import { PAY_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";

/** No order waits forever: every state of an order ends on its own within a year, whatever the clock does. */
let world: TestWorld;
let cards: CardWorld;
const amara = personOf("amara");
const jonas = personOf("jonas");
const priya = personOf("priya");
const ada = personOf("ada");
const POOR = { accuracy: 10, language: 12, instructions: 10, formatting: 5, letter: 5 };

beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await world.db
    .updateTable("editors")
    .set({ weeklyWords: 400_000, parallelOrders: 60 })
    .where("matchReady", "=", true)
    .execute();
  // Priya can be a second reader here.
  await world.db
    .updateTable("editors")
    .set({
      level: "senior",
      identityApprovedAt: NOON,
      agreementSignedAt: NOON,
      matchReady: true,
      fields: JSON.stringify(["environmental-science"]),
      variants: JSON.stringify(["UK"]),
      weeklyWords: 400_000,
      parallelOrders: 60,
      quietHours: null,
    })
    .where("uid", "=", priya.uid)
    .execute();
});
afterAll(async () => {
  await cards.close();
  await world.close();
});

/** A paid order of seven days. */
async function paid(choices: ChoicesPatch = {}): Promise<string> {
  const { id } = await quotedOrder(amara, 1_000, choices);
  await payCheckout((await startPayment(amara, { orderId: id })).url);
  await cards.deliver();
  return id;
}
async function assigned(qaReason: "none" | "trial" = "none", choices: ChoicesPatch = {}): Promise<string> {
  const orderId = await paid(choices);
  await assignEditor(ada, { orderId, editorId: jonas.uid, reason: "A test" });
  await world.db.updateTable("orders").set({ qaReason }).where("id", "=", orderId).execute();
  await cards.deliver();
  return orderId;
}
async function inProgress(qaReason: "none" | "trial" = "none", choices: ChoicesPatch = {}): Promise<string> {
  const orderId = await assigned(qaReason, choices);
  await startOrder(jonas, { orderId });
  return orderId;
}
async function submitted(qaReason: "none" | "trial" = "none", choices: ChoicesPatch = {}): Promise<string> {
  const orderId = await inProgress(qaReason, choices);
  await submitCopy(jonas, orderId);
  return orderId;
}
const thenDeliver = async (orderId: string): Promise<string> => {
  await cards.deliver();
  return orderId;
};
const delivered = async () => thenDeliver(await submitted());
const inReview = async () => thenDeliver(await submitted("trial"));
/** In second reading, before anyone has accepted it. */
const inReading = async () => thenDeliver(await submitted("none", { addOns: { secondReader: true } }));
async function revisionRequested(): Promise<string> {
  const orderId = await delivered();
  await requestRevision(amara, { orderId, note: "Please shorten the abstract." });
  return orderId;
}

/** The card's bank takes the money back, and nobody responds. */
async function disputed(orderId: string): Promise<string> {
  const [payment] = await listPaymentsOf(orderId);
  const { latest_charge: charge } = await stripe().paymentIntents.retrieve(payment!.paymentIntentId!);
  await cards.control("/disputes", { charge, reason: "product_not_received" });
  return thenDeliver(orderId);
}
/** Only the bank ends a dispute. It decides against us if nothing was delivered, and none of its events arrive. */
async function bankDecides(): Promise<void> {
  await cards.control("/webhooks", { dropNext: 1_000 });
  const open = await world.db
    .selectFrom("disputes as d")
    .innerJoin("orders as o", "o.id", "d.orderId")
    .select(["d.providerDisputeId", "o.deliveredAt"])
    .where("d.closedAt", "is", null)
    .execute();
  for (const { providerDisputeId, deliveredAt } of open)
    await cards.control(`/disputes/${providerDisputeId}/close`, { status: deliveredAt ? "won" : "lost" });
  await cards.deliver();
  await cards.control("/webhooks", { dropNext: 0 });
}
/** What `submitCopy` delivers. */
const DELIVERED = [
  "Soil moisture governs the exchange of water between land and air in dry regions.",
  "We recorded it at twelve sites during two seasons, using buried sensors and weekly cores.",
  "The sensors agreed with the cores at ten sites, and drifted at two of them after heavy rain.",
];
/** A revision with more new words than are free, which must be paid. */
async function newWordsOpen(): Promise<string> {
  const orderId = await delivered();
  const { id } = await world.db
    .selectFrom("files")
    .select("id")
    .where("orderId", "=", orderId)
    .where("purpose", "=", "source")
    .executeTakeFirstOrThrow();
  const added = Array.from({ length: 90 }, (_, i) => `Site ${i} kept ledger ${i} of wells and ${i} frosts.`);
  const bytes = buildDocx({
    paragraphs: [{ heading: 1, text: "Methods" }, ...[...DELIVERED, ...added].map((text) => ({ text }))],
  });
  await upload(amara, orderId, "v2.docx", bytes, "version", id);
  await cards.deliver();
  const draft = await revisionDraft(await readOrderPage(amara, orderId));
  expect(draft).toMatchObject({ newWords: 900, ready: true });
  const expectedMinor = draft.charge!.totalMinor;
  await requestRevision(amara, { orderId, note: "Please edit the new paragraphs, too.", expectedMinor });
  return orderId;
}

type End = { status: OrderStatus; refundShare: "all" | "quarter" | "lateness" | "reader" };
const REFUNDED: End = { status: "refunded", refundShare: "all" };
const CLOSED: End = { status: "closed", refundShare: "lateness" };
const REVISED: End = { status: "closed", refundShare: "quarter" };
const UNREAD: End = { status: "closed", refundShare: "reader" };

/** By starting status, or a name of its own. */
const STARTS: Readonly<Record<string, { make: () => Promise<string>; end: End; status?: OrderStatus }>> = {
  paid: { make: () => paid(), end: REFUNDED },
  assigned: { make: () => assigned(), end: REFUNDED },
  in_progress: { make: () => inProgress(), end: REFUNDED },
  awaiting_client: {
    async make() {
      const orderId = await inProgress();
      await askQuery(jonas, { orderId, body: "Which of the two definitions do you mean?", blocking: true });
      return orderId;
    },
    end: REFUNDED,
  },
  on_hold: {
    async make() {
      const orderId = await inProgress();
      await holdOrder(ada, { orderId, reason: "A question of rights." });
      return orderId;
    },
    end: REFUNDED,
  },
  second_reading: { make: inReading, end: UNREAD },
  "in the hands of a second reader": {
    status: "second_reading",
    async make() {
      const orderId = await inReading();
      await assignReader(ada, { orderId, editorId: priya.uid });
      return thenDeliver(orderId);
    },
    end: UNREAD,
  },
  "held during second reading": {
    status: "on_hold",
    async make() {
      const orderId = await inReading();
      await holdOrder(ada, { orderId, reason: "A question of rights." });
      return orderId;
    },
    end: UNREAD,
  },
  // The last of these, because what it submits isn't finished before the clock runs.
  submitted: { make: () => submitted(), end: CLOSED },
  qa_review: { make: inReview, end: CLOSED },
  changes_required: {
    async make() {
      const orderId = await inReview();
      await failQa(ada, { orderId, scores: POOR, note: "Half of it is unedited." });
      return orderId;
    },
    end: REFUNDED,
  },
  delivered: { make: delivered, end: CLOSED },
  accepted: {
    async make() {
      const orderId = await delivered();
      await acceptOrder(amara, { orderId });
      return orderId;
    },
    end: CLOSED,
  },
  revision_requested: { make: revisionRequested, end: REVISED },
  "in revision, with new words that nobody pays": { status: "revision_requested", make: newWordsOpen, end: REVISED },
  disputed: { make: async () => disputed(await inProgress()), end: REFUNDED },
  "disputed after delivery": { status: "disputed", make: async () => disputed(await delivered()), end: CLOSED },
  in_revision: {
    async make() {
      const orderId = await revisionRequested();
      await startRevision(jonas, { orderId });
      return orderId;
    },
    end: REVISED,
  },
};
/** States that no order is in after payment, and final states. */
const NOT_STARTED: readonly string[] = [
  ...orderFlow.ends,
  "draft",
  "quoted",
  "awaiting_payment",
  "quote_requested",
  "cancelled",
];

type Order = Awaited<ReturnType<typeof getOrder>>;

/** What the refund table returns for the whole order at this end, as a share of the payment in basis points. */
function expectedBp(order: Order, end: End): number {
  if (end.refundShare === "all") return 10_000;
  if (end.refundShare === "quarter") return 2_500;
  const lateMs = order.deliveredAt && order.dueAt ? order.deliveredAt.getTime() - order.dueAt.getTime() : 0;
  const late = lateCase(Math.max(0, lateMs), order.windowMs, REFUND_POLICY);
  return late === null ? 0 : late === "late-some" ? 2_000 : late === "late-much" ? 5_000 : 10_000;
}

async function start(names: readonly string[]): Promise<Map<string, string>> {
  setClock(NOON);
  const orders = new Map<string, string>();
  for (const name of names) {
    const { make, status = name } = STARTS[name]!;
    const id = await make();
    expect([name, (await getOrder(id)).status]).toEqual([name, status]);
    orders.set(name, id);
  }
  return orders;
}

async function check(orders: ReadonlyMap<string, string>): Promise<void> {
  for (const [started, id] of orders) {
    const order = await getOrder(id);
    const { end } = STARTS[started]!;
    const shareBp = expectedBp(order, end);
    const status = shareBp === 10_000 ? order.status : end.status;
    // A second reading that nobody did is refunded first; a share for lateness is one of the rest.
    const readerMinor =
      end.refundShare === "reader" ? readerRefund(quotedPrice(order), order.paidMinor, PAY_POLICY) : 0;
    expect([started, order.status, order.refundedMinor]).toEqual([
      started,
      status,
      readerMinor + Math.round(((order.paidMinor - readerMinor) * shareBp) / 10_000),
    ]);
    expect([started, [...orderFlow.ends, "accepted"].includes(order.status)]).toEqual([started, true]);
    const refunds = await listRefundsOf(id);
    expect(refunds.reduce((sum, r) => sum + r.amountMinor, 0)).toBe(order.refundedMinor);
    const earned = await world.db.selectFrom("earnings").select("amountMinor").where("orderId", "=", id).execute();
    // All editors together never get more than the editors' share.
    expect(earned.reduce((sum, e) => sum + e.amountMinor, 0)).toBeLessThanOrEqual(Math.round(order.paidMinor * 0.65));
    const told = async (uid: string) =>
      (
        await world.db
          .selectFrom("notifications")
          .select("kind")
          .where("orderId", "=", id)
          .where("userId", "=", uid)
          .where("createdAt", ">", NOON)
          .execute()
      ).map((n) => n.kind);
    const ending: readonly string[] =
      end.refundShare === "all"
        ? ["order.cancelled"]
        : end.refundShare === "quarter"
          ? ["order.revision_closed"]
          : ["order.delivered", "order.accept_reminder", "order.accepted"];
    if (started !== "accepted")
      expect([started, (await told(amara.uid)).some((k) => ending.includes(k))]).toEqual([started, true]);
    if (order.status === "closed")
      for (const person of [amara, jonas])
        expect([started, await told(person.uid)]).toEqual([started, expect.arrayContaining(["order.closed"])]);
    if (started !== "paid" && started !== "accepted")
      expect([started, (await told(jonas.uid)).length > 0]).toEqual([started, true]);
  }
  // Nothing can be paid on a finished order.
  const open = await world.db.selectFrom("order_charges").select("id").where("status", "=", "open").execute();
  expect(open).toEqual([]);
  const undecided = await world.db.selectFrom("disputes").select("id").where("closedAt", "is", null).execute();
  expect(undecided).toEqual([]);
  const { rowsMinor, ledgerMinor, ledgerSumMinor, differences } = await reconcileLedger();
  expect(differences).toEqual([]);
  expect([ledgerMinor, ledgerSumMinor]).toEqual([rowsMinor, 0]);
}

const FULL = process.env.STET_TESTS === "full";
/** Random years, each with two or three orders. */
const TRIES = FULL ? 12 : 1;
const BANK_DECIDES = 50;
// After the bank has decided, the reminder days repeat.
const DAYS = [1, 3, 5, 6, 6.995, 8, 9, 11, 14, 16, 22, 28, 36, 50, 53, 56, 365];

test("every state of a paid order is started here, or listed as one that can't be", () => {
  expect(orderFlow.states.filter((s) => !(s in STARTS) && !NOT_STARTED.includes(s))).toEqual([]);
});

test("after a year with nobody acting, every order has ended, everyone was told, refunds follow the table, and the ledger balances", async () => {
  expect.hasAssertions();
  const orders = await start(Object.keys(STARTS));
  for (const day of DAYS) {
    if (day === BANK_DECIDES) await bankDecides();
    setClock(after(NOON, day * DAY));
    await runClock(after(NOON, day * DAY));
    await cards.deliver();
  }
  await check(orders);
}, 240_000);

test(
  "the end is the same with a clock that misses ticks, two workers, and a process that dies between two rules",
  async () => {
    expect.hasAssertions();
    const rules = Object.values(schedule);
    const states = Object.keys(STARTS);
    const [tries] = fc.sample(
      fc.array(
        fc.record({
          starts: fc.subarray(states, { minLength: 2, maxLength: 3 }),
          ticks: fc.array(
            fc.record({
              gapHours: fc.integer({ min: 1, max: 12 * 24 }),
              workers: fc.integer({ min: 1, max: 2 }),
              /** How many rules run before the process dies. */
              diesAfter: fc.option(fc.integer({ min: 0, max: rules.length }), { freq: 3 }),
              delivers: fc.boolean(),
            }),
            { minLength: 6, maxLength: 10 },
          ),
        }),
        { minLength: TRIES, maxLength: TRIES },
      ),
      { numRuns: 1, seed: FULL ? Date.now() % 1_000_000 : 4 },
    );
    for (const { starts, ticks } of tries!) {
      const orders = await start(starts);
      let at = NOON;
      for (const tick of ticks) {
        at = after(at, tick.gapHours * HOUR);
        setClock(at);
        const run = async () => {
          if (tick.diesAfter === null) return runClock(at);
          for (const rule of rules.slice(0, tick.diesAfter)) await rule(at);
        };
        await Promise.all(Array.from({ length: tick.workers }, run));
        if (tick.delivers) await cards.deliver();
      }
      await bankDecides();
      // Whatever happened: an hour of ordinary ticks, then the rest of the year.
      for (const days of [0.04, 1, 8, 15, 22, 40, 80, 365]) {
        const later = after(at, days * DAY);
        setClock(later);
        await runClock(later);
        await cards.deliver();
      }
      await check(orders);
    }
  },
  FULL ? 300_000 : 120_000,
);
