import type { ChargeKind, ChargeStatus } from "#app/features/orders/rules/change/charge.ts";
import type { DateProposalStatus, DateSide } from "#app/features/orders/rules/change/date-change.ts";
import type { LateDecisionStatus } from "#app/features/orders/rules/deadline/late-order.ts";
import type { ChangeStatus } from "#app/features/orders/rules/change/order-change.ts";
import type { WordState } from "#app/features/orders/rules/change/word-difference.ts";
import type { PriceLine, PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import type { Json, At, AtOrNull, OrNull, Default, Cents } from "./columns.ts";

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
