import { count } from "#app/platform/rules/core/count.ts";
import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Cutoff } from "#app/features/payouts/ui/cutoff.tsx";
import { RunBadge } from "#app/features/payouts/ui/payout-badges.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { BATCH_LIST, RUN_STATUSES } from "#app/features/backoffice/rules/money-lists.ts";
import { type BatchRow, listBatches } from "#app/features/backoffice/server/money/list-payouts.ts";
import { DateRange } from "#app/ui/date-range.tsx";
import styles from "#app/features/backoffice/ui/finance.module.css";
import { PayoutTabs } from "../ui/payout-tabs.tsx";
import type { Route } from "./+types/bank-batches";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Bank batches");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const query = readListQuery(search, BATCH_LIST);
  return {
    ...(await listBatches(actor, query)),
  };
});

const WORDS: Record<string, string> = {
  prepared: "Waiting for approval",
  approved: "Ready to send",
  sent: "At the bank",
  settled: "Settled",
  cancelled: "Canceled",
};
const When = ({ who, at }: { who?: string | null; at: Date | null }) =>
  at ? (
    <>
      {who ?? null}
      <span className={who ? styles.under : styles.nowrap}>
        <Instant at={at} />
      </span>
    </>
  ) : (
    <span className="soft">not yet</span>
  );

/** Every payout run with its bank file and checksum, the people involved, and returns. */
export default function BankBatches({ loaderData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("payout"));
  const narrowed = useIsFiltered("status", "returns", "from", "to");
  const csvHref = useCsvHref("/api/csv/bank-batches");
  return (
    <Page width="full">
      <PageTitle
        title="Bank batches"
        actions={
          <>
            <Link to="/admin/payouts/bank-batch">Current runs</Link>
            <Link to="/admin/payout-history">Payouts by editor</Link>
          </>
        }
      />
      <PayoutTabs />
      <DataTable<BatchRow>
        caption="Bank batches"
        rows={loaderData.rows}
        rowKey={(r) => r.id}
        rowTo={(r) => `/admin/payouts/bank-batch?run=${r.id}`}
        isLate={(r) => r.returned > 0}
        defaultSort="-number"
        csvHref={csvHref}
        toolbar={
          <FilterBar
            placeholder="Run, file, checksum, person"
            filters={[
              {
                name: "status",
                label: "Status",
                choices: [["", "Any"], ...RUN_STATUSES.map((s) => [s, WORDS[s] ?? s] as const)],
              },
              {
                name: "returns",
                label: "Returns",
                choices: [
                  ["", "Any"],
                  ["yes", "With returns"],
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
            header: "Run",
            sortable: true,
            cell: (r) => <span className={`figures ${styles.nowrap}`}>{r.number}</span>,
          },
          { key: "status", header: "Status", sortable: true, cell: (r) => <RunBadge status={r.status} /> },
          {
            key: "cutoff",
            header: "Cut-off",
            sortable: true,
            narrow: "hidden",
            cell: (r) => (
              <span className={styles.nowrap}>
                <Cutoff at={r.cutoffAt} />
              </span>
            ),
          },
          {
            key: "total",
            header: "Total",
            align: "end",
            sortable: true,
            cell: (r) => (
              <>
                <Money minor={r.totalMinor} currency={r.currency} strong />
                <span className={styles.under}>{count(r.payouts, "payout")}</span>
              </>
            ),
          },
          {
            key: "returned",
            header: "Returned",
            align: "end",
            cell: (r) =>
              r.returned > 0 ? (
                <span className="late">
                  {r.returned}, <Money minor={r.returnedMinor} currency={r.currency} />
                </span>
              ) : (
                <span className="soft">none</span>
              ),
          },
          {
            key: "file",
            header: "File",
            cell: (r) =>
              r.fileName ? (
                <span className={styles.nowrap}>
                  {r.fileName}
                  {r.fileSha256 ? (
                    <span className={styles.under}>
                      SHA-256 <code title={r.fileSha256}>{r.fileSha256.slice(0, 12)}…</code>
                    </span>
                  ) : null}
                </span>
              ) : (
                <span className="soft">none yet</span>
              ),
          },
          { key: "maker", header: "Prepared by", cell: (r) => <When who={r.maker} at={r.createdAt} /> },
          { key: "checker", header: "Approved by", cell: (r) => <When who={r.checker} at={r.approvedAt} /> },
          { key: "sent", header: "Sent", sortable: true, cell: (r) => <When at={r.sentAt} /> },
          {
            key: "settled",
            header: "Paid",
            sortable: true,
            cell: (r) =>
              r.cancelledAt ? (
                <>
                  canceled
                  <span className={styles.under}>
                    <Instant at={r.cancelledAt} />
                  </span>
                </>
              ) : (
                <When at={r.settledAt} />
              ),
          },
        ]}
        empty={
          narrowed ? (
            <EmptyState
              title="No batches match"
              mark="stet"
              action={<Link to="/admin/payouts/history">Show all batches</Link>}
            >
              Remove a filter or use fewer search terms.
            </EmptyState>
          ) : (
            <EmptyState
              title="No payout runs yet"
              mark="caret"
              action={<Link to="/admin/editor-payouts">View payable earnings</Link>}
            >
              A run pays all earnings that have been available long enough at its cut-off.
            </EmptyState>
          )
        }
        footer={<Pager {...loaderData} noun="batch" plural="batches" />}
      />
    </Page>
  );
}
