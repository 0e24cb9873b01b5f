/** What happens to a late revision: another editor gets it, and finally it's closed with a refund. */
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import { after } from "#app/platform/rules/core/time.ts";
import type { OrderStatus } from "../flow.ts";

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
 * @param policy the one the order was sold with
 */
export function revisionTimes(
  order: Revision,
  { lateRevision }: Pick<DeadlinePolicy, "lateRevision">,
): { promisedAt: Date; passOnAt: Date | null; closableAt: Date; closesAt: Date } | null {
  if (!order.deliveredAt || !order.revisionDueAt || !REVISING.includes(order.status)) return null;
  const promisedAt = order.revisionPromisedAt ?? order.revisionDueAt;
  return {
    promisedAt,
    // Without an editor it's already being offered to others.
    passOnAt: order.status === "paid" ? null : after(order.revisionDueAt, lateRevision.passOnMs),
    closableAt: after(promisedAt, lateRevision.closableMs),
    closesAt: after(promisedAt, lateRevision.closesMs),
  };
}
