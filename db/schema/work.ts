import type { CertificateFacts } from "#app/features/certificates/rules/certificate-facts.ts";
import type { GateResult } from "#app/features/documents/rules/docx/change-stats.ts";
import type { Said } from "#app/features/documents/rules/queries/queries.ts";
import type { QueryOption } from "#app/features/documents/rules/queries/query-options.ts";
import type { QaReason, QaScores } from "#app/features/orders/rules/qa.ts";
import type { ReadingStatus, SkipReason } from "#app/features/orders/rules/second-reading.ts";
import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import type { Json, JsonOrNull, At, AtOrNull, OrNull, Default, Count, Cents, Flag } from "./columns.ts";

/** An editor's turn at an order that ended before the order did. */
export interface OrderHandoversTable {
  id: string;
  orderId: string;
  editorId: string;
  phase: "edit" | "revision";
  by: "editor" | "staff" | "clock";
  reason: string;
  /** Words of the order that the next editor doesn't have to redo, earlier turns included. */
  words: Count;
  /** The share of the whole order that this turn did, in basis points. */
  partBp: Count;
  payMinor: Cents;
  /** Whether it doesn't count against the editor: a question of theirs was unanswered for a week. */
  excused: Flag;
  at: At;
}

/** One submission by the editor: all tracked copies of the order, checked together. */
export interface SubmissionsTable {
  id: string;
  orderId: string;
  editorId: string;
  round: number;
  status: Default<"open" | "stopped" | "submitted" | "delivered" | "changes_required" | "released">;
  letter: Default<string>;
  createdAt: At;
  submittedAt: AtOrNull;
  deliveredAt: AtOrNull;
}

export interface SubmissionFilesTable {
  submissionId: string;
  sourceFileId: string;
  trackedFileId: string;
  cleanFileId: OrNull<string>;
  /** null while the copy is being read. */
  gate: JsonOrNull<GateResult>;
  passed: OrNull<boolean>;
}

/** What the editor says of a finding of the gate: that it is meant, and why. */
export interface GateResolutionsTable {
  submissionId: string;
  sourceFileId: string;
  findingKey: string;
  kind: string;
  reason: Default<string>;
  resolvedBy: string;
  resolvedAt: At;
}

/** A comment of an edited copy, with what its author answered. */
export interface DocumentQueriesTable {
  id: string;
  orderId: string;
  fileId: string;
  /** Its id in the file. */
  commentId: string;
  position: number;
  author: string;
  body: string;
  said: Json<Said[]>;
  section: string;
  quote: string;
  deleted: boolean;
  leading: string;
  trailing: string;
  options: Json<QueryOption[]>;
  editable: boolean;
  /** It asks something, by its words; `marked` is what the editor says. */
  asks: boolean;
  marked: OrNull<boolean>;
  state: Default<"open" | "answered" | "skipped">;
  choice: OrNull<number>;
  answer: Default<string>;
  version: Count;
  answeredAt: AtOrNull;
  /** The version of the answer that is in a copy, and its outcome there. */
  writtenVersion: OrNull<number>;
  writtenAs: OrNull<"none" | "made" | "kept" | "left" | "lost">;
  createdAt: At;
}

/** A line of what somebody decided on the tracked changes of a file: LogLine of documents/rules/explore/decision-log.ts. */
export interface ChangeDecisionsTable {
  fileId: string;
  uid: string;
  /** From 1, without gaps. */
  seq: number;
  key: string;
  to: "accept" | "reject" | "keep" | "undo" | "redo";
  ids: string;
  at: At;
}

export interface QaReviewsTable {
  id: string;
  orderId: string;
  submissionId: string;
  reason: QaReason;
  /** Before delivery, after a low rating, or again because the editor appealed. */
  kind: Default<"delivery" | "rating" | "appeal">;
  status: Default<"waiting" | "passed" | "failed" | "void">;
  reviewerId: OrNull<string>;
  scores: JsonOrNull<QaScores & { ignoredInstruction?: number }>;
  total: OrNull<number>;
  note: OrNull<string>;
  createdAt: At;
  decidedAt: AtOrNull;
  dueAt: At;
  /** Who has it for now, and until when. */
  takenBy: OrNull<string>;
  takenAt: AtOrNull;
  takenUntilAt: AtOrNull;
  overdueToldAt: AtOrNull;
  /** The review that an appeal is against, and the editor's reason. */
  appealOf: OrNull<string>;
  appeal: OrNull<string>;
  /** The appeal whose result counts in place of this review. */
  replacedById: OrNull<string>;
}

/** The second reading of an order, from the search for a reader to its end. */
export interface SecondReadingsTable {
  id: string;
  orderId: string;
  status: Default<ReadingStatus>;
  createdAt: At;
  /** When the present search for a reader started; it starts again when a reader leaves. */
  searchFromAt: At;
  /** Since when any reader in the field may take it without an invite. */
  openAt: AtOrNull;
  readerId: OrNull<string>;
  /** The reader's level and pay, as promised when they took it. */
  level: OrNull<Level>;
  payMinor: Cents;
  takenAt: AtOrNull;
  /** When the reader was told that the first editor's work is there. */
  readyAt: AtOrNull;
  /** Whether messages about it are unread. */
  unreadByReader: Flag;
  unreadByEditor: Flag;
  /** The reader's note to the author and the first editor. */
  note: Default<string>;
  /** Why it didn't happen. */
  why: OrNull<SkipReason>;
  /** The submission that was read. */
  submissionId: OrNull<string>;
  endedAt: AtOrNull;
}

/** A second reader's copy of one source, as it was checked last. */
export interface ReadingFilesTable {
  readingId: string;
  sourceFileId: string;
  /** The first editor's copy that it continues, kept when the reader's takes its place in the submission. */
  editorFileId: OrNull<string>;
  trackedFileId: string;
  gate: JsonOrNull<GateResult>;
  passed: OrNull<boolean>;
}

/** The public certificate of a delivery. No column holds the key to its seal. */
export interface CertificatesTable {
  /** What people type: "7K3MQ-X9T2B". */
  id: string;
  orderId: string;
  submissionId: string;
  /** null once it is revoked, and so is the seal. */
  facts: JsonOrNull<CertificateFacts>;
  /** Keyed hashes of the edited text's sentences: documents/rules/certificate/certificate.ts. */
  seal: OrNull<Uint8Array>;
  pdfBytes: number;
  issuedAt: At;
  supersededAt: AtOrNull;
  revokedAt: AtOrNull;
}
