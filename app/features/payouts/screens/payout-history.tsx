import { count } from "#app/platform/rules/core/count.ts";
import { Link, href } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { PAYOUT_LIST } from "#app/features/backoffice/rules/lists/payout-list.ts";
import { listPayoutHistory } from "#app/features/backoffice/server/money/list-payouts.ts";
import { openPayout } from "#app/features/backoffice/server/money/open-payout.ts";
import { BesidePanel } from "#app/ui/frame/side-panel.tsx";
import { useHere } from "#app/ui/frame/use-here.ts";
import { DateRange } from "#app/ui/lists/date-range.tsx";
import styles from "#app/features/backoffice/ui/finance.module.css";
import { PayoutPanel } from "#app/features/backoffice/ui/panels/payout-panel.tsx";
import { PAYOUT_WORDS } from "../rules/payout-words.ts";
import { countPayoutTasks } from "../server/runs/list-returned.ts";
import { ImportReport, PAYOUT_KEYS } from "../ui/payout-keys.tsx";
import { PayoutSteps } from "../ui/payout-steps.tsx";
import { PayoutTabs } from "../ui/payout-tabs.tsx";
import type { Route } from "./+types/payout-history";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Payments to editors");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const query = readListQuery(search, PAYOUT_LIST);
  return {
    ...(await listPayoutHistory(actor, query)),
    returns: query.filters.returns === "yes",
    opened: await openPayout(actor, search.get("payout")),
    toDo: await countPayoutTasks(),
  };
});

/** Every payment to every editor, with its way to the bank's statement. A row opens the payment beside the list. */
export default function PayoutHistory({ loaderData }: Route.ComponentProps) {
  const { opened } = loaderData;
  const here = useHere();
  useLive((event) => event.kind.startsWith("payout"));
  return (
    <Page width="full">
      <PageTitle
        title="Payments to editors"
        actions={
          <>
            <ImportReport />
            <Link to="/admin/invoice-review">Invoice review</Link>
          </>
        }
      />
      <PayoutTabs at={loaderData.returns ? "returned" : "payments"} tasks={loaderData.toDo} />
      <BesidePanel panel={opened ? <PayoutPanel opened={opened} close={here({ payout: null })} /> : null}>
        <ListTable
          list={PAYOUT_LIST}
          page={loaderData}
          cells={{
            at: (r) => <Instant at={r.createdAt} show="day" />,
            editor: (r) => (
              <>
                {r.editor}
                <span className={styles.under}>
                  {r.runNumber}, {count(r.earnings, "earning")}
                </span>
              </>
            ),
            amount: (r) => (
              <>
                <Money minor={r.amountMinor} currency={r.currency} strong />
                {r.debtMinor > 0 ? (
                  <span className={styles.under}>
                    <Money minor={-r.debtMinor} currency={r.currency} /> debt
                  </span>
                ) : null}
              </>
            ),
            status: (r) => <PayoutSteps it={r} words={PAYOUT_WORDS[r.status]} returnCode={r.returnCode} />,
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
          }}
          rowKey={(r) => r.id}
          rowTo={(r) => here({ payout: r.id })}
          beside={opened?.payout.id ?? null}
          keys={[PAYOUT_KEYS.import]}
          keep={["payout"]}
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
      </BesidePanel>
    </Page>
  );
}
