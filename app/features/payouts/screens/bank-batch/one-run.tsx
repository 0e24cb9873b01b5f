import { NativeSelect } from "@mantine/core";
import { Form, Link } from "react-router";
import { count } from "#app/platform/rules/core/count.ts";
import { formatMoney, sum } from "#app/platform/rules/core/money.ts";
import { CopyId } from "#app/ui/content/copy-id.tsx";
import { DataTable, type Column } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Money } from "#app/ui/money.tsx";
import { ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { TaskProgress } from "#app/ui/frame/task-progress.tsx";
import { LookAlikePairs } from "../../ui/look-alikes.tsx";
import { SCHEME_FILES, TRANSFER_SCHEMES, isTransfer } from "../../rules/scheme.ts";
import { reasonLabel } from "../../rules/return-codes.ts";
import { PayoutActions } from "../../ui/payout-actions.tsx";
import { PaidAmount } from "../../ui/paid-amount.tsx";
import { PayoutInvoice } from "../../ui/payout-invoice.tsx";
import { PayoutBadge, RunBadge } from "../../ui/payout-badges.tsx";
import { ImportReport, PayoutKeys } from "../../ui/payout-keys.tsx";
import { Cutoff } from "../../ui/cutoff.tsx";
import styles from "../payouts.module.css";
import type { Route } from "../+types/bank-batch";
import { Differences } from "./differences.tsx";
import { NextStep } from "./next-step.tsx";

type Loaded = Route.ComponentProps["loaderData"];
type One = NonNullable<Loaded["one"]>;

export function OneRun({
  one: { run, payouts },
  objection,
  differences,
  alike,
  statementAt,
  tasks,
  problem,
}: {
  one: One;
  objection: string | null;
  differences: Loaded["differences"];
  alike: Loaded["alike"];
  statementAt: Loaded["statementAt"];
  tasks: Loaded["tasks"];
  problem: Parameters<typeof ErrorNote>[0]["problem"];
}) {
  const columns: Column<One["payouts"][number]>[] = [
    {
      key: "editor",
      header: "Editor",
      cell: (p) => (
        <Link to={`/admin/payout-history?${new URLSearchParams({ q: run.number, payout: p.id })}`}>
          {p.displayName}
        </Link>
      ),
    },
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
      key: "vat",
      header: "VAT",
      cell: (p) =>
        p.vatMinor > 0 ? <Money minor={p.vatMinor} currency={p.currency} /> : <span className="soft">None</span>,
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
        actions={<ImportReport />}
      />
      {problem ? (
        <div className={styles.problem}>
          <ErrorNote problem={problem} />
        </div>
      ) : null}
      <TaskProgress tasks={tasks} />
      {/* Nothing else can be done with the run until then. */}
      {tasks.some((task) => task.state === "running") ? null : (
        <NextStep run={run} lines={run.status === "cancelled" ? payouts : held} objection={objection} />
      )}
      <Differences all={differences} />
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
              {count(held.length, "payout")}, {formatMoney(run.totalMinor, run.currency)} in total
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
              label: "File",
              value: run.fileName ? (
                <>
                  {run.fileName}, {SCHEME_FILES[run.scheme]}
                </>
              ) : run.status === "prepared" && isTransfer(run.scheme) ? (
                <ChooseFile run={run} />
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
            {
              label: "On the statement",
              value: statementAt ? (
                <Instant at={statementAt} show="day" books />
              ) : run.status === "settled" && held.some((p) => p.status === "paid") ? (
                "Not yet, or not all of it"
              ) : (
                ""
              ),
            },
          ]}
        />
      </div>
      <PayoutKeys keys={run.status === "prepared" && objection === null ? ["approve", "import"] : ["import"]} />
    </Page>
  );
}

/** Who pays a run of cross-border transfers. It's approved with that file. */
const ChooseFile = ({ run }: { run: One["run"] }) => (
  <Form method="post" className={styles.actions} preventScrollReset>
    <NativeSelect
      name="scheme"
      aria-label="File"
      defaultValue={run.scheme}
      data={TRANSFER_SCHEMES.map((value) => ({ value, label: SCHEME_FILES[value] }))}
    />
    <SubmitButton name="intent" value="file" variant="default" pending="Choosing">
      Choose file
    </SubmitButton>
  </Form>
);
