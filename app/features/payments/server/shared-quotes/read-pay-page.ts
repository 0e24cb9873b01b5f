import type { Actor } from "#app/platform/rules/core/actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { billingOf } from "#app/features/accounts/rules/billing.ts";
import { formatBillable } from "#app/features/pricing/rules/word-counts.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { isRegistered } from "#app/features/tax/server/find-tax.ts";
import { serviceOf } from "../../rules/invoices/order-invoices.ts";
import { partyLines } from "../../rules/invoices/party-lines.ts";
import { type SharedQuoteState, receiptUntil } from "../../rules/shared-quote.ts";
import { hasXml } from "../invoices/find-invoices.ts";
import { findPayment } from "../checkout/find-payment.ts";
import { type Known, type SharedQuote, findPaidBy, stateOf } from "./find-shared-quote.ts";
import { findPayer } from "./payer.ts";

export type PayDocument = { id: string; number: string; kind: "invoice" | "credit_note"; xml: boolean };

/** What anyone who has the link sees: the formal quote's facts, and nothing else of the order. */
export type PayPage = {
  number: string;
  state: SharedQuoteState;
  /** ISO. */
  validUntilAt: string;
  totalMinor: number;
  currency: string;
  what: string;
  words: string;
  author: string;
  organization: string | null;
  /** Null unless the author allows it. */
  title: string | null;
  /** Name, address, and tax number, by line. */
  seller: string[];
  /** Whether it's the author who looks. */
  own: boolean;
  /** What the form begins with: where the quote's tax comes from. */
  prefill: { country: string; state: string };
  countryNeeded: boolean;
  asked: boolean;
  paid: { at: string; until: string; documents: PayDocument[] } | null;
  /** The payment that this browser came back from. */
  attempt: { state: "confirming" | "not-taken" | "returned"; why: string | null } | null;
};

/** @param paymentId as in the address after the checkout */
export async function readPayPage(actor: Actor, known: Known, paymentId: string | null): Promise<PayPage> {
  const db = database();
  const at = now();
  const { quote, order } = known;
  const author = await db
    .selectFrom("users")
    .select(["displayName", "billing"])
    .where("uid", "=", order.userId ?? "")
    .executeTakeFirst();
  const { country, state } = billingOf(author?.billing ?? null);
  const paid = await findPaidBy(quote.id, db);
  const paidAt = paid?.succeededAt ?? null;
  return {
    number: quote.number,
    state: await stateOf(known, at, db),
    validUntilAt: quote.validUntilAt.toISOString(),
    totalMinor: quote.price.totalMinor,
    currency: quote.price.currency,
    what: serviceOf(quote.price),
    words: formatBillable(quote.price.billableWords),
    author: author?.displayName ?? "",
    organization: quote.document.buyer.person ? quote.document.buyer.name : null,
    title: quote.showTitle ? order.title : null,
    seller: partyLines(quote.document.seller),
    own: can.pay(actor, order),
    prefill: { country, state },
    countryNeeded: quote.price.tax.evidence !== undefined || (await isRegistered(at, db)),
    asked: quote.askedAt !== null,
    paid: paid && paidAt ? { at: paidAt.toISOString(), ...(await receiptOf(paid.id, paidAt, at, db)) } : null,
    attempt: await attemptOf(quote, paymentId, db),
  };
}

async function receiptOf(paymentId: string, paidAt: Date, at: Date, db: Reader) {
  const until = receiptUntil(paidAt);
  return { until: until.toISOString(), documents: until > at ? await listDocuments(paymentId, db) : [] };
}

/** The invoices and credit notes of a payment, first one first. */
export async function listDocuments(paymentId: string, db: Reader): Promise<PayDocument[]> {
  const rows = await db
    .selectFrom("invoices")
    .select(["id", "number", "kind", hasXml("invoices").as("xml")])
    .where((e) =>
      e.or([
        e("paymentId", "=", paymentId),
        e("refundId", "in", e.selectFrom("refunds").select("id").where("paymentId", "=", paymentId)),
      ]),
    )
    .where("kind", "in", ["invoice", "credit_note"])
    .where("cancelledBy", "is", null)
    .orderBy("issuedAt")
    .orderBy("id")
    .execute();
  return rows as PayDocument[];
}

/** What became of the payment that a payer comes back from, unless it paid the order. */
async function attemptOf(quote: SharedQuote, paymentId: string | null, db: Reader): Promise<PayPage["attempt"]> {
  const payment = paymentId ? await findPayment(paymentId, db) : null;
  if (!payment || payment.orderId !== quote.orderId || payment.chargeId) return null;
  const payer = await findPayer(payment.id, db);
  // What they entered is forgotten once a payment ends without money.
  if (payer === null) return payment.status === "failed" ? { state: "not-taken", why: payment.refusal } : null;
  if (payer.sharedQuoteId !== quote.id) return null;
  if (payment.status === "starting" || payment.status === "open") return { state: "confirming", why: payment.failure };
  if (!payment.surplus) return null;
  const refund = await db
    .selectFrom("refunds")
    .select("basis")
    .where("paymentId", "=", payment.id)
    .where("cause", "=", "duplicate-payment")
    .executeTakeFirst();
  return { state: "returned", why: refund?.basis[0] ?? null };
}
