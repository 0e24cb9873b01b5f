import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { formatDay } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { FilterBar, useCsvHref } from "#app/ui/lists/list-controls.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { type BooksAsked, isYear, readBooks } from "../rules/books.ts";
import {
  currencyOf,
  readBalanceSheet,
  readCashFlow,
  readCurrencies,
  readProfitAndLoss,
} from "../server/books/read-books.ts";
import { BooksTabs } from "../ui/books-tabs.tsx";
import styles from "../ui/books.module.css";
import finance from "../ui/finance.module.css";
import { BalanceSheetView, CashFlowView, ProfitAndLossView } from "../ui/statements.tsx";
import type { Route } from "./+types/admin-accounts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Accounting");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const asked = readBooks(search, now());
  const { view } = asked;
  return {
    asked,
    currency: currencyOf(asked.currency),
    currencies: await readCurrencies(actor),
    sheet: view === "balance" ? await readBalanceSheet(actor, asked) : null,
    than: view === "balance" ? await readBalanceSheet(actor, { ...asked, on: asked.than }) : null,
    profit: view === "profit" ? await readProfitAndLoss(actor, asked) : null,
    cash: view === "cash" ? await readCashFlow(actor, asked) : null,
  };
});

/**
 * The balance sheet at the end of a day beside an earlier one, or the profit and loss or cash flow statement by month or
 * year. Figures of accounts lead to their journal lines.
 */
export default function AdminAccounts({ loaderData }: Route.ComponentProps) {
  useLive((event) =>
    /^(payment|refund|earning|payout|books|dispute|order\.(delivered|accepted|cancelled))/.test(event.kind),
  );
  const { asked, currency, currencies, sheet, than, profit, cash } = loaderData;
  const byYear = isYear(asked.periods[0]!);
  const csvHref = useCsvHref(`/api/csv/${FILES[asked.view]}`);
  return (
    <Page width="full">
      <PageTitle
        title="Accounting"
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
          {sheet ? (
            <>
              <label>
                At the end of
                <input type="date" name="on" defaultValue={asked.on} />
              </label>
              <label>
                Beside
                <input type="date" name="than" defaultValue={asked.than} />
              </label>
            </>
          ) : (
            <Periods key={asked.periods.join()} periods={asked.periods} />
          )}
        </FilterBar>
      </div>
      <p className={finance.note}>
        {wordsOf(asked)} {(sheet ?? profit) ? "Select a figure to see its journal lines. " : null}
        <a href={csvHref} download className={styles.csv}>
          Download as CSV
        </a>
        {sheet ? null : (
          <>
            {" "}
            <Link to={otherPeriods(asked, currency)}>{byYear ? "Show by month" : "Show by year"}</Link>
          </>
        )}
      </p>
      {sheet && than ? <BalanceSheetView sheet={sheet} than={than} days={asked} currency={currency} /> : null}
      {profit ? <ProfitAndLossView profit={profit} currency={currency} /> : null}
      {cash ? <CashFlowView cash={cash} currency={currency} /> : null}
    </Page>
  );
}

const FILES: Readonly<Record<BooksAsked["view"], string>> = {
  balance: "balance-sheet",
  profit: "profit-and-loss",
  cash: "cash-flow",
};

/** What a statement shows, as a sentence. */
function wordsOf({ view, on, periods }: BooksAsked): string {
  const period = isYear(periods[0]!) ? "year" : "month";
  switch (view) {
    case "balance":
      return `What we own and owe at the end of ${formatDay(new Date(`${on}T00:00:00Z`), "UTC")}, in UTC.`;
    case "profit":
      return `What was delivered in each ${period} and what it cost, in UTC.`;
    case "cash":
      return `What our money at the bank and the card provider grew and shrank by in each ${period}, in UTC.`;
  }
}

/** The same time by year, or its last year by month. */
function otherPeriods({ view, periods }: BooksAsked, currency: string): string {
  const [first, last] = [periods[0]!.slice(0, 4), periods.at(-1)!.slice(0, 4)];
  const span = isYear(periods[0]!) ? { from: `${last}-01`, to: `${last}-12` } : { from: first, to: last };
  return `?${new URLSearchParams({ view, currency, ...span })}`;
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
