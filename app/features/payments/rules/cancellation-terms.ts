import { formatMoney } from "#app/platform/rules/core/money.ts";
import { cancelIsFree } from "#app/features/pricing/rules/deadlines.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import { begunBp, hasBegun, measureOf, partDoneBp } from "./part-done.ts";
import type { RefundPolicy } from "./policy.ts";
import { type Refund, bestRefund, lateCase } from "./refund.ts";
import type { RefundCase, RefundFacts } from "./refund-table.ts";

/** The parts of an order that matter for canceling it. Dates already include pauses. */
export type CancellableOrder = {
  /** The table that the order was sold with. */
  table: RefundPolicy;
  currency: string;
  paidMinor: number;
  refundedMinor: number;
  compensatedMinor: number;
  editorPayMinor: number;
  paidAt: Date | null;
  acceptedAt: Date | null;
  openedAt: Date | null;
  submittedAt: Date | null;
  deliveredAt: Date | null;
  editorDueAt: Date | null;
  clientDueAt: Date | null;
  windowMs: number;
  /** How long after payment canceling is free if nobody has opened the files. */
  cancel: DeadlinePolicy["cancel"];
  /** Time paused since the editor accepted. */
  pausedMs: number;
  billableWords: number;
  progressWords: number | null;
  /** The share of the work that earlier editors did, if the order changed hands. */
  keptBp?: number;
  /** Whether the order was already late when this editor accepted it. */
  takenOverLate: boolean;
  withdrawalRight: boolean;
  /** What a consumer with that right paid for later. */
  extras?: readonly { amountMinor: number; doneBp: number }[];
};

/**
 * The refund for canceling right now, shown before the client confirms and used when they do. `sentence` is the text to
 * show.
 */
export type CancellationTerms = Refund & { sentence: string };

/** The terms of canceling now, the same for the screen and the command. An unpaid order has no refund. */
export function cancellationTerms(order: CancellableOrder, now: Date): CancellationTerms {
  const ended = order.submittedAt ?? now;
  const facts: RefundFacts = {
    table: order.table,
    currency: order.currency,
    paidMinor: order.paidMinor,
    refundedMinor: order.refundedMinor,
    compensatedMinor: order.compensatedMinor,
    editorPayMinor: order.acceptedAt ? order.editorPayMinor : 0,
    editorFault: !order.takenOverLate && order.editorDueAt !== null && ended > order.editorDueAt,
    delivered: order.deliveredAt !== null,
    partDoneBp: order.withdrawalRight ? begunBp(order, now) : partDoneBp(order, now),
    partDoneMeasure: order.withdrawalRight && !hasBegun(order) ? "nothing" : measureOf(order),
    withdrawalRight: order.withdrawalRight,
    ...(order.extras ? { extras: order.extras } : {}),
  };
  const terms = bestRefund(
    order.paidAt ? casesOfCancelling(order, order.paidAt, now) : ["cancel-before-acceptance"],
    facts,
  );
  if (!order.paidAt)
    return {
      ...terms,
      basis: ["The order hasn't been paid."],
      sentence: "The order hasn't been paid, so nothing will be charged.",
    };
  const back = formatMoney(terms.clientMinor, order.currency);
  return {
    ...terms,
    sentence:
      terms.clientMinor > 0
        ? `If you cancel now, we'll refund ${back} of ${formatMoney(order.paidMinor, order.currency)}.`
        : "If you cancel now, you won't get a refund.",
  };
}

function casesOfCancelling(order: CancellableOrder, paidAt: Date, now: Date): RefundCase[] {
  const late = order.clientDueAt
    ? lateCase((order.deliveredAt ?? now).getTime() - order.clientDueAt.getTime(), order.windowMs, order.table)
    : null;
  // "After submission" is after delivery, or a submission before the deadline.
  if (order.deliveredAt) return late ? ["cancel-after-submission", late] : ["cancel-after-submission"];
  const inTime = (at: Date) => order.clientDueAt === null || at <= order.clientDueAt;
  if (order.submittedAt && inTime(order.submittedAt)) return ["cancel-after-submission"];
  if (!order.acceptedAt) return ["cancel-before-acceptance"];
  const early = cancelIsFree({ paidAt, acceptedAt: order.acceptedAt, openedAt: order.openedAt }, now, order)
    ? ("cancel-unopened" as const)
    : ("cancel-after-acceptance" as const);
  if (!late) return [early];
  return [early, late === "late-some" ? "cancel-late" : "cancel-very-late"];
}
