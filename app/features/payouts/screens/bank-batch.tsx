import { Link } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { DataTable, type Column } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { database } from "#app/platform/server/core/database.ts";
import {
  type PageRequest,
  type FormRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { findCheckerObjection } from "../server/bank/check-checker.ts";
import { listLookAlikePairs } from "../server/bank/find-look-alikes.ts";
import { listTasks } from "#app/platform/server/core/tasks.ts";
import { approval, approveRun } from "../server/runs/approve-run.ts";
import { findRun, listRuns } from "../server/runs/list-runs.ts";
import { markPaid, markReturned } from "../server/runs/settle-payout.ts";
import { cancelRun, cancellation, settleRun, settlement } from "../server/runs/settle-run.ts";
import { RunBadge } from "../ui/payout-badges.tsx";
import { Cutoff } from "../ui/cutoff.tsx";
import { PayoutTabs } from "../ui/payout-tabs.tsx";
import type { Route } from "./+types/bank-batch";
import { OneRun } from "./bank-batch/one-run.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData?.one?.run.number ?? "Payout runs");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (!may(actor, "money")) throw refused(only("money", "view payout runs"));
  const runId = search.get("run");
  const one = runId ? await findRun(runId) : null;
  if (runId && !one) throw notFound("payout run");
  return {
    one,
    runs: runId ? [] : await listRuns(),
    objection: one?.run.status === "prepared" ? await findCheckerObjection(actor.uid, one.run, database()) : null,
    tasks: one ? await listTasks([approval, settlement, cancellation], one.run.id) : [],
    alike: one ? await listLookAlikePairs([...new Set([actor.uid, ...one.people])]) : [],
  };
});

const runOf = ({ search }: FormRequest<Route.ActionArgs>) => ({ runId: search.get("run") ?? "" });

/** Approves, marks as paid, or cancels the page's run, or notes what the bank did with one of its payouts. */
export const action = pageAction<Route.ActionArgs>({
  intents: {
    approve: intent({ command: approveRun, input: runOf }),
    settle: intent({ command: settleRun, input: runOf }),
    cancel: intent({ command: cancelRun, input: runOf }),
    paid: intent({ command: markPaid, input: ({ text }) => ({ payoutId: text("payoutId") }) }),
    returned: intent({
      command: markReturned,
      input: ({ text }) => ({ payoutId: text("payoutId"), how: text("how"), code: text("code") }),
    }),
  },
});

type Loaded = Route.ComponentProps["loaderData"];

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** The payout runs, or one run with its payouts and next step. */
export default function BankBatch({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("payout"));
  const { one, runs, objection, alike, tasks } = loaderData;
  const answer = useLastAnswer(actionData);
  if (one) return <OneRun one={one} objection={objection} alike={alike} tasks={tasks} problem={answer?.error} />;
  const columns: Column<Loaded["runs"][number]>[] = [
    { key: "number", header: "Run", cell: (r) => <span className="figures number">{r.number}</span> },
    { key: "status", header: "Status", cell: (r) => <RunBadge status={r.status} /> },
    {
      key: "total",
      header: "Total",
      cell: (r) => <Money minor={r.totalMinor} currency={r.currency} strong />,
      align: "end",
    },
    { key: "cutoff", header: "Cut-off", cell: (r) => <Cutoff at={r.cutoffAt} /> },
    {
      key: "maker",
      header: "Prepared by",
      cell: (r) => (
        <>
          {r.maker}, <Instant at={r.createdAt} show="day" />
        </>
      ),
    },
    {
      key: "checker",
      header: "Approved by",
      cell: (r) =>
        r.checker && r.approvedAt ? (
          <>
            {r.checker}, <Instant at={r.approvedAt} show="day" />
          </>
        ) : (
          <span className="soft">Not yet</span>
        ),
    },
    {
      key: "settled",
      header: "Paid",
      cell: (r) => (r.settledAt ? <Instant at={r.settledAt} show="day" /> : <span className="soft">Not yet</span>),
    },
  ];
  return (
    <Page width="full">
      <PageTitle title="Payout runs" actions={<Link to="/admin/editor-payouts">Editor payouts</Link>} />
      <PayoutTabs />
      <DataTable
        caption="Payout runs, newest first"
        columns={columns}
        rows={runs}
        rowKey={(r) => r.id}
        rowTo={(r) => `?run=${r.id}`}
        csvHref="/api/csv/payout-runs"
        empty={
          <EmptyState
            title="No payout runs yet"
            mark="caret"
            action={<Link to="/admin/editor-payouts">View payable earnings</Link>}
          >
            A run collects earnings that were available long enough at the cut-off. One admin prepares it and another
            approves it.
          </EmptyState>
        }
      />
    </Page>
  );
}
