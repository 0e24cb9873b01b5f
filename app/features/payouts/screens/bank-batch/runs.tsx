import { count } from "#app/platform/rules/core/count.ts";
import { Link } from "react-router";
import { ImportReport, PAYOUT_KEYS } from "../../ui/payout-keys.tsx";
import { useLive } from "#app/platform/browser/live/live.ts";
import { BATCH_LIST } from "#app/features/backoffice/rules/lists/payout-list.ts";
import styles from "#app/features/backoffice/ui/finance.module.css";
import { DateRange } from "#app/ui/lists/date-range.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Money } from "#app/ui/money.tsx";
import { BesidePanel } from "#app/ui/frame/side-panel.tsx";
import { useHere } from "#app/ui/frame/use-here.ts";
import { RunPanel } from "#app/features/backoffice/ui/panels/run-panel.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { RUN_STATUS_WORDS } from "../../rules/payout-words.ts";
import { Cutoff } from "../../ui/cutoff.tsx";
import { PayoutSteps } from "../../ui/payout-steps.tsx";
import { PayoutTabs } from "../../ui/payout-tabs.tsx";
import type { readRuns } from "./read-runs.ts";

/** Every payout run and its way to the bank's statement. A row opens the run beside the list. */
export function Runs({ list, opened, toDo }: Awaited<ReturnType<typeof readRuns>>) {
  const here = useHere();
  useLive((event) => event.kind.startsWith("payout"));
  return (
    <Page width="full">
      <PageTitle title="Payout runs" actions={<ImportReport />} />
      <PayoutTabs at="runs" tasks={toDo} />
      <BesidePanel panel={opened ? <RunPanel opened={opened} close={here({ open: null })} /> : null}>
        <ListTable
          list={BATCH_LIST}
          page={list}
          cells={{
            number: (r) => (
              <>
                <span className={`figures ${styles.nowrap}`}>{r.number}</span>
                <span className={styles.under}>{count(r.payouts, "payment")}</span>
              </>
            ),
            cutoff: (r) => (
              <span className={styles.nowrap}>
                <Cutoff at={r.cutoffAt} />
              </span>
            ),
            total: (r) => <Money minor={r.totalMinor} currency={r.currency} strong />,
            status: (r) =>
              r.status === "settled" && r.returned === r.payouts ? (
                <PayoutSteps
                  it={{ ...r, status: "returned", paidAt: null, returnedAt: r.settledAt, statementAt: null }}
                  words="All came back"
                />
              ) : (
                <PayoutSteps it={{ ...r, paidAt: r.settledAt }} words={RUN_STATUS_WORDS[r.status]} />
              ),
            returned: (r) =>
              r.returned > 0 ? (
                <span className="late">
                  {r.returned}, <Money minor={r.returnedMinor} currency={r.currency} />
                </span>
              ) : (
                <span className="soft">none</span>
              ),
            maker: (r) => (
              <>
                {r.maker}
                {r.checker ? <span className={styles.under}>approved by {r.checker}</span> : null}
              </>
            ),
          }}
          keys={[PAYOUT_KEYS.import]}
          rowKey={(r) => r.id}
          rowTo={(r) => here({ open: r.id })}
          beside={opened?.run.id ?? null}
          keep={["open"]}
          isLate={(r) => r.returned > 0}
          empty={
            <EmptyState
              title="No payout runs yet"
              mark="caret"
              action={<Link to="/admin/editor-payouts">View payable earnings</Link>}
            >
              A run collects earnings that were available long enough at the cut-off. One person prepares it and another
              approves it.
            </EmptyState>
          }
        >
          <DateRange />
        </ListTable>
      </BesidePanel>
    </Page>
  );
}
