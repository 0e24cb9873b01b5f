import { formatMoney } from "#app/platform/rules/core/money.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { orderFlow } from "#app/features/orders/rules/flow.ts";
import { returnOrder } from "#app/features/orders/server/holds/return-order.ts";
import { changeOrder, moveOrder, orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { type DisputeStatus, isOpenDispute } from "../../rules/dispute.ts";
import { disputeMoved, disputeRegained } from "../../rules/ledger/dispute-entries.ts";
import { type Payment, lockPayment } from "../checkout/find-payment.ts";
import { postEntry } from "../ledger/post-entry.ts";
import { endRefundedOrder } from "../refunds/settle-refund.ts";
import { bookLoss, cancelLostOrder } from "./book-loss.ts";
import { type Dispute, hasOpenChargeback } from "./find-dispute.ts";
import type { SeenDispute } from "./read-dispute.ts";

export type DisputeOutcome = "nothing new" | "opened" | "followed" | "won" | "lost" | "closed";

/**
 * Brings a dispute in line with the provider: its state, the money withheld or returned, and the order it stops. Safe
 * to repeat, out of order, and concurrently. A decided dispute stays decided, unless the bank moves the money again.
 * @param seen read from the provider before this transaction
 */
export async function settleDispute(
  ctx: CommandContext,
  payment: Pick<Payment, "id" | "orderId">,
  seen: SeenDispute,
): Promise<DisputeOutcome> {
  const order = await lockOrder(ctx.tx, payment.orderId);
  const paid = await lockPayment(ctx.tx, payment.id);
  const { dispute, fresh } = await storeDispute(ctx, paid, seen);
  const moved = await bookMovements(ctx, order, dispute, seen);
  const booked = moved.length > 0;
  if (dispute.status === "lost") await bookRegained(ctx, order, dispute, moved);
  const reversed = isReversed(dispute, seen, moved);
  if (!isOpenDispute(dispute.status) && !reversed) return booked ? "followed" : "nothing new";

  const escalated = reversed || (dispute.kind === "inquiry" && seen.kind === "chargeback");
  const row: Dispute = { ...dispute, kind: seen.kind, status: seen.status };
  const changed = fresh || escalated || row.status !== dispute.status;
  await ctx.tx
    .updateTable("disputes")
    .set({
      kind: row.kind,
      status: row.status,
      evidenceDueAt: seen.evidenceDueAt,
      checkedAt: ctx.now,
      ...(escalated ? { remindedAt: null, lastRemindedAt: null, sentAt: null, sendingAt: null } : {}),
      ...(reversed ? { givenUpAt: null, givenUpBy: null } : {}),
      closedAt: isOpenDispute(row.status) ? null : ctx.now,
    })
    .where("id", "=", dispute.id)
    .execute();
  if (fresh || escalated) await tellOpened(ctx, order, row, seen);
  if (isOpenDispute(row.status)) {
    if (row.kind === "chargeback") await freeze(ctx, order);
    return fresh ? "opened" : changed || booked ? "followed" : "nothing new";
  }
  return end(ctx, order, paid, row, seen);
}

/** The locked row of a dispute, created the first time. */
async function storeDispute(
  ctx: CommandContext,
  paid: Payment,
  seen: SeenDispute,
): Promise<{ dispute: Dispute; fresh: boolean }> {
  const written = await ctx.tx
    .insertInto("disputes")
    .values({
      id: newId("dispute"),
      providerDisputeId: seen.providerDisputeId,
      paymentId: paid.id,
      orderId: paid.orderId,
      kind: seen.kind,
      // Its end is recorded as a move, once the row exists.
      status: isOpenDispute(seen.status) ? seen.status : "needs_response",
      reason: seen.reason,
      amountMinor: seen.amountMinor,
      currency: seen.currency,
      evidenceDueAt: seen.evidenceDueAt,
      openedAt: seen.openedAt,
      checkedAt: ctx.now,
    })
    .onConflict((c) => c.column("providerDisputeId").doNothing())
    .returning("id")
    .executeTakeFirst();
  const dispute = await ctx.tx
    .selectFrom("disputes")
    .selectAll()
    .where("providerDisputeId", "=", seen.providerDisputeId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { dispute, fresh: written !== undefined };
}

type Movement = SeenDispute["movements"][number];

/**
 * Whether the bank reopened a won dispute. An outdated answer from the provider has no new movement, so it doesn't
 * count.
 */
const isReversed = (dispute: Dispute, seen: SeenDispute, moved: readonly Movement[]): boolean =>
  dispute.status === "won" && seen.status !== "won" && moved.some((m) => m.amountMinor < 0);

/** Books money that came back after a dispute was lost. The loss is booked as a refund, so this is income. */
async function bookRegained(ctx: CommandContext, order: Order, dispute: Dispute, moved: readonly Movement[]) {
  for (const movement of moved.filter((m) => m.amountMinor > 0)) {
    const { kind, lines } = disputeRegained(movement.amountMinor);
    await postEntry(ctx, {
      key: `dispute_regained:${movement.id}`,
      kind,
      orderId: order.id,
      causeType: "dispute",
      causeId: dispute.id,
      memo: `${formatMoney(movement.amountMinor, dispute.currency)} of order ${order.number} came back after the dispute was lost`,
      currency: dispute.currency,
      lines,
    });
  }
}

/** Books each movement of the provider's balance, once. @returns those that were new */
async function bookMovements(
  ctx: CommandContext,
  order: Order,
  dispute: Dispute,
  seen: SeenDispute,
): Promise<Movement[]> {
  const news: Movement[] = [];
  for (const movement of seen.movements) {
    const { kind, lines } = disputeMoved(movement.amountMinor, movement.feeMinor);
    const what = movement.amountMinor < 0 ? "withheld over a dispute" : "given back after a dispute";
    const posted = await postEntry(ctx, {
      key: `dispute:${seen.providerDisputeId}:${movement.id}`,
      kind,
      orderId: order.id,
      causeType: "dispute",
      causeId: dispute.id,
      memo: `${formatMoney(Math.abs(movement.amountMinor), seen.currency)} of order ${order.number} ${what}`,
      currency: seen.currency,
      lines,
    });
    if (posted) news.push(movement);
  }
  if (news.length > 0) {
    const sum = (of: (m: Movement) => number) => seen.movements.reduce((total, m) => total + of(m), 0);
    await ctx.tx
      .updateTable("disputes")
      .set({ withdrawnMinor: -sum((m) => m.amountMinor), feeMinor: sum((m) => m.feeMinor) })
      .where("id", "=", dispute.id)
      .execute();
  }
  return news;
}

async function tellOpened(ctx: CommandContext, order: Order, dispute: Dispute, seen: SeenDispute): Promise<void> {
  await orderFact(
    ctx,
    order,
    "dispute.opened",
    {
      disputeId: dispute.id,
      kind: dispute.kind,
      amountMinor: seen.amountMinor,
      reason: dispute.reason,
      dueAt: seen.evidenceDueAt?.toISOString() ?? null,
    },
    dispute.id,
  );
}

/**
 * Stops an order whose payment is with the bank. Some states can't be stopped; downloads and pay are frozen in all of
 * them.
 */
export async function freeze(ctx: CommandContext, order: Order): Promise<void> {
  // Counted from when it stopped, because an earlier hold has already moved the deadlines.
  if ((orderFlow.moves.dispute.from as readonly string[]).includes(order.status))
    await moveOrder(ctx, order, "dispute", { disputedAt: ctx.now });
  else if (!order.disputedAt) await changeOrder(ctx, order, { disputedAt: ctx.now });
}

/** Lets an order go on unless another chargeback stops it. */
async function unfreeze(ctx: CommandContext, order: Order): Promise<Order> {
  if (!order.disputedAt || (await hasOpenChargeback(ctx.tx, order.id))) return order;
  const stoppedMs = Math.max(0, ctx.now.getTime() - order.disputedAt.getTime());
  const back = order.status === "disputed" ? await returnOrder(ctx, order, "settle_dispute", stoppedMs) : order;
  return changeOrder(ctx, back, { disputedAt: null });
}

async function end(
  ctx: CommandContext,
  order: Order,
  paid: Payment,
  dispute: Dispute,
  seen: SeenDispute,
): Promise<Exclude<DisputeStatus, "needs_response" | "under_review">> {
  const outcome = dispute.status as "won" | "lost" | "closed";
  const data = { disputeId: dispute.id, amountMinor: seen.amountMinor };
  if (outcome !== "lost") {
    const back = await unfreeze(ctx, order);
    await orderFact(ctx, back, outcome === "won" ? "dispute.won" : "dispute.closed", data, dispute.id);
    return outcome;
  }
  const lostMinor = -seen.movements.reduce((sum, m) => sum + m.amountMinor, 0);
  // Withheld in another currency, and not given back: the client has the whole amount all the same.
  const isElsewhere = lostMinor === 0 && seen.elsewhere.reduce((sum, m) => sum + m.amountMinor, 0) < 0;
  const booked = isElsewhere
    ? await bookLoss(ctx, order, paid, dispute, seen.amountMinor, "unassigned")
    : await bookLoss(ctx, order, paid, dispute, lostMinor);
  await orderFact(ctx, booked, "dispute.lost", data, dispute.id);
  if (await cancelLostOrder(ctx, booked)) return outcome;
  const back = await unfreeze(ctx, booked);
  if (!back.disputedAt && back.refundedMinor >= back.paidMinor) await endRefundedOrder(ctx, back);
  return outcome;
}
