import { authorityName } from "#app/features/tax/rules/authority.ts";
import { isDay, dayOf } from "#app/platform/rules/core/day.ts";
import { ACCOUNTS, type Account } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import type { EntryKind } from "#app/features/payments/rules/ledger/ledger.ts";
import { type Paging, readPaging } from "#app/platform/rules/core/list-query.ts";

/** One finance figure: the sum of journal lines on these accounts, optionally limited to these kinds of entry. */
export type Figure = {
  key: string;
  label: string;
  /** Description for the reader. */
  what: string;
  accounts: readonly Account[];
  kinds?: readonly string[];
  /** Credits are negative in the ledger; -1 shows them as positive. */
  sign: 1 | -1;
  /** A balance counts from the beginning; other figures count what happened in the period. */
  balance?: true;
};

const of = (...kinds: readonly string[]): Account[] =>
  (Object.keys(ACCOUNTS) as Account[]).filter((a) => kinds.includes(ACCOUNTS[a].kind));

/** Amounts owed to editors, in all states. */
export const PAYABLE_ACCOUNTS: readonly Account[] = ["editor_pending", "editor_available", "editor_in_payout"];

/** The figures of /admin/ops/finance. Totals and journal lines use the same definition, so they always add up. */
export const FIGURES = [
  {
    key: "gross",
    label: "Gross sales",
    what: "List price of paid orders",
    accounts: ["deferred_revenue"],
    kinds: ["payment_received"],
    sign: -1,
  },
  {
    key: "discounts",
    label: "Discounts",
    what: "Coupons and discounts on delivered orders",
    accounts: ["discounts"],
    sign: 1,
  },
  {
    key: "paid",
    label: "Paid by clients",
    what: "Paid for orders and extra charges, tax included",
    accounts: ["provider"],
    kinds: ["payment_received"],
    sign: 1,
  },
  {
    key: "refunds",
    label: "Refunds",
    what: "Refunded to clients' cards",
    accounts: ["provider"],
    kinds: ["refund", "refund_failed"],
    sign: -1,
  },
  {
    key: "revenue",
    label: "Revenue",
    what: "List price of delivered orders, plus cancellation fees",
    accounts: ["revenue"],
    sign: -1,
  },
  {
    key: "editorCost",
    label: "Editor pay",
    what: "Editor earnings, net of reversals",
    accounts: ["editor_cost"],
    sign: 1,
  },
  {
    key: "otherCost",
    label: "Other costs",
    what: "Refunds after delivery, quality reviews, card, dispute and bank fees, exchange differences, and goodwill, less other income",
    accounts: [
      "refunds",
      "review_cost",
      "provider_fees",
      "dispute_fees",
      "bank_fees",
      "exchange_differences",
      "goodwill",
      "other_income",
    ],
    sign: 1,
  },
  {
    key: "margin",
    label: "Margin",
    what: "Revenue less discounts, editor pay, and other costs, as booked",
    accounts: of("income", "expense"),
    sign: -1,
  },
  {
    key: "deferred",
    label: "Deferred revenue",
    what: "Paid but not yet delivered, less discounts, at the end of the period",
    accounts: ["deferred_revenue", "deferred_discounts"],
    sign: -1,
    balance: true,
  },
  {
    key: "payables",
    label: "Owed to editors",
    what: "Pending, available, and in payout, at the end of the period",
    accounts: PAYABLE_ACCOUNTS,
    sign: -1,
    balance: true,
  },
] as const satisfies readonly Figure[];

export type FigureKey = (typeof FIGURES)[number]["key"];

/** A figure by key, or an account's balance by account name, or null. @param name untrusted */
export function figureOf(name: string | null): Figure | null {
  const figure = FIGURES.find((f) => f.key === name);
  if (figure) return figure;
  if (name === null || !Object.hasOwn(ACCOUNTS, name)) return null;
  const account = name as Account;
  return {
    key: account,
    label: ACCOUNTS[account].label,
    what: "Every line of the account",
    accounts: [account],
    sign: 1,
    balance: true,
  };
}

export const accountLabel = (account: string): string =>
  Object.hasOwn(ACCOUNTS, account) ? ACCOUNTS[account as Account].label : account;

/** Whose money a line is: a name as it is, and the authority of tax by its name. */
export const partyWords = (account: string, party: string | null): string | null =>
  account === "tax_payable" && party ? authorityName(party) : party;

const ENTRY_WORDS: Readonly<Record<EntryKind, string>> = {
  payment_received: "Paid, or placed on credit",
  balance_moved: "Organization's balance moved by the bank",
  provider_fee: "Card provider's fee",
  earning_pending: "Editor's earning recorded",
  review_earned: "Review earned",
  order_delivered: "Order delivered",
  order_accepted: "Order accepted",
  order_cancelled: "Order canceled",
  refund: "Refund",
  earning_reversed: "Earning reversed",
  earning_reduced: "Earning reduced",
  duplicate_payment_in: "Duplicate payment received",
  duplicate_payment_out: "Duplicate payment refunded",
  goodwill_granted: "Goodwill granted",
  payout_started: "Payout started",
  payout_paid: "Payout paid by the bank",
  payout_returned: "Payout returned by the bank",
  provider_payout: "Payout of the card provider sent",
  provider_payout_failed: "Payout of the card provider failed",
  provider_payout_arrived: "Payout of the card provider arrived",
  provider_adjusted: "Moved at the card provider",
  bank_opened: "Opening balance",
  bank_moved: "Bank line",
  exchange_difference: "Exchange difference",
  assigned: "Assigned to an account",
  dispute_moved: "Moved by a dispute",
  dispute_lost: "Dispute lost",
  dispute_excess: "Lost beyond the payment",
  dispute_regained: "Recovered after a dispute",
  manual: "By hand",
};

/** "order_delivered": "Order delivered". Kinds of entries from migrations are spelled out. */
export const entryWords = (kind: string): string =>
  Object.hasOwn(ENTRY_WORDS, kind)
    ? ENTRY_WORDS[kind as EntryKind]
    : `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll("_", " ")}`;

export const GROUPS = ["day", "month", "service"] as const;
export type FinanceAsked = Paging & {
  by: (typeof GROUPS)[number];
  /** Days in UTC, both inclusive. */
  from: string;
  to: string;
  /** The selected figure or account, and the day, month or service it is filtered by. */
  lines: string | null;
  at: string | null;
};

/** The days in a range, 1 to 1,096 (three years). */
const LONGEST_DAYS = 1_096;
const DAY_MS = 86_400_000;
const parseDay = (text: string | null): number | null =>
  text !== null && isDay(text) ? Date.parse(`${text}T00:00:00Z`) : null;

/** The finance page's query. Invalid values fall back to the last 60 days by day. @param search untrusted */
export function readFinance(search: URLSearchParams, now: Date): FinanceAsked {
  const to = parseDay(search.get("to")) ?? parseDay(dayOf(now.getTime()))!;
  const asked = parseDay(search.get("from")) ?? to - 59 * DAY_MS;
  const from = Math.max(Math.min(asked, to), to - (LONGEST_DAYS - 1) * DAY_MS);
  const by = GROUPS.find((g) => g === search.get("by")) ?? "day";
  const lines = figureOf(search.get("lines")) ? search.get("lines") : null;
  return {
    by,
    from: dayOf(from),
    to: dayOf(to),
    lines,
    at: search.get("at")?.slice(0, 40) || null,
    ...readPaging(search),
  };
}

/** Every day or month of a range, in order, so charts have no gaps. */
export function buckets(asked: Pick<FinanceAsked, "from" | "to">, by: "day" | "month"): string[] {
  const all: string[] = [];
  for (let at = Date.parse(`${asked.from}T00:00:00Z`); at <= Date.parse(`${asked.to}T00:00:00Z`); at += DAY_MS) {
    const name = by === "day" ? dayOf(at) : dayOf(at).slice(0, 7);
    if (all.at(-1) !== name) all.push(name);
  }
  return all;
}
