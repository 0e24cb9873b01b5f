import { ACCOUNTS, type Account } from "#app/features/payments/rules/ledger.ts";
import { readPageNumber } from "#app/platform/rules/list-query.ts";

/** One figure of the books: the sum of the journal lines on these accounts, of these kinds of entry where it names any. */
export type Figure = {
  key: string;
  label: string;
  /** What it is, for who reads it. */
  what: string;
  accounts: readonly Account[];
  kinds?: readonly string[];
  /** Credits are negative in the ledger: -1 shows them as people speak of them. */
  sign: 1 | -1;
  /** A balance counts from the first day on; the others what happened in the time. */
  balance?: true;
};

const of = (...kinds: readonly string[]): Account[] =>
  (Object.keys(ACCOUNTS) as Account[]).filter((a) => kinds.includes(ACCOUNTS[a].kind));

/** What is owed to editors, in all its states. */
export const PAYABLE_ACCOUNTS: readonly Account[] = ["editor_pending", "editor_available", "editor_in_payout"];

/** The figures of /admin/ops/finance. Each is worked out and opened by the same words, so that its lines always add up to it. */
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
    what: "Coupons and discounts, net of refunded orders",
    accounts: ["discounts"],
    sign: 1,
  },
  {
    key: "paid",
    label: "Paid by clients",
    what: "Gross sales less discounts, tax included",
    accounts: ["provider"],
    kinds: ["payment_received"],
    sign: 1,
  },
  {
    key: "refunds",
    label: "Refunds",
    what: "Refunded to clients’ cards",
    accounts: ["provider"],
    kinds: ["refund", "refund_failed"],
    sign: -1,
  },
  {
    key: "revenue",
    label: "Revenue",
    what: "Recognized at acceptance, plus cancellation fees",
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
    what: "Refunds after acceptance, card fees, and goodwill",
    accounts: ["refunds", "provider_fees", "goodwill"],
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
    what: "Paid but not yet earned, at the end of the period",
    accounts: ["deferred_revenue"],
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

/** A figure by its key, or an account by its name as a figure of its own (its balance); null for anything else. @param name from outside */
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

/** "payment_received": "Payment received". */
export const entryWords = (kind: string): string =>
  `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll("_", " ")}`;

export const GROUPS = ["day", "month", "service"] as const;
export type FinanceAsked = {
  by: (typeof GROUPS)[number];
  /** Days in UTC, as the books are kept; both included. */
  from: string;
  to: string;
  /** The figure or account that is opened, and the day, month or service it is narrowed to. */
  lines: string | null;
  at: string | null;
  page: number;
};

/** The days of a range: at most three years, from 1 to 1,096. */
const LONGEST_DAYS = 1_096;
const DAY_MS = 86_400_000;
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const parseDay = (text: string | null): number | null => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text ?? "") ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(ms) || isoDay(ms) !== text ? null : ms;
};

/** What the URL of the finance page asks for. What is not understood falls back to the last 60 days by day. @param search from outside */
export function readFinance(search: URLSearchParams, now: Date): FinanceAsked {
  const to = parseDay(search.get("to")) ?? parseDay(isoDay(now.getTime()))!;
  const asked = parseDay(search.get("from")) ?? to - 59 * DAY_MS;
  const from = Math.max(Math.min(asked, to), to - (LONGEST_DAYS - 1) * DAY_MS);
  const by = GROUPS.find((g) => g === search.get("by")) ?? "day";
  const lines = figureOf(search.get("lines")) ? search.get("lines") : null;
  return {
    by,
    from: isoDay(from),
    to: isoDay(to),
    lines,
    at: search.get("at")?.slice(0, 40) || null,
    page: readPageNumber(search) ?? 1,
  };
}

/** Every day or month of a range, in order: a chart has no holes. */
export function buckets(asked: Pick<FinanceAsked, "from" | "to">, by: "day" | "month"): string[] {
  const all: string[] = [];
  for (let at = Date.parse(`${asked.from}T00:00:00Z`); at <= Date.parse(`${asked.to}T00:00:00Z`); at += DAY_MS) {
    const name = by === "day" ? isoDay(at) : isoDay(at).slice(0, 7);
    if (all.at(-1) !== name) all.push(name);
  }
  return all;
}
