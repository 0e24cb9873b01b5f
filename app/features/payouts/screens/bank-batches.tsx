import { count } from "#app/platform/rules/core/count.ts";
import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Cutoff } from "#app/features/payouts/ui/cutoff.tsx";
import { RunBadge } from "#app/features/payouts/ui/payout-badges.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/list-table.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { BATCH_LIST } from "#app/features/backoffice/rules/lists/payout-list.ts";
import { listBatches } from "#app/features/backoffice/server/money/list-payouts.ts";
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
      <ListTable
        list={BATCH_LIST}
        page={loaderData}
        cells={{
          number: (r) => <span className={`figures ${styles.nowrap}`}>{r.number}</span>,
          status: (r) => <RunBadge status={r.status} />,
          cutoff: (r) => (
            <span className={styles.nowrap}>
              <Cutoff at={r.cutoffAt} />
            </span>
          ),
          total: (r) => (
            <>
              <Money minor={r.totalMinor} currency={r.currency} strong />
              <span className={styles.under}>{count(r.payouts, "payout")}</span>
            </>
          ),
          returned: (r) =>
            r.returned > 0 ? (
              <span className="late">
                {r.returned}, <Money minor={r.returnedMinor} currency={r.currency} />
              </span>
            ) : (
              <span className="soft">none</span>
            ),
          file: (r) =>
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
          maker: (r) => <When who={r.maker} at={r.createdAt} />,
          checker: (r) => <When who={r.checker} at={r.approvedAt} />,
          sent: (r) => <When at={r.sentAt} />,
          settled: (r) =>
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
        }}
        rowKey={(r) => r.id}
        rowTo={(r) => `/admin/payouts/bank-batch?run=${r.id}`}
        isLate={(r) => r.returned > 0}
        empty={
          <EmptyState
            title="No payout runs yet"
            mark="caret"
            action={<Link to="/admin/editor-payouts">View payable earnings</Link>}
          >
            A run pays all earnings that have been available long enough at its cut-off.
          </EmptyState>
        }
      >
        <DateRange />
      </ListTable>
    </Page>
  );
}
