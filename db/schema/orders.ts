import type { ColumnType, Generated } from "kysely";
import type { ReEdit } from "#app/features/documents/rules/re-edit/re-edit-count.ts";
import type { CountReceipt } from "#app/features/documents/rules/readers/receipt.ts";
import type { Refusal } from "#app/features/documents/rules/readers/refusal.ts";
import type { ChargeKind, ChargeStatus } from "#app/features/orders/rules/charge.ts";
import type { OrderChoices } from "#app/features/orders/rules/choices.ts";
import type { DateProposalStatus, DateSide } from "#app/features/orders/rules/date-change.ts";
import type { FileRole } from "#app/features/orders/rules/file-role.ts";
import type { LateDecisionStatus } from "#app/features/orders/rules/late-order.ts";
import type { ChangeStatus } from "#app/features/orders/rules/order-change.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";
import type { KeepDays } from "#app/features/orders/rules/retention.ts";
import type { VersionStatus } from "#app/features/orders/rules/new-words.ts";
import type { WordState } from "#app/features/orders/rules/word-difference.ts";
import type { UploadPurpose } from "#app/features/orders/server/drafts/upload-policy.ts";
import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import type { PriceLine, PriceReceipt } from "#app/features/pricing/rules/price.ts";
import type { Json, JsonOrNull, At, AtOrNull, OrNull, Default, Flag, Count, Cents } from "./columns.ts";

export interface OrdersTable {
  id: string;
  /** The order's number as people use it: "S-10023". */
  number: string;
  status: OrderStatus;
  /** The state to return to from on_hold or disputed. */
  heldFrom: OrNull<OrderStatus>;
  /** The delivered order whose changed sentences this one is for. */
  reeditOf: OrNull<string>;
  userId: OrNull<string>;
  /** sha-256 of the key in an anonymous visitor's cookie, until the draft is claimed by an account. */
  guestKeyHash: OrNull<string>;
  assignedTo: OrNull<string>;
  /** Where the visitor who started it came from: a host, "utm:" and a campaign, or "direct". Null if unknown. */
  source: OrNull<string>;
  title: Default<string>;
  /** The client's choices while drafting. */
  choices: Json<OrderChoices>;
  choicesVersion: Count;
  service: OrNull<string>;
  turnaround: OrNull<string>;
  field: OrNull<string>;
  variant: OrNull<string>;
  /** The price as quoted. */
  price: JsonOrNull<PriceReceipt>;
  words: Count;
  billableWords: Count;
  currency: Default<string>;
  listMinor: Cents;
  editorBasisMinor: Cents;
  /** What the current editor was promised when they were assigned, and the level it's based on. Later levels don't change it. */
  editorPayMinor: OrNull<number>;
  editorLevel: OrNull<Level>;
  /** The share of the work, in basis points, that earlier editors did and were promised pay for. */
  keptBp: Count;
  /**
   * The share of the quoted price that editors' pay is still based on: less than 10,000 after a later date made the
   * order cheaper.
   */
  payBp: Count;
  /** What the editor who delivered was promised for it. */
  deliveryPayMinor: OrNull<number>;
  /** What a reassigned revision pays its editor. Null while no editor has left a revision. */
  revisionPayMinor: OrNull<number>;
  /** The list price of new words paid for the current revision. Its editor gets a share. */
  newWordsMinor: Cents;
  discountMinor: Cents;
  taxMinor: Cents;
  totalMinor: Cents;
  paidMinor: Cents;
  refundedMinor: Cents;
  couponId: OrNull<string>;
  /** Whether the price includes a second reader: computed from the price by the database. */
  secondReader: ColumnType<boolean, never, never>;
  /** Its second reader, once they accept. Null again if they leave. */
  readerId: OrNull<string>;
  windowMs: Count;
  /** The version of the policy it was priced with; null before it has a price. */
  policyVersion: OrNull<number>;
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
  /** The revision's originally promised date, if a later one applies because another editor took over. */
  revisionPromisedAt: AtOrNull;
  /** Until when the client of a late order chose to wait. Without it, the refund is automatic before that. */
  waitUntilAt: AtOrNull;
  /** The deadline of an editor who takes over the order, if its own leaves too little time. */
  takeoverDueAt: AtOrNull;
  /** The deadline when a blocking query paused the clock. */
  pausedAt: AtOrNull;
  pausedMs: Count;
  progressWords: Count;
  progressAt: AtOrNull;
  /** Clock rules that have already fired: rule name -> instant. */
  flags: Json<Record<string, string>>;
  unreadByClient: Flag;
  unreadByEditor: Flag;
  createdAt: At;
  updatedAt: At;
  /** When its author or editor last asked staff for help, which lets support open its files for some time. */
  helpAskedAt: AtOrNull;
  /** Decided at assignment: why its submissions are reviewed before delivery, or "none". Null before. */
  qaReason: OrNull<"none" | "trial" | "expert" | "sample">;
  /** How many days its files are kept, and from when: its last acceptance, or the end of an order without one. */
  keepDays: Default<KeepDays>;
  keepFromAt: AtOrNull;
  /** When its author asked for the files to be deleted sooner. */
  deletionAskedAt: AtOrNull;
  /** When the files are due for deletion; computed by the database. */
  filesDueAt: ColumnType<Date | null, never, never>;
  /** The `filesDueAt` that its author was reminded of. */
  remindedOfDueAt: AtOrNull;
  deletionStartedAt: AtOrNull;
  filesDeletedAt: AtOrNull;
  recordsDeletedAt: AtOrNull;
  /** Since when a chargeback of its payment is open, which blocks downloads and pay. Null if there is none. */
  disputedAt: AtOrNull;
}

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
  /** The round of the revision it was sent with, for a new version. Null until then. */
  round: OrNull<number>;
  uploadedBy: OrNull<string>;
  removedAt: AtOrNull;
  createdAt: At;
}

/** The first time that somebody saw an order's price, and the editors' capacity when they last looked. */
export interface PriceViewsTable {
  orderId: string;
  seenAt: At;
  subfield: OrNull<string>;
  words: number;
  capacity: "free" | "some_dates" | "none";
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

export interface RatingsTable {
  orderId: string;
  userId: string;
  editorId: string;
  overall: number;
  accuracy: OrNull<number>;
  clarity: OrNull<number>;
  instructions: OrNull<number>;
  communication: OrNull<number>;
  comment: Default<string>;
  createdAt: At;
  updatedAt: At;
}

/**
 * The editor whose capacity is reserved for an order that no editor has accepted yet. It counts while the order is paid
 * or its checkout is open.
 */
export interface OrderReservationsTable {
  orderId: string;
  editorId: string;
  /** Until when an open checkout reserves them; null once paid. */
  heldUntilAt: AtOrNull;
  /** Editors it can't move to: its client, those the client blocked, and those who declined or were removed. */
  notFor: Json<readonly string[]>;
  createdAt: At;
}

/** What a client found wrong with a delivered order, and what was decided. */
export interface OrderProblemsTable {
  id: string;
  orderId: string;
  reportedBy: string;
  what: string;
  status: Default<"open" | "redo" | "refunded" | "declined">;
  redoDueAt: AtOrNull;
  decidedBy: OrNull<string>;
  decidedAt: AtOrNull;
  /** What the client is told. */
  note: Default<string>;
  /** The promised decision time. */
  dueAt: At;
  createdAt: At;
}

/** Staff's notes about an order, for themselves. */
export interface OrderNotesTable {
  id: string;
  orderId: string;
  authorId: string;
  body: string;
  createdAt: At;
}

/** An extra charge on a paid order. It applies once its author has paid. At most one per order is open. */
export interface OrderChargesTable {
  id: string;
  orderId: string;
  kind: ChargeKind;
  status: Default<ChargeStatus>;
  /** Why, as the author reads it. */
  reason: string;
  /** They add up to `totalMinor`. */
  lines: Json<PriceLine[]>;
  /** The order's price once it's paid. */
  price: Json<PriceReceipt>;
  listMinor: Cents;
  discountMinor: Cents;
  taxMinor: Cents;
  totalMinor: Cents;
  currency: string;
  /** Null when the product opened it. */
  openedBy: OrNull<string>;
  createdAt: At;
  expiresAt: At;
  decidedAt: AtOrNull;
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

/** A period in which an order's clocks were paused, and the staff member responsible. */
export interface OrderHoldsTable {
  id: string;
  orderId: string;
  ownerId: string;
  reason: string;
  createdAt: At;
  untilAt: At;
  /** When its owner was reminded. */
  halfwayToldAt: AtOrNull;
  lastDayToldAt: AtOrNull;
  endedAt: AtOrNull;
}

/**
 * A decision for staff about a very late order: another editor, or a later date that the author and the editor agree
 * to.
 */
export interface LateDecisionsTable {
  id: string;
  orderId: string;
  /** The editor at the time. */
  editorId: string;
  status: Default<LateDecisionStatus>;
  openedAt: At;
  decideByAt: At;
  /** When admins were told that nobody had decided in time. */
  escalatedAt: AtOrNull;
  decidedBy: OrNull<string>;
  decidedAt: AtOrNull;
}

/**
 * A proposal for an earlier date, another service or other add-ons. It applies once the author and the editor have
 * agreed and it's paid.
 */
export interface OrderChangesTable {
  id: string;
  orderId: string;
  proposedBy: string;
  side: "client" | "staff";
  status: Default<ChangeStatus>;
  /** Changes other than the date, in words for people. */
  what: Json<string[]>;
  /** How much earlier it's due; negative if later. */
  earlierMs: number;
  /** The order's price if it applies, and the total when it was proposed. */
  price: Json<PriceReceipt>;
  reason: string;
  oldTotalMinor: Cents;
  /** The author's refund if it costs less. */
  refundMinor: Cents;
  chargeId: OrNull<string>;
  clientAgreedAt: AtOrNull;
  editorAgreedAt: AtOrNull;
  createdAt: At;
  expiresAt: At;
  decidedAt: AtOrNull;
}

/** A reported difference from the paid word count. At most one per order is open. */
export interface WordDifferencesTable {
  id: string;
  orderId: string;
  reportedBy: string;
  side: "editor" | "staff";
  status: Default<WordState>;
  /** Billable words: paid, reported, counted by us, and final. */
  paidWords: number;
  reportedWords: number;
  recountedWords: OrNull<number>;
  foundWords: OrNull<number>;
  reason: string;
  /** Staff's note on their decision. */
  note: OrNull<string>;
  chargeId: OrNull<string>;
  /** The author's refund for fewer words. */
  refundMinor: Cents;
  /** The end of the edited text, if the author didn't pay for more words. */
  lastEdited: OrNull<string>;
  createdAt: At;
  decidedAt: AtOrNull;
}

/** A proposal for a later due date. It applies when the author and the editor have both agreed. */
export interface DateProposalsTable {
  id: string;
  orderId: string;
  proposedBy: string;
  side: DateSide;
  status: Default<DateProposalStatus>;
  /** The author's or the revision's date: old and proposed. */
  oldDueAt: At;
  newDueAt: At;
  reason: string;
  /** The author's refund if it applies. */
  refundMinor: Cents;
  /** The new base of editors' pay, as in orders.payBp, and the current editor's pay. */
  payBp: number;
  editorPayMinor: OrNull<number>;
  clientAgreedAt: AtOrNull;
  editorAgreedAt: AtOrNull;
  createdAt: At;
  expiresAt: At;
  decidedAt: AtOrNull;
}
