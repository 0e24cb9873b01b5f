import { DAY } from "#app/platform/rules/core/time.ts";
import { orderFlow } from "../flow.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";

/**
 * How long an editor has to redo work: after a complaint that was upheld, or a review that found an instruction
 * ignored.
 */
export const REDO_MS = 2 * DAY;

/** Whether an order's state lets its author request a revision. */
export const isReviseable = (status: string): boolean =>
  (orderFlow.moves.request_revision.from as readonly string[]).includes(status);

const usedUp = (rounds: number): string =>
  rounds === 1
    ? "You've used your free revision."
    : `You've used ${rounds === 2 ? "both" : `all ${rounds}`} free revisions.`;

/** Why a free revision can't be requested now, or null. The flow checks whether the order is delivered. */
export function revisionRefusal(
  order: { revisionsUsed: number; revisionUntilAt: Date | null; deletionStartedAt?: Date | null },
  now: Date,
  policy: DeadlinePolicy,
): string | null {
  if (order.deletionStartedAt) return "We've deleted this order's files, so they can't be revised.";
  if (order.revisionsUsed >= policy.revision.rounds) return usedUp(policy.revision.rounds);
  if (order.revisionUntilAt && now > order.revisionUntilAt) return "The time for a free revision has passed.";
  return null;
}
