/** The journal, closed months, and invoices. */
import type { Generated } from "kysely";
import type { Account } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import type { FrozenDocument } from "#app/features/payments/rules/invoices/invoice.ts";
import type { SealedFile } from "#app/platform/server/files/sealed-files.ts";
import type { AcceptedItem } from "#app/features/backoffice/rules/books.ts";
import type { ManualEntryState, ManualLine } from "#app/features/backoffice/rules/manual-entry.ts";
import type { Json, JsonDefault, JsonOrNull, At, AtOrNull, OrNull, Default, Cents, Flag } from "./columns.ts";

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

/**
 * The ledger's sums by day, account, and kind of entry. Read them together with what isn't added yet
 * (`ledger-sums.ts`).
 */
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

/**
 * How far the entries from before there were sums are added: those until `untilSeq`, booked before `throughAt`. One
 * row.
 */
export interface LedgerFoldingTable {
  id: number;
  untilSeq: Cents;
  throughAt: At;
}

/**
 * The ledger by day and service, as parts that add up to each sum. A posting counts for what its order's service is
 * now. A trigger keeps them (`kept-sums.ts`).
 */
export interface LedgerServicesTable {
  id: Generated<number>;
  /** A UTC date. */
  day: string;
  currency: string;
  /** "none" without an order or a service. */
  service: string;
  account: string;
  kind: string;
  /** Debits less credits. */
  amountMinor: Cents;
  /** Not merged yet. */
  fresh: Flag;
}

/** The same as `LedgerFoldingTable`, for sums by service. */
export interface LedgerServiceFoldingTable {
  id: number;
  untilSeq: Cents;
  throughAt: At;
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
  /** The books' currency for one of the entry's, in billionths. Null in the books' currency, or without a rate. */
  rateNanos: OrNull<number>;
}

export interface JournalLinesTable {
  entryId: string;
  line: number;
  account: Account;
  /** The sub-account's owner (an editor's uid), empty if the account has none. */
  party: string;
  /** Zero if only its value changes. */
  amountMinor: Cents;
  currency: string;
  /** What it's worth in the books' currency. Null in that currency, or without a rate. */
  valueMinor: OrNull<number>;
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
  /** The first of the two people. Null for months that one person closed, and once their account is erased. */
  proposedBy: OrNull<string>;
  /** What was open, with the reason for closing it anyway. */
  open: JsonDefault<AcceptedItem[]>;
  /** Why one person closed it: nobody else keeps the books. Null if two did. */
  alone: OrNull<string>;
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
  /** The day whose reference rate its taxes still need, "YYYY-MM-DD"; null if it has all it needs. */
  awaitsRateOf: OrNull<string>;
  /** When an admin reviewed a self-billed invoice. */
  reviewedAt: AtOrNull;
  reviewedBy: OrNull<string>;
  issuedAt: At;
}

/** A month that one person wants to close. Another one closes it. */
export interface MonthClosingsTable {
  /** In UTC, as "2026-10". */
  month: string;
  /** What was open, with the reason for closing it anyway. */
  open: Json<AcceptedItem[]>;
  proposedBy: OrNull<string>;
  proposedAt: At;
}

/** A journal entry by hand. Its lines are in the journal once it's booked. */
export interface ManualEntriesTable {
  id: string;
  /** Its booking date in UTC, as "2026-11-28". */
  day: string;
  memo: string;
  reason: string;
  currency: string;
  lines: Json<ManualLine[]>;
  /** The sum of its debits. */
  sumMinor: Cents;
  /** A document that belongs to it, encrypted. */
  file: JsonOrNull<SealedFile>;
  /** The day on which the clock books the opposite. */
  takeBackOn: OrNull<string>;
  /** The entry that this one takes back. */
  reversesId: OrNull<string>;
  state: ManualEntryState;
  /** Null for the clock, and once their account is erased. */
  createdBy: OrNull<string>;
  createdAt: At;
  /** Who booked, declined, or withdrew it. */
  decidedBy: OrNull<string>;
  decidedAt: AtOrNull;
  /** Why it was declined. */
  decision: Default<string>;
}
