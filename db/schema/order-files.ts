import type { Generated } from "kysely";
import type { ReEdit } from "#app/features/documents/rules/re-edit/re-edit-count.ts";
import type { CheckOutcome, CheckSummary } from "#app/features/documents/rules/check/report/consistent.ts";
import type { Finding } from "#app/features/documents/rules/check/finding.ts";
import type { CountReceipt } from "#app/features/documents/rules/readers/receipt.ts";
import type { Refusal } from "#app/features/documents/rules/readers/refusal.ts";
import type { FileRole } from "#app/features/orders/rules/draft/file-role.ts";
import type { VersionStatus } from "#app/features/orders/rules/change/new-words.ts";
import type { UploadPurpose } from "#app/features/orders/server/uploads/upload-policy.ts";
import type { JsonOrNull, At, AtOrNull, OrNull, Default, Count } from "./columns.ts";

/** One immutable version of one file. `purpose` says what it's for, and the order references the current ones. */
export interface FilesTable {
  id: string;
  orderId: string;
  purpose: "source" | "version" | "working" | "reference" | "tracked" | "clean" | "answered" | "letter" | "attachment";
  /** The source file it belongs to (version, tracked, clean, working). */
  sourceFileId: OrNull<string>;
  /** Its role in a response to reviewers. */
  role: OrNull<FileRole>;
  name: string;
  contentType: string;
  bytes: number;
  sha256: string;
  storageKey: string;
  version: Count;
  position: Count;
  /** `counted` and `refused` only if a count was requested (source). */
  state: Default<"stored" | "counting" | "counted" | "refused">;
  receipt: JsonOrNull<CountReceipt>;
  /** For a new version in a re-edit or a revision. */
  reedit: JsonOrNull<ReEdit>;
  refusal: JsonOrNull<Omit<Refusal, "ok">>;
  sample: OrNull<string>;
  /** The upload from which the system made a tracked copy by comparison. */
  comparedFromId: OrNull<string>;
  /** The copy that this version was made from by turning changes into comments. */
  turnedFromId: OrNull<string>;
  /** What that upload changed besides words, and the tracked copy doesn't have. */
  leftOut: JsonOrNull<string[]>;
  /** The round of the revision it was sent with, for a new version. Null until then. */
  round: OrNull<number>;
  uploadedBy: OrNull<string>;
  removedAt: AtOrNull;
  createdAt: At;
}

/** A finding that stays in a manuscript on purpose. Taken back at `endedAt`. */
export interface KeptFindingsTable {
  /** The manuscript. */
  fileId: string;
  /** A hash of what the finding is known by. */
  key: string;
  reason: string;
  byId: OrNull<string>;
  at: At;
  endedAt: AtOrNull;
}

/** What the check found in a manuscript or in an edited copy, by one version of the rules. */
export interface ManuscriptChecksTable {
  fileId: string;
  /** The file's. The same bytes have the same findings. */
  sha256: string;
  version: number;
  /** "" for the journal's own, or none. */
  styleGuide: string;
  /** Of the order's style sheet, as far as it says which forms to use. "" for none. */
  sheetHash: string;
  language: OrNull<string>;
  /** Null once the file is deleted, and if the file couldn't be checked. So are `uniform` and `summary`. */
  findings: JsonOrNull<Finding[]>;
  /** What the manuscript writes in one way throughout. Null for checks by older rules. */
  uniform: JsonOrNull<Finding[]>;
  summary: JsonOrNull<CheckSummary>;
  /** Findings, without and with those that are only worth a look. */
  found: number;
  folded: number;
  /** Clean copies: what became of the manuscript's findings. Counts only. */
  outcome: JsonOrNull<CheckOutcome>;
  checkedAt: At;
}

/** Views of a manuscript's sample or files by people other than its author. */
export interface FileViewsTable {
  id: Generated<number>;
  fileId: OrNull<string>;
  orderId: string;
  viewerId: OrNull<string>;
  what: string;
  at: At;
}

/**
 * An upload started within the last day. It reserves space until it has arrived, and counts against its sender until
 * the day is over.
 */
export interface UploadReservationsTable {
  id: string;
  orderId: string;
  purpose: UploadPurpose;
  userId: OrNull<string>;
  /** For a visitor: a keyed hash. */
  networkHash: OrNull<string>;
  bytes: number;
  createdAt: At;
  touchedAt: At;
  finishedAt: AtOrNull;
}

/**
 * The new version of a manuscript sent with a revision: how much is new, and what happened to the words that aren't
 * free.
 */
export interface RevisionVersionsTable {
  id: string;
  orderId: string;
  /** The revision's number, as `orders.revisionsUsed` once it was requested. */
  round: number;
  status: VersionStatus;
  newWords: number;
  freeWords: number;
  chargeId: OrNull<string>;
  /** The end of the text that's edited if the rest isn't paid. */
  lastFree: OrNull<string>;
  /** Who delivered the revision, and their earning for the paid words. */
  editorId: OrNull<string>;
  earningId: OrNull<string>;
  createdAt: At;
  decidedAt: AtOrNull;
  deliveredAt: AtOrNull;
}
