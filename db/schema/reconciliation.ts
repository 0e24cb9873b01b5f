/** What the card provider and the bank report, and where it differs from the ledger. */
import type { ProviderPayoutStatus, ProviderTransactionKind } from "#app/features/payments/rules/provider-account.ts";
import type {
  StagedLine,
  StatementFormat,
  StatementState,
} from "#app/features/backoffice/rules/reconciliation/bank-statement.ts";
import type { CsvLayout } from "#app/features/backoffice/rules/bank-files/csv-layout.ts";
import type { Assignable, DifferenceKind } from "#app/features/backoffice/rules/reconciliation/reconciliation.ts";
import type { Direction } from "#app/features/backoffice/rules/reconciliation/suggestions.ts";
import type { Generated } from "kysely";
import type { At, AtOrNull, OrNull, Default, Flag, Cents, Count, Json } from "./columns.ts";

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
  /** Whether the file itself has the closing balance. Otherwise it was calculated from the lines. */
  closingStated: Flag;
  state: Default<StatementState>;
  reversedAt: AtOrNull;
  /** Null once their account is erased. */
  reversedBy: OrNull<string>;
  reversedWhy: OrNull<string>;
}

/** A line of a statement that is being imported, until it's booked. */
export interface BankStagedLinesTable {
  statementId: string;
  position: number;
  key: string;
  line: Json<StagedLine>;
}

/** How the CSV files of an account are laid out, as somebody chose it. */
export interface BankLayoutsTable {
  account: string;
  layout: Json<CsvLayout>;
  savedBy: string | null;
  savedAt: At;
}

/** Lines of bank statements with these words belong to an account. */
export interface BankRulesTable {
  id: string;
  /** As somebody typed them. They're compared folded. */
  words: string;
  direction: Direction;
  account: Assignable;
  /** Of tax payable, the authority; "" otherwise, and in rules from before there were authorities. */
  party: Default<string>;
  /** Whether it books lines without asking. */
  alone: Flag;
  /** The rate of the input tax in its lines' amounts, in basis points. */
  inputTaxBp: OrNull<number>;
  reverseCharge: Generated<boolean>;
  /** Whether the supplier is in another EU country. Only with reverse charge. */
  supplierInEu: Generated<boolean>;
  createdBy: OrNull<string>;
  createdAt: At;
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
  /** The bank's own reference of the line. */
  bankReference: Default<string>;
  /** The line of another file that it probably repeats. While `match` is null, somebody has to decide. */
  duplicateOf: OrNull<string>;
  /** The line that it's a part of. */
  partOf: OrNull<string>;
  /** The rule that booked it without asking. */
  ruleId: OrNull<string>;
  /** How often its match was undone. */
  revision: Count;
  /**
   * What it is: the card provider's payout, an editor's, a whole payout run, or what an admin said. Null while unknown.
   * A duplicate, a reversed line, and one whose parts are lines of their own don't count.
   */
  match: OrNull<
    "provider_payout" | "payout" | "payout_run" | "balance" | "assigned" | "split" | "parts" | "duplicate" | "reversed"
  >;
  matchId: OrNull<string>;
  /** The journal entry with it on the bank account. Null for a payout that isn't marked as paid. */
  entryKey: OrNull<string>;
  matchedAt: AtOrNull;
}

/** What the bank's lines come to, as parts that add up to each currency's sum. A trigger keeps them (`kept-sums.ts`). */
export interface BankSumsTable {
  id: Generated<number>;
  currency: string;
  amountMinor: Cents;
  /** Not merged yet. */
  fresh: Flag;
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
