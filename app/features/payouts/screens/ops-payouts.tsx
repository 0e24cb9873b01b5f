import { dayOf } from "#app/platform/rules/core/day.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { formatMoney, sum } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Cutoff } from "#app/features/payouts/ui/cutoff.tsx";
import { Chart } from "#app/ui/charts/chart.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { CUTOFF_LIST } from "#app/features/backoffice/rules/lists/payout-list.ts";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import {
  type AgeRow,
  type PipelineStep,
  type Upcoming,
  listCutoffs,
  readPipeline,
} from "#app/features/backoffice/server/money/payout-pipeline.ts";
import styles from "#app/features/backoffice/ui/finance.module.css";
import { countPayoutTasks } from "../server/runs/list-returned.ts";
import { PayoutTabs, ReportTabs } from "../ui/payout-tabs.tsx";
import type { Route } from "./+types/ops-payouts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Payout operations");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  return {
    ...(await readPipeline(actor, now())),
    toDo: await countPayoutTasks(),
    past: await listCutoffs(actor, readListQuery(search, CUTOFF_LIST)),
  };
});

const STEPS: Record<PipelineStep["status"], { label: string; to: string }> = {
  pending: { label: "Pending", to: "/admin/payout-summary?sort=-pending" },
  available: { label: "Available", to: "/admin/editor-payouts" },
  in_payout: { label: "In payout", to: "/admin/payouts/history" },
  paid: { label: "Paid", to: "/admin/payout-history?status=paid" },
};

/** Editor earnings between delivery and the bank, by state and age, and the next cut-offs. */
export default function OpsPayouts({ loaderData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("earning.") || event.kind.startsWith("payout"));
  const { steps, ages, upcoming, past, currency } = loaderData;
  const money = (minor: number) => formatMoney(minor, currency);
  const next = upcoming[0];
  const pending = steps.find((s) => s.status === "pending");
  return (
    <Page width="full">
      <PageTitle title="Payout operations" />
      <PayoutTabs at="reports" tasks={loaderData.toDo} />
      <ReportTabs at="cutoffs" />
      {next ? (
        <WaitingLine
          turn={next.minor > 0 ? "you" : "others"}
          waitsFor={
            next.minor > 0
              ? `${money(next.minor)} for ${count(next.editors, "editor")} will be payable at the next cut-off.`
              : "No available earnings will be payable at the next cut-off."
          }
          note={
            <>
              The cut-off is <Cutoff at={next.cutoffAt} />. You can prepare a run after that.
            </>
          }
        />
      ) : null}
      <Stats>
        {steps.map((s) => (
          <Stat
            key={s.status}
            label={STEPS[s.status].label}
            value={money(s.minor)}
            to={STEPS[s.status].to}
            {...(s.status === "paid" ? { tone: "paid" as const } : {})}
            detail={
              s.earnings === 0 ? (
                "no earnings"
              ) : (
                <>
                  {count(s.earnings, "earning")} for {count(s.editors, "editor")}
                  {s.status === "paid" || !s.oldestAt ? (
                    ""
                  ) : (
                    <>
                      , oldest from <Instant at={s.oldestAt} show="day" />
                    </>
                  )}
                </>
              )
            }
          />
        ))}
      </Stats>
      <div className={styles.two}>
        <Chart
          kind="bar"
          stacked
          title="Amounts owed by age since delivery"
          unit={{ currency }}
          axis="Age"
          data={ages.map((a) => ({
            label: a.label,
            values: { pending: a.pendingMinor, available: a.availableMinor, inPayout: a.inPayoutMinor },
          }))}
          series={[
            { name: "pending", label: "Pending", tone: "quiet" },
            { name: "available", label: "Available", tone: "main" },
            { name: "inPayout", label: "In payout", tone: "care" },
          ]}
        />
        <Chart
          kind="bar"
          stacked
          title="Paid at each cut-off"
          unit={{ currency }}
          axis="Cut-off"
          data={past.rows.toReversed().map((c) => ({
            label: dayOf(c.cutoffAt),
            values: {
              paid: c.paidMinor,
              open: c.amountMinor - c.paidMinor - c.returnedMinor,
              returned: c.returnedMinor,
            },
          }))}
          series={[
            { name: "paid", label: "Paid", tone: "gain" },
            { name: "open", label: "In transit", tone: "main" },
            { name: "returned", label: "Returned", tone: "loss" },
          ]}
        />
      </div>
      <div className={styles.two}>
        <Section title="Upcoming cut-offs">
          <DataTable<Upcoming>
            caption="Upcoming cut-offs"
            sideways
            rows={upcoming}
            rowKey={(u) => dayOf(u.cutoffAt)}
            columns={[
              { key: "at", header: "Cut-off", cell: (u) => <Cutoff at={u.cutoffAt} /> },
              { key: "editors", header: "Editors", align: "end", cell: (u) => u.editors },
              { key: "minor", header: "Becomes payable", align: "end", cell: (u) => <b>{money(u.minor)}</b> },
            ]}
            empty={null}
            footer={
              <>
                Earnings that will have been available long enough by then, before checks of minimum amount, documents,
                and bank details.{" "}
                {pending && pending.minor > 0
                  ? `Another ${money(pending.minor)} is delivered but not yet accepted.`
                  : ""}
              </>
            }
          />
        </Section>
        <Section title="Amounts owed by age">
          <DataTable<AgeRow>
            caption="Amounts owed by age"
            sideways
            rows={ages}
            rowKey={(a) => a.label}
            columns={[
              { key: "label", header: "Since delivery", cell: (a) => a.label },
              { key: "pending", header: "Pending", align: "end", cell: (a) => money(a.pendingMinor) },
              { key: "available", header: "Available", align: "end", cell: (a) => money(a.availableMinor) },
              { key: "inPayout", header: "In payout", align: "end", cell: (a) => money(a.inPayoutMinor) },
              {
                key: "all",
                header: "Total",
                align: "end",
                cell: (a) => <b>{money(a.pendingMinor + a.availableMinor + a.inPayoutMinor)}</b>,
              },
            ]}
            empty={null}
            footer={
              <>
                Total: {money(sum(ages.map((a) => a.pendingMinor + a.availableMinor + a.inPayoutMinor)))}, before debts
                are deducted.
              </>
            }
          />
        </Section>
      </div>
      <Section title="Past cut-offs">
        <ListTable
          list={CUTOFF_LIST}
          page={past}
          sideways
          cells={{
            cutoff: (c) => <Cutoff at={c.cutoffAt} />,
            runs: true,
            payouts: true,
            gross: (c) => money(c.grossMinor),
            debt: (c) => (c.debtMinor > 0 ? money(-c.debtMinor) : <span className="soft">none</span>),
            amount: (c) => money(c.amountMinor),
            paid: (c) => <b>{money(c.paidMinor)}</b>,
            returned: (c) =>
              c.returnedMinor > 0 ? (
                <span className="late">{money(c.returnedMinor)}</span>
              ) : (
                <span className="soft">none</span>
              ),
          }}
          rowKey={(c) => dayOf(c.cutoffAt)}
          rowTo={(c) => `/admin/payouts/bank-batch?run=${c.runId}`}
          isLate={(c) => c.returnedMinor > 0}
          empty={
            <EmptyState
              title="No past cut-offs"
              mark="caret"
              action={<Link to="/admin/editor-payouts">View payable earnings</Link>}
            >
              Cut-offs appear here once a run is prepared.
            </EmptyState>
          }
        />
      </Section>
    </Page>
  );
}
