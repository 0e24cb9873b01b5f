import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import type { Service, Turnaround } from "#app/features/pricing/rules/policy.ts";
import type { EnglishVariant } from "#app/features/pricing/rules/taxonomy.ts";

/** What an editor sets at /editor/settings/matching. Null: not set yet. */
export type MatchingSettings = {
  /** Subfield slugs. */
  fields: readonly string[];
  variants: readonly EnglishVariant[];
  services: readonly Service[];
  weeklyWords: number | null;
  /** Orders at the same time. */
  parallelOrders: number | null;
  /** Days worked on, 0 Sunday to 6 Saturday. */
  workingDays: readonly number[];
  /** "none" is an answer too. Times are "HH:MM" on the editor's clock; `from` after `to` runs over midnight. */
  quietHours: { from: string; to: string } | "none" | null;
};

/** One thing that happened, for the score. `value` is between 0 and 1. */
export type Scored = { at: Date; value: number };

/**
 * Events added up, each at half its weight for every half-life before `at`. Both sums shrink alike with time, so what was counted
 * once is right at any later moment.
 */
export type DecayedSum = {
  /** How much the events weigh together. */
  weight: number;
  /** Their values, weighed. */
  total: number;
  at: Date;
};

/** An editor's record: what has happened, for each part of the score. */
export type EditorEvents = {
  /** QA points of 100, as a share. */
  qa: readonly Scored[];
  /** Overall stars as a share: 1 star is 0, 5 are 1. */
  ratings: readonly Scored[];
  /** 1 in time, 0 late. Orders taken over when already late are left out. */
  onTime: readonly Scored[];
  /** 1 answered (accepted or declined), 0 let expire. */
  responses: readonly Scored[];
  /** 1 where the client had ordered from this editor before. */
  repeats: readonly Scored[];
};
export type EditorStats = Readonly<Record<keyof EditorEvents, DecayedSum>>;

/** The record of somebody with none. */
export const NO_RECORD: EditorStats = (() => {
  const none: DecayedSum = { weight: 0, total: 0, at: new Date(0) };
  return { qa: none, ratings: none, onTime: none, responses: none, repeats: none };
})();

export type OpenOrder = { words: number; editorDueAt: Date };

/** What an editor has set and proven: what capacity asks besides open orders. */
export type EditorSettings = MatchingSettings & {
  uid: string;
  identityApproved: boolean;
  agreementSigned: boolean;
  matchReady: boolean;
  /** Whether a doctorate has been verified. */
  doctorate: boolean;
  level: Level;
  /** IANA name. */
  timeZone: string;
  /** Days off on the editor's calendar, "YYYY-MM-DD". */
  daysOff: readonly string[];
};

export type EditorWithWork = EditorSettings & {
  openOrders: readonly OpenOrder[];
  /** Whether this order's client has asked not to have this editor. */
  blockedByClient: boolean;
};

export type EditorForMatching = EditorWithWork & {
  /** Words of orders accepted in the last seven days, for fairness. */
  recentWords: number;
  stats: EditorStats;
};

export type OrderForMatching = {
  orderId: string;
  clientUid: string;
  service: Service;
  turnaround: Turnaround;
  /** Subfield slug. */
  subfield: string;
  variant: EnglishVariant;
  /** Billable words. */
  words: number;
  editorDueAt: Date;
  /** Editors who have declined it, lost it or were taken off it. */
  declinedBy: readonly string[];
};
