import { Link, href } from "react-router";
import { PageLink } from "#app/ui/page-link.tsx";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Cutoff } from "#app/features/payouts/ui/cutoff.tsx";
import { PayoutBadge } from "#app/features/payouts/ui/payout-badges.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/list-table.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { PAYOUT_LIST } from "#app/features/backoffice/rules/lists/payout-list.ts";
import { listPayoutHistory } from "#app/features/backoffice/server/money/list-payouts.ts";
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
      <ListTable
        list={PAYOUT_LIST}
        page={loaderData}
        cells={{
          run: (r) => <span className={`figures ${styles.nowrap}`}>{r.runNumber}</span>,
          editor: (r) => <PageLink to={href("/admin/editors/:id", { id: r.editorId })}>{r.editor}</PageLink>,
          status: (r) => <PayoutBadge status={r.status} />,
          earnings: true,
          gross: (r) => <Money minor={r.grossMinor} currency={r.currency} />,
          debt: (r) =>
            r.debtMinor > 0 ? <Money minor={-r.debtMinor} currency={r.currency} /> : <span className="soft">none</span>,
          amount: (r) => <Money minor={r.amountMinor} currency={r.currency} strong />,
          invoice: (r) =>
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
          reference: (r) => <span className={styles.id}>{r.endToEndId}</span>,
          cutoff: (r) => (
            <span className={styles.nowrap}>
              <Cutoff at={r.cutoffAt} />
            </span>
          ),
          paid: (r) => (r.paidAt ? <Instant at={r.paidAt} show="day" /> : <span className="soft">not yet</span>),
        }}
        rowKey={(r) => r.id}
        rowTo={(r) => `/admin/payouts/bank-batch?run=${r.runId}`}
        isLate={(r) => r.status === "returned" || r.status === "rejected"}
        empty={
          <EmptyState
            title="No payouts yet"
            mark="caret"
            action={<Link to="/admin/editor-payouts">View payable earnings</Link>}
          >
            Payouts appear here once a run is prepared.
          </EmptyState>
        }
        choices={{ editor: loaderData.editors.map((e) => [e.uid, e.name]) }}
      >
        <DateRange />
      </ListTable>
    </Page>
  );
}
