import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { formatDay } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { FilterBar, useCsvHref } from "#app/ui/list-controls.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { isYear, readBooks } from "../rules/books.ts";
import { currencyOf, readBalanceSheet, readCurrencies, readProfitAndLoss } from "../server/books/read-books.ts";
import { BooksTabs } from "../ui/books-tabs.tsx";
import styles from "../ui/books.module.css";
import finance from "../ui/finance.module.css";
import { BalanceSheetView, ProfitAndLossView } from "../ui/statements.tsx";
import type { Route } from "./+types/admin-accounts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Books");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const asked = readBooks(search, now());
  const isProfit = asked.view === "profit";
  return {
    asked,
    currency: currencyOf(asked.currency),
    currencies: await readCurrencies(actor),
    sheet: isProfit ? null : await readBalanceSheet(actor, asked),
    profit: isProfit ? await readProfitAndLoss(actor, asked) : null,
  };
});

/**
 * The balance sheet at the end of a day, or the profit and loss statement by month or year. Each figure leads to its
 * journal lines.
 */
export default function AdminAccounts({ loaderData }: Route.ComponentProps) {
  useLive((event) =>
    /^(payment|refund|earning|payout|books|dispute|order\.(delivered|accepted|cancelled))/.test(event.kind),
  );
  const { asked, currency, currencies, sheet, profit } = loaderData;
  const byYear = isYear(asked.periods[0]!);
  const csvHref = useCsvHref(`/api/csv/${profit ? "profit-and-loss" : "balance-sheet"}`);
  return (
    <Page width="full">
      <PageTitle
        title="Books"
        actions={
          <>
            <Link to="/admin/ops/finance">Finance</Link>
            <Link to="/admin/reconciliation">Reconciliation</Link>
          </>
        }
      />
      <BooksTabs shown={asked.view} />
      <div className={finance.gap}>
        <FilterBar
          search={null}
          keep={["view"]}
          filters={
            currencies.length > 1
              ? [{ name: "currency", label: "Currency", choices: currencies.map((it, i) => [i === 0 ? "" : it, it]) }]
              : []
          }
        >
          {profit ? (
            <Periods key={profit.periods.join()} periods={profit.periods} />
          ) : (
            <label>
              At the end of
              <input type="date" name="on" defaultValue={asked.on} />
            </label>
          )}
        </FilterBar>
      </div>
      <p className={finance.note}>
        {profit
          ? `What was delivered in each ${byYear ? "year" : "month"} and what it cost, in UTC. Select a figure to see its journal lines. `
          : `What we own and owe at the end of ${formatDay(new Date(`${asked.on}T00:00:00Z`), "UTC")}, in UTC. Select a figure to see its journal lines. `}
        <a href={csvHref} download className={styles.csv}>
          Download as CSV
        </a>
        {profit ? (
          <>
            {" "}
            <Link to={otherPeriods(profit.periods, currency)}>{byYear ? "Show by month" : "Show by year"}</Link>
          </>
        ) : null}
      </p>
      {sheet ? <BalanceSheetView sheet={sheet} on={asked.on} currency={currency} /> : null}
      {profit ? <ProfitAndLossView profit={profit} currency={currency} /> : null}
    </Page>
  );
}

/** The same time by year, or its last year by month. */
function otherPeriods(periods: readonly string[], currency: string): string {
  const [first, last] = [periods[0]!.slice(0, 4), periods.at(-1)!.slice(0, 4)];
  const span = isYear(periods[0]!) ? { from: `${last}-01`, to: `${last}-12` } : { from: first, to: last };
  return `?${new URLSearchParams({ view: "profit", currency, ...span })}`;
}

function Periods({ periods }: { periods: readonly string[] }) {
  const kind = isYear(periods[0]!) ? ({ type: "number", min: 2000, max: 9999 } as const) : ({ type: "month" } as const);
  return (
    <>
      <label>
        From
        <input {...kind} name="from" defaultValue={periods[0]} />
      </label>
      <label>
        To
        <input {...kind} name="to" defaultValue={periods.at(-1)} />
      </label>
    </>
  );
}
