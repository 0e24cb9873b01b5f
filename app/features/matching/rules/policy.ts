import { NEEDED_BY_BP } from "#app/features/editors/rules/free-words.ts";
import type { HandBackPolicy } from "#app/features/orders/rules/draft/editor-shares.ts";
import type { Turnaround } from "#app/features/pricing/rules/policy.ts";
import { DAY, HOUR, MINUTE } from "#app/platform/rules/core/time.ts";

/**
 * What makes an editor's score for an order. It follows the policy in effect, because an editor has one record that is
 * compared with those of others.
 */
export type RankPolicy = {
  /** The components of quality. They add up to 100%. */
  weights: { qa: number; rating: number; onTime: number; response: number; repeat: number };
  /** After this time, an event of an editor's record counts half. */
  halfLifeMs: number;
  /** The prior for an editor without a record, and how many events it weighs. */
  assumed: { valueBp: number; weight: number };
  /** Which orders handed back count as not on time. */
  handBacks: HandBackPolicy;
  /** Fit of an editor in the same field but another subfield. The same subfield is 100%. */
  sameFieldFitBp: number;
  /** The share of the score kept by an editor with a full week of new words. */
  leastFairnessBp: number;
};

/** How an order's editor is searched. It follows the policy that the order was sold with. */
export type SearchPolicy = {
  /** How long only the client's preferred editor is invited: a share of the window, within limits. */
  headStart: { shareBp: number; leastMs: number; mostMs: number };
  /** Editors invited in each wave; then the open pool. */
  waves: readonly number[];
  /** How long an invite is open. */
  inviteExpiryMs: Readonly<Record<Turnaround, number>>;
  supportBp: number;
  clientChoiceBp: number;
};

/** How editors are ranked and invited. Shares are in basis points (1 bp = 0.01%). */
export type MatchingPolicy = RankPolicy & SearchPolicy;

export const MATCHING_POLICY: MatchingPolicy = {
  weights: { qa: 4_000, rating: 2_500, onTime: 2_000, response: 1_000, repeat: 500 },
  halfLifeMs: 90 * DAY,
  assumed: { valueBp: 7_000, weight: 3 },
  handBacks: { withinMs: 90 * DAY, forgiven: 1 },
  sameFieldFitBp: 7_000,
  leastFairnessBp: 5_000,
  headStart: { shareBp: 2_500, leastMs: 15 * MINUTE, mostMs: 12 * HOUR },
  waves: [3, 6],
  inviteExpiryMs: {
    "14d": 12 * HOUR,
    "7d": 8 * HOUR,
    "3d": 4 * HOUR,
    "48h": 2 * HOUR,
    "24h": HOUR,
    "12h": 30 * MINUTE,
    "6h": 15 * MINUTE,
  },
  supportBp: NEEDED_BY_BP,
  clientChoiceBp: 6_000,
};
