import { Link, href } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { PayoutBadge } from "#app/features/payouts/ui/payout-badges.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { DownloadLink } from "#app/ui/file-row.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { INVOICE_LIST, type InvoiceRow, listInvoices } from "#app/features/backoffice/server/money/list-invoices.ts";
import { DateRange } from "#app/ui/date-range.tsx";
import styles from "#app/features/backoffice/ui/finance.module.css";
import { PayoutTabs } from "../ui/payout-tabs.tsx";
import type { Route } from "./+types/invoice-review";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Invoice review");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const query = readListQuery(search, INVOICE_LIST);
  return {
    ...(await listInvoices(actor, query)),
    show: query.filters.show,
  };
});

/** Self-billed invoices to review, and all other issued documents. */
export default function InvoiceReview({ loaderData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("invoice.") || event.kind.startsWith("payout"));
  const { waiting, show } = loaderData;
  const narrowed = useIsFiltered("from", "to");
  const csvHref = useCsvHref("/api/csv/invoices");
  const selfBilled = show === "" || show === "reviewed" || show === "self-billed";
  return (
    <Page width="full">
      <PageTitle title="Invoice review" />
      <PayoutTabs />
      {waiting > 0 ? (
        <WaitingLine
          turn="you"
          waitsFor={`${waiting} self-billed ${waiting === 1 ? "invoice" : "invoices"} to review.`}
          note="We issue these on behalf of editors. Compare each with its payout and mark it as reviewed."
        />
      ) : (
        <WaitingLine
          turn="done"
          waitsFor="All self-billed invoices are reviewed."
          note="New ones are issued when a payout run is approved."
        />
      )}
      <DataTable<InvoiceRow>
        caption="Documents"
        rows={loaderData.rows}
        rowKey={(r) => r.id}
        rowTo={(r) => `/admin/invoice-review/${r.id}`}
        defaultSort="-issued"
        csvHref={csvHref}
        toolbar={
          <FilterBar
            placeholder="Number, person, order, run"
            filters={[
              {
                name: "show",
                label: "Show",
                choices: [
                  ["", "To review"],
                  ["reviewed", "Reviewed"],
                  ["self-billed", "All self-billed"],
                  ["invoices", "Client invoices"],
                  ["credit-notes", "Credit notes"],
                ],
              },
            ]}
          >
            <DateRange />
          </FilterBar>
        }
        columns={[
          {
            key: "number",
            header: "Document",
            sortable: true,
            cell: (r) => <span className={`figures ${styles.nowrap}`}>{r.number}</span>,
          },
          { key: "owner", header: selfBilled ? "Editor" : "Client", sortable: true, cell: (r) => r.owner ?? "" },
          {
            key: "total",
            header: "Total",
            align: "end",
            sortable: true,
            cell: (r) => <Money minor={r.totalMinor} currency={r.currency} />,
          },
          { key: "issued", header: "Issued", sortable: true, cell: (r) => <Instant at={r.issuedAt} show="day" /> },
          ...(selfBilled
            ? [
                {
                  key: "run",
                  header: "Payout run",
                  cell: (r: InvoiceRow) =>
                    r.runId ? (
                      <Link to={`/admin/payouts/bank-batch?run=${r.runId}`} className="figures">
                        {r.runNumber}
                      </Link>
                    ) : (
                      ""
                    ),
                },
                {
                  key: "payout",
                  header: "Payout",
                  cell: (r: InvoiceRow) => (r.payoutStatus ? <PayoutBadge status={r.payoutStatus} /> : ""),
                },
                {
                  key: "reviewed",
                  header: "Review",
                  sortable: true,
                  cell: (r: InvoiceRow) =>
                    r.reviewedAt ? (
                      <>
                        <StatusBadge tone="done">Reviewed</StatusBadge>
                        <span className={styles.under}>
                          {r.reviewer}, <Instant at={r.reviewedAt} show="day" />
                        </span>
                      </>
                    ) : (
                      <StatusBadge tone="waiting">To review</StatusBadge>
                    ),
                },
              ]
            : [
                {
                  key: "order",
                  header: "Order",
                  cell: (r: InvoiceRow) =>
                    r.orderId ? (
                      <Link to={href("/admin/orders/:orderId", { orderId: r.orderId })} className="figures">
                        {r.orderNumber}
                      </Link>
                    ) : (
                      ""
                    ),
                },
              ]),
          {
            key: "pdf",
            header: "PDF",
            cell: (r) => <DownloadLink href={`/api/invoices/${r.id}/pdf`}>PDF</DownloadLink>,
          },
        ]}
        empty={
          narrowed || show !== "" ? (
            <EmptyState
              title="No documents match"
              mark="stet"
              action={<Link to="/admin/invoice-review?show=self-billed">Show all self-billed invoices</Link>}
            >
              Remove a filter or use fewer search terms.
            </EmptyState>
          ) : (
            <EmptyState
              title="No invoices to review"
              mark="check"
              action={<Link to="/admin/invoice-review?show=self-billed">Show all self-billed invoices</Link>}
            >
              Each payout gets a self-billed invoice when its run is approved.
            </EmptyState>
          )
        }
        footer={<Pager {...loaderData} noun="document" />}
      />
    </Page>
  );
}
