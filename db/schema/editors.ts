import type { ApplicationStatus } from "#app/features/editors/rules/application-flow.ts";
import type { KycDocumentState } from "#app/features/editors/rules/kyc/kyc-flow.ts";
import type { DocumentKind, KycState, TaxForm } from "#app/features/editors/rules/kyc/kyc.ts";
import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import type { Json, JsonDefault, JsonOrNull, At, AtOrNull, OrNull, Default, Flag, Count } from "./columns.ts";

/** An editor's settings and status. */
export interface EditorsTable {
  uid: string;
  level: Default<Level>;
  headline: Default<string>;
  degree: Default<string>;
  bio: Default<string>;
  /** One a line. */
  publications: Default<string>;
  /** Languages they read besides English, as codes of ISO 639-1. */
  languages: JsonDefault<string[]>;
  /** Subfield slugs. */
  fields: Json<string[]>;
  variants: Json<string[]>;
  services: Json<string[]>;
  weeklyWords: OrNull<number>;
  parallelOrders: OrNull<number>;
  /** Working days (1 Monday .. 7 Sunday) and days off as ISO dates. */
  calendar: JsonOrNull<{ workdays: number[]; away: string[] }>;
  quietHours: JsonOrNull<{ from: string; to: string }>;
  timeZone: Default<string>;
  matchReady: Flag;
  identityApprovedAt: AtOrNull;
  agreementSignedAt: AtOrNull;
  confidentialitySignedAt: AtOrNull;
  /** Expert editing requires a verified doctorate. */
  doctorateVerifiedAt: AtOrNull;
  /** Six capitals and digits in the numbers of their self-billed invoices, from the first one on. */
  invoiceCode: OrNull<string>;
  /** When the editor's public page was turned on; null without one. */
  publicAt: AtOrNull;
  kycStatus: Default<KycState>;
  /** When all documents were approved for the first time. Payouts continue while one is being renewed. */
  kycApprovedAt: AtOrNull;
  /** When a document expired without a replacement: no new invites since then. */
  kycExpiredAt: AtOrNull;
  kycRemindedAt: AtOrNull;
  /** When a payout below the minimum was asked for, which works once. */
  smallPayoutAskedAt: AtOrNull;
  /** When an admin fixed the level, with the reason; null if it follows from the record. */
  levelFixedAt: AtOrNull;
  levelFixedReason: OrNull<string>;
  /** Until when an admin paused new invites, or until an admin resumes them. */
  pausedAt: AtOrNull;
  pauseEndsAt: AtOrNull;
  pauseReason: OrNull<string>;
  /** Averages with a half-life, kept by the matching feature: qa, rating, onTime, response (0..1). */
  stats: Json<Record<string, number>>;
  qaDone: Count;
  createdAt: At;
}

/** Ready editors by the subfields they know. Triggers write it (migration 0170): nobody else does. */
export interface EditorSubfieldsTable {
  editorId: string;
  /** A subfield's slug. */
  subfield: string;
  weeklyWords: OrNull<number>;
  /** The record's quality, 0 to 1; null without a record. */
  quality: OrNull<number>;
  doctorate: boolean;
}

/**
 * What an editor sent to prove who they are. The newest of a kind counts (editors/rules/kyc/kyc.ts); days are ISO dates.
 */
export interface KycDocumentsTable {
  id: string;
  uid: string;
  kind: DocumentKind;
  status: Default<KycDocumentState>;
  issuedOn: OrNull<string>;
  expiresOn: OrNull<string>;
  submittedAt: At;
  reviewedAt: AtOrNull;
  reviewedBy: OrNull<string>;
  note: Default<string>;
  form: OrNull<TaxForm>;
  doctorate: Flag;
  reviewerId: OrNull<string>;
  reviewStartedAt: AtOrNull;
  replacedAt: AtOrNull;
  agreementVersion: OrNull<string>;
  agreementSha256: OrNull<string>;
  signature: OrNull<Buffer>;
  warnedDays: OrNull<number>;
}

/** One page or side of an editor's document, encrypted in storage under its key. */
export interface KycFilesTable {
  id: string;
  documentId: string;
  position: number;
  contentType: string;
  bytes: number;
  sha256: string;
  storageKey: string;
  keyVersion: number;
  createdAt: At;
  removedAt: AtOrNull;
}

/** An editor's legal name, date of birth, address and tax data, encrypted. */
export interface KycDetailsTable {
  uid: string;
  sealed: Buffer;
  keyVersion: number;
  version: Count;
  savedAt: At;
  checkedAt: AtOrNull;
  checkedBy: OrNull<string>;
}

/** An application to work as an editor: a draft until it's submitted once and decided once. */
export interface EditorApplicationsTable {
  uid: string;
  status: Default<ApplicationStatus>;
  /** As stored: `answersOf` reads them. */
  answers: Json<Record<string, unknown>>;
  agreementVersion: OrNull<string>;
  /** The assigned sample, when it was started and when it was submitted. */
  sampleId: OrNull<string>;
  sampleStartedAt: AtOrNull;
  sampleFinishedAt: AtOrNull;
  /** The reviewer's scores. */
  rubric: JsonOrNull<Record<string, number>>;
  createdAt: At;
  updatedAt: At;
  submittedAt: AtOrNull;
  decidedAt: AtOrNull;
  decidedBy: OrNull<string>;
  note: Default<string>;
}

/** An applicant's CV and proof of degree, encrypted in storage. */
export interface ApplicationFilesTable {
  id: string;
  uid: string;
  kind: "cv" | "degree";
  contentType: string;
  bytes: number;
  sha256: string;
  storageKey: string;
  keyVersion: number;
  createdAt: At;
  removedAt: AtOrNull;
}

/**
 * Content of an editor's public page besides the profile. `record`: PublicRecord of editors/rules/public-page.ts, as
 * last computed.
 */
export interface EditorPagesTable {
  editorId: string;
  sampleBefore: Default<string>;
  sampleAfter: Default<string>;
  photo: OrNull<Uint8Array>;
  photoType: OrNull<string>;
  photoHash: OrNull<string>;
  /** Whether the page shows the editor's verified ORCID iD. */
  showOrcid: Default<boolean>;
  record: JsonOrNull<Record<string, unknown>>;
  recordAt: AtOrNull;
  updatedAt: At;
}

/** A kind of document that staff requested from an editor. Deleted when one arrives or the request is withdrawn. */
export interface KycRequestsTable {
  uid: string;
  kind: DocumentKind;
  note: string;
  askedBy: OrNull<string>;
  askedAt: At;
  remindedAt: AtOrNull;
}

/** A text that an editor inserts by its shortcut. */
export interface SnippetsTable {
  uid: string;
  name: string;
  body: string;
  savedAt: At;
}
