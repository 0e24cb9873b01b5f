import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import { formatDay } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/core/page-frame.ts";
import { FilterBar, useCsvHref } from "#app/ui/list-controls.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { readBooks } from "../rules/books.ts";
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

/** The balance sheet at the end of a day, or the profit and loss statement by month. Each figure leads to its journal lines. */
export default function AdminAccounts({ loaderData }: Route.ComponentProps) {
  useLive((event) =>
    /^(payment|refund|earning|payout|books|dispute|order\.(delivered|accepted|cancelled))/.test(event.kind),
  );
  const { asked, currency, currencies, sheet, profit } = loaderData;
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
            <>
              <label>
                From
                <input type="month" name="from" defaultValue={profit.months[0]} />
              </label>
              <label>
                To
                <input type="month" name="to" defaultValue={profit.months.at(-1)} />
              </label>
            </>
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
          ? "What was delivered in each month and what it cost, in UTC. Select a figure to see its journal lines. "
          : `What we own and owe at the end of ${formatDay(new Date(`${asked.on}T00:00:00Z`), "UTC")}, in UTC. Select a figure to see its journal lines. `}
        <a href={csvHref} download className={styles.csv}>
          Download as CSV
        </a>
      </p>
      {sheet ? <BalanceSheetView sheet={sheet} on={asked.on} currency={currency} /> : null}
      {profit ? <ProfitAndLossView profit={profit} currency={currency} /> : null}
    </Page>
  );
}
