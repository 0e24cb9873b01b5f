import { authorityName } from "#app/features/tax/rules/authority.ts";
import { isDay, dayOf } from "#app/platform/rules/core/day.ts";
import {
  ACCOUNTS,
  ACCOUNT_NAMES,
  type Account,
  type ResultSection,
} from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { CASH, type EntryKind } from "#app/features/payments/rules/ledger/ledger.ts";
import { type Paging, readPaging } from "#app/platform/rules/core/list-query.ts";
import { periodBefore } from "./numbers.ts";

/** Where a figure is shown. */
export const FIGURE_GROUPS = [
  { group: "clients", title: "Clients" },
  { group: "result", title: "Result" },
  { group: "position", title: "At the end of the period" },
] as const;
type FigureGroup = (typeof FIGURE_GROUPS)[number]["group"];

/** One finance figure: the sum of journal lines on these accounts, optionally limited to these kinds of entry. */
export type Figure = {
  key: string;
  label: string;
  /** Description for the reader. */
  what: string;
  accounts: readonly Account[];
  kinds?: readonly string[];
  group?: FigureGroup;
  /** Credits are negative in the ledger; -1 shows them as positive. */
  sign: 1 | -1;
  /** A balance counts from the beginning; other figures count what happened in the period. */
  balance?: true;
};

/** The accounts of these sections of the profit and loss statement, so that a figure is the statement's row. */
const inSections = (...sections: readonly ResultSection[]): Account[] =>
  ACCOUNT_NAMES.filter((account) => {
    const about = ACCOUNTS[account];
    return "section" in about && sections.includes(about.section);
  });

/** Amounts owed to editors, in all states. */
export const PAYABLE_ACCOUNTS: readonly Account[] = ["editor_pending", "editor_available", "editor_in_payout"];

/**
 * The figures of /admin/ops/finance. Totals and journal lines use the same definition, so they always add up. Those of the
 * result are rows of the profit and loss statement: refunds after delivery are part of net sales in both.
 */
export const FIGURES = [
  {
    key: "gross",
    group: "clients",
    label: "Gross sales",
    what: "List price of paid orders",
    accounts: ["deferred_revenue"],
    kinds: ["payment_received"],
    sign: -1,
  },
  {
    key: "paid",
    group: "clients",
    label: "Paid by clients",
    what: "Paid for orders and extra charges, tax included",
    accounts: ["provider"],
    kinds: ["payment_received"],
    sign: 1,
  },
  {
    key: "refunds",
    group: "clients",
    label: "Refunded",
    what: "Refunded to clients' cards, before or after delivery, tax included",
    accounts: ["provider"],
    kinds: ["refund", "refund_failed"],
    sign: -1,
  },
  {
    key: "revenue",
    group: "result",
    label: "Revenue",
    what: "List price of delivered orders, plus cancellation fees",
    accounts: ["revenue"],
    sign: -1,
  },
  {
    key: "discounts",
    group: "result",
    label: "Discounts",
    what: "Coupons and discounts on delivered orders",
    accounts: ["discounts"],
    sign: 1,
  },
  {
    key: "refundsAfter",
    group: "result",
    label: "Refunds after delivery",
    what: "List price refunded once the work was delivered, including disputes that were lost",
    accounts: ["refunds"],
    sign: 1,
  },
  {
    key: "netSales",
    group: "result",
    label: "Net sales",
    what: "Revenue less discounts and refunds after delivery",
    accounts: inSections("sales"),
    sign: -1,
  },
  {
    key: "editorCost",
    group: "result",
    label: "Editor pay",
    what: "Editor earnings net of reversals, quality reviews, and VAT on editors' invoices that nobody gives back",
    accounts: inSections("work"),
    sign: 1,
  },
  {
    key: "margin",
    group: "result",
    label: "Gross margin",
    what: "Net sales less editor pay",
    accounts: inSections("sales", "work"),
    sign: -1,
  },
  {
    key: "otherCost",
    group: "result",
    label: "Other costs",
    what: "Card, dispute and bank fees, exchange differences, goodwill, and running the company, less other income",
    accounts: inSections("other"),
    sign: 1,
  },
  {
    key: "result",
    group: "result",
    label: "Result",
    what: "Gross margin less other costs, as booked",
    accounts: inSections("sales", "work", "other"),
    sign: -1,
  },
  {
    key: "cash",
    group: "position",
    label: "Cash",
    what: "At the bank, at the card provider, and on its way between them",
    accounts: CASH,
    sign: 1,
    balance: true,
  },
  {
    key: "receivables",
    group: "position",
    label: "Receivables",
    what: "Ordered by organizations on credit and not paid yet",
    accounts: ["receivables"],
    sign: 1,
    balance: true,
  },
  {
    key: "deferred",
    group: "position",
    label: "Deferred revenue",
    what: "Paid but not yet delivered, less discounts, at the end of the period",
    accounts: ["deferred_revenue", "deferred_discounts"],
    sign: -1,
    balance: true,
  },
  {
    key: "payables",
    group: "position",
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
  balance_moved: "Organization's account moved by the bank or a card",
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
  credit_given: "Courtesy credit given",
  credit_expired: "Courtesy credit expired",
  written_off: "Written off, or expected again",
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
  provider_exchanged: "Exchanged by the card provider",
  exchange_valued: "Foreign amounts valued for the first time",
  exchange_revalued: "Foreign money at the month's rate",
  owed_revalued: "Foreign receivables and debts at the month's rate",
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

export const GROUPS = ["day", "month", "service", "field", "level", "organization"] as const;
export type Group = (typeof GROUPS)[number];
export const GROUP_WORDS: Readonly<Record<Group, string>> = {
  day: "Day",
  month: "Month",
  service: "Service",
  field: "Field",
  level: "Editor level",
  organization: "Organization",
};

/**
 * What orders have in common. Sums by service are kept; the others are added up from the lines of orders in the period,
 * so they have no balances, which would take every line there is.
 */
export type OrderGroup = Exclude<Group, "day" | "month" | "service">;
export const isOrderGroup = (by: Group): by is OrderGroup => by === "field" || by === "level" || by === "organization";

export type FinanceAsked = Paging & {
  by: Group;
  /** Days in UTC, both inclusive. */
  from: string;
  to: string;
  /** The selected figure or account, and the day, month or service it is filtered by. */
  lines: string | null;
  at: string | null;
  /** The period of the same length before it. */
  before: { from: string; to: string };
};

/** The days in a range, 1 to 1,096 (three years). */
const LONGEST_DAYS = 1_096;
/** And where lines are added up: a year. */
const LONGEST_OF_ORDERS = 366;
const DAY_MS = 86_400_000;
const parseDay = (text: string | null): number | null =>
  text !== null && isDay(text) ? Date.parse(`${text}T00:00:00Z`) : null;

/** The finance page's query. Invalid values fall back to the last 60 days by day. @param search untrusted */
export function readFinance(search: URLSearchParams, now: Date): FinanceAsked {
  const to = parseDay(search.get("to")) ?? parseDay(dayOf(now.getTime()))!;
  const asked = parseDay(search.get("from")) ?? to - 59 * DAY_MS;
  const by = GROUPS.find((g) => g === search.get("by")) ?? "day";
  const longest = isOrderGroup(by) ? LONGEST_OF_ORDERS : LONGEST_DAYS;
  const from = Math.max(Math.min(asked, to), to - (longest - 1) * DAY_MS);
  const lines = figureOf(search.get("lines")) ? search.get("lines") : null;
  return {
    by,
    from: dayOf(from),
    to: dayOf(to),
    lines,
    at: search.get("at")?.slice(0, 40) || null,
    before: periodBefore({ from: dayOf(from), to: dayOf(to) }),
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
