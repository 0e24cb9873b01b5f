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
  /** What people say on the phone: "S-10023". */
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
  /** Where the visitor who began it came from: a host, "utm:" and a campaign, or "direct". Null where we don't know. */
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
  /** The share of the quoted price that editors' pay is still based on: less than 10,000 after an agreed later date made the order cheaper. */
  payBp: Count;
  /** What the editor who delivered was promised for it. */
  deliveryPayMinor: OrNull<number>;
  /** What a reassigned revision pays the editor who does it. Null while no editor left a revision. */
  revisionPayMinor: OrNull<number>;
  /** The list price of the new words that were paid for the revision in progress. Its editor gets their share of it. */
  newWordsMinor: Cents;
  discountMinor: Cents;
  taxMinor: Cents;
  totalMinor: Cents;
  paidMinor: Cents;
  refundedMinor: Cents;
  couponId: OrNull<string>;
  /** Whether its price includes a second reader: read from the price by the database. */
  secondReader: ColumnType<boolean, never, never>;
  /** Its second reader, from when they take it. Null again if they leave. */
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
  /** The revision's date as it was promised, where a later one applies because it's with another editor now. */
  revisionPromisedAt: AtOrNull;
  /** How long the client of a late order chose to wait, instead of being refunded automatically before that. */
  waitUntilAt: AtOrNull;
  /** The deadline of an editor who takes the order over, where its own leaves too little time. */
  takeoverDueAt: AtOrNull;
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
  /** Decided when it was assigned: why its submissions are reviewed before delivery, or "none". Null before. */
  qaReason: OrNull<"none" | "trial" | "expert" | "sample">;
  /** How many days its files are kept, and since when that counts: its last acceptance, or the end of an order without one. */
  keepDays: Default<KeepDays>;
  keepFromAt: AtOrNull;
  /** When its author asked for the files to be deleted sooner. */
  deletionAskedAt: AtOrNull;
  /** When the files are to be deleted; made by the database. */
  filesDueAt: ColumnType<Date | null, never, never>;
  /** The `filesDueAt` that its author was reminded of. */
  remindedOfDueAt: AtOrNull;
  deletionStartedAt: AtOrNull;
  filesDeletedAt: AtOrNull;
  recordsDeletedAt: AtOrNull;
  /** Since when a chargeback of its payment is open: downloads and pay are frozen. Null when none is. */
  disputedAt: AtOrNull;
}

/** One immutable version of one file. What it is for is `purpose`; the order points at the current ones. */
export interface FilesTable {
  id: string;
  orderId: string;
  purpose: "source" | "version" | "working" | "reference" | "tracked" | "clean" | "answered" | "letter" | "attachment";
  /** The source file this one answers to (version, tracked, clean, working). */
  sourceFileId: OrNull<string>;
  /** In a response to reviewers. */
  role: OrNull<FileRole>;
  name: string;
  contentType: string;
  bytes: number;
  sha256: string;
  storageKey: string;
  version: Count;
  position: Count;
  /** `counted` and `refused` only where a count was asked for (source). */
  state: Default<"stored" | "counting" | "counted" | "refused">;
  receipt: JsonOrNull<CountReceipt>;
  /** Of a new version in a re-edit or a revision. */
  reedit: JsonOrNull<ReEdit>;
  refusal: JsonOrNull<Omit<Refusal, "ok">>;
  sample: OrNull<string>;
  /** Of a tracked copy that the system made by comparing: the upload it was made of. */
  comparedFromId: OrNull<string>;
  /** Of a new version for a revision: the round it was sent with. Null until then. */
  round: OrNull<number>;
  uploadedBy: OrNull<string>;
  removedAt: AtOrNull;
  createdAt: At;
}

/** The first time that somebody saw what an order costs, and what editors could take on when they last looked. */
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

/** An upload begun within the last day: its room is set aside until it has arrived, and it counts for its sender until the day is over. */
export interface UploadReservationsTable {
  id: string;
  orderId: string;
  purpose: UploadPurpose;
  userId: OrNull<string>;
  /** Of a visitor: a keyed hash. */
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

/** The editor whose words are kept for an order that no editor has taken yet. It counts while the order is paid or its checkout is open. */
export interface OrderReservationsTable {
  orderId: string;
  editorId: string;
  /** Until when an open checkout keeps them; null once paid. */
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
  /** Decided by then, as promised. */
  dueAt: At;
  createdAt: At;
}

/** What staff note about an order, for themselves. */
export interface OrderNotesTable {
  id: string;
  orderId: string;
  authorId: string;
  body: string;
  createdAt: At;
}

/** An extra charge on a paid order. It applies when its author has paid it; at most one per order is open. */
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

/** The new version of a manuscript that came with a revision: how much of it is new, and what became of the words that aren't free. */
export interface RevisionVersionsTable {
  id: string;
  orderId: string;
  /** The revision: `orders.revisionsUsed` since it was requested. */
  round: number;
  status: VersionStatus;
  newWords: number;
  freeWords: number;
  chargeId: OrNull<string>;
  /** The last words of the text that is edited if the rest isn't paid. */
  lastFree: OrNull<string>;
  /** Who delivered the revision, and their earning for the paid words. */
  editorId: OrNull<string>;
  earningId: OrNull<string>;
  createdAt: At;
  decidedAt: AtOrNull;
  deliveredAt: AtOrNull;
}

/** A time in which an order's clocks stood still, and who of the staff is responsible for it. */
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

/** What staff have to decide about a very late order: another editor, or a later date that the author and the editor agree to. */
export interface LateDecisionsTable {
  id: string;
  orderId: string;
  /** Who had the order then. */
  editorId: string;
  status: Default<LateDecisionStatus>;
  openedAt: At;
  decideByAt: At;
  /** When admins were told that nobody had decided in time. */
  escalatedAt: AtOrNull;
  decidedBy: OrNull<string>;
  decidedAt: AtOrNull;
}

/** A proposal for an earlier date, another service or other add-ons. It applies when the author and the editor agreed and it's paid. */
export interface OrderChangesTable {
  id: string;
  orderId: string;
  proposedBy: string;
  side: "client" | "staff";
  status: Default<ChangeStatus>;
  /** What changes besides the date, as people read it. */
  what: Json<string[]>;
  /** How much earlier it's due; negative where it takes longer. */
  earlierMs: number;
  /** The order's price if it applies, and its total when it was proposed. */
  price: Json<PriceReceipt>;
  reason: string;
  oldTotalMinor: Cents;
  /** What the author gets back if it costs less. */
  refundMinor: Cents;
  chargeId: OrNull<string>;
  clientAgreedAt: AtOrNull;
  editorAgreedAt: AtOrNull;
  createdAt: At;
  expiresAt: At;
  decidedAt: AtOrNull;
}

/** A word count that was found to differ from what was paid. At most one per order is being settled. */
export interface WordDifferencesTable {
  id: string;
  orderId: string;
  reportedBy: string;
  side: "editor" | "staff";
  status: Default<WordState>;
  /** Billable words: what was paid, what was reported, what our own counter found, and what applies. */
  paidWords: number;
  reportedWords: number;
  recountedWords: OrNull<number>;
  foundWords: OrNull<number>;
  reason: string;
  /** What staff said when they decided. */
  note: OrNull<string>;
  chargeId: OrNull<string>;
  /** What the author gets back for fewer words. */
  refundMinor: Cents;
  /** If the author didn't pay for more words: the last words the editor edited. */
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
  /** The author's date, or the revision's: what it was, and what it would be. */
  oldDueAt: At;
  newDueAt: At;
  reason: string;
  /** What the author gets back if it applies. */
  refundMinor: Cents;
  /** What editors' pay would be based on, as orders.payBp, and what the present editor would be paid. */
  payBp: number;
  editorPayMinor: OrNull<number>;
  clientAgreedAt: AtOrNull;
  editorAgreedAt: AtOrNull;
  createdAt: At;
  expiresAt: At;
  decidedAt: AtOrNull;
}
