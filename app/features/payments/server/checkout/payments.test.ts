import { sql } from "kysely";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { PROVIDER } from "#app/platform/rules/core/actor.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { config, useConfig } from "#app/platform/server/core/config.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { currentVersions } from "#app/features/accounts/server/legal/legal-documents.ts";
import { listAcceptances } from "#app/features/accounts/server/legal/record-acceptance.ts";
import { lockOrder, getOrder } from "#app/features/orders/server/views/find-order.ts";
import { expireQuotes } from "#app/features/orders/server/drafts/expire-quotes.ts";
import { moveOrder } from "#app/features/orders/server/lifecycle/move-order.ts";
import { reopenOrder } from "#app/features/orders/server/lifecycle/reopen-order.ts";
import { applyEvent } from "../provider/apply-event.ts";
import { listPaymentsOf } from "./find-payment.ts";
import { listRefundsOf } from "../refunds/find-refund.ts";
import { balanceOf } from "../ledger/post-entry.ts";
import { receiveEvent } from "../provider/receive-event.ts";
import { reconcileLedger } from "../ledger/reconcile-ledger.ts";
import { reconcilePayments } from "../ledger/reconcile-payments.ts";
import { startPayment } from "./start-payment.ts";
import { stripe } from "../provider/stripe.ts";

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
const statusOf = async (orderId: string) => (await getOrder(orderId)).status;
const kinds = async (orderId: string, kind: string) =>
  (
    await world.db.selectFrom("facts").select("data").where("orderId", "=", orderId).where("kind", "=", kind).execute()
  ).map((f) => f.data);
const invoicesOf = (orderId: string) =>
  world.db.selectFrom("invoices").selectAll().where("orderId", "=", orderId).execute();
const begin = async () => {
  const order = await quotedOrder(amara);
  return { order, ...(await startPayment(amara, { orderId: order.id })) };
};
const expectSound = async () => {
  const { rowsMinor, ledgerMinor, ledgerSumMinor, differences } = await reconcileLedger();
  expect(differences).toEqual([]);
  expect(ledgerMinor).toBe(rowsMinor);
  expect(ledgerSumMinor).toBe(0);
};

describe("starting a payment", () => {
  test("opens one checkout for the frozen price, and says so", async () => {
    const { order, url, paymentId } = await begin();
    expect(url).toContain("/checkout/sandbox/cs_test_");
    expect(await statusOf(order.id)).toBe("awaiting_payment");
    const [payment] = await listPaymentsOf(order.id);
    expect(payment).toMatchObject({
      id: paymentId,
      status: "open",
      amountMinor: order.totalMinor,
      currency: "USD",
      attempt: 1,
    });
    expect(await kinds(order.id, "payment.started")).toEqual([{ paymentId, amountMinor: order.totalMinor }]);
  });

  test("names the receipt's billable words, even when fewer are billed than were counted", async () => {
    const order = await quotedOrder(amara, 1_000);
    await world.db.updateTable("orders").set({ words: 1_020 }).where("id", "=", order.id).execute();
    const { url } = await startPayment(amara, { orderId: order.id });
    expect(await (await fetch(url)).text()).toContain(`Order ${order.number}, 1,000 billable words`);
  });

  test("names the extras on the provider's page", async () => {
    const order = await quotedOrder(amara, 1_000);
    await world.db
      .updateTable("orders")
      .set({ choices: sql`choices || '{"addOns":{"secondReader":true,"referenceStyling":12}}'::jsonb` })
      .where("id", "=", order.id)
      .execute();
    const { url } = await startPayment(amara, { orderId: order.id });
    expect(await (await fetch(url)).text()).toContain(
      `Order ${order.number}, 1,000 billable words, second reader, reference styling, 12 entries`,
    );
  });

  test("records once which terms and refund policy were accepted", async () => {
    await world.db.deleteFrom("legal_acceptances").execute();
    await begin();
    await begin();
    const inForce = await currentVersions();
    expect(await listAcceptances(amara.uid)).toEqual(
      (["refund-revision-policy", "terms"] as const).map((document) => ({
        document,
        version: inForce[document],
        context: "payment",
        acceptedAt: NOON,
        textSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      })),
    );
    const order = await quotedOrder(mei);
    await expect(startPayment(amara, { orderId: order.id })).rejects.toMatchObject({ kind: "not-found" });
    expect(await listAcceptances(mei.uid)).toEqual([]);
  });

  test("opens the same checkout from two tabs at once", async () => {
    const order = await quotedOrder(amara);
    const begun = await Promise.all([1, 2, 3, 4].map(() => startPayment(amara, { orderId: order.id })));
    expect(new Set(begun.map((b) => b.url)).size).toBe(1);
    expect(await listPaymentsOf(order.id)).toHaveLength(1);
  });

  test("is allowed only for the author", async () => {
    const order = await quotedOrder(amara);
    await expect(startPayment(mei, { orderId: order.id })).rejects.toMatchObject({ kind: "not-found" });
    await expect(startPayment(personOf("jonas"), { orderId: order.id })).rejects.toMatchObject({ kind: "not-found" });
    await expect(startPayment(personOf("ada"), { orderId: order.id })).rejects.toMatchObject({ kind: "refused" });
    await expect(startPayment({ kind: "guest", guestKeyHash: "x" }, { orderId: order.id })).rejects.toMatchObject({
      kind: "not-found",
    });
    await expect(startPayment(amara, { orderId: "ord_nothing" })).rejects.toMatchObject({ kind: "not-found" });
    expect(await statusOf(order.id)).toBe("quoted");
  });

  test("is refused once the quote expires, without a price, and when already paid", async () => {
    const order = await quotedOrder(amara);
    setClock(after(NOON, 8 * DAY));
    await expect(startPayment(amara, { orderId: order.id })).rejects.toMatchObject({ code: "price_over" });
    setClock(NOON);
    await reopenOrder(amara, { orderId: order.id });
    await expect(startPayment(amara, { orderId: order.id })).rejects.toMatchObject({ code: "not_quoted" });
    const paid = await begin();
    await payCheckout(paid.url);
    await cards.deliver();
    await expect(startPayment(amara, { orderId: paid.order.id })).rejects.toMatchObject({ code: "already_paid" });
  });

  test("is refused before checkout when it can no longer be done in time", async () => {
    const order = await quotedOrder(amara);
    await world.db.updateTable("editors").set({ matchReady: false }).where("weeklyWords", "is not", null).execute();
    try {
      await expect(startPayment(amara, { orderId: order.id })).rejects.toMatchObject({ code: "not_offered" });
      expect(await listPaymentsOf(order.id)).toEqual([]);
    } finally {
      await world.db.updateTable("editors").set({ matchReady: true }).where("weeklyWords", "is not", null).execute();
    }
  });

  test("says that nothing was charged if the provider is down, and continues the same payment when it's back", async () => {
    const order = await quotedOrder(amara);
    const right = config();
    useConfig({ ...right, stripe: { ...right.stripe, apiBase: "http://127.0.0.1:1" } });
    await expect(startPayment(amara, { orderId: order.id })).rejects.toMatchObject({
      kind: "busy",
      code: "provider_down",
    });
    useConfig(right);
    const [starting] = await listPaymentsOf(order.id);
    expect(starting?.status).toBe("starting");
    const { paymentId } = await startPayment(amara, { orderId: order.id });
    expect(paymentId).toBe(starting?.id);
  });

  test("after a crash between our row and the provider's answer opens the checkout the provider already made", async () => {
    const { order, url, paymentId } = await begin();
    await world.db
      .updateTable("payments")
      .set({ status: "starting", checkoutSessionId: null, url: null })
      .where("id", "=", paymentId)
      .execute();
    expect((await startPayment(amara, { orderId: order.id })).url).toBe(url);
    await world.db
      .updateTable("payments")
      .set({ status: "starting", checkoutSessionId: null, url: null })
      .where("id", "=", paymentId)
      .execute();
    await reconcilePayments(after(NOON, 11 * MINUTE));
    expect((await listPaymentsOf(order.id))[0]).toMatchObject({ status: "open", url });
  });

  test("started again after the checkout has ended is a new attempt", async () => {
    const { order, url, paymentId } = await begin();
    const [payment] = await listPaymentsOf(order.id);
    await stripe().checkout.sessions.expire(payment!.checkoutSessionId!);
    const next = await startPayment(amara, { orderId: order.id });
    expect(next.url).not.toBe(url);
    expect((await listPaymentsOf(order.id)).map((p) => [p.id, p.attempt, p.status])).toEqual([
      [paymentId, 1, "expired"],
      [next.paymentId, 2, "open"],
    ]);
    // The old checkout's event arrives late and closes nothing.
    await cards.deliver();
    expect((await listPaymentsOf(order.id))[1]?.status).toBe("open");
  });

  test("of a changed order closes the checkout with the old price", async () => {
    const { order, url } = await begin();
    await reopenOrder(amara, { orderId: order.id });
    await drainJobs();
    expect((await listPaymentsOf(order.id))[0]?.status).toBe("expired");
    await payCheckout(url);
    await cards.deliver();
    expect(await statusOf(order.id)).toBe("draft");
    expect((await listPaymentsOf(order.id)).some((p) => p.status === "succeeded")).toBe(false);
  });
});

describe("a payment", () => {
  test("pays the order: dates, ledger, invoice, facts, card", async () => {
    const { order, url, paymentId } = await begin();
    expect((await payCheckout(url)).location).toBe(`http://localhost:3000/payment-success?order=${order.id}`);
    expect(await statusOf(order.id)).toBe("awaiting_payment");
    await cards.deliver();
    const paid = await getOrder(order.id);
    expect(paid).toMatchObject({
      status: "paid",
      paidMinor: order.totalMinor,
      paidAt: NOON,
      dueAt: after(NOON, 7 * DAY),
    });
    const [payment] = await listPaymentsOf(order.id);
    expect(payment).toMatchObject({
      id: paymentId,
      status: "succeeded",
      cardLabel: "Visa ending 4242",
      surplus: false,
      succeededAt: NOON,
    });
    expect(payment?.cardFingerprint).toMatch(/^\w{10,}$/);
    const [invoice] = await invoicesOf(order.id);
    expect(invoice).toMatchObject({ kind: "invoice", ownerId: amara.uid, totalMinor: order.totalMinor });
    expect(await kinds(order.id, "order.paid")).toHaveLength(1);
    expect(await kinds(order.id, "payment.succeeded")).toEqual([{ paymentId, amountMinor: order.totalMinor }]);
    expect(await kinds(order.id, "invoice.issued")).toEqual([
      { invoiceId: invoice!.id, number: invoice!.number, kind: "invoice" },
    ]);
    await expectSound();
  });

  test("pays once when its events arrive three times, newest first", async () => {
    const { order, url } = await begin();
    await payCheckout(url, "4000000000000002");
    await payCheckout(url);
    await cards.control("/webhooks", { copies: 3, order: "reversed" });
    await cards.deliver();
    expect(await statusOf(order.id)).toBe("paid");
    expect(await kinds(order.id, "order.paid")).toHaveLength(1);
    expect(await invoicesOf(order.id)).toHaveLength(1);
    await expectSound();
  });

  test("pays once when its event is delivered and applied twenty times at once", async () => {
    const { order, url } = await begin();
    await payCheckout(url);
    const event = (await stripe().events.list({ type: "checkout.session.completed", limit: 1 })).data[0]!;
    const payload = JSON.stringify(event);
    const send = () => receiveEvent(signed(payload));
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(answers.every((a) => a.status === 200)).toBe(true);
    await Promise.all(Array.from({ length: 20 }, () => applyEvent(event.id)));
    await cards.deliver();
    expect(await kinds(order.id, "order.paid")).toHaveLength(1);
    expect(await invoicesOf(order.id)).toHaveLength(1);
    expect(await statusOf(order.id)).toBe("paid");
    await expectSound();
  });

  test("is found by the scheduled job after ten minutes when its events never arrive, and not before", async () => {
    const { order, url } = await begin();
    await payCheckout(url);
    await cards.control("/webhooks", { dropNext: 100 });
    await cards.deliver();
    await reconcilePayments(after(NOON, 9 * MINUTE));
    expect(await statusOf(order.id)).toBe("awaiting_payment");
    setClock(after(NOON, 11 * MINUTE));
    await reconcilePayments(after(NOON, 11 * MINUTE));
    expect(await statusOf(order.id)).toBe("paid");
    await expectSound();
  });

  test("is applied by the scheduled job when its event was stored but not applied", async () => {
    const { order, url } = await begin();
    await payCheckout(url);
    const event = (await stripe().events.list({ type: "checkout.session.completed", limit: 1 })).data[0]!;
    await receiveEvent(signed(JSON.stringify(event)));
    await reconcilePayments(after(NOON, 2 * MINUTE));
    expect(await statusOf(order.id)).toBe("paid");
    await cards.deliver();
  });

  test("started again finds that it was paid, though no event has arrived", async () => {
    const { order, url } = await begin();
    await payCheckout(url);
    await expect(startPayment(amara, { orderId: order.id })).rejects.toMatchObject({ code: "already_paid" });
    expect(await statusOf(order.id)).toBe("paid");
    await cards.deliver();
    expect(await kinds(order.id, "order.paid")).toHaveLength(1);
  });

  test("that is declined is reported, and the same checkout accepts another card", async () => {
    const { order, url, paymentId } = await begin();
    expect((await payCheckout(url, "4000000000000002")).status).toBe(402);
    await cards.deliver();
    expect(await kinds(order.id, "payment.failed")).toEqual([{ paymentId, reason: "Your card was declined." }]);
    expect((await startPayment(amara, { orderId: order.id })).url).toBe(url);
    await payCheckout(url);
    await cards.deliver();
    expect(await statusOf(order.id)).toBe("paid");
    expect((await listPaymentsOf(order.id))[0]?.failure).toBeNull();
  });

  test("can be started again when its checkout ended unpaid", async () => {
    const { order } = await begin();
    const [payment] = await listPaymentsOf(order.id);
    await stripe().checkout.sessions.expire(payment!.checkoutSessionId!);
    await cards.deliver();
    expect((await listPaymentsOf(order.id))[0]?.status).toBe("expired");
    expect(await statusOf(order.id)).toBe("awaiting_payment");
  });
});

describe("a payment that can't be applied is refunded in full automatically", () => {
  const expectReturned = async (orderId: string, why: RegExp) => {
    const surplus = (await listPaymentsOf(orderId)).filter((p) => p.surplus);
    expect(surplus).toHaveLength(1);
    expect(surplus[0]).toMatchObject({ status: "succeeded", refundedMinor: surplus[0]!.amountMinor });
    expect(await listRefundsOf(orderId)).toMatchObject([
      { status: "succeeded", cause: "duplicate-payment", amountMinor: surplus[0]!.amountMinor },
    ]);
    const [told] = await kinds(orderId, "payment.surplus");
    expect(told).toMatchObject({ paymentId: surplus[0]!.id, why: expect.stringMatching(why) });
    expect(await balanceOf("deferred_revenue", surplus[0]!.id)).toBe(0);
    expect((await invoicesOf(orderId)).filter((d) => d.kind === "credit_note")).toEqual([]);
    await expectSound();
  };

  test("when the order has expired", async () => {
    const { order, url } = await begin();
    await payCheckout(url);
    setClock(after(NOON, 8 * DAY));
    await expireQuotes(after(NOON, 8 * DAY));
    await cards.deliver();
    expect(await statusOf(order.id)).toBe("expired");
    await expectReturned(order.id, /expired when the payment arrived/);
  });

  test("when the quote has expired but the order isn't marked as expired yet", async () => {
    const { order, url } = await begin();
    await payCheckout(url);
    setClock(after(NOON, 7 * DAY + HOUR));
    await cards.deliver();
    expect(await statusOf(order.id)).not.toBe("paid");
    await expectReturned(order.id, /expired when the payment arrived/);
  });

  test("when the order was withdrawn", async () => {
    const { order, url } = await begin();
    await payCheckout(url);
    await transact(amara, async (ctx) =>
      moveOrder(ctx, await lockOrder(ctx.tx, order.id), "withdraw", { cancelledAt: ctx.now }),
    );
    await cards.deliver();
    await expectReturned(order.id, /canceled/);
  });

  test("when the order was already paid by another checkout", async () => {
    const { order, url } = await begin();
    await payCheckout(url);
    const [first] = await listPaymentsOf(order.id);
    // We lost track of the first, and the client paid again.
    await world.db.updateTable("payments").set({ status: "expired" }).where("id", "=", first!.id).execute();
    const second = await startPayment(amara, { orderId: order.id });
    await payCheckout(second.url);
    await cards.deliver();
    expect(await statusOf(order.id)).toBe("paid");
    expect(await kinds(order.id, "order.paid")).toHaveLength(1);
    await expectReturned(order.id, /already paid/);
    expect((await getOrder(order.id)).refundedMinor).toBe(0);
  });

  test("when the amount is not the order's price", async () => {
    const { order, url } = await begin();
    await world.db
      .updateTable("orders")
      .set({ totalMinor: order.totalMinor + 1, listMinor: order.listMinor + 1 })
      .where("id", "=", order.id)
      .execute();
    await payCheckout(url);
    await cards.deliver();
    expect(await statusOf(order.id)).toBe("awaiting_payment");
    await expectReturned(order.id, /didn't match the order's price/);
  });
});

describe("the webhook", () => {
  test("refuses events that are unsigned, altered, or signed too long ago", async () => {
    const payload = JSON.stringify({
      id: "evt_forged",
      object: "event",
      type: "checkout.session.completed",
      data: { object: {} },
    });
    const attempt = (header: string | null) =>
      receiveEvent(
        new Request("http://x/api/webhooks/stripe", {
          method: "POST",
          body: payload,
          headers: header ? { "stripe-signature": header } : {},
        }),
      );
    const old = Math.floor(Date.now() / 1000) - 400;
    const sign = (secret: string, of = payload, timestamp?: number) =>
      Stripe.webhooks.generateTestHeaderString({ payload: of, secret, ...(timestamp ? { timestamp } : {}) });
    for (const header of [
      null,
      "t=1,v1=00",
      sign("whsec_other"),
      sign("whsec_world", `${payload} `),
      sign("whsec_world", payload, old),
    ])
      await expect(attempt(header)).rejects.toMatchObject({ code: "signature" });
    expect(await world.db.selectFrom("provider_events").select("id").where("id", "=", "evt_forged").execute()).toEqual(
      [],
    );
  });

  test("stores unknown and foreign events and marks them as such", async () => {
    const send = async (id: string, type: string, object: object) => {
      await receiveEvent(signed(JSON.stringify({ id, object: "event", type, data: { object } })));
      await drainJobs();
      return (
        await world.db
          .selectFrom("provider_events")
          .select(["outcome", "appliedAt"])
          .where("id", "=", id)
          .executeTakeFirstOrThrow()
      ).outcome;
    };
    expect(await send("evt_1", "customer.created", { id: "cus_1" })).toBe("ignored");
    expect(
      await send("evt_2", "checkout.session.completed", { id: "cs_1", metadata: { paymentId: "pay_of_another_shop" } }),
    ).toBe("not ours");
    const { paymentId } = await begin();
    expect(await send("evt_3", "checkout.session.completed", { id: "cs_invented", metadata: { paymentId } })).toMatch(
      /^refused by the provider/,
    );
  });
});

test("keeps an event for later when the provider is down", async () => {
  const { order, url } = await begin();
  await payCheckout(url);
  const right = config();
  const event = (await stripe().events.list({ type: "checkout.session.completed", limit: 1 })).data[0]!;
  await receiveEvent(signed(JSON.stringify(event)));
  useConfig({ ...right, stripe: { ...right.stripe, apiBase: "http://127.0.0.1:1" } });
  await expect(applyEvent(event.id)).rejects.toThrow(Error);
  useConfig(right);
  expect(await statusOf(order.id)).toBe("awaiting_payment");
  await cards.deliver();
  expect(await statusOf(order.id)).toBe("paid");
});

test("invoice numbers have no gaps under concurrent payments", async () => {
  const orders = [];
  for (let i = 0; i < 6; i++) orders.push(await begin());
  await Promise.all(orders.map((o) => payCheckout(o.url)));
  const payments = await Promise.all(orders.map(async (o) => (await listPaymentsOf(o.order.id))[0]!));
  const { checkPayment } = await import("./settle-payment.ts");
  await Promise.all(payments.map((p) => checkPayment(p, p.checkoutSessionId!, PROVIDER)));
  await cards.deliver();
  const numbers = (
    await world.db.selectFrom("invoices").select("number").where("kind", "=", "invoice").orderBy("number").execute()
  ).map((d) => d.number);
  expect(numbers).toEqual(numbers.map((_, i) => `INV-2026-${String(i + 1).padStart(6, "0")}`));
  await expectSound();
});

function signed(payload: string): Request {
  return new Request("http://x/api/webhooks/stripe", {
    method: "POST",
    body: payload,
    headers: { "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret: "whsec_world" }) },
  });
}
