import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { database } from "#app/platform/server/core/database.ts";
import {
  type PageRequest,
  type FormRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { findRunOnStatement } from "#app/features/backoffice/server/money/on-statement.ts";
import { findCheckerObjection } from "../server/bank/check-checker.ts";
import { listLookAlikePairs } from "../server/bank/find-look-alikes.ts";
import { listTasks } from "#app/platform/server/core/tasks.ts";
import { chooseRunFile } from "../server/runs/choose-run-file.ts";
import { approval, approveRun } from "../server/runs/approve-run.ts";
import { findRun } from "../server/runs/list-runs.ts";
import { listDifferences } from "../server/runs/what-differs.ts";
import { markPaid, markReturned } from "../server/runs/settle-payout.ts";
import { cancelRun, cancellation, settleRun, settlement } from "../server/runs/settle-run.ts";
import type { Route } from "./+types/bank-batch";
import { OneRun } from "./bank-batch/one-run.tsx";
import { readRuns } from "./bank-batch/read-runs.ts";
import { Runs } from "./bank-batch/runs.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData?.one?.run.number ?? "Payout runs");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (!may(actor, "money")) throw refused(only("money", "view payout runs"));
  const runId = search.get("run");
  const one = runId ? await findRun(runId) : null;
  if (runId && !one) throw notFound("payout run");
  return {
    one,
    runs: runId ? null : await readRuns(actor, search),
    differences: one?.run.status === "prepared" ? await listDifferences(one.run.id) : [],
    objection: one?.run.status === "prepared" ? await findCheckerObjection(actor.uid, one.run, database()) : null,
    statementAt: one?.run.status === "settled" ? await findRunOnStatement(one.run.id) : null,
    tasks: one ? await listTasks([approval, settlement, cancellation], one.run.id) : [],
    alike: one ? await listLookAlikePairs([...new Set([actor.uid, ...one.people])]) : [],
  };
});

const runOf = ({ search }: FormRequest<Route.ActionArgs>) => ({ runId: search.get("run") ?? "" });

/** Approves, marks as paid, or cancels the page's run, or notes what the bank did with one of its payouts. */
export const action = pageAction<Route.ActionArgs>({
  intents: {
    approve: intent({ command: approveRun, input: runOf }),
    file: intent({
      command: chooseRunFile,
      input: (asked) => ({ ...runOf(asked), scheme: asked.text("scheme") }),
      done: "File chosen",
    }),
    settle: intent({ command: settleRun, input: runOf }),
    cancel: intent({ command: cancelRun, input: runOf }),
    paid: intent({ command: markPaid, input: ({ text }) => ({ payoutId: text("payoutId") }) }),
    returned: intent({
      command: markReturned,
      input: ({ text }) => ({ payoutId: text("payoutId"), how: text("how"), code: text("code") }),
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** The payout runs, or one run with its payouts and next step. */
export default function BankBatch({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("payout"));
  const { one, runs, objection, alike, tasks, differences, statementAt } = loaderData;
  const answer = useLastAnswer(actionData);
  if (one)
    return (
      <OneRun
        one={one}
        objection={objection}
        differences={differences}
        alike={alike}
        statementAt={statementAt}
        tasks={tasks}
        problem={answer?.error}
      />
    );
  return runs ? <Runs {...runs} /> : null;
}
