import { Link } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { ACCOUNTS, type Account } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { Section } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import {
  type BalanceSheet,
  type StatementRow,
  MOST_PERIODS,
  fitsJournal,
  periodWords,
  spanOfPeriod,
} from "../rules/books.ts";
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
  if (!to) return <td className={`figures ${styles.amount} ${minor < 0 ? "late" : ""}`}>{text}</td>;
  return (
    <td className={styles.amount}>
      <Link to={to} aria-label={`${label}: ${text}`} className={`figures ${minor < 0 && !isExpense ? "late" : ""}`}>
        {text}
      </Link>
    </td>
  );
}

/** One side of the balance sheet: a row for each account, rows for the result, and a total. */
function Side({
  title,
  rows,
  extra = [],
  total,
  both,
  currency,
  on,
}: {
  title: string;
  rows: readonly StatementRow[];
  extra?: readonly { label: string; minor: number; to: string | undefined }[];
  total: number;
  /** The sum of both sections on this side, which must equal the assets. */
  both?: number;
  currency: string;
  on: string;
}) {
  return (
    <Section title={title}>
      <table className={styles.table}>
        <caption className="unseen">{title}</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" className={styles.amount}>
              {currency}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.account}>
              <th scope="row">
                {row.label}
                <span className={styles.what}>{ACCOUNTS[row.account].what}</span>
              </th>
              <Amount
                minor={row.minor}
                currency={currency}
                label={row.label}
                to={journalTo(row.account, currency, { to: on })}
              />
            </tr>
          ))}
          {extra.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              <Amount minor={row.minor} currency={currency} label={row.label} {...(row.to ? { to: row.to } : {})} />
            </tr>
          ))}
          <tr className={styles.total}>
            <th scope="row">Total {title.toLowerCase()}</th>
            <Amount minor={total} currency={currency} label={title} />
          </tr>
          {both === undefined ? null : (
            <tr className={styles.total}>
              <th scope="row">Total liabilities and equity</th>
              <Amount minor={both} currency={currency} label="Liabilities and equity" />
            </tr>
          )}
        </tbody>
      </table>
    </Section>
  );
}

/** The balance sheet at the end of a day. */
export function BalanceSheetView({ sheet, on, currency }: { sheet: BalanceSheet; on: string; currency: string }) {
  const year = on.slice(0, 4);
  const profitOf = (from: string, to: string) =>
    `/admin/accounts?${new URLSearchParams({ view: "profit", currency, from, to })}`;
  const before = Number(year) - 1;
  const first = Math.max(Number(sheet.firstYear ?? year), before - MOST_PERIODS + 1);
  const earlier = first <= before ? profitOf(String(first), String(before)) : undefined;
  return (
    <>
      <Check
        offMinor={sheet.offMinor}
        currency={currency}
        good="Assets equal liabilities and equity"
        bad="Assets differ from liabilities and equity"
      />
      <div className={styles.sheet}>
        <Side title="Assets" rows={sheet.assets} total={sheet.assetsMinor} currency={currency} on={on} />
        <div>
          <Side
            title="Liabilities"
            rows={sheet.liabilities}
            total={sheet.liabilitiesMinor}
            currency={currency}
            on={on}
          />
          <Side
            title="Equity"
            rows={sheet.equity}
            extra={[
              {
                label: "Result of earlier years",
                minor: sheet.earlierMinor,
                to: earlier,
              },
              { label: `Result of ${year}`, minor: sheet.resultMinor, to: profitOf(`${year}-01`, on.slice(0, 7)) },
            ]}
            total={sheet.equityMinor}
            both={sheet.liabilitiesMinor + sheet.equityMinor}
            currency={currency}
            on={on}
          />
        </div>
      </div>
    </>
  );
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

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
      <div className={styles.scroll} role="region" aria-label="Profit and loss" tabIndex={0}>
        <table className={styles.table}>
          <caption className="unseen">
            Profit and loss from {periodWords(first)} to {periodWords(last)}
          </caption>
          <thead>
            <tr>
              <th scope="col">Account</th>
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
          <tbody>
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
          </tbody>
        </table>
      </div>
    </>
  );
}
