import type { PolicyOf } from "#app/features/policy/rules/policy-part.ts";
import { LEVELS, type Level } from "#app/features/pricing/rules/editor-pay.ts";
import type { LEVEL_PART } from "./level-figures.ts";

/** An editor's results, as far as levels need them. */
export type EditorRecord = {
  /** Orders whose review passed. */
  qaPassed: number;
  /** Orders delivered, and how many counted ones were late. An order accepted when already late doesn't count. */
  delivered: number;
  counted: number;
  late: number;
  /** Stars, 1 to 5; null without ratings. */
  rating: number | null;
};

/** Requirements of each level. Lead editors are appointed and review others' work. */
export type LevelPolicy = PolicyOf<typeof LEVEL_PART>;

export type LevelStep = { label: string; now: string; done: boolean };

const of = (n: number, needed: number): string => `${Math.min(n, needed).toLocaleString("en-US")} of ${needed}`;

/** The next level and the progress toward it, or null if there is none to reach by record. */
export function nextLevel(
  level: Level,
  record: EditorRecord,
  policy: LevelPolicy,
): { level: Level; steps: LevelStep[] } | null {
  const next = LEVELS[LEVELS.indexOf(level) + 1];
  if (next === "standard") {
    const { qaPassed } = policy.standard;
    return {
      level: next,
      steps: [
        {
          label: `${qaPassed} orders that passed quality review`,
          now: of(record.qaPassed, qaPassed),
          done: record.qaPassed >= qaPassed,
        },
      ],
    };
  }
  if (next === "senior") {
    const { delivered, ratingTenths, lateBp } = policy.senior;
    const late = record.counted === 0 ? 0 : record.late / record.counted;
    return {
      level: next,
      steps: [
        {
          label: `${delivered} orders delivered`,
          now: of(record.delivered, delivered),
          done: record.delivered >= delivered,
        },
        {
          label: `Rated ${ratingTenths / 10} or better`,
          now: record.rating === null ? "not rated yet" : record.rating.toFixed(1),
          done: record.rating !== null && record.rating * 10 >= ratingTenths,
        },
        {
          label: `No more than ${lateBp / 100}% late`,
          now: record.counted === 0 ? "nothing delivered yet" : `${Math.round(late * 1_000) / 10}%`,
          done: record.counted > 0 && record.late * 10_000 <= record.counted * lateBp,
        },
      ],
    };
  }
  return null;
}

/**
 * The level a record has earned, starting at `level`: goes up one level at a time while the next one's requirements are
 * met. Never lead, and never lower.
 */
export function earnedLevel(level: Level, record: EditorRecord, policy: LevelPolicy): Level {
  const next = nextLevel(level, record, policy);
  return next && next.steps.every((step) => step.done) ? earnedLevel(next.level, record, policy) : level;
}

/** An editor's level, and what it's based on. */
export type LevelStanding = {
  level: Level;
  /** Fixed by an admin, with the reason. */
  fixed: { at: Date; reason: string } | null;
  /** What the record alone gives. */
  earned: Level;
  next: { level: Level; steps: LevelStep[] } | null;
  /** The mean QA score out of 100, and of how many reviews. */
  qaMean: number | null;
  qaRead: number;
};
