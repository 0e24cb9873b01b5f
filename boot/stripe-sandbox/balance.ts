/** The merchant's balance: what each payment, refund, dispute, and fee moved, and payouts to the merchant's bank. */
import { impossible, invalidRequest, missingResource } from "./failures.ts";
import type { Form } from "./form.ts";
import { emit, moveMoney, newId, nowSeconds, payoutObject } from "./objects.ts";
import { type Caller, NOBODY } from "./session-object.ts";
import { metadata, text, wholeNumber } from "./form-values.ts";
import type { StripeObject, Transaction } from "./store.ts";

const DAY_SECONDS = 86_400;
/** How many of the sandbox's days a payment is pending. */
const PENDING_DAYS = 2;
const PAGE = 500;

async function everyTransaction(tx: Transaction, where?: Record<string, string>): Promise<StripeObject[]> {
  const all: StripeObject[] = [];
  for (;;) {
    const last = all.at(-1)?.id;
    const { data, hasMore } = await tx.list("balance_transaction", {
      limit: PAGE,
      ...(where ? { where } : {}),
      ...(last === undefined ? {} : { startingAfter: last }),
    });
    all.push(...data);
    if (!hasMore) return all;
  }
}

const isAvailable = (moved: StripeObject): boolean => (moved["available_on"] as number) <= nowSeconds();

export async function readBalance(tx: Transaction): Promise<object> {
  const sums = new Map<string, { available: number; pending: number }>([["usd", { available: 0, pending: 0 }]]);
  for (const moved of await everyTransaction(tx)) {
    const currency = String(moved["currency"]);
    const sum = sums.get(currency) ?? { available: 0, pending: 0 };
    sum[isAvailable(moved) ? "available" : "pending"] += moved["net"] as number;
    sums.set(currency, sum);
  }
  const amounts = (of: "available" | "pending") =>
    [...sums].map(([currency, sum]) => ({ amount: sum[of], currency, source_types: { card: sum[of] } }));
  return { object: "balance", available: amounts("available"), livemode: false, pending: amounts("pending") };
}

/** A payout that the merchant asks for. */
export async function createPayout(tx: Transaction, form: Form, caller: Caller): Promise<StripeObject> {
  for (const name of Object.keys(form))
    if (!["amount", "currency", "description", "metadata", "statement_descriptor", "expand"].includes(name))
      throw invalidRequest(`Received unknown parameter: ${name}`, { code: "parameter_unknown", param: name });
  const amount = wholeNumber(form["amount"], "amount", 1);
  if (amount === null) throw invalidRequest("Missing required param: amount.", { param: "amount" });
  const currency = text(form, "currency") ?? "usd";
  const available = (await everyTransaction(tx))
    .filter((moved) => moved["currency"] === currency && isAvailable(moved))
    .reduce((sum, moved) => sum + (moved["net"] as number), 0);
  if (amount > available)
    throw impossible("You have insufficient funds in your Stripe account for this transfer.", {
      code: "balance_insufficient",
    });
  return sendPayout(tx, { amount, currency, automatic: false, metadata: metadata(form["metadata"]) }, caller);
}

/** The provider's own payout of everything available in a currency, or none. */
export async function payOutAvailable(
  tx: Transaction,
  currency = "usd",
  daySeconds = DAY_SECONDS,
): Promise<StripeObject | null> {
  const open = (await everyTransaction(tx, { sandboxPayout: "", currency })).filter(isAvailable);
  const amount = open.reduce((sum, moved) => sum + (moved["net"] as number), 0);
  if (amount <= 0) return null;
  const payout = await sendPayout(tx, { amount, currency, automatic: true, metadata: {}, daySeconds }, NOBODY);
  for (const moved of open) await tx.save({ ...moved, sandboxPayout: payout.id });
  return payout;
}

async function sendPayout(
  tx: Transaction,
  of: {
    amount: number;
    currency: string;
    automatic: boolean;
    metadata: Record<string, string>;
    daySeconds?: number;
  },
  caller: Caller,
): Promise<StripeObject> {
  const payout = payoutObject({ ...of, arrivalDate: nowSeconds() + (of.daySeconds ?? DAY_SECONDS) });
  const moved = await moveMoney(tx, {
    type: "payout",
    source: payout.id,
    currency: of.currency,
    amount: -of.amount,
    reportingCategory: "payout",
    description: "STRIPE PAYOUT",
    ...(of.automatic ? { payout: payout.id } : {}),
  });
  const sent = { ...payout, balance_transaction: moved.id };
  await tx.save(sent);
  await emit(tx, "payout.created", sent, caller);
  return sent;
}

async function lockPayout(tx: Transaction, id: string): Promise<StripeObject> {
  const payout = await tx.find(id, "lock");
  if (payout?.object !== "payout") throw missingResource("payout", id);
  return payout;
}

/** The money has arrived in the merchant's bank account. */
export async function arrivePayout(tx: Transaction, id: string): Promise<StripeObject> {
  const payout = await lockPayout(tx, id);
  if (payout["status"] !== "in_transit") throw impossible(`This payout is ${String(payout["status"])}.`);
  const paid = {
    ...payout,
    status: "paid",
    trace_id: { status: "supported", value: newId("trace", 12).slice(6) },
  };
  await tx.save(paid);
  await emit(tx, "payout.paid", paid, NOBODY, { status: "in_transit" });
  return paid;
}

/** The bank rejected it, possibly days after the payout counted as paid. The money returns to the balance. */
export async function failPayout(tx: Transaction, id: string): Promise<StripeObject> {
  const payout = await lockPayout(tx, id);
  if (payout["status"] === "failed") throw impossible("This payout has already failed.");
  const back = await moveMoney(tx, {
    type: "payout_failure",
    source: payout.id,
    currency: payout["currency"],
    amount: payout["amount"] as number,
    reportingCategory: "payout_reversal",
    description: "PAYOUT FAILURE",
  });
  const failed = {
    ...payout,
    status: "failed",
    failure_balance_transaction: back.id,
    failure_code: "account_closed",
    failure_message: "The bank account has been closed.",
  };
  await tx.save(failed);
  await emit(tx, "payout.failed", failed, NOBODY, { status: payout["status"] });
  return failed;
}

/**
 * What the provider does automatically each day: pending money becomes available and is paid out, and payouts arrive.
 */
export async function spendDay(tx: Transaction, daySeconds: number): Promise<void> {
  const { data } = await tx.list("payout", { limit: 100, where: { status: "in_transit" } });
  for (const payout of data) if ((payout["arrival_date"] as number) <= nowSeconds()) await arrivePayout(tx, payout.id);
  for (const moved of await everyTransaction(tx, { sandboxPayout: "" }))
    if (!isAvailable(moved) && moved.created + PENDING_DAYS * daySeconds <= nowSeconds())
      await tx.save({ ...moved, available_on: nowSeconds() });
  await payOutAvailable(tx, "usd", daySeconds);
}

/** A fee or correction without a payment. */
export async function moveBalance(
  tx: Transaction,
  of: { type: "stripe_fee" | "adjustment"; amount: number; description: string },
): Promise<StripeObject> {
  return moveMoney(tx, {
    ...of,
    source: null,
    currency: "usd",
    reportingCategory: of.type === "stripe_fee" ? "fee" : "other_adjustment",
  });
}

/** Makes everything pending available, as if days had passed. */
export async function makeAvailable(tx: Transaction): Promise<void> {
  for (const moved of await everyTransaction(tx))
    if (!isAvailable(moved)) await tx.save({ ...moved, available_on: nowSeconds() });
}
