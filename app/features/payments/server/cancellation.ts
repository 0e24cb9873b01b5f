import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { type OrderStatus, orderFlow } from "#app/features/orders/rules/flow.ts";
import { can } from "#app/features/orders/rules/policy.ts";
import { type Order, getOrder } from "#app/features/orders/server/views/find-order.ts";
import { type Level, payFor } from "#app/features/pricing/rules/editor-pay.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price.ts";
import { type CancellationTerms, type RefundFacts, cancellationTerms } from "../rules/refund.ts";
import { listPaymentsOf } from "./find-payment.ts";
import { listRefundsOf } from "./find-refund.ts";

export const isCancellable = (status: OrderStatus): boolean =>
  (orderFlow.moves.cancel.from as readonly OrderStatus[]).includes(status);

/**
 * What the current editor was promised for the order: from the invite they accepted, or else their level. Minor units.
 */
async function promisedTo(order: Order, db: Reader): Promise<number> {
  if (!order.assignedTo) return 0;
  const invite = await db
    .selectFrom("invites")
    .select("payMinor")
    .where("orderId", "=", order.id)
    .where("editorId", "=", order.assignedTo)
    .where("status", "=", "accepted")
    .executeTakeFirst();
  if (invite) return invite.payMinor;
  const editor = await db.selectFrom("editors").select("level").where("uid", "=", order.assignedTo).executeTakeFirst();
  return payFor(order.price as unknown as PriceReceipt, (editor?.level ?? "trial") as Level).editorMinor;
}

/** What was paid, refunded, and promised for an order, and who caused the delay: the input of the refund table. */
export async function refundFactsOf(order: Order, db: Reader = database()): Promise<RefundFacts> {
  const ours = new Set((await listPaymentsOf(order.id, db)).filter((p) => !p.surplus).map((p) => p.id));
  // Promised refunds count as refunded.
  const back = (await listRefundsOf(order.id, db)).filter((r) => r.status !== "failed" && ours.has(r.paymentId));
  const total = (refunds: typeof back) => refunds.reduce((sum, r) => sum + r.amountMinor, 0);
  const missed = order.submittedAt !== null && order.editorDueAt !== null && order.submittedAt > order.editorDueAt;
  return {
    currency: order.currency,
    paidMinor: order.paidMinor,
    refundedMinor: total(back),
    // Goodwill is a gift: no row of the table counts it toward a better one.
    compensatedMinor: total(back.filter((r) => r.cause !== "fewer-words" && r.cause !== "goodwill")),
    editorPayMinor: await promisedTo(order, db),
    editorFault: missed && !takenOverLate(order),
    delivered: order.deliveredAt !== null,
    partDoneBp: 10_000,
    withdrawalRight: false,
  };
}

/** An order that was already late when its editor accepted it never counts against them. */
const takenOverLate = (order: Order): boolean =>
  order.assignedAt !== null && order.editorDueAt !== null && order.assignedAt > order.editorDueAt;

/** The terms of canceling an order right now, from its rows. The same for the screen and the command. */
export async function termsOf(order: Order, at: Date, db: Reader = database()): Promise<CancellationTerms> {
  const { currency, paidMinor, refundedMinor, compensatedMinor, editorPayMinor } = await refundFactsOf(order, db);
  const working = order.assignedTo !== null;
  // Every deadline is paused while a question is waiting for the author.
  const effective = order.pausedAt ?? at;
  return cancellationTerms(
    {
      currency,
      paidMinor,
      refundedMinor,
      compensatedMinor,
      editorPayMinor,
      paidAt: order.paidAt,
      acceptedAt: working ? order.assignedAt : null,
      openedAt: working ? order.startedAt : null,
      submittedAt: working ? order.submittedAt : null,
      deliveredAt: order.deliveredAt,
      editorDueAt: order.editorDueAt,
      clientDueAt: order.dueAt,
      windowMs: order.windowMs,
      pausedMs: order.pausedMs,
      billableWords: order.billableWords,
      progressWords: order.progressAt ? order.progressWords : null,
      takenOverLate: takenOverLate(order),
      withdrawalRight: false,
    },
    effective,
  );
}

/**
 * The terms shown before confirming, or null when this order can't be canceled in its current status.
 * @throws not-found
 */
export async function cancellationFor(actor: Actor, orderId: string): Promise<CancellationTerms | null> {
  const order = await getOrder(orderId);
  if (!can.view(actor, order)) throw notFound("order");
  if (!can.cancel(actor, order) || !isCancellable(order.status)) return null;
  return termsOf(order, now());
}
