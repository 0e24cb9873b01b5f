/**
 * The books: a balance sheet and a profit and loss statement, calculated from account balances, and the months they are
 * closed by.
 */
import {
  ACCOUNTS,
  ACCOUNT_NAMES,
  type Account,
  type AccountKind,
  type ResultSection,
} from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { dayOf, addDays } from "#app/platform/rules/core/day.ts";
import { sum } from "#app/platform/rules/core/money.ts";
import { readDay, type Paging, readPaging } from "#app/platform/rules/core/list-query.ts";

/**
 * Account balances, or what moved on the accounts, in minor units of one currency. Debits are above zero, a missing
 * account is zero.
 */
export type Balances = Readonly<Partial<Record<Account, number>>>;

/** The balance of every account. Debits are above zero. */
export type AccountBalances = Readonly<Record<Account, number>>;

/**
 * What a calendar year's accounts have on a day: income and expenses since the year began, and the results of earlier
 * years in the owners' equity. They sum to zero.
 * @param at the balances at the day's beginning @param yearStart those at the beginning of its year
 */
export function balancesInYear(at: Balances, yearStart: Balances): AccountBalances {
  const of = (account: Account): number =>
    (at[account] ?? 0) -
    (isResult(account) ? (yearStart[account] ?? 0) : account === "equity" ? resultOf(yearStart) : 0);
  return Object.fromEntries(ACCOUNT_NAMES.map((account) => [account, of(account)])) as Record<Account, number>;
}

/**
 * An account in a statement, with the sign that fits its section: what we own, owe, earn, or spend is positive.
 */
export type StatementRow = { account: Account; label: string; minor: number };

const isResult = (account: Account): boolean =>
  ACCOUNTS[account].kind === "income" || ACCOUNTS[account].kind === "expense";

/**
 * Income less expenses.
 * @param balances debits above zero
 * @returns minor units, a loss below zero
 */
export const resultOf = (balances: Balances): number =>
  -ACCOUNT_NAMES.filter(isResult).reduce((sum, account) => sum + (balances[account] ?? 0), 0) || 0;

const rowsOf = (kind: AccountKind, balances: Balances): StatementRow[] =>
  ACCOUNT_NAMES.filter((account) => ACCOUNTS[account].kind === kind).map((account) => ({
    account,
    label: ACCOUNTS[account].label,
    minor: (kind === "asset" ? 1 : -1) * (balances[account] ?? 0) || 0,
  }));
const sumOf = (rows: readonly { minor: number }[]): number => rows.reduce((sum, row) => sum + row.minor, 0);

export type BalanceSheet = {
  assets: StatementRow[];
  assetsMinor: number;
  liabilities: StatementRow[];
  liabilitiesMinor: number;
  equity: StatementRow[];
  /** The first calendar year with an entry. */
  firstYear: string | null;
  /** The results of earlier calendar years, and of this one until the date. */
  earlierMinor: number;
  resultMinor: number;
  equityMinor: number;
  /** Assets less liabilities and equity. Always zero. */
  offMinor: number;
};

/**
 * @param at the balances at the end of the date
 * @param yearStart those at the beginning of its calendar year
 * @param firstYear with an entry
 */
export function balanceSheet(at: Balances, yearStart: Balances, firstYear: string | null = null): BalanceSheet {
  const [owned, owed, equity] = [rowsOf("asset", at), rowsOf("liability", at), rowsOf("equity", at)];
  const assets = owned.filter((row) => row.minor >= 0);
  // What we owe to a bank or the card provider is a debt, not less of what we own.
  const overdrawn = owned
    .filter((row) => row.minor < 0)
    .map((row) => ({ ...row, label: `${row.label}, below zero`, minor: -row.minor }));
  const liabilities = [...owed, ...overdrawn];
  const earlierMinor = resultOf(yearStart);
  const resultMinor = resultOf(at) - earlierMinor;
  const [assetsMinor, liabilitiesMinor] = [sumOf(assets), sumOf(liabilities)];
  const equityMinor = sumOf(equity) + earlierMinor + resultMinor;
  return {
    assets,
    assetsMinor,
    liabilities,
    liabilitiesMinor,
    equity,
    firstYear,
    earlierMinor,
    resultMinor,
    equityMinor,
    offMinor: assetsMinor - liabilitiesMinor - equityMinor,
  };
}

/** Rows of two balance sheets side by side: those of the first, then those that only the second has. */
export function sideBySide(
  rows: readonly StatementRow[],
  than: readonly StatementRow[],
): (StatementRow & { thanMinor: number })[] {
  const is = (one: StatementRow) => (other: StatementRow) => one.label === other.label;
  return [
    ...rows.map((row) => ({ ...row, thanMinor: than.find(is(row))?.minor ?? 0 })),
    ...than.filter((row) => !rows.some(is(row))).map((row) => ({ ...row, minor: 0, thanMinor: row.minor })),
  ];
}

const SECTIONS: readonly { section: ResultSection; total: string }[] = [
  { section: "sales", total: "Net sales" },
  { section: "work", total: "Gross margin" },
  { section: "other", total: "Result" },
];

/**
 * A line of the profit and loss statement: an account, or what is left after a section. One amount for each month, then
 * their sum.
 */
export type ResultRow = { account: Account | null; label: string; minors: number[]; totalMinor: number };

/**
 * Income above zero and expenses below it, by section, each section followed by what is left so far.
 * @param months what moved on the accounts in each month
 */
export function profitAndLoss(months: readonly Balances[]): ResultRow[] {
  const rows: ResultRow[] = [];
  const left = months.map(() => 0);
  const rowOf = (account: Account | null, label: string, minors: number[]): ResultRow => ({
    account,
    label,
    minors,
    totalMinor: minors.reduce((sum, it) => sum + it, 0),
  });
  for (const { section, total } of SECTIONS) {
    for (const account of ACCOUNT_NAMES) {
      const about = ACCOUNTS[account];
      if (!("section" in about) || about.section !== section) continue;
      const minors = months.map((moved) => -(moved[account] ?? 0) || 0);
      for (const [i, it] of minors.entries()) left[i]! += it;
      rows.push(rowOf(account, about.label, minors));
    }
    rows.push(rowOf(null, total, [...left]));
  }
  return rows;
}

/** A calendar month ("2026-10") or year ("2026") in UTC. */
const YEAR_SHAPE = /^[2-9]\d{3}$/;
export const isYear = (period: string): boolean => YEAR_SHAPE.test(period);
const MONTH_SHAPE = /^\d{4}-(0[1-9]|1[0-2])$/;
const startOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);
const dayStart = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** The month of a moment in UTC, as "2026-10". */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** A month from its first moment up to, and without, the first moment of the next. @param month "2026-10" */
export function spanOfMonth(month: string): { startsAt: Date; endsAt: Date } {
  const startsAt = startOf(month);
  return { startsAt, endsAt: new Date(Date.UTC(startsAt.getUTCFullYear(), startsAt.getUTCMonth() + 1, 1)) };
}

/** The month after one. @param month "2026-12" @returns "2027-01" */
export const monthAfter = (month: string): string => monthOf(spanOfMonth(month).endsAt);

/** Something that was open of a month, with the reason for closing it anyway. */
export type AcceptedItem = { key: string; label: string; count: number; reason: string };

/** How many things are open. */
export const itemsIn = (open: readonly { count: number }[]): number => sum(open.map((item) => item.count));

/** "2026-10" or null. @param text untrusted */
export const readMonth = (text: string | null | undefined): string | null =>
  text && MONTH_SHAPE.test(text) && Number(text.slice(0, 4)) >= 2000 ? text : null;

/** "October 2026". */
export const monthWords = (month: string): string =>
  startOf(month).toLocaleDateString("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** The last day of a month, as "2026-10-31". */
export const lastDayOf = (month: string): string => dayOf(new Date(spanOfMonth(month).endsAt.getTime() - 1));

/**
 * A month or a year, from its first moment up to, and without, the first moment after it.
 * @param period "2026-10" or "2026"
 */
export const spanOfPeriod = (period: string): { startsAt: Date; endsAt: Date } =>
  isYear(period)
    ? { startsAt: startOf(`${period}-01`), endsAt: spanOfMonth(`${period}-12`).endsAt }
    : spanOfMonth(period);

/** "October 2026", or "2026" for a year. */
export const periodWords = (period: string): string => (isYear(period) ? period : monthWords(period));

/** The most months or years in one profit and loss statement. */
export const MOST_PERIODS = 24;

/** Every month or every year from one to another, both included. @param from of the same kind as `to` */
export function periodsBetween(from: string, to: string): string[] {
  const periods: string[] = [];
  const next = (period: string) => (isYear(period) ? String(Number(period) + 1) : monthAfter(period));
  for (let period = from; period <= to && periods.length < MOST_PERIODS; period = next(period)) periods.push(period);
  return periods;
}

/** The statements of the books. */
export const STATEMENTS = ["balance", "profit", "cash"] as const;
export type BooksAsked = {
  view: (typeof STATEMENTS)[number];
  currency: string | null;
  /** The day at whose end the balance sheet is made, in UTC. */
  on: string;
  /** The earlier day that it's compared with. */
  than: string;
  /** The months of the profit and loss and cash flow statements, or their years, oldest first. */
  periods: string[];
};

/**
 * The query of the books: two months or two years. Invalid values fall back: today, and the last six months.
 * @param search untrusted
 */
export function readBooks(search: URLSearchParams, now: Date): BooksAsked {
  const today = dayOf(now);
  const [firstYear, lastYear] = [search.get("from") ?? "", search.get("to") ?? ""];
  const byYear = isYear(firstYear) && isYear(lastYear);
  const to = readMonth(search.get("to")) ?? today.slice(0, 7);
  const halfYear = monthOf(new Date(Date.UTC(Number(to.slice(0, 4)), Number(to.slice(5)) - 6, 1)));
  const asked = readMonth(search.get("from")) ?? halfYear;
  const periods = byYear
    ? periodsBetween(firstYear <= lastYear ? firstYear : lastYear, lastYear)
    : periodsBetween(asked <= to ? asked : to, to);
  const on = readDay(search.get("on")) ?? today;
  return {
    view: STATEMENTS.find((view) => view === search.get("view")) ?? "balance",
    currency: readCurrency(search),
    on,
    than: readDay(search.get("than")) ?? addDays(`${on.slice(0, 7)}-01`, -1),
    periods,
  };
}

const readCurrency = (search: URLSearchParams): string | null =>
  /^[A-Z]{3}$/.test(search.get("currency") ?? "") ? search.get("currency") : null;

export type JournalAsked = Paging & {
  account: Account | null;
  currency: string | null;
  /** Days in UTC, both inclusive. */
  from: string;
  to: string;
  /** The entry that is looked at. */
  entry: string | null;
};

/** The longest period that the journal shows at once. */
const LONGEST_MS = 1_096 * 86_400_000;
/** Whether the journal can show the days from one to another at once. */
export const fitsJournal = (from: string, to: string): boolean =>
  dayStart(to).getTime() - dayStart(from).getTime() <= LONGEST_MS;

/** The query of the journal. Without dates: the month of its last day, or this month. @param search untrusted */
export function readJournal(search: URLSearchParams, now: Date): JournalAsked {
  const account = search.get("account") ?? "";
  const to = readDay(search.get("to")) ?? dayOf(now);
  const asked = readDay(search.get("from")) ?? `${to.slice(0, 7)}-01`;
  const earliest = dayOf(new Date(dayStart(to).getTime() - LONGEST_MS));
  const from = asked > to ? to : asked < earliest ? earliest : asked;
  return {
    account: Object.hasOwn(ACCOUNTS, account) ? (account as Account) : null,
    currency: readCurrency(search),
    from,
    to,
    entry: search.get("entry")?.slice(0, 40) || null,
    ...readPaging(search),
  };
}

/** From the first moment of one day up to, and without, the first moment after another. */
export const spanOfDays = (from: string, to: string): { startsAt: Date; endsAt: Date } => ({
  startsAt: dayStart(from),
  endsAt: new Date(dayStart(to).getTime() + 86_400_000),
});
