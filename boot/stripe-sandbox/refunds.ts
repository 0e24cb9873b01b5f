/** Refunds. A charge's row is locked, so concurrent refunds can't exceed it together. */
import { impossible, invalidRequest, missingParameter, missingResource } from "./failures.ts";
import type { Form } from "./form.ts";
import { isChargedBack } from "./disputes.ts";
import { emit, formatAmount, moveMoney, refundObject } from "./objects.ts";
import { type Caller, NOBODY } from "./session-object.ts";
import { metadata, text, wholeNumber } from "./form-values.ts";
import type { StripeObject, Transaction } from "./store.ts";

const REASONS = ["duplicate", "fraudulent", "requested_by_customer"];

export async function createRefund(tx: Transaction, form: Form, caller: Caller): Promise<StripeObject> {
  for (const name of Object.keys(form)) {
    if (!["charge", "payment_intent", "amount", "reason", "metadata", "expand"].includes(name))
      throw invalidRequest(`Received unknown parameter: ${name}`, { code: "parameter_unknown", param: name });
  }
  const reason = text(form, "reason");
  if (reason !== null && !REASONS.includes(reason))
    throw invalidRequest(`Invalid reason: must be one of ${REASONS.join(", ")}`, { param: "reason" });
  const asked = wholeNumber(form["amount"], "amount", 1);
  const details = metadata(form["metadata"]);
  const charge = await chargeToRefund(tx, form);
  const refunded = charge["amount_refunded"] as number;
  const left = (charge["amount"] as number) - refunded;
  if (await isChargedBack(tx, charge))
    throw impossible(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: "charge_disputed" });
  if (left === 0)
    throw impossible(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
      charge: charge.id,
    });
  const amount = asked ?? left;
  if (amount > left) {
    const currency = charge["currency"] as string;
    throw impossible(
      `Refund amount (${formatAmount(amount, currency)}) is greater than unrefunded amount on charge (${formatAmount(left, currency)})`,
      { param: "amount", charge: charge.id },
    );
  }
  const refund = refundObject(charge, amount, reason, details);
  const moved = await moveMoney(tx, {
    type: "refund",
    source: refund.id,
    currency: charge["currency"],
    amount: -amount,
    reportingCategory: "refund",
    description: `REFUND FOR CHARGE (${charge.id})`,
  });
  refund["balance_transaction"] = moved.id;
  const changed: StripeObject = { ...charge, amount_refunded: refunded + amount, refunded: left === amount };
  await tx.save(refund);
  await tx.save(changed);
  await emit(tx, "refund.created", refund, caller);
  await emit(tx, "charge.refunded", changed, caller, { amount_refunded: refunded, refunded: false });
  return refund;
}

async function chargeToRefund(tx: Transaction, form: Form): Promise<StripeObject> {
  const chargeId = text(form, "charge");
  if (chargeId !== null) {
    const charge = await tx.find(chargeId, "lock");
    if (charge?.object !== "charge") throw missingResource("charge", chargeId, "charge");
    if (charge["status"] !== "succeeded")
      throw impossible(`Charge ${chargeId} was not successful and cannot be refunded.`, { param: "charge" });
    return charge;
  }
  const intentId = text(form, "payment_intent");
  if (intentId === null) throw missingParameter("charge");
  const intent = await tx.find(intentId);
  if (intent?.object !== "payment_intent") throw missingResource("payment_intent", intentId, "payment_intent");
  if (intent["status"] !== "succeeded")
    throw impossible(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      param: "payment_intent",
    });
  return (await tx.find(intent["latest_charge"] as string, "lock"))!;
}

/** Stripe only allows changing a refund's metadata. */
export async function updateRefund(tx: Transaction, id: string, form: Form, caller: Caller): Promise<StripeObject> {
  const refund = await tx.find(id, "lock");
  if (refund?.object !== "refund") throw missingResource("refund", id);
  const before = refund["metadata"] as Record<string, string>;
  const merged = Object.fromEntries(
    Object.entries({ ...before, ...metadata(form["metadata"]) }).filter(([, value]) => value !== ""),
  );
  const changed: StripeObject = { ...refund, metadata: merged };
  await tx.save(changed);
  await emit(tx, "refund.updated", changed, caller, { metadata: before });
  return changed;
}

/** The bank returns a refund days later: the money is the merchant's again. */
export async function failRefund(tx: Transaction, id: string): Promise<StripeObject> {
  const known = await tx.find(id);
  if (known?.object !== "refund") throw missingResource("refund", id);
  const charge = (await tx.find(known["charge"] as string, "lock"))!;
  const refund = (await tx.find(id, "lock"))!;
  if (refund["status"] === "failed") throw impossible("This refund has already failed.");
  const back = await moveMoney(tx, {
    type: "refund_failure",
    source: refund.id,
    currency: refund["currency"],
    amount: refund["amount"] as number,
    reportingCategory: "refund_failure",
    description: "REFUND FAILURE",
  });
  const changed: StripeObject = {
    ...refund,
    status: "failed",
    failure_reason: "lost_or_stolen_card",
    failure_balance_transaction: back.id,
  };
  await tx.save(changed);
  await tx.save({
    ...charge,
    amount_refunded: (charge["amount_refunded"] as number) - (refund["amount"] as number),
    refunded: false,
  });
  await emit(tx, "refund.failed", changed, NOBODY, { status: refund["status"] });
  await emit(tx, "refund.updated", changed, NOBODY, { status: refund["status"] });
  return changed;
}
