/** What happens to a late revision: another editor gets it, and finally it's closed with a refund. */
import { DAY, after } from "#app/platform/rules/core/time.ts";
import type { OrderStatus } from "./flow.ts";

export const LATE_REVISION_POLICY = {
  /** When this late, it goes to the next editor. Each one has their own deadline. */
  passOnMs: DAY,
  /** When this late, counted from the promised date, its author may close it with a refund. */
  closableMs: 3 * DAY,
  /** When this late, it's closed automatically with the same refund. */
  closesMs: 7 * DAY,
} as const;

/**
 * The states of a delivered order whose revision isn't submitted. If another editor takes it over, it's offered,
 * assigned and started like an order. While a question is open, its clock is paused.
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

/**
 * The dates of a revision: as promised, when it passes to the next editor, and when it can be and will be closed. Null
 * if no revision is open.
 */
export function revisionTimes(
  order: Revision,
): { promisedAt: Date; passOnAt: Date | null; closableAt: Date; closesAt: Date } | null {
  if (!order.deliveredAt || !order.revisionDueAt || !REVISING.includes(order.status)) return null;
  const promisedAt = order.revisionPromisedAt ?? order.revisionDueAt;
  return {
    promisedAt,
    // Without an editor it's already being offered to others.
    passOnAt: order.status === "paid" ? null : after(order.revisionDueAt, LATE_REVISION_POLICY.passOnMs),
    closableAt: after(promisedAt, LATE_REVISION_POLICY.closableMs),
    closesAt: after(promisedAt, LATE_REVISION_POLICY.closesMs),
  };
}
