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
  /** The figures behind the rank, to be read by the editor. */
  score: Json<Record<string, unknown>>;
  sentAt: At;
  expiresAt: At;
  seenAt: AtOrNull;
  respondedAt: AtOrNull;
  /** Why it was declined, and what the editor added. */
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

/** Why an editor was or was not invited to an order, in sentences, as last judged. */
export interface MatchJudgementsTable {
  orderId: string;
  editorId: string;
  eligible: boolean;
  reasons: Json<string[]>;
  score: OrNull<number>;
  judgedAt: At;
}

/** What an editor's past says, counted again whenever something is added to it: DecayedSum of editors/rules/editor-for-matching.ts, for each part of the score. */
export interface EditorRecordsTable {
  editorId: string;
  qa: Json<{ weight: number; total: number }>;
  ratings: Json<{ weight: number; total: number }>;
  onTime: Json<{ weight: number; total: number }>;
  responses: Json<{ weight: number; total: number }>;
  repeats: Json<{ weight: number; total: number }>;
  /** The quality score when it was counted, 0 to 1: who is looked at first. */
  quality: number;
  countedAt: Date;
}

/** Somebody who asked to be emailed once when an editor can take their field. */
export interface FieldWaitsTable {
  id: string;
  email: string;
  /** The draft it was asked on. */
  orderId: OrNull<string>;
  uid: OrNull<string>;
  subfield: string;
  variant: OrNull<string>;
  words: number;
  createdAt: At;
  checkedAt: At;
  toldAt: AtOrNull;
}
