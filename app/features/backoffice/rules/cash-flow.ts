/**
 * The cash flow statement: why the money that we have, at our bank and at the card provider, became more or less. By
 * the direct method: from what moved that money, not from the result.
 */
import { ACCOUNTS, ACCOUNT_NAMES, type Account } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { CASH, type EntryKind } from "#app/features/payments/rules/ledger/ledger.ts";
import { sum } from "#app/platform/rules/core/money.ts";
import type { Balances } from "./books.ts";

/**
 * A bank line is booked against "Not yet assigned" first. What explains it is the entry that assigns it, so the two are
 * read together.
 */
const READ = [...CASH, "unassigned"] as const satisfies readonly Account[];
const isRead = (account: Account): boolean => READ.some((one) => one === account);
export const cashOf = (balances: Balances): number => CASH.reduce((sum, account) => sum + (balances[account] ?? 0), 0);

const FLOWS = {
  customers: "Paid by customers",
  refunds: "Refunded to customers",
  disputes: "Withheld and returned over disputes",
  editors: "Paid to editors",
  fees: "Card provider's fees",
} as const;
type Flow = keyof typeof FLOWS;

/**
 * What each kind of entry is to the money we have: a row, a row for each account on its other side, or nothing, where
 * it only moves between these places or doesn't touch them.
 */
const FLOW_OF: Readonly<Record<EntryKind, Flow | "by account" | "within">> = {
  payment_received: "customers",
  balance_moved: "customers",
  duplicate_payment_in: "customers",
  refund: "refunds",
  duplicate_payment_out: "refunds",
  dispute_moved: "disputes",
  dispute_lost: "disputes",
  dispute_excess: "disputes",
  dispute_regained: "disputes",
  payout_started: "editors",
  payout_paid: "editors",
  payout_returned: "editors",
  provider_fee: "fees",
  provider_adjusted: "by account",
  assigned: "by account",
  bank_opened: "by account",
  exchange_difference: "by account",
  provider_exchanged: "by account",
  exchange_valued: "by account",
  exchange_revalued: "by account",
  earning_pending: "within",
  review_earned: "within",
  earning_reversed: "within",
  earning_reduced: "within",
  goodwill_granted: "within",
  credit_given: "within",
  credit_expired: "within",
  written_off: "within",
  order_delivered: "within",
  order_accepted: "within",
  order_cancelled: "within",
  provider_payout: "within",
  provider_payout_failed: "within",
  provider_payout_arrived: "within",
  bank_moved: "within",
  owed_revalued: "within",
  manual: "within",
};

/** What moved on an account in entries of a kind, in minor units, debits above zero. */
export type MovedByKind = { kind: string; account: Account; minor: number };

export type CashRow = { key: string; label: string; minors: number[]; totalMinor: number };
export type CashFlow = {
  /** The money we had at the beginning of each period, and at its end. */
  openingMinors: number[];
  closingMinors: number[];
  /** What came in above zero, and what went out below it. */
  rows: CashRow[];
  /** Bank lines and other movements that nobody has explained yet. */
  unexplainedMinors: number[];
  /** What the rows don't explain, above zero, in all periods together. Always zero. */
  offMinor: number;
};

/**
 * @param periods what moved in each @param openings the balances at the beginning of each @param closings and at its end
 */
export function cashFlow(
  periods: readonly (readonly MovedByKind[])[],
  openings: readonly Balances[],
  closings: readonly Balances[],
): CashFlow {
  const flows = new Map<string, number[]>();
  const add = (key: string, period: number, minor: number) => {
    const minors = flows.get(key) ?? periods.map(() => 0);
    minors[period]! += minor;
    flows.set(key, minors);
  };
  for (const [i, moved] of periods.entries())
    for (const { kind, account, minor } of moved) {
      const flow = Object.hasOwn(FLOW_OF, kind) ? FLOW_OF[kind as EntryKind] : "by account";
      if (flow === "by account") {
        if (!isRead(account)) add(account, i, -minor);
      } else if (flow !== "within" && isRead(account)) add(flow, i, minor);
    }
  const order: readonly string[] = [...Object.keys(FLOWS), ...ACCOUNT_NAMES];
  const rows = [...flows]
    .filter(([, minors]) => minors.some((minor) => minor !== 0))
    .map(([key, minors]) => ({
      key,
      label: Object.hasOwn(FLOWS, key) ? FLOWS[key as Flow] : ACCOUNTS[key as Account].label,
      minors: minors.map((minor) => minor || 0),
      totalMinor: sum(minors),
    }))
    .toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
  const openingMinors = openings.map(cashOf);
  const closingMinors = closings.map(cashOf);
  const unexplainedMinors = closings.map((at, i) => (openings[i]!["unassigned"] ?? 0) - (at["unassigned"] ?? 0) || 0);
  const offOf = (i: number): number =>
    closingMinors[i]! - openingMinors[i]! - unexplainedMinors[i]! - sum(rows.map((row) => row.minors[i]!));
  return {
    openingMinors,
    closingMinors,
    rows,
    unexplainedMinors,
    // Not their sum: what's off in one period must not make up for another.
    offMinor: sum(periods.map((_, i) => Math.abs(offOf(i)))),
  };
}
