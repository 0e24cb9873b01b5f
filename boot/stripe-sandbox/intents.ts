/** Authorized payments: captured or canceled. */
import { impossible, invalidRequest, missingResource } from "./failures.ts";
import type { Form } from "./form.ts";
import { chargeMoved } from "./charge-moved.ts";
import { emit, nowSeconds } from "./objects.ts";
import type { Caller } from "./session-object.ts";
import type { StripeObject, Transaction } from "./store.ts";

async function lockIntent(tx: Transaction, id: string, form: Form, known: readonly string[]): Promise<StripeObject> {
  for (const name of Object.keys(form))
    if (!known.includes(name))
      throw invalidRequest(`Received unknown parameter: ${name}`, { code: "parameter_unknown", param: name });
  const intent = await tx.find(id, "lock");
  if (intent?.object !== "payment_intent") throw missingResource("payment_intent", id, "intent");
  return intent;
}

const unexpected = (intent: StripeObject, what: string) =>
  impossible(`This PaymentIntent could not be ${what} because it has a status of ${String(intent["status"])}.`, {
    code: "payment_intent_unexpected_state",
  });

export async function captureIntent(tx: Transaction, id: string, form: Form, caller: Caller): Promise<StripeObject> {
  const intent = await lockIntent(tx, id, form, ["expand"]);
  if (intent["status"] !== "requires_capture") throw unexpected(intent, "captured");
  const charge = (await tx.find(String(intent["latest_charge"]), "lock"))!;
  const amount = intent["amount"];
  const paid = { ...intent, status: "succeeded", amount_capturable: 0, amount_received: amount };
  const captured: StripeObject = { ...charge, captured: true, amount_captured: amount };
  await chargeMoved(tx, captured);
  await tx.save(paid);
  await tx.save(captured);
  const { data: sessions } = await tx.list("checkout.session", { limit: 1, where: { payment_intent: intent.id } });
  // A session counts as paid once its funds are available, which authorized ones are from now on.
  for (const session of sessions) await tx.save({ ...session, payment_status: "paid" });
  await emit(tx, "charge.captured", captured, caller);
  await emit(tx, "payment_intent.succeeded", paid, caller);
  return paid;
}

export async function cancelIntent(tx: Transaction, id: string, form: Form, caller: Caller): Promise<StripeObject> {
  const intent = await lockIntent(tx, id, form, ["cancellation_reason", "expand"]);
  if (intent["status"] === "succeeded" || intent["status"] === "canceled") throw unexpected(intent, "canceled");
  const canceled = {
    ...intent,
    status: "canceled",
    amount_capturable: 0,
    canceled_at: nowSeconds(),
    cancellation_reason: form["cancellation_reason"] ?? null,
    next_action: null,
  };
  await tx.save(canceled);
  await emit(tx, "payment_intent.canceled", canceled, caller);
  return canceled;
}
