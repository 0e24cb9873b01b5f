import { count } from "#app/platform/rules/core/count.ts";
import { Form, Link } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { formatMoney, sum } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { DataTable, type Column } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/lists/list-controls.tsx";
import { Money } from "#app/ui/money.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { pageOf, readPageNumber } from "#app/platform/rules/core/list-query.ts";
import { ownValue } from "#app/platform/rules/core/own-value.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { countToReview } from "#app/features/backoffice/server/money/list-invoices.ts";
import type { RunState } from "../rules/flow.ts";
import { reasonOf } from "../rules/return-codes.ts";
import { type EditorPlan, listPayoutPlans } from "../server/earnings/list-payout-plans.ts";
import { countPayoutTasks, listReturned, listRunsUnderWay } from "../server/runs/list-returned.ts";
import { prepareRun } from "../server/runs/prepare-run.ts";
import { ImportReport, PayoutKeys } from "../ui/payout-keys.tsx";
import { Cutoff } from "../ui/cutoff.tsx";
import styles from "./payouts.module.css";
import { PayoutTabs } from "../ui/payout-tabs.tsx";
import type { Route } from "./+types/editor-payouts-admin";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Editor payouts");

const SORTS: Record<string, (e: EditorPlan) => string | number> = {
  editor: (e) => e.displayName.toLowerCase(),
  pending: (e) => e.pendingMinor,
  available: (e) => e.availableMinor,
  inPayout: (e) => e.inPayoutMinor,
  paid: (e) => e.paidMinor,
  next: (e) => (e.payable ? e.planMinor : 0),
};

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const overview = await listPayoutPlans(actor, now());
  const show = search.get("show") ?? "";
  const asked = search.get("sort") ?? "";
  const by = ownValue(SORTS, asked.replace(/^-/, ""));
  const sign = asked.startsWith("-") ? -1 : 1;
  const shown = overview.editors.filter((e) =>
    show === "paid-next" ? e.payable : show === "held" ? !e.payable && e.availableMinor > 0 : true,
  );
  const sorted = by ? shown.toSorted((a, b) => (by(a) < by(b) ? -sign : by(a) > by(b) ? sign : 0)) : shown;
  const total = (of: (e: EditorPlan) => number) => sum(overview.editors.map(of));
  const { page, pages, offset, limit } = pageOf(sorted.length, readPageNumber(search) ?? 1);
  return {
    ...overview,
    editors: sorted.slice(offset, offset + limit),
    list: { total: sorted.length, more: false, page, pages },
    show,
    all: overview.editors.length,
    waiting: await listRunsUnderWay(),
    returned: await listReturned(),
    toReview: await countToReview(),
    toDo: await countPayoutTasks(),
    totals: {
      pending: total((e) => e.pendingMinor),
      available: total((e) => e.availableMinor),
      inPayout: total((e) => e.inPayoutMinor),
      paid: total((e) => e.paidMinor),
    },
  };
});

/** Prepares a payout run and opens it. */
export const action = pageAction<Route.ActionArgs>({
  only: intent({
    command: prepareRun,
    input: () => ({}),
    goTo: ({ runId, runs }) => (runs > 1 ? "/admin/payouts/bank-batch" : `/admin/payouts/bank-batch?run=${runId}`),
  }),
});

const WAITS: Readonly<Partial<Record<RunState, string>>> = {
  prepared: "needs someone else's approval",
  approved: "is approved and needs its bank file sent",
  sent: "is with the bank. Mark it as paid once the transfer is done",
};
const FILTERS = [
  ["", "All"],
  ["paid-next", "In the next run"],
  ["held", "Held back"],
] as const;

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** What every editor is owed, what the next run would pay, and why it wouldn't pay the rest. */
export default function EditorPayoutsAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const {
    editors,
    list,
    all,
    totals,
    totalMinor,
    payees,
    currency,
    cutoffAt,
    nextCutoffAt,
    cutoffDay,
    show,
    waiting,
    returned,
    toReview,
    toDo,
    rateObjection,
  } = loaderData;
  useLive((event) => event.kind.startsWith("earning.") || event.kind.startsWith("payout"));
  const answer = useLastAnswer(actionData);
  const columns: Column<EditorPlan>[] = [
    { key: "editor", header: "Editor", cell: (e) => e.displayName, sortable: true },
    {
      key: "pending",
      header: "Pending",
      cell: (e) => <Money minor={e.pendingMinor} currency={e.currency} />,
      align: "end",
      sortable: true,
    },
    {
      key: "available",
      header: "Available",
      cell: (e) => <Money minor={e.availableMinor} currency={e.currency} />,
      align: "end",
      sortable: true,
    },
    {
      key: "inPayout",
      header: "In payout",
      cell: (e) => <Money minor={e.inPayoutMinor} currency={e.currency} />,
      align: "end",
      sortable: true,
    },
    {
      key: "paid",
      header: "Paid",
      cell: (e) => <Money minor={e.paidMinor} currency={e.currency} />,
      align: "end",
      sortable: true,
    },
    {
      key: "debt",
      header: "Editor owes",
      cell: (e) =>
        e.owedByEditorMinor > 0 ? (
          <Money minor={e.owedByEditorMinor} currency={e.currency} />
        ) : (
          <span className="soft">None</span>
        ),
      align: "end",
    },
    {
      key: "next",
      header: "Next run pays",
      cell: (e) =>
        e.payable ? <Money minor={e.planMinor} currency={e.currency} strong /> : <span className="soft">None</span>,
      align: "end",
      sortable: true,
    },
    {
      key: "why",
      header: "On hold because",
      cell: (e) =>
        e.payable ? (
          <>
            <StatusBadge tone="done">
              {count(e.earnings, "earning")}
              {e.debtMinor > 0 ? `, ${formatMoney(e.debtMinor, e.currency)} debt deducted` : ""}
              {e.vatMinor > 0 ? `, ${formatMoney(e.vatMinor, e.currency)} VAT` : ""}
            </StatusBadge>
            {e.heldBack !== null ? <Reasons reasons={[e.heldBack]} /> : null}
          </>
        ) : e.availableMinor > 0 || e.pendingMinor > 0 ? (
          <Reasons reasons={e.reasons} />
        ) : e.owedByEditorMinor > 0 ? null : (
          <span className="soft">Nothing owed</span>
        ),
    },
  ];
  return (
    <Page width="full">
      <PageTitle title="Editor payouts" actions={<ImportReport />} />
      <PayoutTabs at={show === "held" ? "held" : "todo"} tasks={toDo} />
      {answer?.error ? (
        <div className={styles.problem}>
          <ErrorNote problem={answer.error} />
        </div>
      ) : null}
      {rateObjection !== null ? (
        <div className={styles.problem}>
          <Notice tone="late" title={rateObjection}>
            Some editors are paid in euros. <Link to="/admin/payouts/rates">Import the newest rates</Link> before you
            prepare the run.
          </Notice>
        </div>
      ) : null}
      {payees > 0 ? (
        <WaitingLine
          turn="you"
          waitsFor={
            <>
              {formatMoney(totalMinor, currency)} to {count(payees, "editor")} ready to be paid.
            </>
          }
          note={
            <>
              Available long enough at the cut-off on <Cutoff at={cutoffAt} />. Someone else approves the run you
              prepare.
            </>
          }
        >
          <Form method="post">
            <SubmitButton pending="Preparing" data-page-key="p">
              Prepare payout run
            </SubmitButton>
          </Form>
        </WaitingLine>
      ) : (
        <WaitingLine
          turn="others"
          waitsFor="Nothing is ready to be paid."
          note={
            <>
              The next cut-off is <Cutoff at={nextCutoffAt} />. The table shows why each editor's earnings are on hold.
            </>
          }
        />
      )}
      {waiting.length + returned.length + toReview > 0 ? (
        <ul className={styles.waiting}>
          {returned.map((p) => (
            <li key={p.id}>
              <span className="late">Came back:</span>{" "}
              <Link to={`/admin/payout-history?${new URLSearchParams({ returns: "yes", payout: p.id })}`}>
                {p.editor}
              </Link>
              , <Money minor={p.amountMinor} currency={p.currency} />
              {p.returnCode ? `: ${reasonOf(p.returnCode).says}` : ""}.{" "}
              {p.waitsForAccount
                ? "Waits for the editor's new bank details."
                : "Its earnings are payable again in the next run."}
            </li>
          ))}
          {waiting.map((r) => (
            <li key={r.id}>
              <Link
                to={`/admin/payouts/bank-batch?run=${r.id}`}
                className="figures"
                data-page-key={r.status === "prepared" ? "v" : undefined}
              >
                {r.number}
              </Link>{" "}
              of <Money minor={r.totalMinor} currency={r.currency} /> {WAITS[r.status]}.
            </li>
          ))}
          {toReview > 0 ? (
            <li>
              <Link to="/admin/invoice-review">{count(toReview, "self-billed invoice")}</Link> to review.
            </li>
          ) : null}
        </ul>
      ) : null}
      <Stats>
        <Stat label="Pending" value={formatMoney(totals.pending, currency)} detail="Delivered, not yet accepted" />
        <Stat
          label="Available"
          value={formatMoney(totals.available, currency)}
          detail="Accepted, not yet in a payout"
        />
        <Stat
          label="In payout"
          value={formatMoney(totals.inPayout, currency)}
          detail="In a run that hasn't been paid yet"
        />
        <Stat label="Paid" value={formatMoney(totals.paid, currency)} detail="Paid to banks, all time" tone="paid" />
      </Stats>
      <DataTable
        caption="What each editor is owed"
        columns={columns}
        rows={editors}
        rowKey={(e) => `${e.uid}${e.currency}`}
        csvHref="/api/csv/editor-payouts"
        toolbar={
          <nav className={styles.filters} aria-label="Filter editors">
            {FILTERS.map(([value, label]) => (
              <Link
                key={value}
                to={value ? `?show=${value}` : "?"}
                aria-current={show === value ? "true" : undefined}
                preventScrollReset
              >
                {label}
              </Link>
            ))}
          </nav>
        }
        empty={
          all === 0 ? (
            <EmptyState title="No earnings yet" mark="stet">
              Editors earn when an order is delivered. Earnings become payable some days after the order is accepted.
            </EmptyState>
          ) : (
            <EmptyState title="No editors in this list" mark="check">
              Choose “All” to see every editor.
            </EmptyState>
          )
        }
        footer={
          <>
            <Pager {...list} noun="editor" />
            <p className="small">
              Cut-offs are the {cutoffDay}th and the last day of each month, 23:59 UTC. The next is{" "}
              <Cutoff at={nextCutoffAt} />. Editors see the same reasons on their payouts page.
            </p>
          </>
        }
      />
      <PayoutKeys
        keys={[
          ...(payees > 0 ? (["prepare"] as const) : []),
          ...(waiting.some((r) => r.status === "prepared") ? (["approve"] as const) : []),
          "import",
        ]}
      />
    </Page>
  );
}

function Reasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <ul className={styles.reasons}>
      {reasons.map((r) => (
        <li key={r}>{r}</li>
      ))}
    </ul>
  );
}
