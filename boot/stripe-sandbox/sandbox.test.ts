/** The card sandbox through the official SDK, on PostgreSQL and in memory. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { authenticate, payCheckout } from "../testing/pay-checkout.ts";
import { type StripeSandbox, startStripeSandbox } from "./server.ts";

const KEY = "sk_test_forTheTests";
const WEBHOOK_SECRET = "whsec_forTheTests";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
});

describe.each(["postgresql", "memory"] as const)("the card sandbox in %s", (where) => {
  let sandbox: StripeSandbox;
  let stripe: Stripe;
  let receiver: Receiver;

  const start = async (port?: number) => {
    sandbox = await startStripeSandbox({
      ...(where === "postgresql" ? { databaseUrl: database.url } : {}),
      ...(port === undefined ? {} : { port }),
      webhookUrl: receiver.url,
      secretKey: KEY,
      webhookSecret: WEBHOOK_SECRET,
      control: true,
    });
    stripe = client(sandbox.port);
  };
  beforeEach(async () => {
    receiver = await receive();
    await start();
  });
  afterEach(async () => {
    await sandbox.stop();
    await receiver.stop();
    await database.pool.query("drop schema if exists stripe_sandbox cascade");
  });

  const control = async (path: string, body: object = {}) => {
    const answer = await fetch(`${sandbox.url}/_control${path}`, { method: "POST", body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, unknown>;
  };
  test("authorizes a payment, then captures or cancels it, once", async () => {
    const held = async () => {
      const session = await create({ payment_intent_data: { capture_method: "manual" } });
      await payCheckout(session.url!);
      const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent.latest_charge"] });
      return { session: done, intent: done.payment_intent as Stripe.PaymentIntent };
    };
    const one = await held();
    expect(one.session).toMatchObject({ status: "complete", payment_status: "unpaid" });
    expect(one.intent).toMatchObject({ status: "requires_capture", amount_received: 0 });
    expect(one.intent.amount_capturable).toBe(one.intent.amount);
    expect((one.intent.latest_charge as Stripe.Charge).captured).toBe(false);
    await expect(stripe.refunds.create({ payment_intent: one.intent.id })).rejects.toThrow(/successful charge/);
    const taken = await stripe.paymentIntents.capture(one.intent.id, {}, { idempotencyKey: "take-1" });
    expect(taken).toMatchObject({ status: "succeeded", amount_received: one.intent.amount, amount_capturable: 0 });
    expect(await stripe.checkout.sessions.retrieve(one.session.id)).toMatchObject({ payment_status: "paid" });
    await expect(stripe.paymentIntents.capture(one.intent.id)).rejects.toThrow(/status of succeeded/);
    await expect(stripe.paymentIntents.cancel(one.intent.id)).rejects.toThrow(/status of succeeded/);
    const other = await held();
    expect(await stripe.paymentIntents.cancel(other.intent.id)).toMatchObject({ status: "canceled" });
    expect(await stripe.checkout.sessions.retrieve(other.session.id)).toMatchObject({ payment_status: "unpaid" });
    await expect(stripe.paymentIntents.capture(other.intent.id)).rejects.toThrow(/status of canceled/);
  });

  const create = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}, options: Stripe.RequestOptions = {}) =>
    stripe.checkout.sessions.create(
      {
        mode: "payment",
        client_reference_id: "ord_1",
        customer_email: "amara@example.org",
        line_items: [
          {
            price_data: {
              currency: "usd",
              unit_amount: 9_500,
              product_data: { name: "Premium editing", description: "5,000 words in 7 days" },
            },
            quantity: 1,
          },
          { price_data: { currency: "usd", unit_amount: 150, product_data: { name: "Extra <figure>" } }, quantity: 3 },
        ],
        metadata: { orderId: "ord_1" },
        payment_intent_data: { metadata: { orderId: "ord_1" } },
        success_url: "https://stet.example/payment-success?session={CHECKOUT_SESSION_ID}",
        cancel_url: "https://stet.example/payment-cancelled",
        ...more,
      },
      options,
    );
  const paidSession = async () => {
    const session = await create();
    await payCheckout(session.url!);
    return stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent.latest_charge"] });
  };
  const chargeOf = (session: Stripe.Checkout.Session) =>
    (session.payment_intent as Stripe.PaymentIntent).latest_charge as Stripe.Charge;

  test("creates a session, pays it on its page, and reads it back with its charge", async () => {
    const session = await create();
    expect(session).toMatchObject({
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      amount_total: 9_950,
      currency: "usd",
      client_reference_id: "ord_1",
      metadata: { orderId: "ord_1" },
      payment_intent: null,
    });
    expect(session.url).toBe(`${sandbox.url}/checkout/sandbox/${session.id}`);
    expect(session).not.toHaveProperty("sandbox");

    const page = await fetch(session.url!);
    const html = await page.text();
    expect(page.headers.get("content-security-policy")).toContain(
      "default-src 'none'; style-src 'self'; form-action 'self' https://stet.example",
    );
    expect(html).toContain("Extra &lt;figure&gt;");
    expect(html).toContain("$99.50");
    expect(html).toContain('value="amara@example.org"');
    expect(html).toContain("4000 0000 0000 9995");
    expect(html).not.toMatch(/<script|style=/);

    const paid = await payCheckout(session.url!);
    expect(paid).toMatchObject({ status: 303, location: `https://stet.example/payment-success?session=${session.id}` });

    const after = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ["payment_intent.latest_charge", "line_items"],
    });
    expect(after).toMatchObject({
      status: "complete",
      payment_status: "paid",
      customer_details: { email: "amara@example.org", name: "Amara Okafor" },
    });
    expect(after.line_items!.data.map((item) => [item.description, item.quantity, item.amount_total])).toEqual([
      ["Premium editing", 1, 9_500],
      ["Extra <figure>", 3, 450],
    ]);
    const intent = after.payment_intent as Stripe.PaymentIntent;
    expect(intent).toMatchObject({ status: "succeeded", amount_received: 9_950, metadata: { orderId: "ord_1" } });
    const charge = await stripe.charges.retrieve(chargeOf(after).id);
    expect(charge).toMatchObject({
      paid: true,
      amount: 9_950,
      amount_refunded: 0,
      payment_method_details: { card: { brand: "visa", last4: "4242" } },
    });
    expect(await (await fetch(session.url!)).text()).toContain("has been paid");
    expect((await stripe.checkout.sessions.list({ payment_intent: intent.id })).data.map((found) => found.id)).toEqual([
      session.id,
    ]);
  });

  test("gives the same card the same fingerprint in every payment, another card another, and stores no number", async () => {
    const fingerprint = async (number: string) => {
      const session = await create();
      await payCheckout(session.url!, number);
      return chargeOf(await stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent.latest_charge"] }))
        .payment_method_details!.card!.fingerprint;
    };
    const one = await fingerprint("4242424242424242");
    expect(one).toMatch(/^\w{16}$/);
    expect(await fingerprint("4242 4242 4242 4242")).toBe(one);
    expect(await fingerprint("5555555555554444")).not.toBe(one);
    if (where === "postgresql")
      expect(
        (await database.pool.query("select 1 from stripe_sandbox.objects where body::text like '%4242424242424242%'"))
          .rowCount,
      ).toBe(0);
  });

  test.each([
    ["4000000000000002", "Your card was declined.", "card_declined", "generic_decline"],
    ["4000000000009995", "Your card has insufficient funds.", "card_declined", "insufficient_funds"],
    ["4000000000000069", "Your card has expired.", "expired_card", undefined],
    ["4000000000000127", "Your card&#39;s security code is incorrect.", "incorrect_cvc", undefined],
    ["4111111111111111", "takes only the test cards", "card_declined", "test_mode_live_card"],
  ])(
    "declines card %s, keeps what was typed, and lets a good card pay the same session",
    async (number, message, code, declineCode) => {
      const session = await create();
      const declined = await payCheckout(session.url!, number);
      expect(declined.status).toBe(402);
      expect(declined.body).toContain(message);
      expect(declined.body).toContain(`value="${number}"`);
      const failed = await receiver.next("payment_intent.payment_failed");
      const error = (failed.data.object as Stripe.PaymentIntent).last_payment_error!;
      expect([error.code, error.decline_code]).toEqual([code, declineCode]);
      expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");

      await payCheckout(session.url!);
      const after = await stripe.checkout.sessions.retrieve(session.id);
      expect(after.payment_intent).toBe((failed.data.object as Stripe.PaymentIntent).id);
      const charges = await stripe.charges.list({ payment_intent: after.payment_intent as string });
      expect(charges.data.map((charge) => charge.status)).toEqual(["succeeded", "failed"]);
    },
  );

  test.each(["4000002500003155", "4000002760003184"])("card %s pays only after authentication", async (number) => {
    const session = await create();
    expect((await payCheckout(session.url!, number)).location).toBe(`/checkout/sandbox/${session.id}/authenticate`);
    expect(await (await fetch(`${session.url!}/authenticate`)).text()).toContain("Complete authentication");
    const refused = await authenticate(session.url!, "fail");
    expect(refused.status).toBe(402);
    expect(refused.body).toContain("unable to authenticate");
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe("unpaid");

    await payCheckout(session.url!, number);
    expect((await authenticate(session.url!, "complete")).location).toContain("/payment-success");
    const charge = chargeOf(
      await stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent.latest_charge"] }),
    );
    expect(charge.payment_method_details!.card!.three_d_secure).toMatchObject({ result: "authenticated" });
  });

  test.each([
    [{ number: "4242424242424241" }, "Your card number is invalid."],
    [{ number: "" }, "Enter a card number."],
    [{ expiry: "01 / 20" }, "expiration date is in the past"],
    [{ expiry: "13/40" }, "MM / YY"],
    [{ cvc: "12" }, "security code is incomplete"],
    [{ email: "nobody" }, "Enter an email address."],
    [{ name: " " }, "Enter the name on the card."],
  ])("the form with %j shows what's wrong and tries no payment", async (typed, message) => {
    const session = await create();
    const answer = await payCheckout(session.url!, typed);
    expect(answer.status).toBe(422);
    expect(answer.body).toContain(message);
    expect((await stripe.paymentIntents.list()).data).toEqual([]);
  });

  test("eight tabs that pay one session at once make one charge", async () => {
    const session = await create();
    const answers = await Promise.all(Array.from({ length: 8 }, () => payCheckout(session.url!)));
    expect(answers.every((answer) => answer.status === 303)).toBe(true);
    expect(
      answers.filter((answer) => answer.location!.startsWith("https://stet.example/")).length,
    ).toBeGreaterThanOrEqual(1);
    const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id);
    expect((await stripe.charges.list({ payment_intent: payment_intent as string })).data).toHaveLength(1);
    expect((await stripe.charges.list()).data).toHaveLength(1);
  });

  test("expires a session once, after which it can't be paid", async () => {
    const session = await create();
    expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: "expired", url: null });
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      statusCode: 400,
    });
    await payCheckout(session.url!);
    const page = await fetch(session.url!);
    expect(page.status).toBe(410);
    expect(await page.text()).toContain("https://stet.example/payment-cancelled");
    expect((await receiver.next("checkout.session.expired")).data.object).toMatchObject({ id: session.id });
    expect((await stripe.charges.list()).data).toEqual([]);
    const paid = await paidSession();
    await expect(stripe.checkout.sessions.expire(paid.id)).rejects.toThrow("status of complete");
  });

  test("refunds add up to the charge and never exceed it", async () => {
    const session = await paidSession();
    const intent = (session.payment_intent as Stripe.PaymentIntent).id;
    const charge = chargeOf(session).id;
    const part = await stripe.refunds.create({
      payment_intent: intent,
      amount: 4_000,
      reason: "requested_by_customer",
      metadata: { orderId: "ord_1" },
    });
    expect(part).toMatchObject({
      object: "refund",
      amount: 4_000,
      status: "succeeded",
      charge,
      payment_intent: intent,
      metadata: { orderId: "ord_1" },
    });
    await expect(stripe.refunds.create({ payment_intent: intent, amount: 5_951 })).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      statusCode: 400,
      param: "amount",
      message: "Refund amount ($59.51) is greater than unrefunded amount on charge ($59.50)",
    });
    expect((await stripe.refunds.create({ charge })).amount).toBe(5_950);
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: "charge_already_refunded" });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 9_950, refunded: true });
    expect((await stripe.refunds.list({ payment_intent: intent })).data.map((refund) => refund.amount)).toEqual([
      5_950, 4_000,
    ]);
    expect(await stripe.refunds.update(part.id, { metadata: { note: "checked" } })).toMatchObject({
      metadata: { orderId: "ord_1", note: "checked" },
    });
    await receiver.next("refund.updated");
    expect(receiver.types().filter((type) => type === "charge.refunded")).toHaveLength(2);
    await expect(stripe.refunds.create({ charge, amount: 0 })).rejects.toMatchObject({
      code: "parameter_invalid_integer",
    });
    const unpaid = await create();
    await payCheckout(unpaid.url!, "4000000000000002");
    const failed = (await stripe.paymentIntents.list({ limit: 1 })).data[0]!;
    await expect(stripe.refunds.create({ payment_intent: failed.id })).rejects.toThrow(
      "does not have a successful charge",
    );
  });

  test("ten simultaneous refunds can't exceed the charge together", async () => {
    const session = await paidSession();
    const intent = (session.payment_intent as Stripe.PaymentIntent).id;
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => stripe.refunds.create({ payment_intent: intent, amount: 3_000 })),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(3);
    expect((await stripe.charges.retrieve(chargeOf(session).id)).amount_refunded).toBe(9_000);
  });

  test("a refund that the bank returns can be refunded again", async () => {
    const session = await paidSession();
    const refund = await stripe.refunds.create({ charge: chargeOf(session).id });
    await control(`/refunds/${refund.id}/fail`);
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe("failed");
    expect(await stripe.charges.retrieve(chargeOf(session).id)).toMatchObject({ amount_refunded: 0, refunded: false });
    expect((await receiver.next("refund.failed")).data.object).toMatchObject({ id: refund.id });
  });

  test("reports a dispute and blocks refunds", async () => {
    const session = await paidSession();
    await control("/disputes", { charge: chargeOf(session).id, reason: "product_not_received" });
    const event = await receiver.next("charge.dispute.created");
    expect(event.data.object).toMatchObject({
      object: "dispute",
      amount: 9_950,
      reason: "product_not_received",
      status: "needs_response",
    });
    await expect(stripe.refunds.create({ charge: chargeOf(session).id })).rejects.toMatchObject({
      code: "charge_disputed",
    });
    const withdrawn = (await receiver.next("charge.dispute.funds_withdrawn")).data.object as Stripe.Dispute;
    expect(withdrawn.balance_transactions).toMatchObject([{ amount: -9_950, fee: 1_500, net: -11_450 }]);
  });

  test("takes evidence with a file, and returns the money when the dispute is won", async () => {
    const session = await paidSession();
    const { id } = (await control("/disputes", { charge: chargeOf(session).id })) as { id: string };
    const file = await stripe.files.create({
      purpose: "dispute_evidence",
      file: { data: Buffer.from("%PDF-1.7 the pack"), name: "pack.pdf", type: "application/pdf" },
    });
    expect(Buffer.from(await (await fetch(`${sandbox.url}/_control/files/${file.id}`)).arrayBuffer()).toString()).toBe(
      "%PDF-1.7 the pack",
    );
    await expect(stripe.disputes.update(id, { evidence: { uncategorized_file: "file_none" } })).rejects.toThrow(
      /No such file/,
    );
    const draft = await stripe.disputes.update(id, { evidence: { customer_name: "Amara" }, submit: false });
    expect(draft).toMatchObject({ status: "needs_response", evidence_details: { submission_count: 0 } });
    const sent = await stripe.disputes.update(id, { evidence: { uncategorized_file: file.id }, submit: true });
    expect(sent).toMatchObject({ status: "under_review", evidence: { customer_name: "Amara" } });
    await control(`/disputes/${id}/close`, { status: "won" });
    const back = (await receiver.next("charge.dispute.funds_reinstated")).data.object as Stripe.Dispute;
    expect(back.balance_transactions.map((one) => one.net)).toEqual([-11_450, 9_950]);
    await expect(stripe.disputes.close(id)).rejects.toThrow(/already closed/);
    expect((await stripe.refunds.create({ charge: chargeOf(session).id })).amount).toBe(9_950);
  });

  test.each([
    ["4000000000000259", "charge.dispute.created", { reason: "fraudulent", status: "needs_response" }],
    ["4000000000001976", "charge.dispute.created", { status: "warning_needs_response" }],
    ["4000000000005423", "radar.early_fraud_warning.created", { actionable: true }],
  ])("the test card %s leads to %s right after payment", async (number, type, object) => {
    const session = await create();
    await payCheckout(session.url!, number);
    expect((await receiver.next(type)).data.object).toMatchObject(object);
  });

  test("an inquiry takes no money until it becomes a chargeback", async () => {
    const session = await paidSession();
    const { id } = (await control("/disputes", { charge: chargeOf(session).id, kind: "inquiry" })) as { id: string };
    expect(await stripe.disputes.retrieve(id)).toMatchObject({
      status: "warning_needs_response",
      balance_transactions: [],
    });
    await control(`/disputes/${id}/escalate`);
    expect(await stripe.disputes.retrieve(id)).toMatchObject({
      status: "needs_response",
      balance_transactions: [{ amount: -9_950 }],
    });
  });

  test("repeats the first response for an idempotency key, and refuses it with another body", async () => {
    const first = await create({}, { idempotencyKey: "order-1" });
    const same = await create({}, { idempotencyKey: "order-1" });
    expect(same.id).toBe(first.id);
    expect(same.lastResponse.headers["idempotent-replayed"]).toBe("true");
    await expect(create({ client_reference_id: "ord_2" }, { idempotencyKey: "order-1" })).rejects.toMatchObject({
      type: "StripeIdempotencyError",
      statusCode: 400,
    });
    const atOnce = await Promise.all(Array.from({ length: 6 }, () => create({}, { idempotencyKey: "order-2" })));
    expect(new Set(atOnce.map((session) => session.id)).size).toBe(1);
    const paid = await paidSession();
    const refunds = await Promise.all(
      [1, 2, 3].map(() =>
        stripe.refunds.create({ charge: chargeOf(paid).id, amount: 1_000 }, { idempotencyKey: "refund-1" }),
      ),
    );
    expect(new Set(refunds.map((refund) => refund.id)).size).toBe(1);
    expect((await stripe.charges.retrieve(chargeOf(paid).id)).amount_refunded).toBe(1_000);
  });

  test("returns Stripe's errors", async () => {
    await expect(client(sandbox.port, "sk_test_other").events.list()).rejects.toMatchObject({
      type: "StripeAuthenticationError",
      statusCode: 401,
    });
    await expect(stripe.checkout.sessions.retrieve("cs_test_none")).rejects.toMatchObject({
      code: "resource_missing",
      statusCode: 404,
    });
    await expect(stripe.charges.retrieve("ch_none")).rejects.toMatchObject({ code: "resource_missing" });
    await expect(create({ success_url: "stet" })).rejects.toMatchObject({ code: "url_invalid", param: "success_url" });
    await expect(create({ mode: "subscription" })).rejects.toMatchObject({ param: "mode" });
    await expect(create({ line_items: [] })).rejects.toMatchObject({ param: "line_items" });
    await expect(
      create({
        line_items: [{ price_data: { currency: "usd", unit_amount: 49, product_data: { name: "x" } }, quantity: 1 }],
      }),
    ).rejects.toMatchObject({ code: "amount_too_small" });
    await expect(
      create({
        line_items: [{ price_data: { currency: "usd", unit_amount: -500, product_data: { name: "x" } }, quantity: 1 }],
      }),
    ).rejects.toMatchObject({ code: "parameter_invalid_integer" });
    await expect(create({ phone_number_collection: { enabled: true } })).rejects.toMatchObject({
      code: "parameter_unknown",
      param: "phone_number_collection",
    });
    await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 404 });
    await paidSession();
    await expect(stripe.charges.list({ expand: ["data.customer"] })).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
    });
    expect((await fetch(`${sandbox.url}/checkout/sandbox/cs_test_none`)).status).toBe(404);
  });

  test("lists are paged, newest first", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.unshift((await create()).id);
    const page = await stripe.checkout.sessions.list({ limit: 2 });
    expect(page.data.map((session) => session.id)).toEqual(ids.slice(0, 2));
    expect(page.has_more).toBe(true);
    const all = await stripe.checkout.sessions.list({ limit: 2 }).autoPagingToArray({ limit: 10 });
    expect(all.map((session) => session.id)).toEqual(ids);
    const before = await stripe.checkout.sessions.list({ limit: 2, ending_before: ids[3]! });
    expect(before.data.map((session) => session.id)).toEqual(ids.slice(1, 3));
  });

  test("signs events, sends them until they're accepted, and makes them readable again", async () => {
    receiver.refuseNext(3);
    const session = await paidSession();
    const event = await receiver.next("checkout.session.completed");
    await receiver.next("payment_intent.succeeded");
    expect(event).toMatchObject({
      object: "event",
      livemode: false,
      data: { object: { id: session.id, payment_status: "paid" } },
    });
    expect(receiver.refused()).toBe(3);
    expect((await stripe.events.retrieve(event.id)).data.object).toMatchObject({ id: session.id });
    expect((await stripe.events.list({ type: "checkout.session.completed" })).data.map((found) => found.id)).toEqual([
      event.id,
    ]);
    expect((await stripe.events.list({ types: ["payment_intent.succeeded", "charge.refunded"] })).data).toHaveLength(1);
  });

  test("lets tests hold, duplicate, reverse and drop events", async () => {
    await control("/webhooks", { paused: true });
    await paidSession();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(receiver.types()).toEqual([]);
    await control("/webhooks", { paused: false, copies: 2, order: "reversed" });
    await expect
      .poll(() => receiver.types(), { timeout: 25_000 })
      .toEqual([
        "checkout.session.completed",
        "checkout.session.completed",
        "payment_intent.succeeded",
        "payment_intent.succeeded",
      ]);

    await control("/webhooks", { copies: 1, order: "any", dropNext: 2 });
    const before = receiver.types().length;
    await paidSession();
    await expect.poll(async () => (await control("/webhooks"))["pending"], { timeout: 25_000 }).toBe(0);
    expect(receiver.types()).toHaveLength(before);
    expect((await stripe.events.list({ type: "checkout.session.completed" })).data).toHaveLength(2);
  });

  test.runIf(where === "postgresql")(
    "after it is killed, all that it answered is there and events still come",
    async () => {
      receiver.refuseNext(1_000);
      const session = await paidSession();
      const { port } = sandbox;
      await sandbox.stop();
      receiver.refuseNext(0);
      await start(port);
      expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: "complete" });
      await control("/webhooks/flush");
      await receiver.next("checkout.session.completed");
    },
  );

  test.runIf(where === "postgresql")("a session expires automatically", async () => {
    const session = await create();
    await database.pool.query(
      "update stripe_sandbox.objects set body = jsonb_set(body, '{expires_at}', '1') where id = $1",
      [session.id],
    );
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe("expired");
    const other = await create();
    await database.pool.query(
      "update stripe_sandbox.objects set body = jsonb_set(body, '{expires_at}', '1') where id = $1",
      [other.id],
    );
    await expect
      .poll(() => receiver.types().filter((type) => type === "checkout.session.expired").length, { timeout: 25_000 })
      .toBe(2);
  });
  test("the balance follows payments, refunds, disputes and fees, and payouts move it to the bank", async () => {
    const session = await create();
    await payCheckout(session.url!);
    const charge = chargeOf(
      await stripe.checkout.sessions.retrieve(session.id, {
        expand: ["payment_intent.latest_charge.balance_transaction"],
      }),
    );
    const paid = charge.balance_transaction as Stripe.BalanceTransaction;
    expect(paid).toMatchObject({
      type: "charge",
      reporting_category: "charge",
      amount: 9_950,
      fee: 319,
      net: 9_631,
      source: charge.id,
      status: "pending",
    });
    expect(paid.fee_details).toMatchObject([{ amount: 319, type: "stripe_fee" }]);
    const inUsd = async (of: "available" | "pending") => (await stripe.balance.retrieve())[of][0]!.amount;
    expect([await inUsd("available"), await inUsd("pending")]).toEqual([0, 9_631]);
    await expect(stripe.payouts.create({ amount: 100, currency: "usd" })).rejects.toMatchObject({
      code: "balance_insufficient",
    });

    const refund = await stripe.refunds.create(
      { charge: charge.id, amount: 950 },
      { idempotencyKey: "a refund of the balance" },
    );
    const refunded = await stripe.balanceTransactions.retrieve(refund.balance_transaction as string);
    expect(refunded).toMatchObject({ type: "refund", amount: -950, fee: 0, net: -950, source: refund.id });
    await control("/balance/moves", { type: "stripe_fee", amount: -200, description: "Radar (November)" });
    await control("/balance/available");
    expect([await inUsd("available"), await inUsd("pending")]).toEqual([9_631 - 950 - 200, 0]);

    const { id } = (await control("/payouts")) as { id: string };
    expect(await inUsd("available")).toBe(0);
    const payout = await stripe.payouts.retrieve(id, { expand: ["balance_transaction"] });
    expect(payout).toMatchObject({
      status: "in_transit",
      automatic: true,
      amount: 8_481,
      balance_transaction: { type: "payout", amount: -8_481, source: id },
    });
    const within = await stripe.balanceTransactions.list({ payout: id, expand: ["data.source"] });
    expect(within.data.map((moved) => moved.type)).toEqual(["payout", "stripe_fee", "refund", "charge"]);
    expect(within.data.at(-1)!.source).toMatchObject({ id: charge.id, payment_intent: charge.payment_intent });
    expect(within.data.every((moved) => moved.status === "available")).toBe(true);

    await control(`/payouts/${id}/arrive`);
    expect((await receiver.next("payout.paid")).data.object).toMatchObject({ id, status: "paid" });
    await control(`/payouts/${id}/fail`);
    expect((await receiver.next("payout.failed")).data.object).toMatchObject({
      status: "failed",
      failure_code: "account_closed",
    });
    expect(await inUsd("available")).toBe(8_481);

    const all = await stripe.balanceTransactions.list({ limit: 2, created: { gte: 0 } });
    expect(all.has_more).toBe(true);
    const kinds: string[] = [];
    for await (const moved of stripe.balanceTransactions.list({ limit: 2 })) kinds.push(moved.type);
    expect(kinds).toEqual(["payout_failure", "payout", "stripe_fee", "refund", "charge"]);
    expect((await stripe.balanceTransactions.list({ created: { lte: 1 } })).data).toEqual([]);
  });

  test("has no test controls unless requested", async () => {
    const closed = await startStripeSandbox({
      webhookUrl: receiver.url,
      secretKey: KEY,
      webhookSecret: WEBHOOK_SECRET,
    });
    expect((await fetch(`${closed.url}/_control/webhooks`)).status).toBe(404);
    await closed.stop();
  });
});

function client(port: number, key = KEY): Stripe {
  return new Stripe(key, { host: "127.0.0.1", port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
}

type Receiver = Awaited<ReturnType<typeof receive>>;

/** A merchant's webhook endpoint, which checks every signature with the SDK. */
async function receive() {
  const events: Stripe.Event[] = [];
  let toRefuse = 0;
  let refusals = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += String(chunk);
    });
    request.on("end", () => {
      if (toRefuse > 0) {
        toRefuse -= 1;
        refusals += 1;
        response.writeHead(500).end();
        return;
      }
      events.push(new Stripe(KEY).webhooks.constructEvent(body, request.headers["stripe-signature"]!, WEBHOOK_SECRET));
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    types: () => events.map((event) => event.type as string),
    refuseNext(count: number) {
      toRefuse = count;
    },
    refused: () => refusals,
    async next(type: string): Promise<Stripe.Event> {
      await expect
        .poll(() => events.some((event) => event.type === type), { timeout: 25_000, interval: 20 })
        .toBe(true);
      return events.find((event) => event.type === type)!;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
