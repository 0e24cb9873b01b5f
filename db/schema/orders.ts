import type { RefundTo } from "#app/features/payments/rules/refund-to.ts";
import type { ColumnType } from "kysely";
import type { Minor } from "#app/platform/rules/core/money.ts";
import type { OrderChoices } from "#app/features/orders/rules/draft/choices.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";
import type { KeepDays } from "#app/features/orders/rules/retention/retention.ts";
import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
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
  /**
   * Where the visitor who started it came from: a host, "utm:" and a campaign, "partner:" and a partner's code, or
   * "direct". Null if unknown.
   */
  source: OrNull<string>;
  /** The partner at whose link it began. */
  partnerId: OrNull<string>;
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
  /**
   * What the current editor was promised when they were assigned, and the level it's based on. Later levels don't
   * change it.
   */
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
  /** Courtesy credit in its price: held while it can be paid, and spent with the payment. */
  creditMinor: Default<number>;
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
  /** The organization that pays for it, by its author's choice. Null if they pay themselves. */
  organizationId: OrNull<string>;
  /** Its author hides the title from the organization's owners and managers. */
  titleHidden: Flag;
}

/** The first time that somebody saw an order's price, and the editors' capacity when they last looked. */
export interface PriceViewsTable {
  orderId: string;
  seenAt: At;
  subfield: OrNull<string>;
  words: number;
  capacity: "free" | "some_dates" | "none";
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
  /** Where the client wants a refund. */
  refundTo: Default<RefundTo>;
  /** The promised decision time. */
  dueAt: At;
  createdAt: At;
}

/** How long an editor worked on an order, by their timer. */
export interface WorkTimesTable {
  orderId: string;
  editorId: string;
  ms: Count;
  startedAt: AtOrNull;
  changedAt: At;
}

/** Staff's notes about an order, for themselves. */
export interface OrderNotesTable {
  id: string;
  orderId: string;
  authorId: string;
  body: string;
  createdAt: At;
}

/** An order of another system, as a record of its client: never in the books, in matching, in statistics, or in limits. */
export interface PastOrdersTable {
  /** Its id there. */
  externalId: string;
  userId: string;
  /** Who edited it, if they have an account here. */
  editorId: OrNull<string>;
  editorName: Default<string>;
  title: Default<string>;
  /** What the other system called it. */
  service: Default<string>;
  words: OrNull<number>;
  /** What was paid there, with its currency; null if the file had none. */
  amountMinor: ColumnType<Minor | null, number | null | undefined, number | null>;
  currency: OrNull<string>;
  /** Days as ISO dates. */
  orderedOn: string;
  deliveredOn: OrNull<string>;
  importedAt: At;
}
