import type { Reader } from "#app/platform/server/core/database.ts";
import { withFigures } from "#app/features/policy/rules/figures.ts";
import { partOfPolicy, policyOfVersion, shownPolicy } from "#app/features/policy/server/read-policy.ts";
import { MATCHING_POLICY, type MatchingPolicy } from "../rules/policy.ts";

const matching = partOfPolicy((figures): MatchingPolicy => withFigures(MATCHING_POLICY, "matching", figures));

/** How long an order may be without an editor, by the policy it was sold with. */
export const matchingOfOrder = async (order: { policyVersion: number | null }, db?: Reader): Promise<MatchingPolicy> =>
  matching(await policyOfVersion(order.policyVersion, db));

/** The matching figures for public pages, available even while the database is down. */
export const shownMatching = async (): Promise<MatchingPolicy> => matching(await shownPolicy());
