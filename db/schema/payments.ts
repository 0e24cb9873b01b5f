/** Payments, refunds, and disputes. */
import type Stripe from "stripe";
import type { DisputeKind, DisputeStatus } from "#app/features/payments/rules/dispute.ts";
import type { ReferralFault, ReferralState } from "#app/features/payments/rules/courtesy/referral.ts";
import type { GiftState } from "#app/features/payments/rules/gift.ts";
import type { CreditCause } from "#app/features/payments/rules/courtesy/courtesy.ts";
import type { Billing } from "#app/features/accounts/rules/billing.ts";
import type { FrozenDocument } from "#app/features/payments/rules/invoices/invoice.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import type { Json, At, AtOrNull, OrNull, Default, Flag, Count, Cents } from "./columns.ts";

export interface PaymentsTable {
  id: string;
  orderId: string;
  provider: Default<string>;
  /** What it's paid from: a card, or the account of the order's organization. */
  method: Default<"card" | "balance">;
  attempt: number;
  status: Default<"starting" | "open" | "succeeded" | "expired" | "failed">;
  amountMinor: Cents;
  refundedMinor: Cents;
  currency: string;
  checkoutSessionId: OrNull<string>;
  paymentIntentId: OrNull<string>;
  url: OrNull<string>;
  cardFingerprint: OrNull<string>;
  /** What it was paid with, in words: the card, or the account of an organization. */
  cardLabel: OrNull<string>;
  failure: OrNull<string>;
  /** The terms or the purchase order on which an organization's order was placed. Null if it was prepaid. */
  creditLineId: OrNull<string>;
  /** The monthly statement that lists it, once there is one. */
  statementId: OrNull<string>;
  /** Where the organization books it. */
  costCenter: Default<string>;
  /** The extra charge it pays. Null when it pays the order itself. */
  chargeId: OrNull<string>;
  /**
   * How its amount is made up: list price, minus discount, plus tax. Null until it succeeded, and for surplus money.
   */
  listMinor: OrNull<number>;
  discountMinor: OrNull<number>;
  /** Courtesy credit that paid a part of the order besides. */
  creditMinor: Default<number>;
  taxMinor: OrNull<number>;
  /** Money that arrived for an order that couldn't take it. Refunded automatically. */
  surplus: Flag;
  /** The checkout only holds the money. It's taken once the coupon's limits were checked against the card. */
  heldFirst: Flag;
  /** Why held money was let go, in words for the client. */
  refusal: OrNull<string>;
  createdAt: At;
  expiresAt: AtOrNull;
  succeededAt: AtOrNull;
  checkedAt: AtOrNull;
}

/**
 * A consumer's express request, at payment, that work on an order begins right away. Never changed once the order is
 * paid.
 */
export interface EarlyStartsTable {
  orderId: string;
  uid: string;
  /** The buyer's country at the time, if known. */
  country: OrNull<string>;
  /** The buyer's, for the day on which the right ends. */
  timeZone: string;
  /** The version of the text that was shown and accepted. */
  version: string;
  text: string;
  givenAt: At;
}

/** The same for an extra charge, which needs a new request for the added work. */
export interface ChargeEarlyStartsTable {
  chargeId: string;
  orderId: string;
  uid: string;
  country: OrNull<string>;
  timeZone: string;
  version: string;
  text: string;
  givenAt: At;
  /** The share of the order's work done when the charge was paid. Null until then. */
  doneBp: OrNull<number>;
}

/** Every event of the card provider by its id, applied once, in whatever order events arrive. */
export interface ProviderEventsTable {
  id: string;
  type: string;
  payload: Json<Stripe.Event>;
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
  status: Default<"requested" | "sent" | "succeeded" | "failed">;
  providerRefundId: OrNull<string>;
  /** Starts at 1 and grows with each retry after a failure. */
  attempt: Count;
  failure: OrNull<string>;
  requestedBy: OrNull<string>;
  /** On the client's balance, instead of where the payment came from. */
  toBalance: Flag;
  basis: Json<string[]>;
  createdAt: At;
  settledAt: AtOrNull;
}

/** A payment that the cardholder's bank questions or has reversed, as the provider reports it. */
export interface DisputesTable {
  id: string;
  providerDisputeId: string;
  paymentId: string;
  orderId: string;
  /** An inquiry only asks. A chargeback has the money withheld until the bank decides. */
  kind: DisputeKind;
  status: DisputeStatus;
  /** The provider's code for the cardholder's reason. */
  reason: string;
  amountMinor: Cents;
  currency: string;
  /** What the provider has withheld and not returned, and its fee. */
  withdrawnMinor: Default<number>;
  feeMinor: Default<number>;
  /** Staff's statement in the evidence. */
  statement: Default<string>;
  evidenceDueAt: AtOrNull;
  openedAt: At;
  /** When staff asked to send the evidence. `sentAt` is when the provider accepted it. */
  sendingAt: AtOrNull;
  sentBy: OrNull<string>;
  sentAt: AtOrNull;
  /** Why the provider rejected it. */
  failure: OrNull<string>;
  /** When admins were reminded of the deadline, three days and one day before. */
  remindedAt: AtOrNull;
  lastRemindedAt: AtOrNull;
  closedAt: AtOrNull;
  /** The admin who accepted the loss instead of answering. */
  givenUpBy: OrNull<string>;
  givenUpAt: AtOrNull;
  /** The admin who found that the editor was at fault, which takes back the pay. */
  faultBy: OrNull<string>;
  faultReason: OrNull<string>;
  faultAt: AtOrNull;
  /** When the provider was last queried. */
  checkedAt: At;
}

/** A refund that a person proposed. Once approved, it becomes a row of `refunds`. */
export interface RefundRequestsTable {
  id: string;
  orderId: string;
  problemId: OrNull<string>;
  cause: string;
  amountMinor: Cents;
  currency: string;
  reason: string;
  basis: Json<string[]>;
  status: Default<"pending" | "approved" | "declined">;
  proposedBy: string;
  /** The first of two admins, if two are needed. */
  firstApprovedBy: OrNull<string>;
  decidedBy: OrNull<string>;
  note: Default<string>;
  createdAt: At;
  decidedAt: AtOrNull;
}

/** Courtesy credit that somebody was given. What is left of all of it is their account in the ledger. */
export interface CourtesyCreditsTable {
  id: string;
  userId: string;
  cause: CreditCause;
  amountMinor: number;
  currency: string;
  /** Why staff gave it. */
  reason: Default<string>;
  givenBy: OrNull<string>;
  clientKey: OrNull<string>;
  /** The order whose refund returned it. */
  orderId: OrNull<string>;
  createdAt: At;
  expiresAt: At;
  warnedAt: AtOrNull;
  /** When it expired, or its owner's account was erased. */
  endedAt: AtOrNull;
}

/** The link with which a client recommends us. */
export interface ReferralLinksTable {
  uid: string;
  code: string;
  createdAt: At;
}

/** A new client who joined with somebody's link. */
export interface ReferralsTable {
  id: string;
  referrerId: string;
  friendId: string;
  state: Default<ReferralState>;
  /** What the two accounts share, if it was refused. */
  why: OrNull<ReferralFault>;
  /** The order that decided it. */
  orderId: OrNull<string>;
  joinedAt: At;
  decidedAt: AtOrNull;
}

/** A quote that its author shared by a link, so that somebody else can pay. An order has at most one that isn't ended. */
export interface SharedQuotesTable {
  id: string;
  number: string;
  orderId: string;
  /** When the order's price was set. With `price`, tells whether the order still has this price. */
  quotedAt: At;
  price: Json<PriceReceipt>;
  /** The formal quote, without the title. */
  document: Json<FrozenDocument>;
  /** Whether people who open it may see the manuscript's title. */
  showTitle: Flag;
  validUntilAt: At;
  createdAt: At;
  /** When somebody other than the author first opened it. */
  openedAt: AtOrNull;
  /** When somebody asked the author for a new one. */
  askedAt: AtOrNull;
  endedAt: AtOrNull;
  endedWhy: OrNull<"revoked" | "replaced">;
}

/** Who pays instead of the author, and what their invoice needs. Deleted if that payment ends without money. */
export interface PaymentPayersTable {
  paymentId: string;
  sharedQuoteId: string;
  billing: Json<Billing>;
  /** Where the invoice goes. */
  email: string;
  poNumber: Default<string>;
  costCenter: Default<string>;
  createdAt: At;
}

/** Money that an organization or a person adds to their account by card. */
export interface DepositsTable {
  id: string;
  /** Whose account: one of the two. */
  organizationId: OrNull<string>;
  uid: OrNull<string>;
  status: Default<"starting" | "open" | "succeeded" | "expired" | "failed">;
  amountMinor: Cents;
  currency: string;
  /** What returned to the card, or was asked to. */
  returnedMinor: Default<number>;
  /** What the card's bank took in a dispute and didn't return. */
  withheldMinor: Default<number>;
  checkoutSessionId: OrNull<string>;
  paymentIntentId: OrNull<string>;
  url: OrNull<string>;
  cardLabel: OrNull<string>;
  cardFingerprint: OrNull<string>;
  failure: OrNull<string>;
  createdBy: OrNull<string>;
  createdAt: At;
  expiresAt: AtOrNull;
  succeededAt: AtOrNull;
  checkedAt: AtOrNull;
}

/** What of a deposit returns to its card. */
export interface DepositReturnsTable {
  id: string;
  depositId: string;
  amountMinor: Cents;
  currency: string;
  status: Default<"requested" | "sent" | "succeeded" | "failed">;
  providerRefundId: OrNull<string>;
  failure: OrNull<string>;
  /** Null if it was made in the provider's dashboard. */
  requestedBy: OrNull<string>;
  createdAt: At;
  settledAt: AtOrNull;
}

/** A deposit for somebody else, who accepts it with the address that it was sent to. */
export interface GiftsTable {
  id: string;
  depositId: string;
  giverId: string;
  /** In small letters. Empty once the giver's or the accepting person's account is erased. */
  email: string;
  message: string;
  state: Default<GiftState>;
  acceptedBy: OrNull<string>;
  createdAt: At;
  endedAt: AtOrNull;
}
