import { type DeadlinePolicy, DEADLINE_POLICY } from "#app/features/pricing/rules/policy.ts";

/** Why a free revision cannot be asked for now, or null. Whether the order is delivered is the flow's business. */
export function revisionRefusal(
  order: { revisionsUsed: number; revisionUntilAt: Date | null },
  now: Date,
  policy: DeadlinePolicy = DEADLINE_POLICY,
): string | null {
  if (order.revisionsUsed >= policy.revision.rounds) return `Both free revisions have been used.`;
  if (order.revisionUntilAt && now > order.revisionUntilAt) return "The time for a free revision is over.";
  return null;
}
