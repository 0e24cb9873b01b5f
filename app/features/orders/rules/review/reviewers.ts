import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import { after, formatDays } from "#app/platform/rules/core/time.ts";
import type { OrderStatus } from "../flow.ts";
import { isReEditable } from "../draft/re-edit.ts";

/** Until when (inclusive) a response to reviewers can be ordered. @param deliveredAt the first delivery */
export const reviewersUntil = (deliveredAt: Date, { reviewersMs }: DeadlinePolicy): Date =>
  after(deliveredAt, reviewersMs);

/** Why a response to reviewers can't be ordered, or null. */
export function reviewersRefusal(
  order: { status: OrderStatus; deliveredAt: Date | null; disputedAt: Date | null },
  now: Date,
  policy: DeadlinePolicy,
): string | null {
  if (order.disputedAt || order.status === "disputed")
    return "The payment for this order is in dispute. You can order a response to reviewers when the dispute is over.";
  if (!isReEditable(order.status) || !order.deliveredAt)
    return "You can order a response to reviewers after delivery, while no revision is in progress.";
  if (now > reviewersUntil(order.deliveredAt, policy))
    return `You can order a response to reviewers for ${formatDays(policy.reviewersMs)} after delivery, and that time is over.`;
  return null;
}
