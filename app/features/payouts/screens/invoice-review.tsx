import { count } from "#app/platform/rules/core/count.ts";
import { Link, href } from "react-router";
import { PageLink } from "#app/ui/frame/page-link.tsx";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { PayoutBadge } from "#app/features/payouts/ui/payout-badges.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { DownloadLink } from "#app/ui/file-row.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { INVOICE_LIST } from "#app/features/backoffice/rules/lists/invoice-list.ts";
import { listInvoices } from "#app/features/backoffice/server/money/list-invoices.ts";
import { DateRange } from "#app/ui/lists/date-range.tsx";
import styles from "#app/features/backoffice/ui/finance.module.css";
import { countPayoutTasks } from "../server/runs/list-returned.ts";
import { PayoutTabs } from "../ui/payout-tabs.tsx";
import type { Route } from "./+types/invoice-review";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Invoice review");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const query = readListQuery(search, INVOICE_LIST);
  return {
    ...(await listInvoices(actor, query)),
    show: query.filters.show,
    toDo: await countPayoutTasks(),
  };
});

/** Self-billed invoices to review, and all other issued documents. */
export default function InvoiceReview({ loaderData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("invoice.") || event.kind.startsWith("payout"));
  const { waiting, show } = loaderData;
  const selfBilled = show === "" || show === "reviewed" || show === "self-billed";
  return (
    <Page width="full">
      <PageTitle title="Invoice review" />
      <PayoutTabs at="payments" tasks={loaderData.toDo} />
      {waiting > 0 ? (
        <WaitingLine
          turn="you"
          waitsFor={`${count(waiting, "self-billed invoice")} to review.`}
          note="We issue these on behalf of editors. Compare each with its payout and mark it as reviewed."
        />
      ) : (
        <WaitingLine
          turn="done"
          waitsFor="All self-billed invoices are reviewed."
          note="New ones are issued when a payout run is approved."
        />
      )}
      <ListTable
        list={INVOICE_LIST}
        headers={{ owner: selfBilled ? "Editor" : "Client" }}
        page={loaderData}
        cells={{
          number: (r) => <span className={`figures ${styles.nowrap}`}>{r.number}</span>,
          owner: (r) => r.owner ?? "",
          total: (r) => <Money minor={r.totalMinor} currency={r.currency} />,
          issued: (r) => <Instant at={r.issuedAt} show="day" />,
          run: selfBilled
            ? (r) =>
                r.runId ? (
                  <Link to={`/admin/payouts/bank-batch?run=${r.runId}`} className="figures">
                    {r.runNumber}
                  </Link>
                ) : (
                  ""
                )
            : undefined,
          payout: selfBilled ? (r) => (r.payoutStatus ? <PayoutBadge status={r.payoutStatus} /> : "") : undefined,
          reviewed: selfBilled
            ? (r) =>
                r.reviewedAt ? (
                  <>
                    <StatusBadge tone="done">Reviewed</StatusBadge>
                    <span className={styles.under}>
                      {r.reviewer}, <Instant at={r.reviewedAt} show="day" />
                    </span>
                  </>
                ) : (
                  <StatusBadge tone="waiting">To review</StatusBadge>
                )
            : undefined,
          order: selfBilled
            ? undefined
            : (r) =>
                r.orderId ? (
                  <PageLink to={href("/admin/orders/:orderId", { orderId: r.orderId })} className="figures">
                    {r.orderNumber}
                  </PageLink>
                ) : (
                  ""
                ),
          pdf: (r) => <DownloadLink href={`/api/invoices/${r.id}/pdf`}>PDF</DownloadLink>,
        }}
        rowKey={(r) => r.id}
        rowTo={(r) => `/admin/invoice-review/${r.id}`}
        noMatch={
          <EmptyState
            title="No documents match"
            mark="stet"
            action={<Link to={INVOICE_LIST.home}>Show all self-billed invoices</Link>}
          >
            Remove a filter or use fewer search terms.
          </EmptyState>
        }
        empty={
          <EmptyState
            title="No invoices to review"
            mark="check"
            action={<Link to="/admin/invoice-review?show=self-billed">Show all self-billed invoices</Link>}
          >
            Each payout gets a self-billed invoice when its run is approved.
          </EmptyState>
        }
      >
        <DateRange />
      </ListTable>
    </Page>
  );
}
