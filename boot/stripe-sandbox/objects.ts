/** Stripe's objects as the product uses them, with the fields of API version 2026-10-28.endive. */
import { createHmac, randomInt } from "node:crypto";
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
