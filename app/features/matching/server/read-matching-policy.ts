import type { Reader } from "#app/platform/server/core/database.ts";
import {
  type PolicyVersion,
  partOfPolicy,
  policyAt,
  policyOfVersion,
  shownPolicy,
  differentSince,
} from "#app/features/policy/server/read-policy.ts";
import type { MatchingPolicy, RankPolicy, SearchPolicy } from "../rules/policy.ts";
import { MATCHING_PART } from "../rules/matching-figures.ts";

const matching = partOfPolicy(MATCHING_PART.of);

/** How an order's editor is searched, and how long it may be without one, by the policy it was sold with. */
export const matchingOfOrder = async (order: { policyVersion: number | null }, db?: Reader): Promise<SearchPolicy> =>
  matching(await policyOfVersion(order.policyVersion, db));

/** How editors are ranked, by the policy in effect. */
export const rankingAt = async (at: Date, db?: Reader): Promise<RankPolicy> => matching(await policyAt(at, db));

/** The same from what `versionInEffect` found. */
export const rankingOf = async (found: readonly { version: number | null }[], db?: Reader): Promise<RankPolicy> =>
  matching(await policyOfVersion(found[0]?.version ?? null, db));

/** What decides the quality that is stored with an editor's record. */
const storedBy = (policy: PolicyVersion): string => {
  const { weights, halfLifeMs, assumed, handBacks } = matching(policy);
  return JSON.stringify([weights, halfLifeMs, assumed, handBacks]);
};

/** Since when editors' records are summed up as they are now. Null if it never changed. */
export const recordsCountedSince = async (at: Date, db?: Reader): Promise<Date | null> =>
  differentSince(storedBy, at, db);

/** The matching figures for public pages, available even while the database is down. */
export const shownMatching = async (): Promise<MatchingPolicy> => matching(await shownPolicy());
