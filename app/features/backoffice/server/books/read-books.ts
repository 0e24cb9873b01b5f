import { CURRENCY } from "#app/platform/rules/core/money.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import {
  type BalanceSheet,
  type Balances,
  type BooksAsked,
  type ResultRow,
  balanceSheet,
  profitAndLoss,
  resultOf,
  spanOfDays,
  spanOfPeriod,
} from "../../rules/books.ts";
import { type CashFlow, cashFlow } from "../../rules/cash-flow.ts";
import { BOOKS } from "#app/features/payments/server/ledger/ledger-sums.ts";
import { allowDuty } from "../allow-duty.ts";
import { balancesBefore, firstBookedYear, listCurrencies, movedBetween, movedByKind } from "./read-balances.ts";

export type ProfitAndLoss = {
  /** Months or years. */
  periods: string[];
  rows: ResultRow[];
  /** The result of these periods less what the balance sheet's result changed by in the same time. Always zero. */
  offMinor: number;
};

/** What the books are asked for in: a currency, or else all of them together. */
const booksOf = (asked: string | null): string => asked ?? BOOKS;
/** The currency of the amounts that this has. */
export const currencyOf = (asked: string | null): string => (asked === null || asked === BOOKS ? CURRENCY : asked);

/** The balance sheet at the end of a day. @throws refused unless admin */
export async function readBalanceSheet(
  actor: Actor,
  asked: Pick<BooksAsked, "on" | "currency">,
): Promise<BalanceSheet> {
  allowDuty(actor, "money", "the books");
  const currency = booksOf(asked.currency);
  const [at, yearStart, firstYear] = await Promise.all([
    balancesBefore(currency, spanOfDays(asked.on, asked.on).endsAt),
    balancesBefore(currency, spanOfDays(`${asked.on.slice(0, 4)}-01-01`, asked.on).startsAt),
    firstBookedYear(),
  ]);
  return balanceSheet(at, yearStart, firstYear);
}

/** Income and expenses by month or by year. @throws refused unless admin */
export async function readProfitAndLoss(
  actor: Actor,
  { currency: asked, periods }: BooksAsked,
): Promise<ProfitAndLoss> {
  allowDuty(actor, "money", "the books");
  const currency = booksOf(asked);
  const moved: Balances[] = [];
  for (const period of periods) {
    const { startsAt, endsAt } = spanOfPeriod(period);
    const accounts = await movedBetween(currency, startsAt, endsAt);
    moved.push(Object.fromEntries(accounts.map((it) => [it.account, it.debitMinor - it.creditMinor])));
  }
  const [before, after] = await Promise.all([
    balancesBefore(currency, spanOfPeriod(periods[0]!).startsAt),
    balancesBefore(currency, spanOfPeriod(periods.at(-1)!).endsAt),
  ]);
  const rows = profitAndLoss(moved);
  return { periods, rows, offMinor: rows.at(-1)!.totalMinor - (resultOf(after) - resultOf(before)) };
}

/** What moved our money, by month or by year. @throws refused unless admin */
export async function readCashFlow(
  actor: Actor,
  { currency: asked, periods }: BooksAsked,
): Promise<CashFlow & { periods: string[] }> {
  allowDuty(actor, "money", "the books");
  const currency = booksOf(asked);
  const spans = periods.map(spanOfPeriod);
  const [moved, edges] = await Promise.all([
    movedByKind(currency, spans),
    Promise.all(
      [...spans.map((span) => span.startsAt), spans.at(-1)!.endsAt].map((at) => balancesBefore(currency, at)),
    ),
  ]);
  return { periods, ...cashFlow(moved, edges.slice(0, -1), edges.slice(1)) };
}

/** The currencies that the books can be read in. @throws refused unless admin */
export async function readCurrencies(actor: Actor): Promise<string[]> {
  allowDuty(actor, "money", "the books");
  return listCurrencies();
}
