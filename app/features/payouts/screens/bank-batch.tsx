import { Link } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { isAdmin } from "#app/platform/rules/core/actor.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { formatMoney, sum } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { CopyId } from "#app/ui/copy-id.tsx";
import { DataTable, type Column } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Money } from "#app/ui/money.tsx";
import { ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { database } from "#app/platform/server/core/database.ts";
import {
  type PageRequest,
  type FormRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/core/page-frame.ts";
import { findCheckerObjection } from "../server/check-checker.ts";
import { listLookAlikePairs } from "../server/find-look-alikes.ts";
import { LookAlikePairs } from "../ui/look-alikes.tsx";
import { SCHEME_FILES } from "../rules/scheme.ts";
import { reasonLabel } from "../rules/return-codes.ts";
import { approveRun } from "../server/approve-run.ts";
import { findRun, listRuns } from "../server/list-runs.ts";
import { markPaid, markReturned } from "../server/settle-payout.ts";
import { cancelRun, settleRun } from "../server/settle-run.ts";
import { BankFileButton } from "../ui/bank-file-button.tsx";
import { PayoutActions } from "../ui/payout-actions.tsx";
import { PaidAmount } from "../ui/paid-amount.tsx";
import { PayoutInvoice } from "../ui/payout-invoice.tsx";
import { PayoutBadge, RunBadge } from "../ui/payout-badges.tsx";
import { Cutoff } from "../ui/cutoff.tsx";
import styles from "./payouts.module.css";
import { PayoutTabs } from "../ui/payout-tabs.tsx";
import type { Route } from "./+types/bank-batch";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData?.one?.run.number ?? "Payout runs");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (!isAdmin(actor)) throw refused("Only admins can view payout runs.");
  const runId = search.get("run");
  const one = runId ? await findRun(runId) : null;
  if (runId && !one) throw notFound("payout run");
  return {
    one,
    runs: runId ? [] : await listRuns(),
    objection: one?.run.status === "prepared" ? await findCheckerObjection(actor.uid, one.run, database()) : null,
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
type One = NonNullable<Loaded["one"]>;

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** The payout runs, or one run with its payouts and next step. */
export default function BankBatch({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("payout"));
  const { one, runs, objection, alike } = loaderData;
  const answer = useLastAnswer(actionData);
  if (one) return <OneRun one={one} objection={objection} alike={alike} problem={answer?.error} />;
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

function OneRun({
  one: { run, payouts },
  objection,
  alike,
  problem,
}: {
  one: One;
  objection: string | null;
  alike: Loaded["alike"];
  problem: Parameters<typeof ErrorNote>[0]["problem"];
}) {
  const columns: Column<One["payouts"][number]>[] = [
    { key: "editor", header: "Editor", cell: (p) => p.displayName },
    { key: "account", header: "Account", cell: (p) => <span className="figures">{p.account}</span> },
    { key: "bank", header: "Bank", cell: (p) => p.bankName },
    { key: "gross", header: "Earned", cell: (p) => <Money minor={p.grossMinor} currency={p.currency} />, align: "end" },
    {
      key: "debt",
      header: "Debt deducted",
      cell: (p) =>
        p.debtMinor > 0 ? <Money minor={-p.debtMinor} currency={p.currency} /> : <span className="soft">None</span>,
      align: "end",
    },
    {
      key: "amount",
      header: "Paid out",
      cell: (p) => <PaidAmount payout={p} />,
      align: "end",
    },
    {
      key: "invoice",
      header: "Self-billed invoice",
      cell: (p) => <PayoutInvoice payout={p} otherwise="Issued on approval" />,
    },
    {
      key: "status",
      header: "Status",
      cell: (p) => (
        <>
          <PayoutBadge status={p.status} />
          {p.returnCode ? (
            <>
              <br />
              <span className="soft small">{reasonLabel(p.returnCode)}</span>
            </>
          ) : null}
        </>
      ),
    },
    ...(run.status === "sent" || run.status === "settled"
      ? [{ key: "act", header: "", cell: (p: One["payouts"][number]) => <PayoutActions payout={p} /> }]
      : []),
  ];
  const held = payouts.filter((p) => p.status !== "cancelled");
  return (
    <Page width="full">
      <PageTitle
        title={run.number}
        status={<RunBadge status={run.status} />}
        crumbs={[{ label: "Payout runs", to: "/admin/payouts/bank-batch" }]}
      />
      {problem ? (
        <div className={styles.problem}>
          <ErrorNote problem={problem} />
        </div>
      ) : null}
      <NextStep run={run} lines={run.status === "cancelled" ? payouts : held} objection={objection} />
      <LookAlikePairs pairs={alike} />
      <div className={styles.stack}>
        <DataTable
          caption={`Payouts in ${run.number}`}
          columns={columns}
          rows={payouts}
          rowKey={(p) => p.id}
          csvHref={`/api/csv/payout-runs/${run.id}`}
          empty={<EmptyState title="This run has no payouts" mark="stet" />}
          footer={
            <b>
              {held.length} {held.length === 1 ? "payout" : "payouts"}, {formatMoney(run.totalMinor, run.currency)} in
              total
            </b>
          }
        />
        <KeyValue
          items={[
            {
              label: "Prepared by",
              value: (
                <>
                  {run.maker}, <Instant at={run.createdAt} />
                </>
              ),
            },
            {
              label: "Approved by",
              value:
                run.checker && run.approvedAt ? (
                  <>
                    {run.checker}, <Instant at={run.approvedAt} />
                  </>
                ) : (
                  ""
                ),
            },
            { label: "Cut-off", value: <Cutoff at={run.cutoffAt} /> },
            ...(run.scheme === "sepa" && held[0]
              ? [
                  {
                    label: "Paid in euros",
                    value: `${formatMoney(sum(held.map((p) => p.paidMinor ?? 0)), "EUR")} at ${held[0].rate ?? ""}, frozen when the run was prepared`,
                  },
                ]
              : []),
            {
              label: "Execution date",
              value: run.executeOn ? <Instant at={`${run.executeOn}T12:00:00Z`} show="day" /> : "",
            },
            {
              label: "Bank file",
              value: run.fileName ? (
                <>
                  {run.fileName}, {SCHEME_FILES[run.scheme]}
                </>
              ) : (
                ""
              ),
            },
            {
              label: "File SHA-256",
              value: run.fileSha256 ? (
                <span className={styles.hash}>
                  <CopyId id={run.fileSha256} label="hash" />
                </span>
              ) : (
                ""
              ),
            },
            {
              label: "Ledger",
              value: run.approvedAt
                ? `At approval, the file, run, and ledger totals all matched: ${formatMoney(run.totalMinor, run.currency)}.`
                : "",
            },
            { label: "Downloaded for the bank", value: run.sentAt ? <Instant at={run.sentAt} /> : "" },
            { label: "Settled", value: run.settledAt ? <Instant at={run.settledAt} /> : "" },
          ]}
        />
      </div>
    </Page>
  );
}

/** The run's next step for the current admin. */
function NextStep({ run, lines, objection }: { run: One["run"]; lines: One["payouts"]; objection: string | null }) {
  const total = formatMoney(run.totalMinor, run.currency);
  const many = manyPayouts(lines.length);
  const of = (...states: string[]) => lines.filter((p) => states.includes(p.status));
  const sumOf = (some: One["payouts"]) => formatMoney(sum(some.map((p) => p.amountMinor)), run.currency);
  const open = of("sent");
  const paid = of("paid");
  const back = of("rejected", "returned");
  const cancel = (
    <ConfirmButton
      title={`Cancel ${run.number}?`}
      body={
        <p>
          Its {many} of {total} becomes available again for the next run. Nothing has been sent to the bank.
        </p>
      }
      confirm="Cancel run"
      pending="Canceling"
      fields={{ intent: "cancel" }}
      action={here(run.id)}
      stops
      variant="default"
    >
      Cancel run
    </ConfirmButton>
  );
  switch (run.status) {
    case "prepared":
      return objection !== null ? (
        <WaitingLine
          turn="others"
          waitsFor="Another admin must approve this."
          who="an admin other than you"
          note={objection}
        >
          {cancel}
        </WaitingLine>
      ) : (
        <WaitingLine
          turn="you"
          waitsFor={`Check the ${many}, then approve ${total}.`}
          note={`Prepared by ${run.maker}. Approving issues the self-billed invoices and creates the bank file.`}
        >
          <div className={styles.actions}>
            {cancel}
            <ConfirmButton
              title={`Approve ${many} of ${total}?`}
              body={
                <p>
                  This issues a permanently numbered self-billed invoice to each editor and creates the bank file. You
                  can't cancel an approved run.
                </p>
              }
              confirm={`Approve ${total}`}
              pending="Approving"
              fields={{ intent: "approve" }}
              action={here(run.id)}
              variant="filled"
            >
              Approve {total}
            </ConfirmButton>
          </div>
        </WaitingLine>
      );
    case "approved":
      return (
        <WaitingLine
          turn="you"
          waitsFor="Download the bank file and send it to the bank."
          note="Downloading it marks the run as sent. Downloading it again gives the same file."
        >
          <BankFileButton runId={run.id} fileName={run.fileName ?? `${run.number}.xml`}>
            Download the bank file
          </BankFileButton>
        </WaitingLine>
      );
    case "sent":
      return (
        <WaitingLine
          turn="others"
          waitsFor={`The bank is paying ${sumOf(open)}.`}
          who="the bank"
          note={
            <>
              Downloaded <Instant at={run.sentAt ?? run.createdAt} />.{" "}
              {open.length < lines.length ? `Paid: ${paid.length}. Came back: ${back.length}. ` : ""}
              <Link to="/admin/payouts/bank-reports">Import the bank's report</Link>, or mark payouts as paid once they
              appear on the bank statement. We'll notify the editors then.
            </>
          }
        >
          <div className={styles.actions}>
            <BankFileButton runId={run.id} fileName={run.fileName ?? `${run.number}.xml`} variant="default">
              Download again
            </BankFileButton>
            <ConfirmButton
              title={`Has the bank paid ${sumOf(open)}?`}
              body={
                <p>
                  {open.length === lines.length ? `All ${many}` : `The ${manyPayouts(open.length)} that are left`} will
                  be marked as paid. The ledger records the transfer, and each editor is notified.
                </p>
              }
              confirm="Mark as paid"
              pending="Marking"
              fields={{ intent: "settle" }}
              action={here(run.id)}
              variant="filled"
            >
              Mark as paid
            </ConfirmButton>
          </div>
        </WaitingLine>
      );
    case "settled":
      return (
        <WaitingLine
          turn="done"
          waitsFor={
            paid.length > 0 ? `${sumOf(paid)} paid in ${manyPayouts(paid.length)}.` : "Nothing of this run was paid."
          }
          note={
            <>
              {back.length > 0
                ? `${sumOf(back)} in ${manyPayouts(back.length)} came back and is payable again. `
                : null}
              {run.settledAt ? (
                <>
                  Settled <Instant at={run.settledAt} />.
                </>
              ) : null}
            </>
          }
        />
      );
    default:
      return <WaitingLine turn="stopped" waitsFor="This run was canceled. Its earnings are available again." />;
  }
}

const manyPayouts = (n: number): string => `${n} ${n === 1 ? "payout" : "payouts"}`;
const here = (runId: string): string => `/admin/payouts/bank-batch?run=${runId}`;
