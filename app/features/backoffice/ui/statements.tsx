import type { ReactNode } from "react";
import { Link } from "react-router";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { formatMoney, sum } from "#app/platform/rules/core/money.ts";
import { ACCOUNTS, type Account } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { Section } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import {
  type BalanceSheet,
  type StatementRow,
  MOST_PERIODS,
  fitsJournal,
  periodWords,
  sideBySide,
  spanOfPeriod,
} from "../rules/books.ts";
import type { CashFlow } from "../rules/cash-flow.ts";
import type { ProfitAndLoss } from "../server/books/read-books.ts";
import styles from "./books.module.css";

const journalTo = (account: Account, currency: string, dates: { from?: string; to: string }): string =>
  `/admin/accounts/journal?${new URLSearchParams({ account, currency, ...dates })}`;

/** Says whether two figures that must agree do. */
export const Check = ({
  offMinor,
  currency,
  good,
  bad,
}: {
  offMinor: number;
  currency: string;
  good: string;
  bad: string;
}) => (
  <p className={styles.check}>
    <StatusBadge tone={offMinor === 0 ? "done" : "late"}>
      {offMinor === 0 ? good : `${bad} by ${formatMoney(Math.abs(offMinor), currency)}`}
    </StatusBadge>
  </p>
);

function Amount({
  minor,
  currency,
  to,
  label,
  isExpense = false,
}: {
  minor: number;
  currency: string;
  to?: string;
  label: string;
  /** Below zero is nothing unusual. */
  isExpense?: boolean;
}) {
  const text = formatMoney(minor, currency);
  if (!to) return <td className={`figures ${styles.amount} ${minor < 0 && !isExpense ? "late" : ""}`}>{text}</td>;
  return (
    <td className={styles.amount}>
      <Link to={to} aria-label={`${label}: ${text}`} className={`figures ${minor < 0 && !isExpense ? "late" : ""}`}>
        {text}
      </Link>
    </td>
  );
}

type Days = { on: string; than: string };
const DAYS = ["on", "than"] as const;

/** One side of the balance sheet: a row for each account, rows for the result, and a total, at both days. */
function Side({
  title,
  rows,
  extra = [],
  totals,
  both,
  currency,
  days,
}: {
  title: string;
  rows: readonly (StatementRow & { thanMinor: number })[];
  extra?: readonly { label: string; minors: readonly number[]; to?: readonly (string | undefined)[] }[];
  totals: readonly number[];
  /** The sums of both sections on this side, which must equal the assets. */
  both?: readonly number[];
  currency: string;
  days: Days;
}) {
  const amounts = (label: string, minors: readonly number[], to: readonly (string | undefined)[] = []) =>
    DAYS.map((day, i) => (
      <Amount
        key={day}
        minor={minors[i]!}
        currency={currency}
        label={day === "on" ? label : `${label} on ${days.than}`}
        {...(to[i] ? { to: to[i] } : {})}
      />
    ));
  return (
    <Section title={title}>
      <table className={styles.table}>
        <caption className="unseen">{title}</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            {DAYS.map((day) => (
              <th key={day} scope="col" className={styles.amount}>
                {days[day]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">
                {row.label}
                <span className={styles.what}>{ACCOUNTS[row.account].what}</span>
              </th>
              {amounts(
                row.label,
                [row.minor, row.thanMinor],
                DAYS.map((day) => journalTo(row.account, currency, { to: days[day] })),
              )}
            </tr>
          ))}
          {extra.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              {amounts(row.label, row.minors, row.to)}
            </tr>
          ))}
          <tr className={styles.total}>
            <th scope="row">Total {title.toLowerCase()}</th>
            {amounts(title, totals)}
          </tr>
          {both === undefined ? null : (
            <tr className={styles.total}>
              <th scope="row">Total liabilities and equity</th>
              {amounts("Liabilities and equity", both)}
            </tr>
          )}
        </tbody>
      </table>
    </Section>
  );
}

/** The balance sheet at the end of a day, beside that of an earlier one. */
export function BalanceSheetView({
  sheet,
  than,
  days,
  currency,
}: {
  sheet: BalanceSheet;
  than: BalanceSheet;
  days: Days;
  currency: string;
}) {
  const profitOf = (from: string, to: string) =>
    `/admin/accounts?${new URLSearchParams({ view: "profit", currency, from, to })}`;
  const earlierOf = ({ firstYear }: BalanceSheet, day: string) => {
    const before = Number(day.slice(0, 4)) - 1;
    const first = Math.max(Number(firstYear ?? before + 1), before - MOST_PERIODS + 1);
    return first <= before ? profitOf(String(first), String(before)) : undefined;
  };
  const resultOf = (day: string) => profitOf(`${day.slice(0, 4)}-01`, day.slice(0, 7));
  const shared = { currency, days };
  return (
    <>
      <Check
        offMinor={sheet.offMinor === 0 ? than.offMinor : sheet.offMinor}
        currency={currency}
        good="Assets equal liabilities and equity"
        bad="Assets differ from liabilities and equity"
      />
      <div className={styles.sheet}>
        <Side
          title="Assets"
          rows={sideBySide(sheet.assets, than.assets)}
          totals={[sheet.assetsMinor, than.assetsMinor]}
          {...shared}
        />
        <div>
          <Side
            title="Liabilities"
            rows={sideBySide(sheet.liabilities, than.liabilities)}
            totals={[sheet.liabilitiesMinor, than.liabilitiesMinor]}
            {...shared}
          />
          <Side
            title="Equity"
            rows={sideBySide(sheet.equity, than.equity)}
            extra={[
              {
                label: "Result of earlier years",
                minors: [sheet.earlierMinor, than.earlierMinor],
                to: [earlierOf(sheet, days.on), earlierOf(than, days.than)],
              },
              {
                label: "Result of the year",
                minors: [sheet.resultMinor, than.resultMinor],
                to: [resultOf(days.on), resultOf(days.than)],
              },
            ]}
            totals={[sheet.equityMinor, than.equityMinor]}
            both={[sheet.liabilitiesMinor + sheet.equityMinor, than.liabilitiesMinor + than.equityMinor]}
            {...shared}
          />
        </div>
      </div>
    </>
  );
}

/** A statement with a column for each month or year, and their total. It scrolls sideways under its names. */
const ByPeriod = ({
  title,
  first,
  periods,
  children,
}: {
  title: string;
  /** The header of the names. */
  first: string;
  periods: readonly string[];
  children: ReactNode;
}) => (
  <div className={styles.scroll} role="region" aria-label={title} tabIndex={0}>
    <table className={styles.table}>
      <caption className="unseen">
        {title} from {periodWords(periods[0]!)} to {periodWords(periods.at(-1)!)}
      </caption>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {periods.map((period) => (
            <th key={period} scope="col" className={styles.amount}>
              {periodWords(period)}
            </th>
          ))}
          <th scope="col" className={styles.amount}>
            Total
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

/** What our money grew and shrank by, a column for each month or year. */
export function CashFlowView({ cash, currency }: { cash: CashFlow & { periods: string[] }; currency: string }) {
  const { periods } = cash;
  const line = (label: string, minors: readonly number[], totalMinor: number, isSum = false) => (
    <tr key={label} className={isSum ? styles.total : undefined}>
      <th scope="row">{label}</th>
      {periods.map((period, i) => (
        <Amount key={period} minor={minors[i]!} currency={currency} label={label} isExpense={!isSum} />
      ))}
      <Amount minor={totalMinor} currency={currency} label={label} isExpense={!isSum} />
    </tr>
  );
  return (
    <>
      <Check
        offMinor={cash.offMinor}
        currency={currency}
        good="Explains every change of the money"
        bad="Differs from the balance sheet"
      />
      <ByPeriod title="Cash flow" first="Flow" periods={periods}>
        {line("Money at the beginning", cash.openingMinors, cash.openingMinors[0]!, true)}
        {cash.rows.map((row) => line(row.label, row.minors, row.totalMinor))}
        {cash.unexplainedMinors.some((minor) => minor !== 0)
          ? line("Not explained yet", cash.unexplainedMinors, sum(cash.unexplainedMinors))
          : null}
        {line("Money at the end", cash.closingMinors, cash.closingMinors.at(-1)!, true)}
      </ByPeriod>
    </>
  );
}

/** Income and expenses, a column for each month or year. */
export function ProfitAndLossView({ profit, currency }: { profit: ProfitAndLoss; currency: string }) {
  const { periods, rows } = profit;
  const [first, last] = [periods[0]!, periods.at(-1)!];
  return (
    <>
      <Check
        offMinor={profit.offMinor}
        currency={currency}
        good="Ties to the balance sheet"
        bad="Differs from the balance sheet"
      />
      <ByPeriod title="Profit and loss" first="Account" periods={periods}>
        {rows.map(({ account, label, minors, totalMinor }) => {
          const to = (earliest: string, latest: string) => {
            const from = dayOf(spanOfPeriod(earliest).startsAt);
            const until = dayOf(new Date(spanOfPeriod(latest).endsAt.getTime() - 1));
            return account && fitsJournal(from, until)
              ? { to: journalTo(account, currency, { from, to: until }) }
              : undefined;
          };
          return (
            <tr key={label} className={account ? undefined : styles.total}>
              <th scope="row">{label}</th>
              {periods.map((period, i) => (
                <Amount
                  key={period}
                  minor={minors[i]!}
                  currency={currency}
                  label={`${label}, ${periodWords(period)}`}
                  isExpense={account !== null && ACCOUNTS[account].kind === "expense"}
                  {...to(period, period)}
                />
              ))}
              <Amount
                minor={totalMinor}
                currency={currency}
                label={`${label}, total`}
                isExpense={account !== null && ACCOUNTS[account].kind === "expense"}
                {...to(first, last)}
              />
            </tr>
          );
        })}
      </ByPeriod>
    </>
  );
}
