/** What editors earn, how it's paid, and where to. */
import type { Share } from "#app/features/orders/rules/draft/editor-shares.ts";
import type { HolderType } from "#app/features/payouts/rules/account-types.ts";
import type { BankDetails } from "#app/features/payouts/rules/bank-details.ts";
import type { BankWord, ReportKind, Verdict, WordOutcome } from "#app/features/payouts/rules/bank-report.ts";
import type { EarningState, PayoutState, RunState } from "#app/features/payouts/rules/flow.ts";
import type { PayoutScheme } from "#app/features/payouts/rules/scheme.ts";
import type { BankRow } from "#app/features/payouts/server/earnings/list-earnings.ts";
import type { OtherRates } from "#app/features/payments/rules/reference-rates.ts";
import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import type { Generated } from "kysely";
import type { Json, JsonOrNull, At, AtOrNull, OrNull, Default, Cents, Flag } from "./columns.ts";

export interface EarningsTable {
  id: string;
  orderId: string;
  editorId: string;
  level: Level;
  basisMinor: Cents;
  shareBp: number;
  amountMinor: Cents;
  currency: string;
  status: Default<EarningState>;
  payoutId: OrNull<string>;
  /**
   * The part of the order it pays for: work done before a handover, the delivery, a revision of another editor's
   * delivery, the second reading, new words in a revision, or a quality review.
   */
  part: Default<Share["part"] | "review">;
  reason: Default<string>;
  createdAt: At;
  availableAt: AtOrNull;
  /** The review it pays for. Null if it pays for editing. */
  reviewId: OrNull<string>;
}

/**
 * What editors earned, as parts that add up to each sum by editor, currency, and status. A trigger keeps them
 * (`kept-sums.ts`).
 */
export interface EarningSumsTable {
  id: Generated<number>;
  editorId: string;
  currency: string;
  status: string;
  amountMinor: Cents;
  earnings: number;
  /** Not merged yet. */
  fresh: Flag;
}

/** What runs pay, as parts that add up to each sum by run and status. */
export interface PayoutSumsTable {
  id: Generated<number>;
  runId: string;
  status: string;
  grossMinor: Cents;
  debtMinor: Cents;
  amountMinor: Cents;
  payouts: number;
  /** Not merged yet. */
  fresh: Flag;
}

/** A bank batch: one file with many payouts. Two different people prepare and approve it. */
export interface PayoutRunsTable {
  id: string;
  number: string;
  status: Default<RunState>;
  cutoffAt: At;
  /** What its file is: a cross-border transfer or SEPA in euros (pain.001), or ACH for accounts in the US (NACHA). */
  scheme: Default<PayoutScheme>;
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
  status: Default<PayoutState>;
  grossMinor: Cents;
  /** Deducted for what the editor owes. */
  debtMinor: Cents;
  /** What the bank pays: what was earned less debt, and VAT on top. */
  amountMinor: Cents;
  vatMinor: Cents;
  /** Whether the tax office gives that VAT back to us. */
  vatDeductible: Flag;
  /** What we owe at home on the invoice of an editor abroad, and get back in the same return. Not paid to the editor. */
  recipientTaxMinor: Cents;
  /** Whether that editor is in another EU country than we are. */
  editorInEu: Flag;
  currency: string;
  endToEndId: string;
  /** Identifies it in ACH returns. Null before approval and in other runs. */
  traceNumber: OrNull<string>;
  /** The bank details when the run was prepared. */
  bank: Json<BankRow>;
  /**
   * What the bank is asked to pay, if that isn't the amount itself: its currency and sum, and the rate, frozen with its
   * day and source.
   */
  paidCurrency: OrNull<string>;
  paidMinor: OrNull<number>;
  /** Millionths of a US dollar for one euro. */
  rateMicros: OrNull<number>;
  rateOn: OrNull<string>;
  rateSource: OrNull<string>;
  rateFrozenAt: AtOrNull;
  createdAt: At;
  paidAt: AtOrNull;
  /** When the bank rejected or returned it, and the bank's code. */
  returnedAt: AtOrNull;
  returnCode: OrNull<string>;
}

/** An earning that a payout was for, whatever happened to the payout. */
export interface PayoutItemsTable {
  payoutId: string;
  earningId: string;
}

/** A bank file with the results of payouts. Its text isn't stored, because it names people and their accounts. */
export interface BankReportsTable {
  id: string;
  kind: ReportKind;
  fileName: string;
  /** Unique: importing a file twice has no effect. */
  sha256: string;
  /** The bank's own id, if there is one. */
  bankId: Default<string>;
  importedBy: string;
  importedAt: At;
  words: number;
  /** Entries of the file that are about something else. */
  others: Default<number>;
}

/** One line of such a file, and the result. */
export interface BankReportLinesTable {
  reportId: string;
  line: number;
  reference: string;
  payoutId: OrNull<string>;
  verdict: Verdict;
  code: Default<string>;
  amountMinor: OrNull<number>;
  /** Of the amount, where the file gives one. Null in older rows: then it's the payout's. */
  currency: OrNull<string>;
  outcome: WordOutcome;
}

/** A line that waits to be worked through, with the payout that it's about. */
export interface BankReportWordsTable {
  reportId: string;
  line: number;
  word: Json<BankWord>;
  payoutId: OrNull<string>;
}

/** A file of reference rates that an admin imported. */
export interface RateImportsTable {
  id: string;
  fileName: string;
  /** Unique: a file imported twice changes nothing the second time. */
  sha256: string;
  /** How many days it has a rate for, and how many of them were new or different. */
  days: number;
  added: number;
  changed: number;
  fromOn: string;
  toOn: string;
  importedBy: string;
  importedAt: At;
}

/** The European Central Bank's rate of a day: millionths of a US dollar for one euro. */
export interface ReferenceRatesTable {
  rateOn: string;
  micros: number;
  /** Millionths of other currencies for one euro. Null in rates from before they were needed. */
  others: JsonOrNull<OtherRates>;
  /** The import that it's from. */
  importId: string;
}

/** Where an editor is paid. A change is confirmed by email and frozen for three days. */
export interface BankDetailsTable {
  id: string;
  uid: string;
  holder: string;
  iban: OrNull<string>;
  accountNumber: OrNull<string>;
  /** The ABA number of a US account. */
  routingNumber: OrNull<string>;
  /** How the bank is named in a country without IBANs, other than the US. */
  clearingSystem: OrNull<NonNullable<BankDetails["clearingSystem"]>>;
  clearingCode: OrNull<string>;
  accountType: OrNull<"checking" | "savings">;
  holderType: OrNull<HolderType>;
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
  /** When a payout to it was returned, with the bank's code. Nothing more is paid to it. */
  refusedAt: AtOrNull;
  refusedCode: OrNull<string>;
  createdAt: At;
}

/** Unconfirmed bank details, encrypted, until the link in an email is opened. One per editor. */
export interface BankChangesTable {
  uid: string;
  sealed: Buffer;
  tokenHash: string;
  expiresAt: Date;
  createdAt: Date;
}
