import type { PricingPolicy } from "#app/features/pricing/rules/policy.ts";
import { isService } from "#app/features/pricing/rules/policy.ts";
import { HOUR } from "#app/platform/rules/core/time.ts";
import type { OrderStatus } from "../flow.ts";

/** The states in which an editor has words left to edit before the first delivery. */
export const EDITING: readonly OrderStatus[] = ["assigned", "in_progress", "changes_required"];

/** Words that an editor edits in an hour of work: the price list's pace of the service. Null for none. */
export const paceOf = (service: string | null, pricing: Pick<PricingPolicy, "overflowWordsPerHour">): number | null =>
  isService(service) ? pricing.overflowWordsPerHour[service] : null;

/**
 * How long the words that aren't edited yet take at the pace of the service, in ms. What an editor reported as edited
 * counts. Null if nobody edits it.
 */
export function workLeftMs(
  order: {
    status: OrderStatus;
    service: string | null;
    billableWords: number;
    progressWords: number;
    deliveredAt: Date | null;
  },
  pricing: Pick<PricingPolicy, "overflowWordsPerHour">,
): number | null {
  const pace = paceOf(order.service, pricing);
  if (pace === null || order.deliveredAt || !EDITING.includes(order.status)) return null;
  return (Math.max(0, order.billableWords - order.progressWords) * HOUR) / pace;
}
