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
  /** Maximum open orders. */
  parallelOrders: number | null;
  /** Working days, 0 Sunday to 6 Saturday. */
  workingDays: readonly number[];
  /** "none" is also a valid answer. Times are "HH:MM" in the editor's time zone; `from` after `to` spans midnight. */
  quietHours: { from: string; to: string } | "none" | null;
};

/** One event for the score. `value` is between 0 and 1. */
export type Scored = { at: Date; value: number };

/**
 * Weighted sums of events, halving with each half-life before `at`. Both sums decay equally, so a stored record stays
 * valid later.
 */
export type DecayedSum = {
  /** Total weight of the events. */
  weight: number;
  /** Weighted sum of their values. */
  total: number;
  at: Date;
};

/** An editor's record, for each component of the score. */
export type EditorEvents = {
  /** QA points of 100, as a share. */
  qa: readonly Scored[];
  /** Overall stars as a share: 1 star is 0, 5 are 1. */
  ratings: readonly Scored[];
  /** 1 on time, 0 late. Orders accepted when already late are left out. */
  onTime: readonly Scored[];
  /** 1 answered (accepted or declined), 0 expired. */
  responses: readonly Scored[];
  /** 1 if the client had ordered from this editor before. */
  repeats: readonly Scored[];
};
export type EditorStats = Readonly<Record<keyof EditorEvents, DecayedSum>>;

/** An empty record. */
export const NO_RECORD: EditorStats = (() => {
  const none: DecayedSum = { weight: 0, total: 0, at: new Date(0) };
  return { qa: none, ratings: none, onTime: none, responses: none, repeats: none };
})();

/** A paid order that no editor has taken yet, or one whose checkout is open. */
export type UntakenOrder = {
  orderId: string;
  service: Service;
  /** Subfield slug. */
  subfield: string;
  variant: EnglishVariant;
  /** Billable words. */
  words: number;
  editorDueAt: Date;
  /** Editors who can't have it: its client, those the client blocked, and those who declined or were removed. */
  notFor: readonly string[];
};

export type OpenOrder = {
  words: number;
  editorDueAt: Date;
  /** Set if the words are only kept for an order that no editor has taken yet. */
  untaken?: UntakenOrder;
};

/** An editor's settings and credentials, which capacity needs besides open orders. */
export type EditorSettings = MatchingSettings & {
  uid: string;
  identityApproved: boolean;
  agreementSigned: boolean;
  /** A document has expired and isn't renewed yet, which stops new invites. */
  documentsExpired?: boolean;
  /** An admin has paused new invites. */
  paused?: boolean;
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
  /** An admin blocked the editor's account. */
  accountBlocked?: boolean;
  /** Whether this order's client blocked this editor. */
  blockedByClient: boolean;
};

export type EditorForMatching = EditorWithWork & {
  /** Words of orders accepted in the last seven days, for fairness. */
  recentWords: number;
  stats: EditorStats;
  /** Orders that passed their review, up to the most that a policy can ask for. Missing: that many. */
  qaDone?: number;
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
  /**
   * For an editor whose work is reviewed before delivery, how much earlier the deadline is, and the rates that decide
   * whose is. Missing: the deadline is the same for all.
   */
  review?: { earlierMs: number; rates: { firstOrders: number; sampleOneIn: number } };
  /** Editors who declined it, lost it or were removed from it. */
  declinedBy: readonly string[];
  /** The order's second reader, who can't be its editor too. */
  readerUid?: string | null;
};
