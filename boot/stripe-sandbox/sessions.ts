/** Checkout sessions: created, expired, paid. */
import { impossible, invalidRequest, missingParameter } from "./failures.ts";
import type { Form, FormValue } from "./form.ts";
import { type LineItem, formatAmount, lineItemObject, newId, nowSeconds } from "./objects.ts";
import type { StripeObject, Transaction } from "./store.ts";
import { branch, refuseUnknown, text, wholeNumber, metadata, webAddress } from "./form-values.ts";
import { payerDetails, type SessionInside, type Caller, findSession, close } from "./session-object.ts";

const KNOWN = new Set([
  "mode",
  "line_items",
  "success_url",
  "cancel_url",
  "client_reference_id",
  "customer_email",
  "metadata",
  "payment_intent_data",
  "expires_at",
  "payment_method_types",
  "locale",
  "submit_type",
  "billing_address_collection",
  "customer_creation",
  "expand",
  "ui_mode",
  "currency",
  "payment_method_options",
]);
const KNOWN_INTENT_DATA = new Set([
  "metadata",
  "description",
  "receipt_email",
  "transfer_group",
  "statement_descriptor_suffix",
  "capture_method",
]);
/** Stripe's minimum charge where it isn't 50, in minor units. */
const SMALLEST: Record<string, number> = {
  gbp: 30,
  jpy: 50,
  dkk: 250,
  nok: 300,
  sek: 300,
  czk: 1500,
  huf: 17500,
  pln: 200,
  mxn: 1000,
  hkd: 400,
  aed: 200,
  thb: 1000,
};
const DAY_SECONDS = 86_400;

function readLineItems(value: FormValue | undefined): LineItem[] {
  if (value === undefined) throw missingParameter("line_items");
  if (!Array.isArray(value) || value.length === 0 || value.length > 100)
    throw invalidRequest("Invalid array: line_items takes 1 to 100 items", { param: "line_items" });
  return value.map((entry, index) => {
    const at = `line_items[${index}]`;
    const item = branch(entry, at);
    refuseUnknown(item, new Set(["price_data", "quantity"]), at);
    const price = branch(item["price_data"], `${at}[price_data]`);
    refuseUnknown(price, new Set(["currency", "unit_amount", "product_data", "tax_behavior"]), `${at}[price_data]`);
    const product = branch(price["product_data"], `${at}[price_data][product_data]`);
    const name = text(product, "name");
    if (name === null) throw missingParameter(`${at}[price_data][product_data][name]`);
    const currency = text(price, "currency")?.toLowerCase() ?? null;
    if (currency === null) throw missingParameter(`${at}[price_data][currency]`);
    if (!/^[a-z]{3}$/.test(currency))
      throw invalidRequest(`Invalid currency: ${currency}.`, { param: `${at}[price_data][currency]` });
    const unitAmount = wholeNumber(price["unit_amount"], `${at}[price_data][unit_amount]`, 0);
    if (unitAmount === null) throw missingParameter(`${at}[price_data][unit_amount]`);
    const quantity = wholeNumber(item["quantity"], `${at}[quantity]`, 1);
    if (quantity === null) throw missingParameter(`${at}[quantity]`);
    return {
      name,
      description: text(product, "description"),
      currency,
      unitAmount,
      quantity,
      productMetadata: metadata(product["metadata"]),
    };
  });
}

export async function createSession(tx: Transaction, form: Form, publicUrl: string): Promise<StripeObject> {
  refuseUnknown(form, KNOWN);
  const mode = text(form, "mode");
  if (mode === null) throw missingParameter("mode");
  if (mode !== "payment") throw invalidRequest("Invalid mode: the card sandbox knows payment only", { param: "mode" });
  const successUrl = webAddress(form, "success_url");
  if (successUrl === null) throw missingParameter("success_url");
  const cancelUrl = webAddress(form, "cancel_url");
  const items = readLineItems(form["line_items"]);
  const currency = items[0]!.currency;
  if (items.some((item) => item.currency !== currency))
    throw invalidRequest("All line items must have the same currency.", { param: "line_items" });
  const total = items.reduce((sum, item) => sum + item.unitAmount * item.quantity, 0);
  const smallest = SMALLEST[currency] ?? 50;
  if (total < smallest)
    throw invalidRequest(
      `The Checkout Session's total amount must convert to at least ${smallest} minor units of ${currency}.`,
      { code: "amount_too_small", param: "line_items" },
    );
  if (total > 99_999_999)
    throw invalidRequest(`Amount must be no more than ${formatAmount(99_999_999, currency)}`, {
      code: "amount_too_large",
      param: "line_items",
    });
  const created = nowSeconds();
  const expiresAt = wholeNumber(form["expires_at"], "expires_at", 0) ?? created + DAY_SECONDS;
  if (expiresAt < created + 30 * 60 - 60 || expiresAt > created + DAY_SECONDS + 60)
    throw invalidRequest(
      "The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.",
      { param: "expires_at" },
    );
  const email = text(form, "customer_email", 800);
  if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw invalidRequest(`Invalid email address: ${email}`, { code: "email_invalid", param: "customer_email" });
  const intentData =
    form["payment_intent_data"] === undefined ? {} : branch(form["payment_intent_data"], "payment_intent_data");
  refuseUnknown(intentData, KNOWN_INTENT_DATA, "payment_intent_data");
  const captureMethod = text(intentData, "capture_method");
  if (captureMethod !== null && !["automatic", "automatic_async", "manual"].includes(captureMethod))
    throw invalidRequest("Invalid payment_intent_data[capture_method]", {
      param: "payment_intent_data[capture_method]",
    });

  const id = newId("cs_test", 58);
  const session: StripeObject = {
    id,
    object: "checkout.session",
    created,
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: cancelUrl,
    client_reference_id: text(form, "client_reference_id", 200),
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: "if_required",
    customer_details: email === null ? null : payerDetails({ email, name: null }),
    customer_email: email,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: {
      enabled: false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    livemode: false,
    locale: text(form, "locale"),
    managed_payments: null,
    metadata: metadata(form["metadata"]),
    mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: "if_required",
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: text(form, "submit_type"),
    subscription: null,
    success_url: successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${publicUrl}/checkout/sandbox/${id}`,
    wallet_options: null,
    sandbox: {
      items: items.map(lineItemObject),
      intentData: {
        metadata: metadata(intentData["metadata"], "payment_intent_data[metadata]"),
        description: text(intentData, "description"),
        receiptEmail: text(intentData, "receipt_email"),
        transferGroup: text(intentData, "transfer_group"),
        captureMethod: captureMethod ?? "automatic_async",
      },
      intent: null,
      waiting: null,
    } satisfies SessionInside,
  };
  await tx.save(session);
  return session;
}

export async function expireSession(tx: Transaction, id: string, caller: Caller): Promise<StripeObject> {
  const session = await findSession(tx, id, "lock");
  if (session["status"] !== "open")
    throw impossible(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${String(session["status"])}.`,
    );
  await close(tx, session, caller);
  return session;
}
