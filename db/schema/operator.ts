import type { EmailBrand, TemplateContent } from "#app/platform/rules/mail/email-template.ts";
import type { Frequency, LateDifference, ReturnFigures } from "#app/features/tax/rules/returns.ts";
import type { NumberName } from "#app/features/backoffice/rules/numbers.ts";
import type { Json, At, AtOrNull, OrNull, Default, Count, Cents } from "./columns.ts";

/** The selling company, as named in invoices and legal texts. One row. */
export interface CompanyTable {
  id: number;
  legalName: string;
  /** Street and postal lines, without city and country. */
  address: string;
  town: string;
  country: string;
  registration: Default<string>;
  /** Of older releases. Tax registrations have it now. */
  vatId: OrNull<string>;
  /** Counts edits, to detect conflicting ones. */
  version: Count;
  updatedAt: At;
  updatedBy: OrNull<string>;
}

/** Whether orders are accepted. One row; without it, or without `openedAt`, they aren't. */
export interface ShopTable {
  id: number;
  openedAt: AtOrNull;
  openedBy: OrNull<string>;
  changedAt: At;
}

/** Where the company is registered for tax. Days are UTC dates such as "2026-11-23". */
export interface TaxRegistrationsTable {
  id: string;
  scheme: "domestic" | "oss";
  place: string;
  number: string;
  validFrom: string;
  /** The last day it's valid; null while it has no end. */
  validUntil: OrNull<string>;
  status: Default<"proposed" | "approved" | "declined">;
  proposedBy: OrNull<string>;
  proposedAt: At;
  decidedBy: OrNull<string>;
  decidedAt: AtOrNull;
  /** A proposed end that no other admin has approved yet. */
  endDay: OrNull<string>;
  endProposedBy: OrNull<string>;
  endProposedAt: AtOrNull;
  /** How often its authority wants a return; null until somebody says. */
  frequency: OrNull<Frequency>;
}

/** A tax return that was filed with an authority, with its figures as they were then. */
export interface TaxReturnsTable {
  id: string;
  authority: string;
  /** Its first and last day. */
  from: string;
  until: string;
  figures: Json<ReturnFigures>;
  /** What it declares of earlier periods, whose returns lacked it. */
  late: Json<LateDifference[]>;
  /** In the currency of the figures; negative if the office pays. */
  dueMinor: Cents;
  /** The number that the office gave it. */
  reference: string;
  /** Null once their account is erased. */
  filedBy: OrNull<string>;
  filedAt: At;
  paidOn: OrNull<string>;
  paidBy: OrNull<string>;
  paidAt: AtOrNull;
}

/** A threshold that the finance team was told about in a period. */
export interface TaxThresholdAlertsTable {
  thresholdId: string;
  /** A year: "2026". */
  period: string;
  level: "near" | "crossed";
  toldAt: At;
}

/** A version of the business policy, or the draft of one. */
export interface PolicyVersionsTable {
  id: string;
  /** Null until it's approved. */
  version: OrNull<number>;
  status: "draft" | "proposed" | "approved" | "canceled" | "discarded";
  /** Every figure by its key, in the code's unit. */
  figures: Json<Record<string, number | null>>;
  /** The version it was made from. */
  basedOn: number;
  /** Counts saves, to keep anyone from overwriting or approving changes they haven't seen. */
  revision: Count;
  reason: Default<string>;
  /** When it takes effect. Null if that's on approval. */
  effectiveAt: AtOrNull;
  revertedFrom: OrNull<number>;
  draftedBy: OrNull<string>;
  draftedAt: At;
  proposedAt: AtOrNull;
  decidedBy: OrNull<string>;
  decidedAt: AtOrNull;
  decisionNote: OrNull<string>;
  /** When the product noticed that it's in effect. */
  announcedAt: AtOrNull;
}

/** The words of an email, or what all emails share, as operators write them. */
export interface EmailTemplateVersionsTable {
  id: string;
  /** The email's key, or "brand". */
  email: string;
  language: string;
  /** Null until it's approved. */
  version: OrNull<number>;
  status: "draft" | "proposed" | "approved" | "canceled" | "discarded";
  content: Json<TemplateContent | EmailBrand>;
  /** Of the brand: a PNG. */
  logo: OrNull<Buffer>;
  /** The version it was made from; 0 for our words. */
  basedOn: number;
  revertedFrom: OrNull<number>;
  /** Counts saves, to keep anyone from overwriting or approving changes they haven't seen. */
  revision: Count;
  reason: Default<string>;
  effectiveAt: AtOrNull;
  draftedBy: string;
  draftedAt: At;
  proposedAt: AtOrNull;
  decidedBy: OrNull<string>;
  decidedAt: AtOrNull;
  decisionNote: OrNull<string>;
}

/** Setup checklist state that isn't in any other row. */
export interface SetupStepsTable {
  step: string;
  item: Default<string>;
  doneAt: AtOrNull;
  doneBy: OrNull<string>;
  data: Json<Record<string, unknown>>;
  updatedAt: At;
}

/** A day's figure (backoffice/rules/numbers.ts), about a source, a subfield, an outcome, or nothing. */
export interface DailyNumbersTable {
  day: string;
  what: NumberName;
  about: Default<string>;
  amount: number;
}

/** How far and when days were last totaled. One row. */
export interface NumbersRollupTable {
  id: number;
  throughAt: At;
  doneAt: At;
}

/** A small payment an admin makes to check the card provider and its webhooks. Refunded at once, and in no ledger. */
export interface TestPaymentsTable {
  id: string;
  amountMinor: Cents;
  currency: string;
  status: Default<"starting" | "open" | "paid" | "refunded" | "failed">;
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
