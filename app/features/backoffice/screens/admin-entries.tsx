import { Link, href } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { ENTRY_LIST } from "../rules/lists/entry-list.ts";
import { listEntries } from "../server/books/read-entries.ts";
import { BooksTabs } from "../ui/books-tabs.tsx";
import { EntryBadge } from "../ui/entry-badge.tsx";
import finance from "../ui/finance.module.css";
import type { Route } from "./+types/admin-entries";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Journal entries by hand");

export const loader = pageLoader(({ actor, search }: PageRequest<Route.LoaderArgs>) =>
  listEntries(actor, readListQuery(search, ENTRY_LIST)),
);

/** Journal entries that people book. */
export default function AdminEntries({ loaderData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("books"));
  return (
    <Page width="full">
      <PageTitle
        title="Accounting"
        actions={
          <Button component={Link} to={href("/admin/accounts/entries/new")}>
            New entry
          </Button>
        }
      />
      <BooksTabs shown="entries" />
      <p className={finance.note}>
        Accruals, corrections, and whatever else no order, payout, or bank statement books. Money on the bank account
        comes with its <Link to="/admin/reconciliation">bank line</Link>.
      </p>
      <ListTable
        list={ENTRY_LIST}
        page={loaderData}
        rowKey={(r) => r.id}
        rowTo={(r) => href("/admin/accounts/entries/:entryId", { entryId: r.id })}
        cells={{
          memo: (r) => (
            <>
              {r.memo}
              {r.takeBackOn === null ? null : (
                <span className={finance.under}>To be taken back on {formatLongDay(r.takeBackOn)}</span>
              )}
            </>
          ),
          day: (r) => formatLongDay(r.day),
          sum: (r) => <Money minor={r.sumMinor} currency={r.currency} />,
          state: (r) => <EntryBadge state={r.state} />,
          by: (r) => r.createdBy ?? <span className="soft">the clock</span>,
          second: (r) => (r.decidedBy === r.createdBy ? "" : r.decidedBy),
          made: (r) => <Instant at={r.createdAt} />,
        }}
        empty={
          <EmptyState title="No entries by hand" mark="caret">
            Book one for a cost whose invoice hasn&apos;t come yet, or to correct another one.
          </EmptyState>
        }
      />
    </Page>
  );
}
