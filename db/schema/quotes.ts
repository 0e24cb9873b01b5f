import type { AddOns } from "#app/features/pricing/rules/add-ons.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import type { OfferStatus, QuoteReason, QuoteStatus } from "#app/features/quotes/rules/quote-flow.ts";
import type { At, AtOrNull, Cents, Default, Json, OrNull } from "./columns.ts";

/**
 * An author's request for a custom quote. Its files and choices are in its order, which is locked until the request
 * ends.
 */
export interface CustomQuotesTable {
  id: string;
  orderId: string;
  userId: string;
  status: Default<QuoteStatus>;
  /** Why the author asks: too long to order, no editor is free, or a special request. */
  reason: QuoteReason;
  requirements: string;
  /** When the author would like it back. */
  wantedAt: AtOrNull;
  /** How many times it has been in the queue. */
  round: Default<number>;
  /** When the current or last round started, and the promised response time. */
  askedAt: At;
  dueAt: At;
  /** The next reminder to staff; null when none is left. */
  warnAt: AtOrNull;
  /** Why staff couldn't make an offer. The author reads it. */
  endReason: Default<string>;
  endedAt: AtOrNull;
  createdAt: At;
  updatedAt: At;
}

/** What staff offer for a request. An editor may be asked to agree to it before it's sent. */
export interface QuoteOffersTable {
  id: string;
  quoteId: string;
  orderId: string;
  status: OfferStatus;
  service: string;
  addOns: Json<AddOns>;
  price: Json<PriceReceipt>;
  totalMinor: Cents;
  currency: string;
  /** The list price for the same work when the offer was made. */
  ordinaryMinor: Cents;
  /** From payment to delivery. */
  windowMs: number;
  /** A note to the author. */
  note: Default<string>;
  editorId: OrNull<string>;
  /** The pay that the editor was offered. */
  editorPayMinor: OrNull<number>;
  /** What the editor is told about the work. */
  brief: Default<string>;
  askedAt: AtOrNull;
  askExpiresAt: AtOrNull;
  editorAnsweredAt: AtOrNull;
  editorNote: Default<string>;
  /** The words of the editor's open orders when they agreed. */
  editorOpenWords: OrNull<number>;
  sentAt: AtOrNull;
  /** Until when it can be accepted and paid. */
  expiresAt: AtOrNull;
  answeredAt: AtOrNull;
  /** The author's counteroffer, or why they declined. */
  answerNote: Default<string>;
  answerTotalMinor: OrNull<number>;
  answerWantedAt: AtOrNull;
  createdBy: string;
  createdAt: At;
}
