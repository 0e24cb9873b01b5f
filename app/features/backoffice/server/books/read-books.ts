import { CURRENCY } from "#app/features/pricing/rules/policy.ts";
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
  spanOfMonth,
} from "../../rules/books.ts";
import { allowAdmin } from "../allow-admin.ts";
import { balancesBefore, listCurrencies, movedBetween } from "./read-balances.ts";

export type ProfitAndLoss = {
  months: string[];
  rows: ResultRow[];
  /** The result of these months less what the balance sheet's result changed by in the same time. Always zero. */
  offMinor: number;
};

/** The currency that is asked for, or else the one that everything is sold in. */
export const currencyOf = (asked: string | null): string => asked ?? CURRENCY;

/** The balance sheet at the end of a day. @throws refused unless admin */
export async function readBalanceSheet(actor: Actor, asked: BooksAsked): Promise<BalanceSheet> {
  allowAdmin(actor, "the books");
  const currency = currencyOf(asked.currency);
  const [at, yearStart] = await Promise.all([
    balancesBefore(currency, spanOfDays(asked.on, asked.on).endsAt),
    balancesBefore(currency, spanOfDays(`${asked.on.slice(0, 4)}-01-01`, asked.on).startsAt),
  ]);
  return balanceSheet(at, yearStart);
}

/** Income and expenses month by month. @throws refused unless admin */
export async function readProfitAndLoss(actor: Actor, { currency: asked, months }: BooksAsked): Promise<ProfitAndLoss> {
  allowAdmin(actor, "the books");
  const currency = currencyOf(asked);
  const moved: Balances[] = [];
  for (const month of months) {
    const { startsAt, endsAt } = spanOfMonth(month);
    const accounts = await movedBetween(currency, startsAt, endsAt);
    moved.push(Object.fromEntries(accounts.map((it) => [it.account, it.debitMinor - it.creditMinor])));
  }
  const [before, after] = await Promise.all([
    balancesBefore(currency, spanOfMonth(months[0]!).startsAt),
    balancesBefore(currency, spanOfMonth(months.at(-1)!).endsAt),
  ]);
  const rows = profitAndLoss(moved);
  return { months, rows, offMinor: rows.at(-1)!.totalMinor - (resultOf(after) - resultOf(before)) };
}

/** The currencies that the books can be read in. @throws refused unless admin */
export async function readCurrencies(actor: Actor): Promise<string[]> {
  allowAdmin(actor, "the books");
  return listCurrencies();
}
