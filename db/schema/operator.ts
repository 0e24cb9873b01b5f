import type { NumberName } from "#app/features/backoffice/rules/numbers.ts";
import type { Json, At, AtOrNull, OrNull, Default, Count, Cents } from "./columns.ts";

/** The company that sells, as invoices and legal texts name it. One row. */
export interface CompanyTable {
  id: number;
  legalName: string;
  /** Street and postal lines, without town and country. */
  address: string;
  town: string;
  country: string;
  registration: Default<string>;
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

/** How far and when the days were last added up. One row. */
export interface NumbersRollupTable {
  id: number;
  throughAt: At;
  doneAt: At;
}

/** A small payment an admin makes to see that the card provider and its webhooks work. Refunded at once, and in no ledger. */
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
