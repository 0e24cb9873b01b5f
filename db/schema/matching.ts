import type { DeclineReason } from "#app/features/matching/rules/decline.ts";
import type { InviteState } from "#app/features/matching/rules/flow.ts";
import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import type { Json, At, AtOrNull, OrNull, Default, Cents } from "./columns.ts";

export interface InvitesTable {
  id: string;
  orderId: string;
  editorId: string;
  wave: number;
  status: Default<InviteState>;
  payMinor: Cents;
  currency: Default<string>;
  /** The figures behind the rank, which the editor can read. */
  score: Json<Record<string, unknown>>;
  sentAt: At;
  expiresAt: At;
  seenAt: AtOrNull;
  respondedAt: AtOrNull;
  /** Why it was declined, and the editor's comment. */
  declineReason: OrNull<DeclineReason>;
  declineNote: Default<string>;
}

/** An offer to be an order's second reader. */
export interface ReadingInvitesTable {
  id: string;
  readingId: string;
  orderId: string;
  editorId: string;
  wave: number;
  status: Default<InviteState>;
  level: Level;
  payMinor: Cents;
  currency: string;
  sentAt: At;
  expiresAt: At;
  respondedAt: AtOrNull;
}

/** Why an editor was or wasn't invited to an order, in sentences, from the latest evaluation. */
export interface MatchJudgementsTable {
  orderId: string;
  editorId: string;
  eligible: boolean;
  reasons: Json<string[]>;
  score: OrNull<number>;
  judgedAt: At;
}

/**
 * An editor's track record, recomputed on every addition: DecayedSum of editors/rules/editor-for-matching.ts for each
 * part of the score.
 */
export interface EditorRecordsTable {
  editorId: string;
  qa: Json<{ weight: number; total: number }>;
  ratings: Json<{ weight: number; total: number }>;
  onTime: Json<{ weight: number; total: number }>;
  responses: Json<{ weight: number; total: number }>;
  repeats: Json<{ weight: number; total: number }>;
  /** The quality score when computed, 0 to 1. Better editors are considered first. */
  quality: number;
  countedAt: Date;
}

/** Somebody who asked to be emailed once when an editor can take their field. */
export interface FieldWaitsTable {
  id: string;
  email: string;
  /** The draft on which they asked. */
  orderId: OrNull<string>;
  uid: OrNull<string>;
  subfield: string;
  variant: OrNull<string>;
  words: number;
  createdAt: At;
  checkedAt: At;
  toldAt: AtOrNull;
}
