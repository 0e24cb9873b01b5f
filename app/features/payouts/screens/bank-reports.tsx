import { FileInput } from "@mantine/core";
import { Form, Link } from "react-router";
import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Money } from "#app/ui/money.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { listTasks } from "#app/platform/server/core/tasks.ts";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { TaskProgress } from "#app/ui/frame/task-progress.tsx";
import { OPEN_REASONS, OUTCOME_WORDS, REPORT_LABELS, VERDICT_WORDS, isOpen } from "../rules/bank-report.ts";
import { reasonLabel } from "../rules/return-codes.ts";
import { importBankReport, reportImport } from "../server/runs/import-bank-report.ts";
import { findBankReport, listBankReports } from "../server/runs/list-bank-reports.ts";
import { countPayoutTasks } from "../server/runs/list-returned.ts";
import { PayoutTabs } from "../ui/payout-tabs.tsx";
import styles from "./payouts.module.css";
import type { Route } from "./+types/bank-reports";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Bank reports");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const id = search.get("report");
  const one = id ? await findBankReport(actor, id) : null;
  if (id && !one) throw notFound("bank report");
  return {
    one,
    reports: one ? [] : await listBankReports(actor),
    again: search.has("again"),
    toDo: await countPayoutTasks(),
    tasks: await listTasks([reportImport], one?.report.id),
  };
});

/** Imports a file and opens what came of it. */
export const action = pageAction<Route.ActionArgs>({
  takesFiles: true,
  only: intent({
    command: importBankReport,
    input: async ({ form }) => {
      const file = form.get("file");
      const chosen = file instanceof File && file.name !== "" ? file : null;
      return {
        fileName: chosen?.name.slice(0, 200) ?? "",
        bytes: chosen ? new Uint8Array(await chosen.arrayBuffer()) : new Uint8Array(),
      };
    },
    goTo: ({ reportId, again }) => `/admin/payouts/bank-reports?report=${reportId}${again ? "&again" : ""}`,
  }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

type Loaded = Route.ComponentProps["loaderData"];
type Listed = Loaded["reports"][number];
type One = NonNullable<Loaded["one"]>;
type Line = One["lines"][number];

const Open = ({ count }: { count: number }) =>
  count > 0 ? (
    <StatusBadge tone="late">{count} to review</StatusBadge>
  ) : (
    <StatusBadge tone="done">Everything matched</StatusBadge>
  );

const COLUMNS: Column<Listed>[] = [
  { key: "at", header: "Imported", cell: (r) => <Instant at={r.importedAt} /> },
  { key: "file", header: "File", cell: (r) => r.fileName },
  { key: "kind", header: "Kind", cell: (r) => REPORT_LABELS[r.kind] },
  { key: "by", header: "By", cell: (r) => r.importer },
  { key: "applied", header: "Booked", align: "end", cell: (r) => <span className="figures">{r.applied}</span> },
  { key: "open", header: "Result", cell: (r) => <Open count={r.open} /> },
];

/** The bank's files about payouts: importing one, those imported so far, and what came of each line of one. */
export default function BankReports({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("payout") || event.kind.startsWith("bank_report"));
  const answer = useLastAnswer(actionData);
  const { one, reports, again, tasks } = loaderData;
  if (one) return <OneReport one={one} again={again} tasks={tasks} />;
  return (
    <Page width="full">
      <PageTitle title="Bank reports" />
      <PayoutTabs at="runs" tasks={loaderData.toDo} />
      <TaskProgress tasks={tasks} />
      <div className={styles.stack}>
        <Sheet title="Import a file from the bank">
          {answer?.error ? <ErrorNote problem={answer.error} byField /> : null}
          <Form method="post" encType="multipart/form-data" className={styles.import}>
            <FileInput
              name="file"
              id="file"
              label="File"
              description="A pain.002 status report, a CAMT.053 or CAMT.054 statement, or ACH returns (NACHA), up to 24 MB. Importing a file twice changes nothing."
              placeholder="Choose a file"
              error={fieldError(answer?.error, "file")}
              clearable
            />
            <SubmitButton pending="Importing">Import file</SubmitButton>
          </Form>
        </Sheet>
        <DataTable
          caption="Imported files, newest first"
          columns={COLUMNS}
          rows={reports}
          rowKey={(r) => r.id}
          rowTo={(r) => `?report=${r.id}`}
          empty={
            <EmptyState title="No file imported yet" mark="caret">
              The bank's files say which payouts were paid, rejected, or returned. Each line is matched by its
              reference.
            </EmptyState>
          }
        />
      </div>
    </Page>
  );
}

const LINES: Column<Line>[] = [
  { key: "line", header: "Line", cell: (l) => <span className="figures">{l.line}</span> },
  {
    key: "reference",
    header: "Reference",
    cell: (l) => <span className={`figures ${styles.hash}`}>{l.reference}</span>,
  },
  {
    key: "payout",
    header: "Payout",
    cell: (l) =>
      l.runId ? (
        <>
          {l.editor}, <Link to={`/admin/payouts/bank-batch?run=${l.runId}`}>{l.runNumber}</Link>
        </>
      ) : (
        <span className="soft">None</span>
      ),
  },
  {
    key: "amount",
    header: "Amount",
    align: "end",
    cell: (l) =>
      l.amountMinor === null ? (
        <span className="soft">Not given</span>
      ) : (
        <Money minor={l.amountMinor} currency={l.currency ?? CURRENCY} />
      ),
  },
  {
    key: "verdict",
    header: "The bank says",
    cell: (l) =>
      l.verdict === "rejected" || l.verdict === "returned"
        ? `${VERDICT_WORDS[l.verdict]}: ${reasonLabel(l.code)}`
        : `${VERDICT_WORDS[l.verdict]} (${l.code})`,
  },
  {
    key: "outcome",
    header: "Result",
    cell: (l) => (
      <>
        <StatusBadge tone={isOpen(l.outcome) ? "late" : l.outcome === "applied" ? "done" : "neutral"}>
          {OUTCOME_WORDS[l.outcome]}
        </StatusBadge>
        {isOpen(l.outcome) ? (
          <>
            <br />
            <span className="soft small">{OPEN_REASONS[l.outcome]}</span>
          </>
        ) : null}
      </>
    ),
  },
];

function OneReport({
  one: { report, lines, more },
  again,
  tasks,
}: {
  one: One;
  again: boolean;
  tasks: Loaded["tasks"];
}) {
  const isRunning = tasks.some((task) => task.state === "running");
  return (
    <Page width="full">
      <PageTitle
        title={report.fileName}
        status={isRunning ? null : <Open count={report.open} />}
        crumbs={[{ label: "Bank reports", to: "/admin/payouts/bank-reports" }]}
        lede={
          <p>
            {REPORT_LABELS[report.kind]}, imported by {report.importer}, <Instant at={report.importedAt} />.
            {report.others > 0 ? ` Entries that aren't about payouts: ${report.others}.` : ""}
          </p>
        }
      />
      <TaskProgress tasks={tasks} />
      {again ? (
        <div className={styles.problem} role="status">
          <Notice tone="info">This file was imported before, so nothing changed.</Notice>
        </div>
      ) : null}
      <DataTable
        caption={`Lines of ${report.fileName}`}
        columns={LINES}
        rows={lines}
        rowKey={(l) => String(l.line)}
        isLate={(l) => isOpen(l.outcome)}
        empty={
          <EmptyState title="Nothing about payouts" mark="stet">
            The file was read, and none of its entries is a payout of ours.
          </EmptyState>
        }
        footer={more > 0 ? `And ${more.toLocaleString("en-US")} more.` : undefined}
      />
    </Page>
  );
}
