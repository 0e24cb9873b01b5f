/**
 * The double-entry ledger: what an entry is. The functions that make them are in `order-entries.ts`,
 * `refund-entries.ts`, `earning-entries.ts`, `provider-entries.ts`, and `dispute-entries.ts`. Debits are positive and
 * credits negative. Every entry sums to zero, and entries are never changed or deleted.
 */
import { minor, sum, type Minor } from "#app/platform/rules/core/money.ts";
import type { Account } from "./chart-of-accounts.ts";

/** Accounts kept by client, by editor, by organization, or by tax authority. Their lines name whose money it is. */
const BY_PARTY: readonly Account[] = [
  "receivables",
  "customer_balances",
  "bad_debts",
  "courtesy_credits",
  "editor_pending",
  "editor_available",
  "editor_in_payout",
  "tax_payable",
];

export type EntryLine = { account: Account; party?: string; amountMinor: Minor };

export type EntryKind =
  | "payment_received"
  | "balance_moved"
  | "credit_given"
  | "credit_expired"
  | "written_off"
  | "provider_fee"
  | "earning_pending"
  | "review_earned"
  | "order_delivered"
  | "order_accepted"
  | "order_cancelled"
  | "refund"
  | "earning_reversed"
  | "earning_reduced"
  | "duplicate_payment_in"
  | "duplicate_payment_out"
  | "goodwill_granted"
  | "payout_started"
  | "payout_paid"
  | "payout_returned"
  | "provider_payout"
  | "provider_payout_failed"
  | "provider_payout_arrived"
  | "provider_adjusted"
  | "exchange_difference"
  | "provider_exchanged"
  | "exchange_valued"
  | "exchange_revalued"
  | "owed_revalued"
  | "bank_opened"
  | "bank_moved"
  | "assigned"
  | "dispute_moved"
  | "dispute_lost"
  | "dispute_excess"
  | "dispute_regained"
  | "manual";

export type Entry = { kind: EntryKind; lines: EntryLine[] };

export const debit = (account: Account, amount: number, party?: string): EntryLine => ({
  account,
  ...(party ? { party } : {}),
  amountMinor: minor(amount),
});
export const credit = (account: Account, amount: number, party?: string): EntryLine => debit(account, -amount, party);

/**
 * A balanced entry without zero lines.
 * @throws RangeError when it doesn't sum to zero, moves nothing, or omits the party of an account
 */
export function entryOf(kind: EntryKind, lines: readonly EntryLine[]): Entry {
  const moved = lines.filter((line) => line.amountMinor !== 0);
  const off = sum(moved.map((line) => line.amountMinor));
  if (off !== 0) throw new RangeError(`${kind} is out of balance by ${off}`);
  if (moved.length < 2) throw new RangeError(`${kind} moves no money`);
  for (const line of moved)
    if (BY_PARTY.includes(line.account) && !line.party)
      throw new RangeError(`${kind} doesn't name the party of ${line.account}`);
  return { kind, lines: moved };
}

export function positive(amount: number, what: string): Minor {
  if (amount <= 0) throw new RangeError(`${what} must be above zero: ${amount}`);
  return minor(amount);
}
export function notNegative(amount: number, what: string): Minor {
  if (amount < 0) throw new RangeError(`${what} must not be negative: ${amount}`);
  return minor(amount);
}

/**
 * The amounts of an order as priced, in cents and never negative. `totalMinor` is list price minus discount
 * and courtesy credit, plus tax.
 */
export type OrderAmounts = {
  listMinor: number;
  discountMinor: number;
  /** Courtesy credit that paid a part of it. */
  creditMinor?: number;
  taxMinor: number;
  totalMinor: number;
};
/** An account of an organization or of a person, with what is prepaid and owed on it in one currency. */
export type PrepaidAccount = { party: string; standing: Standing };
/** Where the money of a payment comes from, and where its refunds go. */
export type MoneySource = "card" | PrepaidAccount;
/**
 * What an organization or a person has prepaid and not spent, what they owe, and what of that was written off: the books
 * don't expect it anymore. None is negative.
 */
export type Standing = { prepaidMinor: number; owedMinor: number; writtenOffMinor: number };
export const NO_STANDING: Standing = { prepaidMinor: 0, owedMinor: 0, writtenOffMinor: 0 };

/** What of it the books expect: owed, and not written off. */
export const receivableMinor = ({ owedMinor, writtenOffMinor }: Standing): number => owedMinor - writtenOffMinor;

/** The standing after money was taken from it, or paid into it if negative. What is owed is paid first, the oldest first. */
export function standingAfter({ prepaidMinor, owedMinor, writtenOffMinor }: Standing, amountMinor: number): Standing {
  const net = prepaidMinor - owedMinor - amountMinor;
  return {
    prepaidMinor: Math.max(0, net),
    owedMinor: Math.max(0, -net),
    writtenOffMinor: Math.max(0, writtenOffMinor + Math.min(0, amountMinor)),
  };
}

/** Where our money is, also on its way between these places. */
export const CASH = ["bank", "own_transfers", "in_transit", "provider"] as const satisfies readonly Account[];

/** What somebody has prepaid, or what they owe and what of that was written off. */
export const PREPAID_ACCOUNTS = ["customer_balances", "receivables", "bad_debts"] as const satisfies readonly Account[];

/**
 * The lines by which money is taken from its source, or returned to it if negative. What an organization has prepaid is
 * spent before it owes anything, and what it owes is paid before anything is prepaid.
 */
export function takenFrom(source: MoneySource, amountMinor: number): EntryLine[] {
  if (source === "card") return [debit("provider", amountMinor)];
  const { party, standing } = source;
  const next = standingAfter(standing, amountMinor);
  return [
    debit("customer_balances", standing.prepaidMinor - next.prepaidMinor, party),
    debit("bad_debts", next.writtenOffMinor - standing.writtenOffMinor, party),
    debit("receivables", receivableMinor(next) - receivableMinor(standing), party),
  ];
}

/** What one editor earns for an order. */
export type EarningAmount = { uid: string; amountMinor: number };

/**
 * What clients have paid for but we haven't earned yet: list prices, and the discounts on them. Both in minor units,
 * never negative, and the discount never above the list price.
 */
export type Unearned = { listMinor: number; discountMinor: number };
export const NOTHING_UNEARNED: Unearned = { listMinor: 0, discountMinor: 0 };

/** The balance of an account, or one party's share of it, after these entries. Debits are positive. */
export function balanceOf(entries: Iterable<Entry>, account: Account, party?: string): Minor {
  let total = 0;
  for (const entry of entries)
    for (const line of entry.lines)
      if (line.account === account && (party === undefined || line.party === party)) total += line.amountMinor;
  return minor(total);
}
