import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { DataTable, type Column } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { DownloadLink } from "#app/ui/file-row.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { SELF_BILLED_LIST } from "../rules/pay-lists.ts";
import { listPayYears } from "../server/earnings/list-earnings.ts";
import { type SelfBilledRow, pageSelfBilled } from "../server/invoices/list-self-billed.ts";
import { PayoutBadge } from "../ui/payout-badges.tsx";
import type { Route } from "./+types/invoice-history";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Invoice history");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see your invoices.");
  return {
    ...(await pageSelfBilled(actor.uid, readListQuery(search, SELF_BILLED_LIST))),
    years: await listPayYears(actor.uid),
  };
});

const COLUMNS: Column<SelfBilledRow>[] = [
  {
    key: "number",
    header: "Invoice",
    cell: (i) => (
      <>
        <span className="figures number">{i.number}</span>
        {i.kind === "credit_note" ? <span className="soft small"> Credit note</span> : null}
      </>
    ),
  },
  { key: "issued", header: "Issued", sortable: true, cell: (i) => <Instant at={i.issuedAt} show="day" /> },
  { key: "run", header: "Payout", cell: (i) => <span className="figures number">{i.runNumber}</span> },
  { key: "earnings", header: "Earnings", cell: (i) => <span className="figures">{i.earnings}</span>, align: "end" },
  {
    key: "total",
    header: "Total",
    sortable: true,
    cell: (i) => <Money minor={i.totalMinor} currency={i.currency} strong />,
    align: "end",
  },
  { key: "status", header: "Status", cell: (i) => <PayoutBadge status={i.payoutStatus} /> },
  {
    key: "paid",
    header: "Paid",
    cell: (i) =>
      i.paidAt && i.payoutStatus === "paid" ? (
        <Instant at={i.paidAt} show="day" />
      ) : (
        <span className="soft">
          {i.payoutStatus === "returned" || i.payoutStatus === "rejected" ? "No" : "Not yet"}
        </span>
      ),
  },
  { key: "pdf", header: "Document", cell: (i) => <DownloadLink href={`/api/invoices/${i.id}/pdf`}>PDF</DownloadLink> },
];

/** The self-billed invoices for an editor's payouts. */
export default function InvoiceHistory({ loaderData }: Route.ComponentProps) {
  const { rows, total, years } = loaderData;
  const narrowed = useIsFiltered("year");
  const csvHref = useCsvHref("/api/csv/self-billed-invoices");
  useLive((event) => event.kind.startsWith("payout") || event.kind === "invoice.issued");
  return (
    <Page>
      <PageTitle
        title="Invoice history"
        actions={<Link to="/editor/editor-payouts">My payouts</Link>}
        lede={
          <p>
            We issue these invoices on your behalf under the editor agreement, one per payout, numbered in your own
            series. If the bank returns a payout, a credit note cancels its invoice.
          </p>
        }
      />
      <DataTable
        caption="Self-billed invoices"
        columns={COLUMNS}
        rows={rows}
        rowKey={(i) => i.id}
        defaultSort={SELF_BILLED_LIST.defaultSort}
        {...(total > 0 ? { csvHref } : {})}
        toolbar={
          total === 0 && !narrowed ? undefined : (
            <FilterBar
              placeholder="Search invoice or payout"
              filters={[
                {
                  name: "year",
                  label: "Year",
                  choices: [["", "All years"], ...years.map((y) => [String(y), String(y)] as const)],
                },
              ]}
            />
          )
        }
        empty={
          narrowed ? (
            <EmptyState
              title="No invoices match"
              mark="stet"
              action={<Link to="/editor/invoice-history">Show all invoices</Link>}
            >
              Remove a filter or use fewer search terms.
            </EmptyState>
          ) : (
            <EmptyState
              title="No invoices yet"
              mark="paragraph"
              action={<Link to="/editor/editor-payouts">View payouts</Link>}
            >
              Your first invoice is issued when your first payout is approved.
            </EmptyState>
          )
        }
        footer={total > 0 ? <Pager {...loaderData} noun="invoice" /> : undefined}
      />
    </Page>
  );
}
