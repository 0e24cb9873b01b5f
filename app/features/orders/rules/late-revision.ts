/** What happens to a revision that is late: another editor, and at last its end with a refund. */
import { DAY, after } from "#app/platform/rules/core/time.ts";
import type { OrderStatus } from "./flow.ts";

export const LATE_REVISION_POLICY = {
  /** So late, it goes to the next editor. Each one has their own deadline. */
  passOnMs: DAY,
  /** So late by the date that was promised, its author may close it with a refund. */
  closableMs: 3 * DAY,
  /** So late, it's closed with the same refund if nobody does anything. */
  closesMs: 7 * DAY,
} as const;

/**
 * The states of a delivered order whose revision isn't submitted. One that another editor takes over is found, assigned and started like an order;
 * while a question is open, its clock is stopped.
 */
export const REVISING: readonly OrderStatus[] = [
  "revision_requested",
  "in_revision",
  "changes_required",
  "paid",
  "assigned",
  "in_progress",
];

type Revision = {
  status: OrderStatus;
  deliveredAt: Date | null;
  revisionDueAt: Date | null;
  revisionPromisedAt: Date | null;
};

/** The dates of a revision: as promised, when it passes to the next editor, and when it can be and will be closed. Null where none is owed. */
export function revisionTimes(
  order: Revision,
): { promisedAt: Date; passOnAt: Date | null; closableAt: Date; closesAt: Date } | null {
  if (!order.deliveredAt || !order.revisionDueAt || !REVISING.includes(order.status)) return null;
  const promisedAt = order.revisionPromisedAt ?? order.revisionDueAt;
  return {
    promisedAt,
    // Without an editor it's offered to others already.
    passOnAt: order.status === "paid" ? null : after(order.revisionDueAt, LATE_REVISION_POLICY.passOnMs),
    closableAt: after(promisedAt, LATE_REVISION_POLICY.closableMs),
    closesAt: after(promisedAt, LATE_REVISION_POLICY.closesMs),
  };
}
