import { Link, href } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Cutoff } from "#app/features/payouts/ui/cutoff.tsx";
import { PayoutBadge, payoutWords } from "#app/features/payouts/ui/payout-badges.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { PAYOUT_LIST, PAYOUT_STATUSES } from "#app/features/backoffice/rules/money-lists.ts";
import { type PayoutRow, listPayoutHistory } from "#app/features/backoffice/server/money/list-payouts.ts";
import { DateRange } from "#app/ui/date-range.tsx";
import styles from "#app/features/backoffice/ui/finance.module.css";
import { PayoutTabs } from "../ui/payout-tabs.tsx";
import type { Route } from "./+types/payout-history";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Payout history");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const query = readListQuery(search, PAYOUT_LIST);
  return {
    ...(await listPayoutHistory(actor, query)),
  };
});

/** Every payout to every editor. Their bank files are on Bank Batches. */
export default function PayoutHistory({ loaderData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("payout"));
  const narrowed = useIsFiltered("status", "editor", "from", "to");
  const csvHref = useCsvHref("/api/csv/payout-history");
  return (
    <Page width="full">
      <PageTitle
        title="Payout history"
        actions={
          <>
            <Link to="/admin/payouts/history">Bank batches</Link>
            <Link to="/admin/payout-summary">Payout summary</Link>
          </>
        }
      />
      <PayoutTabs />
      <DataTable<PayoutRow>
        caption="Payouts"
        rows={loaderData.rows}
        rowKey={(r) => r.id}
        rowTo={(r) => `/admin/payouts/bank-batch?run=${r.runId}`}
        isLate={(r) => r.status === "returned" || r.status === "rejected"}
        defaultSort="-at"
        csvHref={csvHref}
        toolbar={
          <FilterBar
            placeholder="Editor, run, invoice, bank reference"
            filters={[
              {
                name: "editor",
                label: "Editor",
                choices: [["", "All"], ...loaderData.editors.map((e) => [e.uid, e.name] as const)],
              },
              {
                name: "status",
                label: "Status",
                choices: [["", "Any"], ...PAYOUT_STATUSES.map((s) => [s, payoutWords(s)] as const)],
              },
            ]}
          >
            <DateRange />
          </FilterBar>
        }
        columns={[
          { key: "run", header: "Run", cell: (r) => <span className={`figures ${styles.nowrap}`}>{r.runNumber}</span> },
          {
            key: "editor",
            header: "Editor",
            sortable: true,
            cell: (r) => <Link to={href("/admin/editors/:id", { id: r.editorId })}>{r.editor}</Link>,
          },
          { key: "status", header: "Status", sortable: true, cell: (r) => <PayoutBadge status={r.status} /> },
          { key: "earnings", header: "Earnings", align: "end", cell: (r) => r.earnings },
          {
            key: "gross",
            header: "Earned",
            align: "end",
            cell: (r) => <Money minor={r.grossMinor} currency={r.currency} />,
          },
          {
            key: "debt",
            header: "Debt deducted",
            align: "end",
            cell: (r) =>
              r.debtMinor > 0 ? (
                <Money minor={-r.debtMinor} currency={r.currency} />
              ) : (
                <span className="soft">none</span>
              ),
          },
          {
            key: "amount",
            header: "Paid out",
            align: "end",
            sortable: true,
            cell: (r) => <Money minor={r.amountMinor} currency={r.currency} strong />,
          },
          {
            key: "invoice",
            header: "Self-billed invoice",
            cell: (r) =>
              r.invoiceId ? (
                <Link
                  to={href("/admin/invoice-review/:invoiceId", { invoiceId: r.invoiceId })}
                  className={`figures ${styles.nowrap}`}
                >
                  {r.invoiceNumber}
                </Link>
              ) : (
                <span className="soft">at approval</span>
              ),
          },
          {
            key: "reference",
            header: "Bank reference",
            narrow: "hidden",
            cell: (r) => <span className={styles.id}>{r.endToEndId}</span>,
          },
          {
            key: "cutoff",
            header: "Cut-off",
            narrow: "hidden",
            cell: (r) => (
              <span className={styles.nowrap}>
                <Cutoff at={r.cutoffAt} />
              </span>
            ),
          },
          {
            key: "paid",
            header: "Paid",
            sortable: true,
            cell: (r) => (r.paidAt ? <Instant at={r.paidAt} show="day" /> : <span className="soft">not yet</span>),
          },
        ]}
        empty={
          narrowed ? (
            <EmptyState
              title="No payouts match"
              mark="stet"
              action={<Link to="/admin/payout-history">Show all payouts</Link>}
            >
              Remove a filter or use fewer search terms.
            </EmptyState>
          ) : (
            <EmptyState
              title="No payouts yet"
              mark="caret"
              action={<Link to="/admin/editor-payouts">View payable earnings</Link>}
            >
              Payouts appear here once a run is prepared.
            </EmptyState>
          )
        }
        footer={<Pager {...loaderData} noun="payout" />}
      />
    </Page>
  );
}
