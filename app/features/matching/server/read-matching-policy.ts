import type { Reader } from "#app/platform/server/core/database.ts";
import { withFigures } from "#app/features/policy/rules/figures.ts";
import { partOfPolicy, policyOfVersion, shownPolicy } from "#app/features/policy/server/read-policy.ts";
import { MATCHING_POLICY, type MatchingPolicy } from "../rules/policy.ts";

const matching = partOfPolicy((figures): MatchingPolicy => withFigures(MATCHING_POLICY, "matching", figures));

/** How long an order may be without an editor, as it was sold. */
export const matchingOfOrder = async (order: { policyVersion: number | null }, db?: Reader): Promise<MatchingPolicy> =>
  matching(await policyOfVersion(order.policyVersion, db));

/** The figures of matching for pages that everybody may read, also while the database is away. */
export const shownMatching = async (): Promise<MatchingPolicy> => matching(await shownPolicy());
