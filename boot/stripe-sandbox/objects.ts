/** Stripe's objects as the product uses them, with the fields of API version 2026-10-28.endive. */
import { createHmac, randomInt } from "node:crypto";
import type { CheckedCard } from "./cards.ts";
import type { StripeObject, Transaction } from "./store.ts";

export const API_VERSION = "2026-10-28.endive";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function newId(prefix: string, length = 24): string {
  let id = `${prefix}_`;
  for (let index = 0; index < length; index += 1) id += LETTERS[randomInt(LETTERS.length)];
  return id;
}

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** The same card gives the same fingerprint, which doesn't reveal the number. */
export function fingerprintOf(number: string, secretKey: string): string {
  return [...createHmac("sha256", secretKey).update(`card ${number}`).digest().subarray(0, 16)]
    .map((byte) => LETTERS[byte % LETTERS.length])
    .join("");
}

/** Currencies without minor units have none at Stripe either. */
export function formatAmount(minor: number, currency: string): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

export type LineItem = {
  name: string;
  description: string | null;
  currency: string;
  unitAmount: number;
  quantity: number;
  productMetadata: Record<string, string>;
};

export function lineItemObject(item: LineItem): StripeObject {
  const total = item.unitAmount * item.quantity;
  const created = nowSeconds();
  return {
    id: newId("li"),
    object: "item",
    created,
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: item.currency,
    description: item.name,
    metadata: {},
    quantity: item.quantity,
    price: {
      id: newId("price"),
      object: "price",
      active: false,
      billing_scheme: "per_unit",
      created,
      currency: item.currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: newId("prod", 14),
      recurring: null,
      tax_behavior: "unspecified",
      tiers_mode: null,
      transform_quantity: null,
      type: "one_time",
      unit_amount: item.unitAmount,
      unit_amount_decimal: String(item.unitAmount),
    },
    // Not Stripe's: shown on the checkout page below the name.
    sandbox: { description: item.description },
  };
}

export function paymentIntentObject(
  session: StripeObject,
  data: {
    metadata: Record<string, string>;
    description: string | null;
    receiptEmail: string | null;
    transferGroup: string | null;
    captureMethod: string;
  },
): StripeObject {
  const id = newId("pi");
  return {
    id,
    object: "payment_intent",
    created: nowSeconds(),
    amount: session["amount_total"],
    amount_capturable: 0,
    allowed_payment_method_types: null,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: data.captureMethod,
    client_secret: `${id}_secret_${newId("x").slice(2)}`,
    confirmation_method: "automatic",
    currency: session["currency"],
    customer: null,
    customer_account: null,
    description: data.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: data.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: data.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: data.transferGroup,
  };
}

export type Payer = { email: string; name: string };
export type StoredCard = Omit<CheckedCard, "number" | "outcome"> & { fingerprint: string };

export function chargeObject(
  intent: StripeObject,
  payer: Payer,
  card: StoredCard,
  result: { authenticated: boolean; failure: { code: string; declineCode: string | null; message: string } | null },
): StripeObject {
  const { failure } = result;
  const paid = failure === null;
  return {
    id: newId("ch"),
    object: "charge",
    created: nowSeconds(),
    amount: intent["amount"],
    amount_captured: paid ? intent["amount"] : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: payer.email,
      name: payer.name,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: "CARD SANDBOX",
    captured: paid,
    currency: intent["currency"],
    customer: null,
    description: intent["description"],
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent["metadata"],
    on_behalf_of: null,
    outcome: paid
      ? {
          advice_code: null,
          network_advice_code: null,
          network_decline_code: null,
          network_status: "approved_by_network",
          reason: null,
          risk_level: "normal",
          risk_score: 10,
          seller_message: "Payment complete.",
          type: "authorized",
        }
      : {
          advice_code: null,
          network_advice_code: null,
          network_decline_code: null,
          network_status: "declined_by_network",
          reason: failure.declineCode ?? failure.code,
          risk_level: "normal",
          risk_score: 10,
          seller_message: failure.message,
          type: "issuer_declined",
        },
    paid,
    payment_intent: intent.id,
    payment_method: intent["payment_method"],
    payment_method_details: {
      card: {
        amount_authorized: paid ? intent["amount"] : null,
        authorization_code: null,
        brand: card.brand,
        checks: {
          address_line1_check: null,
          address_postal_code_check: null,
          cvc_check: failure?.code === "incorrect_cvc" ? "fail" : "pass",
        },
        country: "US",
        electronic_commerce_indicator: null,
        exp_month: card.expMonth,
        exp_year: card.expYear,
        extended_authorization: { status: "disabled" },
        fingerprint: card.fingerprint,
        funding: "credit",
        incremental_authorization: { status: "unavailable" },
        installments: null,
        last4: card.last4,
        mandate: null,
        multicapture: { status: "unavailable" },
        network: card.brand,
        network_token: { used: false },
        network_transaction_id: null,
        overcapture: { maximum_amount_capturable: intent["amount"], status: "unavailable" },
        regulated_status: "unregulated",
        three_d_secure: result.authenticated
          ? {
              authentication_flow: "challenge",
              electronic_commerce_indicator: "05",
              exemption_indicator: null,
              result: "authenticated",
              result_reason: null,
              transaction_id: null,
              version: "2.2.0",
            }
          : null,
        transaction_link_id: null,
        wallet: null,
      },
      type: "card",
    },
    radar_options: {},
    receipt_email: intent["receipt_email"],
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: intent["transfer_group"],
  };
}

export function refundObject(
  charge: StripeObject,
  amount: number,
  reason: string | null,
  metadata: Record<string, string>,
): StripeObject {
  return {
    id: newId("re"),
    object: "refund",
    created: nowSeconds(),
    amount,
    balance_transaction: null,
    charge: charge.id,
    currency: charge["currency"],
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    metadata,
    payment_intent: charge["payment_intent"],
    payment_method: charge["payment_method"],
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}

type Movement = {
  type: string;
  source: string | null;
  currency: unknown;
  amount: number;
  fee?: number;
  reportingCategory: string;
  description?: unknown;
  feeDetails?: object[];
  availableOn?: number;
  payout?: string;
  /** Of a movement in another currency than its source. */
  exchangeRate?: number;
};

/** Changes the merchant's balance. Amounts are signed. The fee is the provider's. */
export async function moveMoney(tx: Transaction, of: Movement): Promise<StripeObject> {
  const transaction = balanceTransactionObject(of);
  await tx.save(transaction);
  return transaction;
}

function balanceTransactionObject(of: Movement): StripeObject {
  const created = nowSeconds();
  const fee = of.fee ?? 0;
  return {
    id: newId("txn"),
    object: "balance_transaction",
    created,
    amount: of.amount,
    available_on: of.availableOn ?? created,
    balance_type: "payments",
    currency: of.currency,
    description: of.description ?? null,
    exchange_rate: of.exchangeRate ?? null,
    fee,
    fee_details: of.feeDetails ?? [],
    net: of.amount - fee,
    reporting_category: of.reportingCategory,
    source: of.source,
    status: "available",
    type: of.type,
    // Not Stripe's: the automatic payout that includes it.
    sandboxPayout: of.payout ?? "",
  };
}

export function payoutObject(of: {
  amount: number;
  currency: string;
  automatic: boolean;
  arrivalDate: number;
  metadata: Record<string, string>;
}): StripeObject {
  return {
    id: newId("po"),
    object: "payout",
    created: nowSeconds(),
    amount: of.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: of.arrivalDate,
    automatic: of.automatic,
    balance_transaction: null,
    currency: of.currency,
    description: "STRIPE PAYOUT",
    destination: "ba_sandbox",
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: of.metadata,
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: of.automatic ? "completed" : "not_applicable",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "in_transit",
    trace_id: null,
    type: "bank_account",
  };
}

/** Every field of a dispute's evidence, null until it's sent. */
const EVIDENCE = [
  "access_activity_log",
  "billing_address",
  "cancellation_policy",
  "cancellation_policy_disclosure",
  "cancellation_rebuttal",
  "customer_communication",
  "customer_email_address",
  "customer_name",
  "customer_purchase_ip",
  "customer_signature",
  "duplicate_charge_documentation",
  "duplicate_charge_explanation",
  "duplicate_charge_id",
  "product_description",
  "receipt",
  "refund_policy",
  "refund_policy_disclosure",
  "refund_refusal_explanation",
  "service_date",
  "service_documentation",
  "shipping_address",
  "shipping_carrier",
  "shipping_date",
  "shipping_documentation",
  "shipping_tracking_number",
  "uncategorized_file",
  "uncategorized_text",
];

export function disputeObject(charge: StripeObject, amount: number, reason: string, inquiry: boolean): StripeObject {
  const created = nowSeconds();
  return {
    id: newId("du"),
    object: "dispute",
    created,
    amount,
    balance_transactions: [],
    charge: charge.id,
    currency: charge["currency"],
    enhanced_eligibility_types: [],
    evidence: { ...Object.fromEntries(EVIDENCE.map((name) => [name, null])), enhanced_evidence: {} },
    evidence_details: {
      due_by: created + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge["payment_intent"],
    reason,
    status: inquiry ? "warning_needs_response" : "needs_response",
    payment_method_details: {
      card: {
        brand: "visa",
        case_type: inquiry ? "inquiry" : "chargeback",
        network: "visa",
        network_reason_code: "10",
      },
      type: "card",
    },
  };
}

/** The object as callers see it. */
export function publicView(object: StripeObject): StripeObject {
  const { sandbox: _sandbox, sandboxPayout: _payout, sandboxSettles: _settles, ...visible } = object;
  if (visible.object === "balance_transaction")
    visible["status"] = (visible["available_on"] as number) <= nowSeconds() ? "available" : "pending";
  if (visible.object === "item") delete (visible as { created?: number }).created;
  return visible as StripeObject;
}

/** Stores the event and queues its delivery in the same transaction as the change. */
export async function emit(
  tx: Transaction,
  type: string,
  object: StripeObject,
  request: { id: string | null; key: string | null },
  previous?: Record<string, unknown>,
): Promise<void> {
  const event: StripeObject = {
    id: newId("evt"),
    object: "event",
    created: nowSeconds(),
    api_version: API_VERSION,
    livemode: false,
    pending_webhooks: 1,
    type,
    data: { object: publicView(object), ...(previous === undefined ? {} : { previous_attributes: previous }) },
    request: { id: request.id, idempotency_key: request.key },
  };
  await tx.save(event);
  await tx.queueDelivery(event.id);
}
