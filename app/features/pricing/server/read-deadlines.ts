import type { Reader } from "#app/platform/server/core/database.ts";
import { withFigures } from "#app/features/policy/rules/figures.ts";
import { partOfPolicy, policyOfVersion, shownPolicy } from "#app/features/policy/server/read-policy.ts";
import { DEADLINE_POLICY, type DeadlinePolicy } from "../rules/policy.ts";

const deadlines = partOfPolicy((figures): DeadlinePolicy => ({
  ...withFigures(DEADLINE_POLICY, "deadlines", figures),
  // One figure for both: who is told that all is refunded on canceling has to get all of it.
  veryLateBp: figures["refunds.late.some.upToBp"] ?? DEADLINE_POLICY.veryLateBp,
}));

/** The deadlines that an order was sold with. */
export const deadlinesOfOrder = async (order: { policyVersion: number | null }, db?: Reader): Promise<DeadlinePolicy> =>
  deadlines(await policyOfVersion(order.policyVersion, db));

/** The deadlines for public pages, even while the database is unavailable. */
export const shownDeadlines = async (): Promise<DeadlinePolicy> => deadlines(await shownPolicy());
