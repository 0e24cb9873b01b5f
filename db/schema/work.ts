import type { CertificateFacts, CertificateKind } from "#app/features/certificates/rules/certificate-facts.ts";
import type { GateResult } from "#app/features/documents/rules/docx/change-stats.ts";
import type { PassageFormula, Said } from "#app/features/documents/rules/queries/queries.ts";
import type { QueryOption } from "#app/features/documents/rules/queries/query-options.ts";
import type { QaReason, QaScores } from "#app/features/orders/rules/review/qa.ts";
import type { ReadingStatus, SkipReason } from "#app/features/orders/rules/review/second-reading.ts";
import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import type { Json, JsonDefault, JsonOrNull, At, AtOrNull, OrNull, Default, Count, Cents, Flag } from "./columns.ts";

/** An editor's turn at an order that ended before the order did. */
export interface OrderHandoversTable {
  id: string;
  orderId: string;
  editorId: string;
  phase: "edit" | "revision";
  by: "editor" | "staff" | "clock";
  reason: string;
  /** Words that the next editor doesn't have to redo, including earlier turns. */
  words: Count;
  /** The share of the whole order that this turn did, in basis points. */
  partBp: Count;
  payMinor: Cents;
  /** Whether it's excused: a question of the editor's was unanswered for a week. */
  excused: Flag;
  at: At;
}

/** One submission: all tracked copies of the order, checked together. */
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
  /** When its editor confirmed that no generative AI saw the manuscript or wrote the edits. */
  noAiAt: AtOrNull;
}

export interface SubmissionFilesTable {
  submissionId: string;
  sourceFileId: string;
  trackedFileId: string;
  cleanFileId: OrNull<string>;
  /** Null while the copy is being processed. */
  gate: JsonOrNull<GateResult>;
  passed: OrNull<boolean>;
}

/** The editor's explanation that a gate finding is intended. */
export interface GateResolutionsTable {
  submissionId: string;
  sourceFileId: string;
  findingKey: string;
  kind: string;
  reason: Default<string>;
  resolvedBy: string;
  resolvedAt: At;
}

/** A comment in an edited copy, with its author's answer. */
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
  formulas: JsonDefault<PassageFormula[]>;
  options: Json<QueryOption[]>;
  editable: boolean;
  /** Whether it's worded as a question. `marked` is the editor's choice. */
  asks: boolean;
  marked: OrNull<boolean>;
  state: Default<"open" | "answered" | "skipped">;
  choice: OrNull<number>;
  answer: Default<string>;
  version: Count;
  answeredAt: AtOrNull;
  /** The answer's version that was written to a copy, and the outcome. */
  writtenVersion: OrNull<number>;
  writtenAs: OrNull<"none" | "made" | "kept" | "left" | "lost">;
  createdAt: At;
}

/** A decision about a file's tracked changes: LogLine of documents/rules/explore/decision-log.ts. */
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
  /** Before delivery, after a low rating, or again after the editor's appeal. */
  kind: Default<"delivery" | "rating" | "appeal">;
  status: Default<"waiting" | "passed" | "failed" | "void">;
  reviewerId: OrNull<string>;
  scores: JsonOrNull<QaScores & { ignoredInstruction?: number }>;
  total: OrNull<number>;
  note: OrNull<string>;
  createdAt: At;
  decidedAt: AtOrNull;
  dueAt: At;
  /** Its current reviewer, and until when. */
  takenBy: OrNull<string>;
  takenAt: AtOrNull;
  takenUntilAt: AtOrNull;
  overdueToldAt: AtOrNull;
  /** The review being appealed, and the editor's reason. */
  appealOf: OrNull<string>;
  appeal: OrNull<string>;
  /** The appeal whose result replaces this review. */
  replacedById: OrNull<string>;
}

/** An order's second reading, from the search for a reader to its end. */
export interface SecondReadingsTable {
  id: string;
  orderId: string;
  status: Default<ReadingStatus>;
  createdAt: At;
  /** When the current search for a reader started. It restarts when a reader leaves. */
  searchFromAt: At;
  /** Since when any reader in the field may take it without an invite. */
  openAt: AtOrNull;
  readerId: OrNull<string>;
  /** The reader's level and pay, as promised when they accepted. */
  level: OrNull<Level>;
  payMinor: Cents;
  takenAt: AtOrNull;
  /** When the reader was told that the first editor's work is ready. */
  readyAt: AtOrNull;
  /** Whether messages about it are unread. */
  unreadByReader: Flag;
  unreadByEditor: Flag;
  /** The reader's note to the author and the first editor. */
  note: Default<string>;
  /** Why it didn't happen. */
  why: OrNull<SkipReason>;
  /** The submission it's based on. */
  submissionId: OrNull<string>;
  /** When the reader confirmed that no generative AI saw the manuscript or wrote the edits. */
  noAiAt: AtOrNull;
  endedAt: AtOrNull;
}

/** A second reader's copy of one source, with its latest check. */
export interface ReadingFilesTable {
  readingId: string;
  sourceFileId: string;
  /** The first editor's copy that it continues, kept when the reader's replaces it in the submission. */
  editorFileId: OrNull<string>;
  trackedFileId: string;
  gate: JsonOrNull<GateResult>;
  passed: OrNull<boolean>;
}

/** The public certificate of a delivery, or the declaration of one under a policy. No column holds the key to its seal. */
export interface CertificatesTable {
  /** The id as people type it: "7K3MQ-X9T2B". */
  id: string;
  orderId: string;
  submissionId: string;
  kind: Default<CertificateKind>;
  /** Null once it's revoked, like the seal. */
  facts: JsonOrNull<CertificateFacts>;
  /** Keyed hashes of the edited text's sentences: documents/rules/certificate/certificate.ts. */
  seal: OrNull<Uint8Array>;
  pdfBytes: number;
  issuedAt: At;
  supersededAt: AtOrNull;
  revokedAt: AtOrNull;
}
