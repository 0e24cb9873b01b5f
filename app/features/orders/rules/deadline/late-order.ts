/**
 * What happens to an order that is late and not delivered: staff decide, and its client may wait beyond the automatic
 * refund.
 */
import { defineFlow } from "#app/platform/rules/core/flow.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import { DAY, HOUR, after, clamp, formatDays } from "#app/platform/rules/core/time.ts";
import type { OrderStatus } from "../flow.ts";
import { type TimedOrder, timeOverAt } from "./lateness.ts";

export const LATE_POLICY = {
  /** How far past the automatic refund a client may wait. */
  wait: { leastMs: HOUR, mostMs: 60 * DAY },
} as const;

const part = (ms: number, bp: number): number => Math.round((ms * bp) / 10_000);

/**
 * The states of a late order in which its editor owes the first delivery. While it's on hold or a question is open, its
 * clock is paused.
 */
export const OWED: readonly OrderStatus[] = ["assigned", "in_progress", "changes_required"];
/** States from which an order returns to those. */
const STOPPED: readonly OrderStatus[] = ["awaiting_client", "on_hold", "disputed"];

/** Whether an editor has an order whose first delivery they still owe, with its clock running. */
export const isOwedFirstEdit = (order: Pick<LateOrder, "status" | "deliveredAt">): boolean =>
  order.deliveredAt === null && OWED.includes(order.status);

type VeryLate = Pick<DeadlinePolicy, "veryLateBp">;
type LateOrder = {
  status: OrderStatus;
  dueAt: Date | null;
  windowMs: number;
  deliveredAt: Date | null;
  editorDueAt: Date | null;
};

/**
 * When an order counts as very late. Null before it's paid, and after delivery.
 * @param policy the one it was sold with
 */
export const veryLateAt = (
  order: Pick<LateOrder, "dueAt" | "windowMs" | "deliveredAt">,
  { veryLateBp }: VeryLate,
): Date | null => (order.dueAt && !order.deliveredAt ? after(order.dueAt, part(order.windowMs, veryLateBp)) : null);

/**
 * When staff have to decide about an order that an editor has. An editor who took it over late has their own deadline
 * first.
 */
export function decisionDueFrom(order: LateOrder, policy: VeryLate): Date | null {
  const late = veryLateAt(order, policy);
  if (!late || !OWED.includes(order.status)) return null;
  return order.editorDueAt && order.editorDueAt > late ? order.editorDueAt : late;
}

/** Whether an open decision about this order still makes sense. */
export const needsDecision = (order: LateOrder): boolean =>
  !order.deliveredAt && (OWED.includes(order.status) || STOPPED.includes(order.status));

/** By when staff have to decide. */
export function decideBy(
  openedAt: Date,
  windowMs: number,
  { lateDecision }: Pick<DeadlinePolicy, "lateDecision">,
): Date {
  const { shareBp, leastMs, mostMs } = lateDecision;
  return after(openedAt, clamp(part(windowMs, shareBp), leastMs, mostMs));
}

/** When a late order would be refunded automatically, if its client may choose to wait beyond that now. */
export function mayWaitBeyond(order: TimedOrder, now: Date, policy: VeryLate): Date | null {
  const late = veryLateAt(order, policy);
  const over = timeOverAt({ ...order, waitUntilAt: null });
  return late && now >= late && over?.why === "late-beyond" ? over.at : null;
}

/**
 * Why a client can't wait until then, as a field's message, or null.
 * @param refundAt when the order would be refunded automatically
 */
export function waitFault(until: Date, refundAt: Date, now: Date): string | null {
  const { leastMs, mostMs } = LATE_POLICY.wait;
  if (until < after(refundAt, leastMs) || until < after(now, leastMs))
    return "Choose a date at least an hour after the automatic refund.";
  if (until > after(refundAt > now ? refundAt : now, mostMs)) return `Choose a date up to ${formatDays(mostMs)} later.`;
  return null;
}

/** The states of a decision about a late order. */
export const lateDecisionFlow = defineFlow({
  name: "decision about a late order",
  start: "open",
  states: ["open", "proposed", "reassigned", "agreed", "ended"],
  ends: ["reassigned", "agreed", "ended"],
  moves: {
    propose: {
      from: ["open"],
      to: "proposed",
      by: ["support", "admin"],
      when: "staff proposed a later due date",
    },
    return: {
      from: ["proposed"],
      to: "open",
      by: ["client", "editor", "support", "admin", "clock"],
      when: "the date was declined, withdrawn, or not answered",
      clock: "the time to decide starts again",
    },
    reassign: {
      from: ["open", "proposed"],
      to: "reassigned",
      by: ["support", "admin"],
      when: "the order goes to another editor",
      clock: "the next editor gets a deadline of their own",
    },
    agree: {
      from: ["open", "proposed"],
      to: "agreed",
      by: ["client", "editor"],
      when: "the author and the editor agreed to a later date",
    },
    end: {
      from: ["open", "proposed"],
      to: "ended",
      by: ["product"],
      when: "the order was submitted, handed back, canceled, or refunded",
    },
  },
});
export type LateDecisionStatus = (typeof lateDecisionFlow.states)[number];
