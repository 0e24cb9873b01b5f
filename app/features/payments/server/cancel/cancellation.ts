import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import { promisedPay } from "#app/features/orders/server/lifecycle/pay-of-editor.ts";
import { type OrderStatus, orderFlow } from "#app/features/orders/rules/flow.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { takenOverLate } from "#app/features/orders/rules/work/takeover.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { type Order, getOrder } from "#app/features/orders/server/views/find-order.ts";
import { type CancellationTerms, cancellationTerms } from "../../rules/cancellation-terms.ts";
import { begunBp } from "../../rules/part-done.ts";
import type { RefundFacts } from "../../rules/refund-table.ts";
import type { RefundPolicy } from "../../rules/policy.ts";
import { canWithdraw, withdrawalEndsAt, withdrawalFrom } from "../../rules/withdrawal.ts";
import { earlyStartOf } from "../checkout/early-start.ts";
import { paymentsOf } from "../checkout/find-payment.ts";
import { refundsOf } from "../refunds/find-refund.ts";
import { refundTableOf } from "../refunds/read-refund-table.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";
import type { PayPolicy } from "#app/features/pricing/rules/editor-pay.ts";

/**
 * Whether an order can be canceled. After a delivery it can't: its author keeps the edit and the right to revisions,
 * also while another editor has taken over a revision.
 */
export const isCancellable = (order: Pick<Order, "status" | "deliveredAt">): boolean =>
  order.deliveredAt === null && (orderFlow.moves.cancel.from as readonly OrderStatus[]).includes(order.status);

/** The queries for what `refundFactsFrom` needs. */
export const refundFactQueries = (db: Reader, order: Order) => ({
  payments: paymentsOf(db, order.id),
  refunds: refundsOf(db, order.id),
  earlyStart: earlyStartOf(db, order.id),
  editor: db
    .selectFrom("editors")
    .select("level")
    .where("uid", "=", order.assignedTo ?? ""),
});
type Queries = ReturnType<typeof refundFactQueries>;
type Found = { [K in keyof Queries]: Awaited<ReturnType<Queries[K]["execute"]>> };

/** Payments, refunds, and promised refunds of an order, and who caused the delay: the input of the refund table. */
export const refundFactsOf = async (order: Order, db: Reader = database()): Promise<RefundFacts> =>
  refundFactsFrom(
    order,
    await readTogether(db, refundFactQueries(db, order)),
    await refundTableOf(order, db),
    await payOfOrder(order, db),
  );

/** As `refundFactsOf`, from rows that have been read. */
export function refundFactsFrom(
  order: Order,
  { payments, refunds, editor, earlyStart }: Found,
  table: RefundPolicy,
  pay: PayPolicy,
): RefundFacts {
  const ours = new Set(payments.filter((p) => !p.surplus).map((p) => p.id));
  // Promised refunds count as refunded.
  const back = refunds.filter((r) => r.status !== "failed" && ours.has(r.paymentId));
  const total = (refunds: typeof back) => refunds.reduce((sum, r) => sum + r.amountMinor, 0);
  const missed = order.submittedAt !== null && order.editorDueAt !== null && order.submittedAt > order.editorDueAt;
  return {
    table,
    currency: order.currency,
    paidMinor: order.paidMinor,
    refundedMinor: total(back),
    // Goodwill is a gift, and a lower price isn't compensation: no row of the table counts them toward a better one.
    compensatedMinor: total(
      back.filter(
        (r) =>
          !["fewer-words", "later-date", "changed-order", "second-reader", "new-words", "goodwill"].includes(r.cause),
      ),
    ),
    editorPayMinor: promisedPay(order, editor[0]?.level, pay),
    editorFault: missed && !takenOverLate(order),
    delivered: order.deliveredAt !== null,
    partDoneBp: 10_000,
    withdrawalRight: canWithdraw(order, earlyStart[0] ?? null, now()),
    extras: extrasOf(earlyStart[0] ?? null),
  };
}

/** Added words have the order's own price per word, so the part done covers them as it is. */
const extrasOf = (given: EarlyStart | null) => (given?.extras ?? []).filter((extra) => extra.kind !== "words");

/** The share of an order's work that is done, as a consumer who withdraws pays for it. */
export const doneBpOf = (order: Order, at: Date): number => begunBp(workOf(order), order.pausedAt ?? at);

/** The columns that the part done is calculated from. */
function workOf(order: Order) {
  const working = order.assignedTo !== null;
  return {
    acceptedAt: working ? order.assignedAt : null,
    openedAt: working ? order.startedAt : null,
    editorDueAt: order.editorDueAt,
    pausedMs: order.pausedMs,
    billableWords: order.billableWords,
    progressWords: order.progressAt ? order.progressWords : null,
    keptBp: order.keptBp,
  };
}

/** The terms of canceling an order right now, from its rows. The same for the screen and the command. */
export const termsOf = async (order: Order, at: Date, db: Reader = database()): Promise<CancellationTerms> =>
  termsFrom(order, await refundFactsOf(order, db), at, await deadlinesOfOrder(order, db));

function termsFrom(
  order: Order,
  facts: RefundFacts,
  at: Date,
  { cancel }: Pick<DeadlinePolicy, "cancel">,
): CancellationTerms {
  // Every deadline is paused while a question is waiting for the author.
  const effective = order.pausedAt ?? at;
  return cancellationTerms(
    {
      ...facts,
      paidAt: order.paidAt,
      ...workOf(order),
      submittedAt: order.assignedTo === null ? null : order.submittedAt,
      deliveredAt: order.deliveredAt,
      clientDueAt: order.dueAt,
      windowMs: order.windowMs,
      cancel,
      takenOverLate: takenOverLate(order),
    },
    effective,
  );
}

/**
 * The terms shown before confirming, or null if this order can't be canceled in its current status.
 * @param known the order's refund facts, if they have been read @throws not-found
 */
export async function cancellationOf(
  actor: Actor,
  order: Order,
  known?: RefundFacts,
): Promise<CancellationTerms | null> {
  if (!can.view(actor, order)) throw notFound("order");
  if (!can.cancel(actor, order) || !isCancellable(order)) return null;
  return termsFrom(order, known ?? (await refundFactsOf(order)), now(), await deadlinesOfOrder(order));
}

export const isWithdrawable = (status: OrderStatus): boolean =>
  (orderFlow.moves.revoke.from as readonly OrderStatus[]).includes(status);

/** A consumer's right of withdrawal, for the order's page. Null for an order without one. Dates are ISO. */
export type Withdrawal = {
  /** The last moment to withdraw, and the text ticked at payment. */
  untilAt: string;
  version: string;
  text: string;
  givenAt: string;
  /** What withdrawing now would refund, and why, or null once the right has ended. */
  terms: { refundMinor: number; paidMinor: number; basis: string[] } | null;
};

type EarlyStart = Found["earlyStart"][number];

/**
 * @param known the request for an early start (null for none), and the refund facts, if they have been read
 * @throws not-found
 */
export async function withdrawalOf(
  actor: Actor,
  order: Order,
  known: { given?: EarlyStart | null; facts?: RefundFacts } = {},
): Promise<Withdrawal | null> {
  if (!can.view(actor, order)) throw notFound("order");
  if (!can.cancel(actor, order) || order.paidAt === null) return null;
  const given = known.given === undefined ? await earlyStartOf(database(), order.id).executeTakeFirst() : known.given;
  if (!given) return null;
  const facts = known.facts ?? (await refundFactsOf(order));
  const open = facts.withdrawalRight && isWithdrawable(order.status);
  const terms = open ? termsFrom(order, facts, now(), await deadlinesOfOrder(order)) : null;
  return {
    untilAt: withdrawalEndsAt(withdrawalFrom(order.paidAt, given.extras), given.timeZone).toISOString(),
    version: given.version,
    text: given.text,
    givenAt: given.givenAt.toISOString(),
    terms: terms && { refundMinor: terms.clientMinor, paidMinor: facts.paidMinor, basis: terms.basis },
  };
}

/** As `cancellationOf`, of an order by its id. @throws not-found */
export const cancellationFor = async (actor: Actor, orderId: string): Promise<CancellationTerms | null> =>
  cancellationOf(actor, await getOrder(orderId));
