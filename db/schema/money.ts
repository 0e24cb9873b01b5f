import type { Share } from "#app/features/orders/rules/editor-shares.ts";
import type { Generated } from "kysely";
import type Stripe from "stripe";
import type { DisputeKind, DisputeStatus } from "#app/features/payments/rules/dispute.ts";
import type { ProviderPayoutStatus, ProviderTransactionKind } from "#app/features/payments/rules/provider-account.ts";
import type { StatementFormat } from "#app/features/backoffice/rules/bank-statement.ts";
import type { DifferenceKind } from "#app/features/backoffice/rules/reconciliation.ts";
import type { Account } from "#app/features/payments/rules/chart-of-accounts.ts";
import type { FrozenDocument } from "#app/features/payments/rules/invoice.ts";
import type { ReportKind, Verdict, WordOutcome } from "#app/features/payouts/rules/bank-report.ts";
import type { EarningState, PayoutState, RunState } from "#app/features/payouts/rules/flow.ts";
import type { PayoutScheme } from "#app/features/payouts/rules/scheme.ts";
import type { BankRow } from "#app/features/payouts/server/list-earnings.ts";
import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import type { Json, JsonOrNull, At, AtOrNull, OrNull, Default, Flag, Count, Cents } from "./columns.ts";

export interface PaymentsTable {
  id: string;
  orderId: string;
  provider: Default<string>;
  attempt: number;
  status: Default<"starting" | "open" | "succeeded" | "expired" | "failed">;
  amountMinor: Cents;
  refundedMinor: Cents;
  currency: string;
  checkoutSessionId: OrNull<string>;
  paymentIntentId: OrNull<string>;
  url: OrNull<string>;
  cardFingerprint: OrNull<string>;
  cardLabel: OrNull<string>;
  failure: OrNull<string>;
  /** The extra charge it pays. Null when it pays the order itself. */
  chargeId: OrNull<string>;
  /**
   * How its amount is made up: list price, minus discount, plus tax. Null until it succeeded, and for surplus money.
   */
  listMinor: OrNull<number>;
  discountMinor: OrNull<number>;
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

/**
 * One transaction of our balance at the card provider, as the provider reports it. Only what we find out about it
 * changes.
 */
export interface ProviderTransactionsTable {
  id: string;
  kind: ProviderTransactionKind;
  /** Signed like the balance change. The fee is what the provider took in addition. */
  amountMinor: Cents;
  feeMinor: Cents;
  currency: string;
  /** The provider's charge, refund, dispute, or payout. */
  sourceId: OrNull<string>;
  paymentIntentId: OrNull<string>;
  /** Our payment and refund, from the provider's metadata. */
  paymentId: OrNull<string>;
  refundId: OrNull<string>;
  /** Part of a test payment from the setup page. */
  isTest: Flag;
  description: Default<string>;
  orderId: OrNull<string>;
  /** The provider's payout to our bank that includes it. */
  providerPayoutId: OrNull<string>;
  /** The key of the journal entry with its amount. Null while what it belongs to isn't booked. */
  entryKey: OrNull<string>;
  madeAt: At;
  availableAt: At;
  readAt: At;
  bookedAt: AtOrNull;
}

/** A payout of the card provider to our bank. */
export interface ProviderPayoutsTable {
  id: string;
  amountMinor: Cents;
  currency: string;
  status: ProviderPayoutStatus;
  isAutomatic: boolean;
  /** The bank's reference, if the provider knows it. */
  traceId: OrNull<string>;
  failure: OrNull<string>;
  arrivesAt: At;
  madeAt: At;
  checkedAt: At;
  /** When the transactions in it were read. */
  itemsReadAt: AtOrNull;
}

/**
 * How far one of the provider's lists has been read. Lists are read newest first, so an interrupted pass continues at
 * its cursor.
 */
export interface ProviderReadsTable {
  /** Always "transactions". */
  what: string;
  /** Everything created up to then has been read. */
  readToAt: AtOrNull;
  cursor: OrNull<string>;
  /** The newest item when the current pass began. */
  newestAt: AtOrNull;
  doneAt: AtOrNull;
}

/** Our balance at the provider at the last check, after everything in its list was read. */
export interface ProviderBalancesTable {
  currency: string;
  availableMinor: Cents;
  pendingMinor: Cents;
  /** The ledger's balance at that moment. */
  ledgerMinor: Default<number>;
  readAt: At;
}

/** A bank statement that an admin imported. The same file is imported once. */
export interface BankStatementsTable {
  id: string;
  format: StatementFormat;
  fileName: string;
  sha256: string;
  account: string;
  currency: string;
  /** The bank's own number. */
  reference: string;
  fromAt: At;
  toAt: At;
  openingMinor: OrNull<number>;
  closingMinor: OrNull<number>;
  lineCount: number;
  /** How many of them weren't in an earlier statement. */
  newLines: number;
  importedBy: OrNull<string>;
  importedAt: At;
}

/** One line of a bank statement. */
export interface BankLinesTable {
  id: string;
  /** Identifies the line among all of the account's lines, in any file. */
  key: string;
  statementId: string;
  position: number;
  bookedAt: At;
  amountMinor: Cents;
  currency: string;
  counterparty: string;
  details: string;
  /** The end-to-end reference. */
  reference: string;
  /** What it is: the card provider's payout, an editor's, or what an admin said. Null while unknown. */
  match: OrNull<"provider_payout" | "payout" | "assigned">;
  matchId: OrNull<string>;
  /** The journal entry with it on the bank account. Null for a payout that isn't marked as paid. */
  entryKey: OrNull<string>;
  matchedAt: AtOrNull;
}

/** A disagreement between provider, ledger, and bank. Cleared when it disappears, resolved by a person. */
export interface MoneyDifferencesTable {
  key: string;
  kind: DifferenceKind;
  amountMinor: Cents;
  currency: string;
  title: string;
  orderId: OrNull<string>;
  foundAt: At;
  ownerId: OrNull<string>;
  ownedAt: AtOrNull;
  note: OrNull<string>;
  resolvedBy: OrNull<string>;
  resolvedAt: AtOrNull;
  clearedAt: AtOrNull;
}

/** What an entry moved on an account and isn't in the sums yet. Written by a trigger. */
export interface LedgerMovesTable {
  id: Generated<string>;
  /** A UTC date. */
  day: string;
  currency: string;
  account: string;
  /** The entry's kind. */
  kind: string;
  party: string;
  /** Both at least zero. */
  debitMinor: Cents;
  creditMinor: Cents;
}

/** The ledger's sums by day, account, and kind of entry. Read them together with what isn't added yet (`ledger-sums.ts`). */
export interface LedgerDaysTable {
  /** A UTC date. */
  day: string;
  currency: string;
  account: string;
  kind: string;
  debitMinor: Cents;
  creditMinor: Cents;
}

/** The ledger's sums by editor, on the accounts of what they are owed. */
export interface LedgerPartiesTable {
  currency: string;
  party: string;
  account: string;
  /** Credits less debits of everything but payouts. */
  earnedMinor: Cents;
  /** Debits less credits of payouts. */
  paidMinor: Cents;
}

/** How far the entries from before there were sums are added: those until `untilSeq`, booked before `throughAt`. One row. */
export interface LedgerFoldingTable {
  id: number;
  untilSeq: Cents;
  throughAt: At;
}

/** The newest comparison of the ledger with payments, refunds and orders: one row. */
export interface LedgerChecksTable {
  id: number;
  differences: number;
  sumMinor: Cents;
  durationMs: number;
  checkedAt: At;
}

/** One day's balances on the three sides. */
export interface ReconciliationsTable {
  /** In UTC, as "2026-11-30". */
  day: string;
  currency: string;
  providerMinor: OrNull<number>;
  providerLedgerMinor: Cents;
  inTransitMinor: Cents;
  statementMinor: OrNull<number>;
  bankLedgerMinor: Cents;
  openDifferences: number;
  madeAt: At;
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

export interface JournalEntriesTable {
  id: string;
  seq: Generated<number>;
  /** Unique: posting the same cause twice has no effect. */
  key: string;
  kind: string;
  orderId: OrNull<string>;
  causeType: string;
  causeId: string;
  memo: string;
  /** When it was recorded. */
  at: At;
  /** When it happened: never after `at`. */
  happenedAt: Default<Date>;
  /**
   * Its booking date, set by the database: when it happened, or the start of the oldest open month if that month was
   * closed.
   */
  bookedAt: Generated<Date>;
}

export interface JournalLinesTable {
  entryId: string;
  line: number;
  account: Account;
  /** The sub-account's owner (an editor's uid), empty if the account has none. */
  party: string;
  amountMinor: Cents;
  currency: string;
}

/** A month of the books that an admin closed. Nothing more is booked in it. */
export interface ClosedMonthsTable {
  /** In UTC, as "2026-10". */
  month: string;
  startsAt: At;
  /** The first moment of the next month. */
  endsAt: At;
  entries: number;
  /** Items that were open and closed anyway. */
  openItems: number;
  /** Null once their account is erased. */
  closedBy: OrNull<string>;
  closedAt: At;
  /** When its balances were last compared with the journal. */
  checkedAt: AtOrNull;
}

/** An account at the end of a closed month: the month's movements, and the balance. */
export interface ClosedBalancesTable {
  month: string;
  currency: string;
  account: string;
  debitMinor: number;
  creditMinor: number;
  balanceMinor: number;
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
  /** The payment it invoices. */
  paymentId: OrNull<string>;
  /** The document that cancels this one: of a credit note whose refund failed, or of an invoice that was corrected. */
  cancelledBy: OrNull<string>;
  totalMinor: Cents;
  currency: string;
  document: Json<FrozenDocument>;
  /** When an admin reviewed a self-billed invoice. */
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
  firstOrderOnly: Flag;
  active: Flag;
  /** Hidden from lists by default, and not usable. */
  archivedAt: AtOrNull;
  /** Grows with each edit, to detect conflicting edits. */
  version: Default<number>;
  createdAt: At;
}

/** One order's hold on a coupon. */
export interface CouponUsesTable {
  couponId: string;
  orderId: string;
  userId: string;
  /**
   * `reserved` while a checkout is open, `redeemed` once it's paid, `released` when it ended unpaid or was refunded in
   * full.
   */
  state: Default<"reserved" | "redeemed" | "released">;
  /** Hash of the client's unaliased email address when the coupon was reserved. */
  personKey: Default<string>;
  /** The card used with it, known once it was checked. */
  cardFingerprint: OrNull<string>;
  /** Whether the order was the person's first, set when it's paid. */
  firstOrder: Flag;
  createdAt: At;
}

/** A percentage off everybody's orders for a time. */
export interface SalesTable {
  id: string;
  label: string;
  percent: number;
  /** The services it applies to; null for all. */
  services: JsonOrNull<string[]>;
  startsAt: At;
  endsAt: At;
  /** When an admin ended it early. */
  endedAt: AtOrNull;
  clientKey: string;
  createdAt: At;
}

/** A percentage off an account's orders. One at a time. */
export interface AccountDiscountsTable {
  id: string;
  userId: string;
  percent: number;
  /** Why it was given, for staff. */
  reason: string;
  startsAt: At;
  endsAt: AtOrNull;
  /** When it was ended, by an admin or by the next one. */
  endedAt: AtOrNull;
  createdAt: At;
}

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
  amountMinor: Cents;
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
  accountType: OrNull<"checking" | "savings">;
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
