import { SAMPLE_WORDS } from "#app/features/documents/rules/readers/sample-words.ts";
import { NEEDED_BY_BP } from "#app/features/editors/rules/free-words.ts";
import { DAY } from "#app/platform/rules/core/time.ts";

/** How editors are ranked and invited. Shares are in basis points (1 bp = 0.01%). */
export type MatchingPolicy = {
  /** The components of quality; weights add up to 1. */
  weights: { qa: number; rating: number; onTime: number; response: number; repeat: number };
  halfLifeMs: number;
  /** The prior for an editor without a record, and how many events it weighs. */
  assumed: { value: number; weight: number };
  /** Fit of an editor in the same field but another subfield. The same subfield is 1. */
  sameFieldFit: number;
  /** The share of the score kept by an editor with a full week of new words. */
  leastFairness: number;
  /** Editors invited in each wave; then the open pool. */
  waves: readonly number[];
  supportBp: number;
  clientChoiceBp: number;
  sampleWords: number;
};

export const MATCHING_POLICY: MatchingPolicy = {
  weights: { qa: 0.4, rating: 0.25, onTime: 0.2, response: 0.1, repeat: 0.05 },
  halfLifeMs: 90 * DAY,
  assumed: { value: 0.7, weight: 3 },
  sameFieldFit: 0.7,
  leastFairness: 0.5,
  waves: [3, 6],
  supportBp: NEEDED_BY_BP,
  clientChoiceBp: 6_000,
  sampleWords: SAMPLE_WORDS,
};
