import type { RankPolicy } from "./policy.ts";
import { eligibility } from "./eligibility.ts";
import type {
  DecayedSum,
  EditorEvents,
  EditorForMatching,
  EditorStats,
  OrderForMatching,
  Scored,
} from "#app/features/editors/rules/editor-for-matching.ts";

export type ScoreParts = Record<keyof RankPolicy["weights"], number>;

const WHOLE = 10_000;
const decay = (ms: number, policy: RankPolicy): number => 0.5 ** (Math.max(0, ms) / policy.halfLifeMs);

/** Sums events weighted at `at`, halving with each half-life of age. */
export function sumOf(events: readonly Scored[], at: Date, policy: RankPolicy): DecayedSum {
  let weight = 0;
  let total = 0;
  for (const event of events) {
    const w = decay(at.getTime() - event.at.getTime(), policy);
    weight += w;
    total += event.value * w;
  }
  return { weight, total, at };
}

/** An editor's events as the sums used for ranking. */
export const statsOf = (events: EditorEvents, at: Date, policy: RankPolicy): EditorStats => ({
  qa: sumOf(events.qa, at, policy),
  ratings: sumOf(events.ratings, at, policy),
  onTime: sumOf(events.onTime, at, policy),
  responses: sumOf(events.responses, at, policy),
  repeats: sumOf(events.repeats, at, policy),
});

/** The mean of a record at `now`, combined with the prior. Between 0 and 1. */
export function weighted(sum: DecayedSum, now: Date, policy: RankPolicy): number {
  const share = decay(now.getTime() - sum.at.getTime(), policy);
  const { valueBp, weight: assumed } = policy.assumed;
  const weight = assumed + sum.weight * share;
  return weight === 0 ? 0 : ((valueBp / WHOLE) * assumed + sum.total * share) / weight;
}

/** An editor's quality: QA, client rating, on time, response, and repeat clients, weighed. Between 0 and 1. */
export function qualityScore(stats: EditorStats, now: Date, policy: RankPolicy): { score: number; parts: ScoreParts } {
  const parts: ScoreParts = {
    qa: weighted(stats.qa, now, policy),
    rating: weighted(stats.ratings, now, policy),
    onTime: weighted(stats.onTime, now, policy),
    response: weighted(stats.responses, now, policy),
    repeat: weighted(stats.repeats, now, policy),
  };
  const { weights } = policy;
  const score =
    weights.qa * parts.qa +
    weights.rating * parts.rating +
    weights.onTime * parts.onTime +
    weights.response * parts.response +
    weights.repeat * parts.repeat;
  return { score: score / WHOLE, parts };
}

/** Stars of 1 to 5 as a share. */
export const ratingShare = (stars: number): number => (stars - 1) / 4;

/** How well the editor's fields fit: 1 for the same subfield, less for the same field, 0 otherwise. */
export const fitOf = (editor: Pick<EditorForMatching, "fields">, subfield: string, policy: RankPolicy): number =>
  editor.fields.includes(subfield) ? 1 : policy.sameFieldFitBp / WHOLE;

/**
 * Editors with much recent work rank lower: from 1 for no words this week down to the minimum at a full week or more.
 */
export function fairnessOf(editor: Pick<EditorForMatching, "recentWords" | "weeklyWords">, policy: RankPolicy): number {
  const load = editor.weeklyWords ? Math.min(1, editor.recentWords / editor.weeklyWords) : 1;
  return 1 - (1 - policy.leastFairnessBp / WHOLE) * load;
}

/**
 * An editor's rank for an order, with its explanation. `rank` counts from 1 among eligible editors and is null for
 * others.
 */
export type Ranked = {
  uid: string;
  eligible: boolean;
  reasons: string[];
  rank: number | null;
  /** fit x quality x fairness. */
  score: number;
  fit: number;
  quality: number;
  fairness: number;
  parts: ScoreParts;
};

/**
 * All editors for an order: the eligible by score, then the rest by id with reasons. Deterministic.
 */
export function rankEditors(
  editors: readonly EditorForMatching[],
  order: OrderForMatching,
  now: Date,
  policy: RankPolicy,
): Ranked[] {
  const all = editors.map((editor): Ranked => {
    const { eligible, reasons } = eligibility(editor, order, now);
    const { score: quality, parts } = qualityScore(editor.stats, now, policy);
    const fit = fitOf(editor, order.subfield, policy);
    const fairness = fairnessOf(editor, policy);
    return {
      uid: editor.uid,
      eligible,
      reasons,
      rank: null,
      score: fit * quality * fairness,
      fit,
      quality,
      fairness,
      parts,
    };
  });
  const byId = (a: Ranked, b: Ranked) => (a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : 0);
  const placed = all
    .filter((r) => r.eligible)
    .toSorted((a, b) => b.score - a.score || byId(a, b))
    .map((r, i) => ({ ...r, rank: i + 1 }));
  return [...placed, ...all.filter((r) => !r.eligible).toSorted(byId)];
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** Why an editor was or was not invited, in sentences to that editor. */
export function explainRank(ranked: Ranked, eligibleCount: number): string[] {
  if (!ranked.eligible || ranked.rank === null) return ranked.reasons;
  return [
    eligibleCount === 1
      ? "You were the only editor who matched."
      : `You ranked ${ranked.rank} of ${eligibleCount} editors who matched.`,
    ranked.fit === 1 ? "The subfield is one of yours." : "The subfield is related to yours.",
    `Quality ${percent(ranked.quality)}: QA ${percent(ranked.parts.qa)}, client rating ${percent(ranked.parts.rating)}, on time ${percent(ranked.parts.onTime)}, response ${percent(ranked.parts.response)}, repeat clients ${percent(ranked.parts.repeat)}.`,
    ranked.fairness === 1
      ? "You had no new words this week, so your score wasn't reduced."
      : `Because you took on new words this week, your score counts ${percent(ranked.fairness)}, to share work fairly.`,
  ];
}
