import { orderFlow } from "./flow.ts";
import { type DeadlinePolicy, DEADLINE_POLICY } from "#app/features/pricing/rules/policy.ts";

/** Whether an order's state lets its author request a revision. */
export const isReviseable = (status: string): boolean =>
  (orderFlow.moves.request_revision.from as readonly string[]).includes(status);

/** Why a free revision can't be requested now, or null. The flow checks whether the order is delivered. */
export function revisionRefusal(
  order: { revisionsUsed: number; revisionUntilAt: Date | null; deletionStartedAt?: Date | null },
  now: Date,
  policy: DeadlinePolicy = DEADLINE_POLICY,
): string | null {
  if (order.deletionStartedAt) return "We've deleted this order's files, so they can't be revised.";
  if (order.revisionsUsed >= policy.revision.rounds) return "You've used both free revisions.";
  if (order.revisionUntilAt && now > order.revisionUntilAt) return "The time for a free revision has passed.";
  return null;
}
