import type { ColumnType, Generated } from "kysely";
import type { Minor } from "#app/platform/rules/core/money.ts";

/** Columns as the database holds them. Money ends in `Minor`, instants in `At`, durations in `Ms`. jsonb is written as a string. */
type Json<T> = ColumnType<T, string, string>;
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>;
type At = ColumnType<Date, Date, Date>;
type AtOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Flag = ColumnType<boolean, boolean | undefined, boolean>;
type Count = ColumnType<number, number | undefined, number>;
type Cents = ColumnType<Minor, number | undefined, number>;

/** Feature tables name their jsonb shapes in their own rules; here they are open records. */
type Obj = Record<string, unknown>;

/** The profile of the specification: who somebody is to the business. Keyed by the sign-in service's uid. */
export interface UsersTable {
  uid: string;
  displayName: string;
  email: string;
  role: ColumnType<
    "client" | "editor" | "admin",
    "client" | "editor" | "admin" | undefined,
    "client" | "editor" | "admin"
  >;
  isAdmin: Flag;
  isEditor: Flag;
  timeZone: OrNull<string>;
  /** Buyer's details for invoices: name, address, country, VAT id. */
  billing: JsonOrNull<Obj>;
  createdAt: At;
}

/** What the editor side knows of an editor. */
export interface EditorsTable {
  uid: string;
  level: ColumnType<"trial" | "standard" | "senior" | "lead", string | undefined, string>;
  headline: ColumnType<string, string | undefined, string>;
  degree: ColumnType<string, string | undefined, string>;
  bio: ColumnType<string, string | undefined, string>;
  /** Subfield slugs. */
  fields: Json<string[]>;
  variants: Json<string[]>;
  services: Json<string[]>;
  weeklyWords: OrNull<number>;
  parallelOrders: OrNull<number>;
  /** Days of the week worked (1 Monday .. 7 Sunday) and days away as ISO dates. */
  calendar: JsonOrNull<{ workdays: number[]; away: string[] }>;
  quietHours: JsonOrNull<{ from: string; to: string }>;
  timeZone: ColumnType<string, string | undefined, string>;
  matchReady: Flag;
  identityApprovedAt: AtOrNull;
  agreementSignedAt: AtOrNull;
  confidentialitySignedAt: AtOrNull;
  /** Expert editing asks for a verified doctorate. */
  doctorateVerifiedAt: AtOrNull;
  /** Since when the editor has a public page; null without one. */
  publicAt: AtOrNull;
  kycStatus: ColumnType<string, string | undefined, string>;
  /** When all documents were approved for the first time. Payouts go on while one is renewed. */
  kycApprovedAt: AtOrNull;
  /** Since when a document has been expired without a successor: no new invites. */
  kycExpiredAt: AtOrNull;
  kycRemindedAt: AtOrNull;
  /** Averages with a half-life, kept by the matching feature: qa, rating, onTime, response (0..1). */
  stats: Json<Obj>;
  qaDone: Count;
  createdAt: At;
}

/** What an editor's public page shows besides the profile. `record`: PublicRecord of editors/rules/public-page.ts, as last counted. */
export interface EditorPagesTable {
  editorId: string;
  sampleBefore: ColumnType<string, string | undefined, string>;
  sampleAfter: ColumnType<string, string | undefined, string>;
  photo: OrNull<Uint8Array>;
  photoType: OrNull<string>;
  photoHash: OrNull<string>;
  record: JsonOrNull<Obj>;
  recordAt: AtOrNull;
  updatedAt: At;
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

/** Where an editor is paid. A change is confirmed by email and frozen for three days. */
export interface BankDetailsTable {
  id: string;
  uid: string;
  holder: string;
  iban: OrNull<string>;
  accountNumber: OrNull<string>;
  /** ABA, of a US account. */
  routingNumber: OrNull<string>;
  accountType: OrNull<string>;
  bic: OrNull<string>;
  bankName: OrNull<string>;
  country: string;
  currency: string;
  addressLine: OrNull<string>;
  town: OrNull<string>;
  postCode: OrNull<string>;
  confirmTokenHash: OrNull<string>;
  confirmedAt: AtOrNull;
  usableAt: AtOrNull;
  replacedAt: AtOrNull;
  createdAt: At;
}

/** Bank details that wait for the link in an email, encrypted. One for each editor. */
export interface BankChangesTable {
  uid: string;
  sealed: Buffer;
  tokenHash: string;
  expiresAt: Date;
  createdAt: Date;
}

/** An upload begun within the last day: its room is set aside until it has arrived, and it counts for its sender until the day is over. */
export interface UploadReservationsTable {
  id: string;
  orderId: string;
  purpose: string;
  userId: OrNull<string>;
  /** Of a visitor: a keyed hash. */
  networkHash: OrNull<string>;
  bytes: number;
  createdAt: At;
  touchedAt: At;
  finishedAt: AtOrNull;
}

/** One immutable version of one file. What it is for is `purpose`; the order points at the current ones. */
export interface FilesTable {
  id: string;
  orderId: string;
  purpose: "source" | "working" | "reference" | "tracked" | "clean" | "answered" | "letter" | "attachment";
  /** The source file this one answers to (tracked, clean, working). */
  sourceFileId: OrNull<string>;
  name: string;
  contentType: string;
  bytes: number;
  sha256: string;
  storageKey: string;
  version: Count;
  position: Count;
  /** `counted` and `refused` only where a count was asked for (source). */
  state: ColumnType<"stored" | "counting" | "counted" | "refused", string | undefined, string>;
  /** CountReceipt of documents/rules/readers/receipt.ts. */
  receipt: JsonOrNull<Obj>;
  /** ReEdit of documents/rules/re-edit/re-edit-count.ts: of a new version on a re-edit. */
  reedit: JsonOrNull<Obj>;
  /** code, message, advice. */
  refusal: JsonOrNull<Obj>;
  sample: OrNull<string>;
  /** Of a tracked copy that the system made by comparing: the upload it was made of. */
  comparedFromId: OrNull<string>;
  uploadedBy: OrNull<string>;
  removedAt: AtOrNull;
  createdAt: At;
}

export interface OrdersTable {
  id: string;
  /** What people say on the phone: "S-10023". */
  number: string;
  status: string;
  /** The state to return to from on_hold or disputed. */
  heldFrom: OrNull<string>;
  /** The delivered order whose changed sentences this one is for. */
  reeditOf: OrNull<string>;
  userId: OrNull<string>;
  /** sha-256 of the key in an anonymous visitor's cookie, until the draft is claimed by an account. */
  guestKeyHash: OrNull<string>;
  assignedTo: OrNull<string>;
  title: ColumnType<string, string | undefined, string>;
  /** The client's choices while drafting: OrderChoices of orders/rules/choices.ts. */
  choices: Json<Obj>;
  choicesVersion: Count;
  service: OrNull<string>;
  turnaround: OrNull<string>;
  field: OrNull<string>;
  variant: OrNull<string>;
  /** The price as frozen: PriceReceipt of pricing/rules/price.ts. */
  price: JsonOrNull<Obj>;
  words: Count;
  billableWords: Count;
  currency: ColumnType<string, string | undefined, string>;
  listMinor: Cents;
  editorBasisMinor: Cents;
  discountMinor: Cents;
  taxMinor: Cents;
  totalMinor: Cents;
  paidMinor: Cents;
  refundedMinor: Cents;
  couponId: OrNull<string>;
  windowMs: Count;
  quotedAt: AtOrNull;
  quoteExpiresAt: AtOrNull;
  paidAt: AtOrNull;
  dueAt: AtOrNull;
  editorDueAt: AtOrNull;
  assignedAt: AtOrNull;
  startedAt: AtOrNull;
  submittedAt: AtOrNull;
  deliveredAt: AtOrNull;
  acceptedAt: AtOrNull;
  closedAt: AtOrNull;
  cancelledAt: AtOrNull;
  autoAcceptAt: AtOrNull;
  revisionUntilAt: AtOrNull;
  revisionsUsed: Count;
  revisionDueAt: AtOrNull;
  revisionNote: OrNull<string>;
  /** The deadline in force when a blocking query stopped the clock. */
  pausedAt: AtOrNull;
  pausedMs: Count;
  progressWords: Count;
  progressAt: AtOrNull;
  /** Which clock rules have already spoken: rule name -> instant. */
  flags: Json<Record<string, string>>;
  unreadByClient: Flag;
  unreadByEditor: Flag;
  createdAt: At;
  updatedAt: At;
  /** When its author or editor last asked staff for help: for some time support may then open its files. */
  helpAskedAt: AtOrNull;
}

/** One submission by the editor: all tracked copies of the order, checked together. */
export interface SubmissionsTable {
  id: string;
  orderId: string;
  editorId: string;
  round: number;
  status: ColumnType<
    "open" | "stopped" | "submitted" | "delivered" | "changes_required" | "released",
    string | undefined,
    string
  >;
  letter: ColumnType<string, string | undefined, string>;
  createdAt: At;
  submittedAt: AtOrNull;
  deliveredAt: AtOrNull;
}

export interface SubmissionFilesTable {
  submissionId: string;
  sourceFileId: string;
  trackedFileId: string;
  cleanFileId: OrNull<string>;
  /** GateResult of documents/rules/docx/change-stats.ts; null while it is being read. */
  gate: JsonOrNull<Obj>;
  passed: OrNull<boolean>;
}
/** What the editor says of a finding of the gate: that it is meant, and why. */
export interface GateResolutionsTable {
  submissionId: string;
  sourceFileId: string;
  findingKey: string;
  kind: string;
  reason: ColumnType<string, string | undefined, string>;
  resolvedBy: string;
  resolvedAt: At;
}

/** A comment of an edited copy, with what its author answered. `said`: Said[] of documents/rules/queries/queries.ts; `options`: QueryOption[]. */
export interface DocumentQueriesTable {
  id: string;
  orderId: string;
  fileId: string;
  /** Its id in the file. */
  commentId: string;
  position: number;
  author: string;
  body: string;
  said: Json<Obj[]>;
  section: string;
  quote: string;
  deleted: boolean;
  leading: string;
  trailing: string;
  options: Json<Obj[]>;
  editable: boolean;
  /** It asks something, by its words; `marked` is what the editor says. */
  asks: boolean;
  marked: OrNull<boolean>;
  state: ColumnType<
    "open" | "answered" | "skipped",
    "open" | "answered" | "skipped" | undefined,
    "open" | "answered" | "skipped"
  >;
  choice: OrNull<number>;
  answer: ColumnType<string, string | undefined, string>;
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

/** The public certificate of a delivery. No column holds the key to its seal. */
export interface CertificatesTable {
  /** What people type: "7K3MQ-X9T2B". */
  id: string;
  orderId: string;
  submissionId: string;
  /** CertificateFacts of certificates/rules/certificate-facts.ts; null once it is revoked, and so is the seal. */
  facts: JsonOrNull<Obj>;
  /** Keyed hashes of the edited text's sentences: documents/rules/certificate/certificate.ts. */
  seal: OrNull<Uint8Array>;
  pdfBytes: number;
  issuedAt: At;
  supersededAt: AtOrNull;
  revokedAt: AtOrNull;
}

export interface QaReviewsTable {
  id: string;
  orderId: string;
  submissionId: string;
  reason: string;
  status: ColumnType<"waiting" | "passed" | "failed", string | undefined, string>;
  reviewerId: OrNull<string>;
  scores: JsonOrNull<Obj>;
  total: OrNull<number>;
  note: OrNull<string>;
  createdAt: At;
  decidedAt: AtOrNull;
}

export interface RatingsTable {
  orderId: string;
  userId: string;
  editorId: string;
  overall: number;
  accuracy: OrNull<number>;
  clarity: OrNull<number>;
  instructions: OrNull<number>;
  communication: OrNull<number>;
  comment: ColumnType<string, string | undefined, string>;
  createdAt: At;
  updatedAt: At;
}

export interface MessagesTable {
  id: string;
  orderId: string;
  authorId: OrNull<string>;
  authorRole: "client" | "editor" | "support" | "admin" | "system";
  kind: "message" | "query" | "answer";
  body: string;
  blocking: Flag;
  /** For an answer: the query it answers. */
  answersId: OrNull<string>;
  answeredAt: AtOrNull;
  fileId: OrNull<string>;
  createdAt: At;
  /** Chosen by the sender's browser so that a message sent twice stands once. */
  clientKey: OrNull<string>;
}

export interface ClientEditorsTable {
  userId: string;
  editorId: string;
  kind: "preferred" | "backup" | "blocked";
  createdAt: At;
}

export interface InvitesTable {
  id: string;
  orderId: string;
  editorId: string;
  wave: number;
  status: ColumnType<string, string | undefined, string>;
  payMinor: Cents;
  currency: ColumnType<string, string | undefined, string>;
  /** The figures behind the rank, to be read by the editor. */
  score: Json<Obj>;
  sentAt: At;
  expiresAt: At;
  seenAt: AtOrNull;
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

export interface PaymentsTable {
  id: string;
  orderId: string;
  provider: ColumnType<string, string | undefined, string>;
  attempt: number;
  status: ColumnType<"starting" | "open" | "succeeded" | "expired" | "failed", string | undefined, string>;
  amountMinor: Cents;
  refundedMinor: Cents;
  currency: string;
  checkoutSessionId: OrNull<string>;
  paymentIntentId: OrNull<string>;
  url: OrNull<string>;
  cardFingerprint: OrNull<string>;
  cardLabel: OrNull<string>;
  failure: OrNull<string>;
  /** Money that arrived for an order that couldn't take it. Refunded automatically. */
  surplus: Flag;
  createdAt: At;
  expiresAt: AtOrNull;
  succeededAt: AtOrNull;
  checkedAt: AtOrNull;
}

/** Every event of the card provider, kept by its id: applied once, whatever order it came in. */
export interface ProviderEventsTable {
  id: string;
  type: string;
  payload: Json<Obj>;
  receivedAt: At;
  appliedAt: AtOrNull;
  outcome: OrNull<string>;
}

export interface RefundsTable {
  id: string;
  orderId: OrNull<string>;
  paymentId: string;
  /** The row of the refund table that applied. */
  cause: string;
  amountMinor: Cents;
  currency: string;
  status: ColumnType<"requested" | "sent" | "succeeded" | "failed", string | undefined, string>;
  providerRefundId: OrNull<string>;
  /** 1, and one more each time it is tried again after a failure. */
  attempt: Count;
  failure: OrNull<string>;
  requestedBy: OrNull<string>;
  basis: Json<string[]>;
  createdAt: At;
  settledAt: AtOrNull;
}

export interface JournalEntriesTable {
  id: string;
  seq: Generated<number>;
  /** Unique: posting the same cause twice posts it once. */
  key: string;
  kind: string;
  orderId: OrNull<string>;
  causeType: string;
  causeId: string;
  memo: string;
  at: At;
}

export interface JournalLinesTable {
  entryId: string;
  line: number;
  account: string;
  /** Whose sub-account (an editor's uid), empty where the account has none. */
  party: string;
  amountMinor: Cents;
  currency: string;
}

export interface NumberSeriesTable {
  series: string;
  next: number;
}

/** Invoices, credit notes and self-billed invoices: frozen text and figures, gap-free numbers per series. */
export interface InvoicesTable {
  id: string;
  kind: "invoice" | "credit_note" | "self_billed";
  number: string;
  ownerId: string;
  orderId: OrNull<string>;
  refundId: OrNull<string>;
  payoutId: OrNull<string>;
  totalMinor: Cents;
  currency: string;
  /** InvoiceDocument of payments/rules/invoice.ts. */
  document: Json<Obj>;
  /** Self-billed invoices are looked at by an admin. */
  reviewedAt: AtOrNull;
  reviewedBy: OrNull<string>;
  issuedAt: At;
}

export interface CouponsTable {
  id: string;
  code: string;
  label: string;
  percent: OrNull<number>;
  fixedMinor: OrNull<number>;
  capMinor: OrNull<number>;
  minimumMinor: OrNull<number>;
  startsAt: AtOrNull;
  endsAt: AtOrNull;
  services: JsonOrNull<string[]>;
  turnarounds: JsonOrNull<string[]>;
  totalLimit: OrNull<number>;
  personLimit: OrNull<number>;
  active: ColumnType<boolean, boolean | undefined, boolean>;
  createdAt: At;
}

/** One order's hold on a coupon. */
export interface CouponUsesTable {
  couponId: string;
  orderId: string;
  userId: string;
  /** `reserved` while a checkout is open, `redeemed` once it's paid, `released` when it ended unpaid or was refunded in full. */
  state: ColumnType<"reserved" | "redeemed" | "released", string | undefined, string>;
  /** Hash of the client's unaliased email address when the coupon was reserved. */
  personKey: ColumnType<string, string | undefined, string>;
  createdAt: At;
}

export interface EarningsTable {
  id: string;
  orderId: string;
  editorId: string;
  level: string;
  basisMinor: Cents;
  shareBp: number;
  amountMinor: Cents;
  currency: string;
  status: ColumnType<
    "pending" | "available" | "in_payout" | "paid" | "returned" | "reversed",
    string | undefined,
    string
  >;
  payoutId: OrNull<string>;
  reason: ColumnType<string, string | undefined, string>;
  createdAt: At;
  availableAt: AtOrNull;
}

/** A bank batch: one file that pays many payouts. Maker and checker are two people. */
export interface PayoutRunsTable {
  id: string;
  number: string;
  status: ColumnType<"prepared" | "approved" | "sent" | "settled" | "cancelled", string | undefined, string>;
  cutoffAt: At;
  currency: string;
  totalMinor: Cents;
  makerId: string;
  checkerId: OrNull<string>;
  fileName: OrNull<string>;
  fileSha256: OrNull<string>;
  fileBody: OrNull<string>;
  executeOn: OrNull<string>;
  createdAt: At;
  approvedAt: AtOrNull;
  sentAt: AtOrNull;
  settledAt: AtOrNull;
  cancelledAt: AtOrNull;
}

export interface PayoutsTable {
  id: string;
  runId: string;
  editorId: string;
  status: ColumnType<"prepared" | "approved" | "paid" | "returned" | "cancelled", string | undefined, string>;
  grossMinor: Cents;
  /** Set off against what the editor owes. */
  debtMinor: Cents;
  amountMinor: Cents;
  currency: string;
  endToEndId: string;
  /** The bank details as they were when the run was made. */
  bank: Json<Obj>;
  createdAt: At;
  paidAt: AtOrNull;
}

/** The audit trail, the timeline, the outbox: written in the transaction that did the command. */
export interface FactsTable {
  id: string;
  seq: Generated<number>;
  kind: string;
  at: At;
  actorId: OrNull<string>;
  actorRole: string;
  orderId: OrNull<string>;
  subjectId: OrNull<string>;
  data: Json<Obj>;
}

/** As the specification names it. `userId` null: one row for many (announcements, staff feeds). */
export interface NotificationsTable {
  id: string;
  seq: Generated<number>;
  /** Fact and reader: the same notice is never given twice. */
  key: string;
  userId: OrNull<string>;
  type: string;
  category: OrNull<string>;
  forRole: OrNull<string>;
  kind: string;
  subject: ColumnType<string, string | undefined, string>;
  title: string;
  body: ColumnType<string, string | undefined, string>;
  link: OrNull<string>;
  orderId: OrNull<string>;
  orderTitle: OrNull<string>;
  severity: number;
  read: Flag;
  unread: ColumnType<boolean, boolean | undefined, boolean>;
  readAt: AtOrNull;
  createdAt: At;
  /** An announcement that is over is no longer shown. */
  expiresAt: AtOrNull;
  /** When to email `mailTo` if it's still unread; null once that's done. */
  mailAt: AtOrNull;
  /** Who gets that email. Set without `userId` if the reader wants only emails: such a row isn't in any feed. */
  mailTo: OrNull<string>;
  /** When a letter said it: no digest says it again. */
  mailedAt: AtOrNull;
}

/** Read marks of rows that are one for many. */
export interface NotificationReadsTable {
  notificationId: string;
  userId: string;
  readAt: At;
}

export interface MailTable {
  id: string;
  seq: Generated<number>;
  /** Unique: the same letter is never sent twice. */
  key: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  kind: string;
  status: ColumnType<"waiting" | "sending" | "sent" | "failed", string | undefined, string>;
  /** Since when a worker has it in hand; another may take it when that was long ago. */
  claimedAt: AtOrNull;
  /** Where one click ends letters of this kind; null for those that cannot be ended (sign-in, security). */
  unsubscribeUrl: OrNull<string>;
  attempts: Count;
  failure: OrNull<string>;
  createdAt: At;
  sentAt: AtOrNull;
}

/** What an editor sent to prove who they are. The newest of a kind counts (editors/rules/kyc.ts); days are ISO dates. */
export interface KycDocumentsTable {
  id: string;
  uid: string;
  kind: string;
  status: ColumnType<string, string | undefined, string>;
  issuedOn: OrNull<string>;
  expiresOn: OrNull<string>;
  submittedAt: At;
  reviewedAt: AtOrNull;
  reviewedBy: OrNull<string>;
  note: ColumnType<string, string | undefined, string>;
  form: OrNull<string>;
  doctorate: Flag;
  reviewerId: OrNull<string>;
  reviewStartedAt: AtOrNull;
  replacedAt: AtOrNull;
  agreementVersion: OrNull<string>;
  agreementSha256: OrNull<string>;
  signature: OrNull<Buffer>;
  warnedDays: OrNull<number>;
}

/** One page or side of an editor's document, encrypted in the storage under its key. */
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

/** Views of a manuscript's sample or files by people other than its author. */
export interface FileViewsTable {
  id: Generated<number>;
  fileId: OrNull<string>;
  orderId: string;
  viewerId: OrNull<string>;
  what: string;
  at: At;
}

export interface DemoClockTable {
  id: number;
  offsetMs: number;
}

/** A person's acceptance of a legal document: which version, and what they were doing. Never changed. */
export interface LegalAcceptancesTable {
  uid: string;
  document: string;
  version: string;
  context: string;
  acceptedAt: At;
}

/** An application to work as an editor: kept as a draft while it is written, sent in once, decided once. */
export interface EditorApplicationsTable {
  uid: string;
  status: ColumnType<"draft" | "submitted" | "needs_info" | "approved" | "declined", string | undefined, string>;
  /** Answers of editors/rules/application.ts. */
  answers: Json<Obj>;
  agreementVersion: OrNull<string>;
  /** The sample that was given, when it was begun and when it was submitted. */
  sampleId: OrNull<string>;
  sampleStartedAt: AtOrNull;
  sampleFinishedAt: AtOrNull;
  /** Points of the reviewer. */
  rubric: JsonOrNull<Record<string, number>>;
  createdAt: At;
  updatedAt: At;
  submittedAt: AtOrNull;
  decidedAt: AtOrNull;
  decidedBy: OrNull<string>;
  note: ColumnType<string, string | undefined, string>;
}

/** An applicant's CV and evidence of a degree, encrypted in the storage. */
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

export interface BlogAuthorsTable {
  id: string;
  slug: string;
  name: string;
  bio: ColumnType<string, string | undefined, string>;
  createdAt: At;
}

export interface BlogPostsTable {
  id: string;
  slug: string;
  title: string;
  summary: string;
  /** Markdown. */
  body: string;
  tags: string[];
  authorId: string;
  status: ColumnType<"draft" | "scheduled" | "published", string | undefined, string>;
  publishedAt: AtOrNull;
  seoTitle: OrNull<string>;
  seoDescription: OrNull<string>;
  createdAt: At;
  updatedAt: At;
}

/** What somebody wrote through the contact form. `uid` is the sign-in service's, where one was signed in, verified or not. */
export interface ContactMessagesTable {
  id: string;
  key: string;
  name: string;
  email: string;
  topic: "ordering" | "order" | "payment" | "account" | "technical" | "editing" | "other";
  message: string;
  uid: OrNull<string>;
  status: ColumnType<"new" | "open" | "closed", "new" | "open" | "closed" | undefined, "new" | "open" | "closed">;
  createdAt: At;
  movedAt: AtOrNull;
}

/** A message to everyone or to a role. Once published, it's one row of `notifications` for many. */
export interface AnnouncementsTable {
  id: string;
  audience: "global" | "client" | "editor" | "support" | "admin";
  severity: number;
  title: string;
  body: string;
  link: OrNull<string>;
  status: "draft" | "scheduled" | "published" | "expired" | "withdrawn";
  startsAt: AtOrNull;
  expiresAt: AtOrNull;
  notificationId: OrNull<string>;
  createdBy: OrNull<string>;
  /** Counts the changes, so that two who edit at once do not overwrite each other. */
  version: Count;
  createdAt: At;
  updatedAt: At;
  publishedAt: AtOrNull;
  endedAt: AtOrNull;
}

/** What somebody wants to hear of, and how. A person without a row has the defaults. */
export interface NotificationPreferencesTable {
  uid: string;
  /** Channel by group of notices (notifications/rules/notice-groups.ts); a group that is missing has its default. */
  channels: Json<Record<string, string>>;
  digest: ColumnType<"off" | "daily" | "weekly", "off" | "daily" | "weekly" | undefined, "off" | "daily" | "weekly">;
  digestedAt: AtOrNull;
  nextDigestAt: AtOrNull;
  updatedAt: At;
}

/** An order's conversation as staff see it: when it last moved, and whether somebody asked for them. */
export interface OrderThreadsTable {
  orderId: string;
  lastAt: At;
  lastRole: string;
  messages: Count;
  needsStaffAt: AtOrNull;
  assigneeId: OrNull<string>;
}

/** A text that support uses often. */
export interface MacrosTable {
  id: string;
  title: string;
  body: string;
  category: OrNull<string>;
  createdBy: OrNull<string>;
  createdAt: At;
  updatedAt: At;
}

/** A request to support and its life (support/rules/ticket-flow.ts). `unreadByAdmin` is staff's mark. */
export interface TicketsTable {
  id: string;
  number: string;
  channel: "ticket" | "contact" | "chat";
  /** Null for visitors, who are known by name, address or the key in their cookie. */
  ownerUid: OrNull<string>;
  ownerRole: "client" | "editor" | "visitor";
  visitorName: OrNull<string>;
  visitorEmail: OrNull<string>;
  visitorKeyHash: OrNull<string>;
  contactMessageId: OrNull<string>;
  subject: string;
  category: "order" | "refunds" | "payment" | "account" | "technical" | "kyc" | "other";
  priority: "urgent" | "high" | "normal" | "low";
  status: "open" | "waiting" | "resolved" | "closed";
  orderId: OrNull<string>;
  assigneeId: OrNull<string>;
  mergedIntoId: OrNull<string>;
  unreadByAdmin: Flag;
  unreadByEditor: Flag;
  unreadByClient: Flag;
  firstResponseDueAt: AtOrNull;
  firstRespondedAt: AtOrNull;
  /** Null while the clock is paused (`resolutionLeftMs` has the remaining time) and once it's resolved. */
  resolutionDueAt: AtOrNull;
  /** Where the clocks began: the opening, or the last reopening. */
  clocksFromAt: At;
  /** Since then: the times during which the resolution's clock stood, [from, to] as ISO instants. */
  pauses: Json<[string, string][]>;
  pausedAt: AtOrNull;
  /** Service time that is left, in ms, while waiting for the customer. */
  resolutionLeftMs: OrNull<number>;
  /** The earlier of the dates whose clock runs; made by the database. */
  dueAt: ColumnType<Date | null, never, never>;
  /** When the clock rule checks it next: at 75% and 100% of a clock. */
  warnAt: AtOrNull;
  /** Which warnings were given: name -> instant. */
  flags: Json<Record<string, string>>;
  resolvedAt: AtOrNull;
  closedAt: AtOrNull;
  rating: OrNull<number>;
  ratingComment: OrNull<string>;
  ratedAt: AtOrNull;
  lastAt: At;
  lastRole: string;
  messages: Count;
  clientKey: OrNull<string>;
  createdAt: At;
  updatedAt: At;
}

/** What was said on a ticket. A note is for staff alone; an event says what happened to the ticket. */
export interface TicketMessagesTable {
  id: string;
  ticketId: string;
  authorId: OrNull<string>;
  authorRole: "client" | "editor" | "visitor" | "support" | "admin" | "system";
  kind: "message" | "note" | "event";
  body: string;
  /** Never shown to the owner: notes and internal events. */
  forStaff: Flag;
  /** The ticket it was written on before that was merged into this one. */
  mergedFromId: OrNull<string>;
  createdAt: At;
  clientKey: OrNull<string>;
}

/** A file sent with a message. Loose (no message yet) until the message is sent, and swept away if it never is. */
export interface AttachmentsTable {
  id: string;
  orderId: OrNull<string>;
  ticketId: OrNull<string>;
  messageId: OrNull<string>;
  name: string;
  contentType: string;
  bytes: number;
  sha256: string;
  storageKey: string;
  uploadedBy: OrNull<string>;
  uploadedByKeyHash: OrNull<string>;
  createdAt: At;
  removedAt: AtOrNull;
}

/** Support tickets as the specification reads them: a view of `tickets`. */
export interface SupportTicketsView {
  id: ColumnType<string, never, never>;
  ownerUid: ColumnType<string | null, never, never>;
  unreadByAdmin: ColumnType<boolean, never, never>;
  unreadByEditor: ColumnType<boolean, never, never>;
  unreadByClient: ColumnType<boolean, never, never>;
}

/** How far somebody has read a conversation; `thread` is the id of an order or of a ticket. */
export interface ThreadReadsTable {
  thread: string;
  uid: string;
  lastReadId: string;
  readAt: At;
}

/** The company that sells, as invoices and legal texts name it. One row. */
export interface CompanyTable {
  id: number;
  legalName: string;
  /** Street and postal lines, without town and country. */
  address: string;
  town: string;
  country: string;
  registration: ColumnType<string, string | undefined, string>;
  /** Null for a company that isn't registered for VAT. */
  vatId: OrNull<string>;
  /** Counts the changes, so that two who edit at once do not overwrite each other. */
  version: Count;
  updatedAt: At;
  updatedBy: OrNull<string>;
}

/** Whether orders are taken. One row; without it, or without `openedAt`, they aren't. */
export interface ShopTable {
  id: number;
  openedAt: AtOrNull;
  openedBy: OrNull<string>;
  changedAt: At;
}

/** What the setup checklist remembers that no other row says. */
export interface SetupStepsTable {
  step: string;
  item: ColumnType<string, string | undefined, string>;
  doneAt: AtOrNull;
  doneBy: OrNull<string>;
  data: Json<Obj>;
  updatedAt: At;
}

/** A small payment an admin makes to see that the card provider and its webhooks work. Refunded at once, and in no ledger. */
export interface TestPaymentsTable {
  id: string;
  amountMinor: Cents;
  currency: string;
  status: ColumnType<"starting" | "open" | "paid" | "refunded" | "failed", string | undefined, string>;
  checkoutSessionId: OrNull<string>;
  url: OrNull<string>;
  paymentIntentId: OrNull<string>;
  failure: OrNull<string>;
  createdBy: string;
  createdAt: At;
  expiresAt: AtOrNull;
  paidAt: AtOrNull;
  refundedAt: AtOrNull;
}

/** What a client found wrong with a delivered order, and what was decided. */
export interface OrderProblemsTable {
  id: string;
  orderId: string;
  reportedBy: string;
  what: string;
  status: ColumnType<"open" | "redo" | "refunded" | "declined", string | undefined, string>;
  redoDueAt: AtOrNull;
  decidedBy: OrNull<string>;
  decidedAt: AtOrNull;
  /** What the client is told. */
  note: ColumnType<string, string | undefined, string>;
  /** Decided by then, as promised. */
  dueAt: At;
  createdAt: At;
}

/** A refund that a person proposed. Approved, it becomes a row of `refunds`. */
export interface RefundRequestsTable {
  id: string;
  orderId: string;
  problemId: OrNull<string>;
  cause: string;
  amountMinor: Cents;
  currency: string;
  reason: string;
  basis: Json<string[]>;
  status: ColumnType<"pending" | "approved" | "declined", string | undefined, string>;
  proposedBy: string;
  /** The first of two admins, where two are needed. */
  firstApprovedBy: OrNull<string>;
  decidedBy: OrNull<string>;
  note: ColumnType<string, string | undefined, string>;
  createdAt: At;
  decidedAt: AtOrNull;
}

/** What staff note about an order, for themselves. */
export interface OrderNotesTable {
  id: string;
  orderId: string;
  authorId: string;
  body: string;
  createdAt: At;
}

export interface Database {
  order_problems: OrderProblemsTable;
  refund_requests: RefundRequestsTable;
  order_notes: OrderNotesTable;
  company: CompanyTable;
  shop: ShopTable;
  setup_steps: SetupStepsTable;
  test_payments: TestPaymentsTable;
  announcements: AnnouncementsTable;
  notification_preferences: NotificationPreferencesTable;
  order_threads: OrderThreadsTable;
  macros: MacrosTable;
  tickets: TicketsTable;
  supportTickets: SupportTicketsView;
  ticket_messages: TicketMessagesTable;
  attachments: AttachmentsTable;
  thread_reads: ThreadReadsTable;
  contact_messages: ContactMessagesTable;
  legal_acceptances: LegalAcceptancesTable;
  editor_applications: EditorApplicationsTable;
  application_files: ApplicationFilesTable;
  blog_authors: BlogAuthorsTable;
  blog_posts: BlogPostsTable;
  users: UsersTable;
  editors: EditorsTable;
  editor_records: EditorRecordsTable;
  editor_pages: EditorPagesTable;
  field_waits: FieldWaitsTable;
  bank_details: BankDetailsTable;
  files: FilesTable;
  upload_reservations: UploadReservationsTable;
  orders: OrdersTable;
  submissions: SubmissionsTable;
  submission_files: SubmissionFilesTable;
  gate_resolutions: GateResolutionsTable;
  document_queries: DocumentQueriesTable;
  qa_reviews: QaReviewsTable;
  ratings: RatingsTable;
  messages: MessagesTable;
  client_editors: ClientEditorsTable;
  invites: InvitesTable;
  match_judgements: MatchJudgementsTable;
  payments: PaymentsTable;
  provider_events: ProviderEventsTable;
  refunds: RefundsTable;
  journal_entries: JournalEntriesTable;
  journal_lines: JournalLinesTable;
  number_series: NumberSeriesTable;
  invoices: InvoicesTable;
  coupons: CouponsTable;
  coupon_uses: CouponUsesTable;
  earnings: EarningsTable;
  payout_runs: PayoutRunsTable;
  payouts: PayoutsTable;
  facts: FactsTable;
  notifications: NotificationsTable;
  notification_reads: NotificationReadsTable;
  mail: MailTable;
  file_views: FileViewsTable;
  certificates: CertificatesTable;
  change_decisions: ChangeDecisionsTable;
  kyc_documents: KycDocumentsTable;
  bank_changes: BankChangesTable;
  kyc_files: KycFilesTable;
  kyc_details: KycDetailsTable;
  demo_clock: DemoClockTable;
  auth_user: AuthUserTable;
  auth_session: AuthSessionTable;
  auth_account: AuthAccountTable;
  auth_verification: AuthVerificationTable;
  auth_rate_limit: AuthRateLimitTable;
  auth_two_factor: AuthTwoFactorTable;
  auth_passkey: AuthPasskeyTable;
  auth_used_code: AuthUsedCodeTable;
  auth_device: AuthDeviceTable;
  demo_world: DemoWorldTable;
}

/** The sign-in service's own tables; only the columns that are read outside it. */
export interface AuthUserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image: string | null;
  claims: ColumnType<
    { admin?: boolean; editor?: boolean; support?: boolean } | null,
    string | null | undefined,
    string | null
  >;
  /** IANA name, as the browser said at sign-up: kept for the profile, which is made once the address is verified. */
  timeZone: string | null;
  twoFactorEnabled: Generated<boolean>;
  /** Since when its owner is shut out, and why. */
  disabledAt: AtOrNull;
  disabledReason: OrNull<string>;
  createdAt: Date;
  updatedAt: Date;
}
export interface AuthSessionTable {
  id: string;
  userId: string;
  token: string;
  expiresAt: Date;
  createdAt: Date;
  userAgent: string | null;
  /** When its owner last proved who they are: at sign-in, or when a page asked again. */
  provedAt: ColumnType<Date, Date | undefined, Date>;
  /** To within some minutes. */
  lastSeenAt: ColumnType<Date, Date | undefined, Date>;
}
export interface AuthAccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  password: string | null;
  createdAt: Date;
  updatedAt: Date;
}
export interface AuthVerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: Date;
}
/** How often something was tried: `key` says what and by whom, hashed; `lastRequest` is when the count began, in epoch milliseconds. */
export interface AuthRateLimitTable {
  id: string;
  key: string;
  count: number;
  lastRequest: number;
}
/** The secret shared with a person's authenticator app, and their backup codes, both encrypted. Not `verified`: shown, not yet confirmed with a code. */
export interface AuthTwoFactorTable {
  id: string;
  userId: string;
  secret: string;
  backupCodes: string;
  verified: boolean;
  failedVerificationCount: Generated<number>;
  lockedUntil: AtOrNull;
  createdAt: At;
}
export interface AuthPasskeyTable {
  id: string;
  userId: string;
  name: string | null;
  publicKey: string;
  credentialID: string;
  counter: number;
  deviceType: string;
  backedUp: boolean;
  transports: string | null;
  createdAt: Date;
  aaguid: string | null;
}
/** Codes of the second factor that were used, hashed, so that none works twice. */
export interface AuthUsedCodeTable {
  userId: string;
  hash: string;
  usedAt: Date;
}
/** A browser in which somebody has signed in: a keyed hash of its cookie, never the cookie. */
export interface AuthDeviceTable {
  uid: string;
  deviceHash: string;
  firstSeenAt: Generated<Date>;
  lastSeenAt: ColumnType<Date, Date | undefined, Date>;
}
/** One row where this database holds the demo world. */
export interface DemoWorldTable {
  id: number;
  madeAt: Date;
}
