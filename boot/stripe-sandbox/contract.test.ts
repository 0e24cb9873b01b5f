/**
 * The contract between the product and the card provider: the calls that the product makes, and what it relies on in
 * their answers. The sandbox always answers, and each answer must be what the SDK's types promise. With
 * STRIPE_CONTRACT_KEY (a key of the provider's test mode, "sk_test_…"), the provider itself answers the same calls.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { payCheckout } from "../testing/pay-checkout.ts";
import { type StripeSandbox, startStripeSandbox } from "./server.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const TEST_MODE_KEY = process.env["STRIPE_CONTRACT_KEY"] ?? "";
const SANDBOX_KEY = "sk_test_forTheContract";
/** The provider's lists may lag behind for some seconds. */
const SOON = { timeout: 30_000, interval: 250 };

type Paid = { charge: string; intent: string; amount: number };
type Provider = {
  stripe: Stripe;
  /** A payment of $99.50 by card, or with one that its holder disputes at once. */
  pay(disputed?: boolean): Promise<Paid>;
  close(): Promise<void>;
};

const chargeOf = async (stripe: Stripe, intentId: string): Promise<Paid> => {
  const intent = await stripe.paymentIntents.retrieve(intentId);
  return { intent: intent.id, charge: intent.latest_charge as string, amount: intent.amount };
};

async function openSandbox(): Promise<Provider> {
  const sandbox: StripeSandbox = await startStripeSandbox({
    webhookUrl: "http://127.0.0.1:1/nobody-listens",
    secretKey: SANDBOX_KEY,
    webhookSecret: "whsec_forTheContract",
  });
  const stripe = new Stripe(SANDBOX_KEY, { host: "127.0.0.1", port: sandbox.port, protocol: "http", telemetry: false });
  return {
    stripe,
    async pay(disputed = false) {
      const session = await stripe.checkout.sessions.create(checkout());
      await payCheckout(session.url!, disputed ? "4000000000000259" : undefined);
      const paid = await stripe.checkout.sessions.retrieve(session.id);
      return chargeOf(stripe, paid.payment_intent as string);
    },
    close: () => sandbox.stop(),
  };
}

/**
 * The provider's hosted page has no form that a test may fill in, so the payment is confirmed with one of its test
 * cards.
 */
async function openTestMode(): Promise<Provider> {
  const stripe = new Stripe(TEST_MODE_KEY, { telemetry: false });
  return {
    stripe,
    async pay(disputed = false) {
      const intent = await stripe.paymentIntents.create({
        amount: 9_950,
        currency: "usd",
        payment_method: disputed ? "pm_card_createDispute" : "pm_card_visa",
        automatic_payment_methods: { enabled: true, allow_redirects: "never" },
        confirm: true,
        metadata: { paymentId: "pay_contract" },
      });
      return chargeOf(stripe, intent.id);
    },
    close: async () => {},
  };
}

/** As the product opens a checkout. */
const checkout = (): Stripe.Checkout.SessionCreateParams => ({
  mode: "payment",
  client_reference_id: "ord_contract",
  customer_email: "amara@example.org",
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: "usd",
        unit_amount: 9_950,
        product_data: { name: "Editing", description: "5,000 words" },
      },
    },
  ],
  metadata: { paymentId: "pay_contract" },
  payment_intent_data: { metadata: { paymentId: "pay_contract" } },
  success_url: "https://stet.example/payment-success",
  cancel_url: "https://stet.example/payment-cancelled",
  expires_at: Math.floor(Date.now() / 1000) + 3_600,
});

/** An answer as a TypeScript literal. What the SDK makes of decimal texts is left out: it has no literal. */
const literal = (value: unknown): string =>
  JSON.stringify(
    value,
    (_key, one: unknown) =>
      typeof one === "object" && one !== null && one.constructor.name === "Decimal" ? undefined : one,
    1,
  );

const PROVIDERS = [
  { name: "the sandbox", open: openSandbox },
  // Without a key, nobody is asked.
  ...(TEST_MODE_KEY.startsWith("sk_test_") ? [{ name: "the provider's test mode", open: openTestMode }] : []),
];

describe.each(PROVIDERS)("$name", ({ name, open }) => {
  let provider: Provider;
  let stripe: Stripe;
  /** Answers, by the SDK's name for their type. */
  const seen: { type: string; value: unknown }[] = [];
  const see = <T>(type: string, value: T): T => {
    seen.push({ type, value });
    return value;
  };
  beforeAll(async () => {
    provider = await open();
    stripe = provider.stripe;
  });
  afterAll(() => provider.close());

  test("a checkout is opened, found, and expired once", async () => {
    const session = see("Checkout.Session", await stripe.checkout.sessions.create(checkout()));
    expect(session).toMatchObject({
      status: "open",
      payment_status: "unpaid",
      amount_total: 9_950,
      payment_intent: null,
    });
    expect(session.url).toMatch(/^https?:/);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      id: session.id,
      metadata: { paymentId: "pay_contract" },
    });
    const expired = see("Checkout.Session", await stripe.checkout.sessions.expire(session.id));
    expect(expired).toMatchObject({ status: "expired", url: null });
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      statusCode: 400,
    });
  });

  test("a repeated idempotency key gives the first answer, and another request under it is refused", async () => {
    const key = `contract-${Date.now()}-${Math.random()}`;
    const params = checkout();
    const first = await stripe.checkout.sessions.create(params, { idempotencyKey: key });
    const again = await stripe.checkout.sessions.create(params, { idempotencyKey: key });
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
    await expect(
      stripe.checkout.sessions.create({ ...params, client_reference_id: "ord_other" }, { idempotencyKey: key }),
    ).rejects.toMatchObject({ type: "StripeIdempotencyError", statusCode: 400 });
  });

  test("a payment moves the balance by its amount, less the fee that its transaction names", async () => {
    const paid = await provider.pay();
    see("PaymentIntent", await stripe.paymentIntents.retrieve(paid.intent));
    const charge = see("Charge", await stripe.charges.retrieve(paid.charge));
    expect(charge).toMatchObject({
      paid: true,
      captured: true,
      amount: 9_950,
      amount_refunded: 0,
      payment_intent: paid.intent,
    });
    const id = charge.balance_transaction as string;
    const moved = see("BalanceTransaction", await stripe.balanceTransactions.retrieve(id, { expand: ["source"] }));
    expect(moved).toMatchObject({
      type: "charge",
      reporting_category: "charge",
      currency: "usd",
      source: { id: charge.id, payment_intent: paid.intent },
    });
    expect(moved.fee).toBeGreaterThan(0);
    expect(moved.net).toBe(moved.amount - moved.fee);
    expect(moved.fee).toBe(moved.fee_details.reduce((sum, one) => sum + one.amount, 0));
    const { data } = await stripe.balanceTransactions.list({
      limit: 100,
      created: { gte: moved.created - 60 },
      expand: ["data.source"],
    });
    expect(data.map((one) => one.id)).toContain(id);
    expect(data.map((one) => one.created)).toEqual(data.map((one) => one.created).toSorted((a, b) => b - a));
    const balance = see("Balance", await stripe.balance.retrieve());
    expect([...balance.available, ...balance.pending].map((one) => one.currency)).toContain("usd");
    const happened = async () => (await stripe.events.list({ type: "payment_intent.succeeded", limit: 100 })).data;
    await expect
      .poll(async () => (await happened()).map((event) => (event.data.object as Stripe.PaymentIntent).id), SOON)
      .toContain(paid.intent);
    expect(new Set((await happened()).map((event) => event.id)).size).toBe((await happened()).length);
  });

  test("refunds add up, never exceed the payment, and each moves the balance once", async () => {
    const paid = await provider.pay();
    const key = `contract-refund-${Date.now()}-${Math.random()}`;
    const ask = { payment_intent: paid.intent, amount: 1_000, metadata: { refundId: "ref_contract" } };
    const refund = see("Refund", await stripe.refunds.create(ask, { idempotencyKey: key }));
    expect((await stripe.refunds.create(ask, { idempotencyKey: key })).id).toBe(refund.id);
    expect(refund).toMatchObject({
      amount: 1_000,
      charge: paid.charge,
      payment_intent: paid.intent,
      status: "succeeded",
    });
    const moved = see(
      "BalanceTransaction",
      await stripe.balanceTransactions.retrieve(refund.balance_transaction as string),
    );
    expect(moved).toMatchObject({ type: "refund", reporting_category: "refund", amount: -1_000, source: refund.id });
    expect(await stripe.charges.retrieve(paid.charge)).toMatchObject({ amount_refunded: 1_000, refunded: false });
    await expect(stripe.refunds.create({ charge: paid.charge, amount: 9_000 })).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      statusCode: 400,
    });
    await stripe.refunds.create({ charge: paid.charge });
    await expect(stripe.refunds.create({ charge: paid.charge })).rejects.toMatchObject({
      code: "charge_already_refunded",
    });
    const { data } = await stripe.refunds.list({ charge: paid.charge });
    expect(data.map((one) => one.amount)).toEqual([8_950, 1_000]);
  });

  test("a dispute withholds the money and takes a fee, and takes evidence with a file", async () => {
    const paid = await provider.pay(true);
    const opened = async () => (await stripe.disputes.list({ payment_intent: paid.intent })).data[0];
    await expect.poll(async () => (await opened())?.balance_transactions.length ?? 0, SOON).toBe(1);
    const dispute = see("Dispute", (await opened())!);
    expect(dispute).toMatchObject({ status: "needs_response", amount: 9_950, charge: paid.charge });
    expect(dispute.evidence_details.due_by).toBeGreaterThan(dispute.created);
    const [withheld] = dispute.balance_transactions;
    expect(withheld).toMatchObject({
      type: "adjustment",
      reporting_category: "dispute",
      amount: -9_950,
      source: dispute.id,
    });
    expect(withheld!.fee).toBeGreaterThan(0);
    await expect(stripe.refunds.create({ charge: paid.charge })).rejects.toMatchObject({ code: "charge_disputed" });
    const data = Buffer.from(
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
    );
    const file = await stripe.files.create({
      purpose: "dispute_evidence",
      file: { data, name: "evidence.pdf", type: "application/pdf" },
    });
    const answered = await stripe.disputes.update(dispute.id, {
      evidence: { uncategorized_text: "A draft.", uncategorized_file: file.id },
      submit: false,
    });
    expect(answered).toMatchObject({
      status: "needs_response",
      evidence_details: { has_evidence: true, submission_count: 0 },
    });
  });

  test("mistakes are named alike", async () => {
    await expect(stripe.refunds.retrieve("re_none")).rejects.toMatchObject({
      code: "resource_missing",
      statusCode: 404,
    });
    await expect(stripe.balanceTransactions.retrieve("txn_none")).rejects.toMatchObject({ statusCode: 404 });
    await expect(stripe.checkout.sessions.create({ ...checkout(), success_url: "stet" })).rejects.toMatchObject({
      code: "url_invalid",
    });
    await expect(stripe.payouts.create({ amount: 99_999_999, currency: "usd" })).rejects.toMatchObject({
      code: "balance_insufficient",
    });
  });

  test.runIf(name === "the sandbox")(
    "every answer is what the SDK's types promise, with nothing more and nothing less",
    async () => {
      expect(seen.length).toBeGreaterThan(7);
      const folder = mkdtempSync(path.join(os.tmpdir(), "stet-contract-"));
      try {
        const lines = seen.map(({ type, value }, i) => `export const answer${i}: Stripe.${type} = ${literal(value)};`);
        writeFileSync(path.join(folder, "answers.ts"), `import type Stripe from "stripe";\n${lines.join("\n")}\n`);
        const modules = path.join(ROOT, "node_modules");
        symlinkSync(modules, path.join(folder, "node_modules"), "junction");
        const checks = { strict: true, noEmit: true, skipLibCheck: true, target: "esnext" };
        const compilerOptions = { ...checks, module: "esnext", moduleResolution: "bundler", types: ["node"] };
        writeFileSync(path.join(folder, "package.json"), `{"type":"module"}`);
        writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["answers.ts"] }));
        const found = await promisify(execFile)(path.join(modules, ".bin/tsc"), [
          "-p",
          folder,
          "--pretty",
          "false",
        ]).then(
          () => "",
          (error: { stdout: string }) => error.stdout,
        );
        expect(found).toBe("");
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
