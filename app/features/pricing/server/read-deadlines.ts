import type { Reader } from "#app/platform/server/core/database.ts";
import { partOfPolicy, policyOfVersion, shownPolicy } from "#app/features/policy/server/read-policy.ts";
import type { DeadlinePolicy } from "../rules/policy.ts";
import { DEADLINE_PART, DEADLINE_POLICY } from "../rules/order-life-figures.ts";

const deadlines = partOfPolicy((figures): DeadlinePolicy => ({
  ...DEADLINE_PART.of(figures),
  // One figure for both: who is told that all is refunded on canceling has to get all of it.
  veryLateBp: figures["refunds.late.some.upToBp"] ?? DEADLINE_POLICY.veryLateBp,
}));

/** The deadlines that an order was sold with. */
export const deadlinesOfOrder = async (order: { policyVersion: number | null }, db?: Reader): Promise<DeadlinePolicy> =>
  deadlines(await policyOfVersion(order.policyVersion, db));

/** The deadlines for public pages, even while the database is unavailable. */
export const shownDeadlines = async (): Promise<DeadlinePolicy> => deadlines(await shownPolicy());
