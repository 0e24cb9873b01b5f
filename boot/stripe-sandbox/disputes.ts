/** Disputes: a cardholder complains to their bank, the merchant submits evidence, the bank decides. */
import type { LaterEvent } from "./cards.ts";
import { impossible, invalidRequest, missingResource } from "./failures.ts";
import type { Form } from "./form.ts";
import { disputeObject } from "./dispute-object.ts";
import { emit, moveMoney, newId, nowSeconds, publicView } from "./objects.ts";
import { type Caller, NOBODY } from "./session-object.ts";
import { metadata } from "./form-values.ts";
import type { StripeObject, Transaction } from "./store.ts";

/** The provider's fee for a chargeback, in minor units. */
const FEE = 1_500;
/** Stripe's limit for the total text of the evidence. */
const LONGEST_EVIDENCE = 150_000;
const LONGEST_TEXT = 20_000;

const FILE_FIELDS = ["uncategorized_file", "receipt", "service_documentation", "customer_communication"];
const TEXT_FIELDS = [
  "access_activity_log",
  "billing_address",
  "customer_email_address",
  "customer_name",
  "product_description",
  "refund_policy_disclosure",
  "service_date",
  "uncategorized_text",
];

export type DisputeKind = "chargeback" | "inquiry";
/** The currency in which the account settles, if it isn't the charge's, and the exchange rate from the charge's. */
export type Settlement = { currency: string; rate: number };
export type DisputeEnd = "won" | "lost" | "warning_closed";

const isOpen = (dispute: StripeObject): boolean =>
  !["won", "lost", "warning_closed", "prevented"].includes(String(dispute["status"]));

/** Whether a charge's money is held by the cardholder's bank or lost to it. */
export async function isChargedBack(tx: Transaction, charge: StripeObject): Promise<boolean> {
  const { data } = await tx.list("dispute", { limit: 10, where: { charge: charge.id } });
  return data.some((dispute) => !["won", "warning_closed"].includes(String(dispute["status"])));
}

async function lockDispute(tx: Transaction, id: string): Promise<StripeObject> {
  const dispute = await tx.find(id, "lock");
  if (dispute?.object !== "dispute") throw missingResource("dispute", id);
  return dispute;
}

/**
 * A chargeback withdraws the money and the fee at once. An inquiry only asks.
 * @param whole whether to dispute the part that was already refunded, too
 */
export async function openDispute(
  tx: Transaction,
  chargeId: string,
  {
    reason,
    kind = "chargeback",
    whole = false,
    settles,
  }: { reason: string; kind?: DisputeKind | undefined; whole?: boolean | undefined; settles?: Settlement | undefined },
): Promise<StripeObject> {
  const charge = await tx.find(chargeId, "lock");
  if (charge?.object !== "charge" || charge["status"] !== "succeeded")
    throw missingResource("charge", chargeId, "charge");
  if (charge["disputed"] === true) throw impossible(`Charge ${chargeId} is already disputed.`);
  const amount = (charge["amount"] as number) - (whole ? 0 : (charge["amount_refunded"] as number));
  if (amount === 0) throw impossible(`Charge ${chargeId} has been refunded.`);
  const dispute = {
    ...disputeObject(charge, amount, reason, kind === "inquiry"),
    ...(settles ? { sandboxSettles: settles } : {}),
  } as StripeObject;
  await tx.save({ ...charge, disputed: true });
  return kind === "inquiry" ? announce(tx, dispute) : withdraw(tx, dispute, "charge.dispute.created");
}

/** What a dispute adds to the balance: its amount, exchanged if the account settles in another currency. */
function settled(dispute: StripeObject, amount: number): { currency: unknown; amount: number; exchangeRate?: number } {
  const settles = dispute["sandboxSettles"] as Settlement | undefined;
  return settles
    ? { currency: settles.currency, amount: Math.round(amount * settles.rate), exchangeRate: settles.rate }
    : { currency: dispute["currency"], amount };
}

async function announce(tx: Transaction, dispute: StripeObject): Promise<StripeObject> {
  await tx.save(dispute);
  await emit(tx, "charge.dispute.created", dispute, NOBODY);
  return dispute;
}

async function withdraw(tx: Transaction, dispute: StripeObject, event: string): Promise<StripeObject> {
  const amount = dispute["amount"] as number;
  const taken = await moveMoney(tx, {
    type: "adjustment",
    source: dispute.id,
    ...settled(dispute, -amount),
    fee: FEE,
    reportingCategory: "dispute",
  });
  const changed = {
    ...dispute,
    balance_transactions: [...(dispute["balance_transactions"] as object[]), publicView(taken)],
  };
  await tx.save(changed);
  await emit(tx, event, changed, NOBODY);
  await emit(tx, "charge.dispute.funds_withdrawn", changed, NOBODY);
  return changed;
}

/** The bank turns an inquiry into a chargeback. */
export async function escalateDispute(tx: Transaction, id: string): Promise<StripeObject> {
  const dispute = await lockDispute(tx, id);
  if (!String(dispute["status"]).startsWith("warning_") || !isOpen(dispute))
    throw impossible("Only an open inquiry can become a chargeback.");
  const method = dispute["payment_method_details"] as { card: object };
  const changed = {
    ...dispute,
    status: "needs_response",
    is_charge_refundable: false,
    payment_method_details: { ...method, card: { ...method.card, case_type: "chargeback" } },
  };
  return withdraw(tx, changed, "charge.dispute.updated");
}

/** The bank decides. Winning a dispute returns the money, and the fee if `feeBack` is set. */
export async function closeDispute(
  tx: Transaction,
  id: string,
  status: DisputeEnd,
  feeBack = false,
): Promise<StripeObject> {
  const dispute = await lockDispute(tx, id);
  if (!isOpen(dispute)) throw impossible("This dispute is already closed.");
  let changed: StripeObject = { ...dispute, status };
  const moved = dispute["balance_transactions"] as object[];
  if (status === "won" && moved.length > 0) {
    const back = await moveMoney(tx, {
      type: "adjustment",
      source: dispute.id,
      ...settled(dispute, dispute["amount"] as number),
      fee: feeBack ? -FEE : 0,
      reportingCategory: "dispute_reversal",
    });
    changed = { ...changed, balance_transactions: [...moved, publicView(back)] };
  }
  await tx.save(changed);
  if (changed["balance_transactions"] !== dispute["balance_transactions"])
    await emit(tx, "charge.dispute.funds_reinstated", changed, NOBODY);
  await emit(tx, "charge.dispute.closed", changed, NOBODY, { status: dispute["status"] });
  return changed;
}

/** The bank reverses a win: the dispute is open again or lost. */
export async function reverseDispute(
  tx: Transaction,
  id: string,
  status: "needs_response" | "lost",
): Promise<StripeObject> {
  const dispute = await lockDispute(tx, id);
  if (dispute["status"] !== "won") throw impossible("Only a dispute that was won can be reversed.");
  const taken = await moveAgain(tx, dispute, -(dispute["amount"] as number));
  const changed: StripeObject = {
    ...dispute,
    status,
    balance_transactions: [...(dispute["balance_transactions"] as object[]), publicView(taken)],
  };
  await tx.save(changed);
  await emit(tx, "charge.dispute.funds_withdrawn", changed, NOBODY);
  await emit(tx, "charge.dispute.updated", changed, NOBODY, { status: "won" });
  return changed;
}

/** The bank returns the money although the dispute was lost. */
export async function regainDispute(tx: Transaction, id: string): Promise<StripeObject> {
  const dispute = await lockDispute(tx, id);
  if (dispute["status"] !== "lost") throw impossible("Only a dispute that was lost can be regained.");
  const back = await moveAgain(tx, dispute, dispute["amount"] as number);
  const changed: StripeObject = {
    ...dispute,
    status: "won",
    balance_transactions: [...(dispute["balance_transactions"] as object[]), publicView(back)],
  };
  await tx.save(changed);
  await emit(tx, "charge.dispute.funds_reinstated", changed, NOBODY);
  return changed;
}

const moveAgain = (tx: Transaction, dispute: StripeObject, amount: number): Promise<StripeObject> =>
  moveMoney(tx, {
    type: "adjustment",
    source: dispute.id,
    ...settled(dispute, amount),
    reportingCategory: amount < 0 ? "dispute" : "dispute_reversal",
  });

/** The merchant submits evidence. As in Stripe's test mode, two keywords in its text decide the dispute. */
export async function answerDispute(tx: Transaction, id: string, form: Form, caller: Caller): Promise<StripeObject> {
  for (const name of Object.keys(form))
    if (!["evidence", "metadata", "submit", "expand"].includes(name))
      throw invalidRequest(`Received unknown parameter: ${name}`, { code: "parameter_unknown", param: name });
  const dispute = await lockDispute(tx, id);
  if (!isOpen(dispute)) throw impossible("This dispute is already closed.");
  const evidence = { ...(dispute["evidence"] as Record<string, unknown>), ...(await readEvidence(tx, form)) };
  const hasEvidence = Object.values(evidence).some((value) => typeof value === "string" && value !== "");
  const details = dispute["evidence_details"] as { due_by: number; submission_count: number };
  if (form["evidence"] !== undefined && nowSeconds() > details.due_by)
    throw impossible("The deadline for submitting evidence on this dispute has passed.");
  const submits = form["submit"] !== "false" && hasEvidence;
  const inquiry = String(dispute["status"]).startsWith("warning_");
  const changed: StripeObject = {
    ...dispute,
    evidence,
    metadata: { ...(dispute["metadata"] as object), ...metadata(form["metadata"]) },
    evidence_details: {
      ...details,
      has_evidence: hasEvidence,
      submission_count: details.submission_count + (submits ? 1 : 0),
      ...(submits ? { submission_method: "manual" } : {}),
    },
    ...(submits ? { status: inquiry ? "warning_under_review" : "under_review" } : {}),
  };
  await tx.save(changed);
  await emit(tx, "charge.dispute.updated", changed, caller, { status: dispute["status"] });
  const text = evidence["uncategorized_text"];
  const said = typeof text === "string" ? text : "";
  if (submits && said.includes("winning_evidence")) return closeDispute(tx, id, inquiry ? "warning_closed" : "won");
  if (submits && said.includes("losing_evidence")) return closeDispute(tx, id, inquiry ? "warning_closed" : "lost");
  return changed;
}

async function readEvidence(tx: Transaction, form: Form): Promise<Record<string, string>> {
  const given = form["evidence"];
  if (given === undefined) return {};
  if (typeof given !== "object" || Array.isArray(given)) throw invalidRequest("Invalid object", { param: "evidence" });
  const evidence: Record<string, string> = {};
  let length = 0;
  for (const [name, value] of Object.entries(given)) {
    const param = `evidence[${name}]`;
    if (typeof value !== "string" || ![...FILE_FIELDS, ...TEXT_FIELDS].includes(name))
      throw invalidRequest(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
    if (FILE_FIELDS.includes(name)) {
      const file = await tx.find(value);
      if (file?.object !== "file" || file["purpose"] !== "dispute_evidence")
        throw invalidRequest(`No such file upload: '${value}'`, { code: "resource_missing", param });
    } else if (value.length > LONGEST_TEXT)
      throw invalidRequest(`Invalid string: must be at most ${LONGEST_TEXT} characters`, { param });
    else length += value.length;
    evidence[name] = value;
  }
  if (length > LONGEST_EVIDENCE)
    throw invalidRequest(`The evidence has more than ${LONGEST_EVIDENCE} characters.`, { param: "evidence" });
  return evidence;
}

/** The card network reports that the cardholder called a payment fraud, before any dispute. */
export async function warnOfFraud(tx: Transaction, chargeId: string): Promise<StripeObject> {
  const charge = await tx.find(chargeId);
  if (charge?.object !== "charge") throw missingResource("charge", chargeId, "charge");
  const warning: StripeObject = {
    id: newId("issfr"),
    object: "radar.early_fraud_warning",
    created: nowSeconds(),
    actionable: true,
    charge: charge.id,
    fraud_type: "made_with_stolen_card",
    livemode: false,
    payment_intent: charge["payment_intent"],
  };
  await tx.save(warning);
  await emit(tx, "radar.early_fraud_warning.created", warning, NOBODY);
  return warning;
}

/** What some test cards trigger as soon as their payment is captured. Uncaptured payments are left alone. */
export async function followPayment(
  tx: Transaction,
  session: StripeObject | undefined,
  laterEvent: LaterEvent,
): Promise<void> {
  const intent = await tx.find(String(session?.["payment_intent"]));
  if (intent?.["status"] !== "succeeded") return;
  const chargeId = String(intent["latest_charge"]);
  if (laterEvent === "fraud warning") await warnOfFraud(tx, chargeId);
  else
    await openDispute(tx, chargeId, {
      reason: laterEvent === "not received dispute" ? "product_not_received" : "fraudulent",
      kind: laterEvent === "inquiry" ? "inquiry" : "chargeback",
    });
}
