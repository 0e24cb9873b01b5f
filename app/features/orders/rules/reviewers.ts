import { DEADLINE_POLICY } from "#app/features/pricing/rules/policy.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import type { OrderStatus } from "./flow.ts";
import { isReEditable } from "./re-edit.ts";

/** For how many days after its delivery a response to reviewers can be ordered. */
export const REVIEWERS_DAYS = DEADLINE_POLICY.reviewersMs / DAY;

/** Until when a response to reviewers can be ordered, that instant included. @param deliveredAt the first delivery */
export const reviewersUntil = (deliveredAt: Date): Date => after(deliveredAt, DEADLINE_POLICY.reviewersMs);

/** Why no response to reviewers can be ordered for an order, or null. */
export function reviewersRefusal(
  order: { status: OrderStatus; deliveredAt: Date | null; disputedAt: Date | null },
  now: Date,
): string | null {
  if (order.disputedAt || order.status === "disputed")
    return "The payment for this order is in dispute. You can order a response to reviewers when the dispute is over.";
  if (!isReEditable(order.status) || !order.deliveredAt)
    return "You can order a response to reviewers after delivery, while no revision is in progress.";
  if (now > reviewersUntil(order.deliveredAt))
    return `You can order a response to reviewers for ${REVIEWERS_DAYS} days after delivery, and that time is over.`;
  return null;
}
