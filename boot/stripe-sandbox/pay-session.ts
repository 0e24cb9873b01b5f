import type { CheckedCard } from "./cards.ts";
import { chargeMoved } from "./charge-moved.ts";
import { emit, fingerprintOf, newId } from "./objects.ts";
import { type Payer, type StoredCard, chargeObject } from "./charge-object.ts";
import type { StripeObject, Transaction } from "./store.ts";
import { findSession, intentOf, inside, NOBODY, payerDetails } from "./session-object.ts";

export type PaymentResult =
  | { kind: "paid" }
  | { kind: "authenticate" }
  | { kind: "declined"; message: string }
  | { kind: "closed" };

/** One attempt with a card. The session's row is locked, so of two tabs, one pays and the other finds it closed. */
export async function payWithCard(
  tx: Transaction,
  id: string,
  payer: Payer,
  card: CheckedCard,
  secretKey: string,
): Promise<PaymentResult> {
  const session = await findSession(tx, id, "lock");
  if (session["status"] !== "open") return { kind: "closed" };
  const stored: StoredCard = {
    brand: card.brand,
    last4: card.last4,
    expMonth: card.expMonth,
    expYear: card.expYear,
    fingerprint: fingerprintOf(card.number, secretKey),
  };
  const intent = await intentOf(tx, session);
  intent["payment_method"] = newId("pm");
  if (card.outcome.kind === "authenticate") {
    inside(session).waiting = { payer, card: stored };
    const url = `${String(session["url"])}/authenticate`;
    await tx.save({
      ...intent,
      status: "requires_action",
      next_action: { type: "redirect_to_url", redirect_to_url: { return_url: null, url } },
    });
    await tx.save(session);
    return { kind: "authenticate" };
  }
  inside(session).waiting = null;
  if (card.outcome.kind === "success") return settle(tx, session, intent, payer, stored, false);
  const { code, declineCode, message } = card.outcome;
  return fail(tx, session, intent, payer, stored, { code, declineCode, message });
}

/** The bank's answer on the authentication page. */
export async function finishAuthentication(tx: Transaction, id: string, passed: boolean): Promise<PaymentResult> {
  const session = await findSession(tx, id, "lock");
  const { waiting } = inside(session);
  if (session["status"] !== "open" || waiting === null) return { kind: "closed" };
  inside(session).waiting = null;
  const intent = await intentOf(tx, session);
  if (passed) return settle(tx, session, intent, waiting.payer, waiting.card, true);
  const message =
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.";
  await tx.save(session);
  const failed = {
    ...intent,
    status: "requires_payment_method",
    next_action: null,
    payment_method: null,
    last_payment_error: { code: "payment_intent_authentication_failure", message, type: "invalid_request_error" },
  };
  await tx.save(failed);
  await emit(tx, "payment_intent.payment_failed", failed, NOBODY);
  return { kind: "declined", message };
}

async function settle(
  tx: Transaction,
  session: StripeObject,
  intent: StripeObject,
  payer: Payer,
  card: StoredCard,
  authenticated: boolean,
): Promise<PaymentResult> {
  const held = intent["capture_method"] === "manual";
  const charge = chargeObject(intent, payer, card, { authenticated, failure: null });
  const paid: StripeObject = {
    ...intent,
    status: held ? "requires_capture" : "succeeded",
    amount_capturable: held ? intent["amount"] : 0,
    amount_received: held ? 0 : intent["amount"],
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: null,
  };
  if (held) Object.assign(charge, { captured: false, amount_captured: 0 });
  else await chargeMoved(tx, charge);
  Object.assign(session, {
    status: "complete",
    payment_status: held ? "unpaid" : "paid",
    payment_intent: intent.id,
    url: null,
    customer_email: session["customer_email"],
    customer_details: payerDetails(payer),
  });
  await tx.save(charge);
  await tx.save(paid);
  await tx.save(session);
  await emit(tx, held ? "payment_intent.amount_capturable_updated" : "payment_intent.succeeded", paid, NOBODY);
  await emit(tx, "checkout.session.completed", session, NOBODY);
  return { kind: "paid" };
}

async function fail(
  tx: Transaction,
  session: StripeObject,
  intent: StripeObject,
  payer: Payer,
  card: StoredCard,
  failure: { code: string; declineCode: string | null; message: string },
): Promise<PaymentResult> {
  const charge = chargeObject(intent, payer, card, { authenticated: false, failure });
  const failed: StripeObject = {
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    latest_charge: charge.id,
    last_payment_error: {
      charge: charge.id,
      code: failure.code,
      ...(failure.declineCode === null ? {} : { decline_code: failure.declineCode }),
      message: failure.message,
      type: "card_error",
    },
  };
  await tx.save(charge);
  await tx.save(failed);
  await tx.save(session);
  await emit(tx, "payment_intent.payment_failed", failed, NOBODY);
  return { kind: "declined", message: failure.message };
}
