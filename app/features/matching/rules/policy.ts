import type { PolicyOf } from "#app/features/policy/rules/policy-part.ts";
import type { MATCHING_PART } from "./matching-figures.ts";

/** How editors are ranked and invited. Shares are in basis points (1 bp = 0.01%). */
export type MatchingPolicy = PolicyOf<typeof MATCHING_PART>;
/** How an order's editor is searched. It follows the policy that the order was sold with. */
export type SearchPolicy = Pick<
  MatchingPolicy,
  "headStart" | "waves" | "inviteExpiryMs" | "supportBp" | "clientChoiceBp"
>;
/**
 * What makes an editor's score for an order. It follows the policy in effect, because an editor has one record that is
 * compared with those of others.
 */
export type RankPolicy = Omit<MatchingPolicy, keyof SearchPolicy>;
