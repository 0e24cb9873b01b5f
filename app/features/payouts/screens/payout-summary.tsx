import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { formatMoney, sum } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/lists/list-controls.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import {
  type Agreement,
  SUMMARY_LIST,
  type SummaryRow,
  readPayoutSummary,
} from "#app/features/backoffice/server/money/payout-summary.ts";
import { countPayoutTasks } from "../server/runs/list-returned.ts";
import { PayoutTabs, ReportTabs } from "../ui/payout-tabs.tsx";
import type { Route } from "./+types/payout-summary";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Payout summary");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const query = readListQuery(
    search,
    SUMMARY_LIST.filters.by.some((b) => b === search.get("by"))
      ? { ...SUMMARY_LIST, defaultSort: "-month" }
      : SUMMARY_LIST,
  );
  return {
    ...(await readPayoutSummary(actor, query)),
    toDo: await countPayoutTasks(),
    by: query.filters.by,
    editor: query.filters.editor,
  };
});

const STATES: Record<Agreement["state"], { label: string; rows: string; account: string }> = {
  pending: { label: "Pending", rows: "Pending earnings", account: "editor_pending" },
  available: { label: "Available", rows: "Available or returned earnings", account: "editor_available" },
  in_payout: { label: "In payout", rows: "Prepared or approved payouts", account: "editor_in_payout" },
};

/** Earned, paid and owed amounts by editor or month, reconciled with the ledger. */
export default function PayoutSummary({ loaderData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("earning.") || event.kind.startsWith("payout"));
  const { totals, agreement, currency, by, editor, editorName } = loaderData;
  const narrowed = useIsFiltered("editor");
  const csvHref = useCsvHref("/api/csv/payout-summary");
  const monthly = by === "month";
  const money = (minor: number) => <Money minor={minor} currency={currency} />;
  const off = sum(agreement.map((a) => a.rowsMinor - a.debtMinor - a.ledgerMinor));
  const agrees = agreement.every((a) => a.rowsMinor - a.debtMinor === a.ledgerMinor);
  const sums: Column<SummaryRow>[] = [
    { key: "earned", header: "Earned", align: "end", sortable: true, cell: (r) => money(r.earnedMinor) },
    { key: "paid", header: "Paid", align: "end", sortable: true, cell: (r) => money(r.paidMinor) },
    {
      key: "owed",
      header: monthly ? "Owed at month end" : "Owed",
      align: "end",
      sortable: true,
      cell: (r) => <Money minor={r.owedMinor} currency={currency} strong />,
    },
  ];
  const columns: Column<SummaryRow>[] = monthly
    ? [
        { key: "month", header: "Month", sortable: true, cell: (r) => <span className="figures">{r.month}</span> },
        ...sums,
      ]
    : [
        { key: "name", header: "Editor", sortable: true, cell: (r) => r.name },
        ...sums,
        { key: "pending", header: "Pending", align: "end", sortable: true, cell: (r) => money(r.pendingMinor) },
        { key: "available", header: "Available", align: "end", sortable: true, cell: (r) => money(r.availableMinor) },
        { key: "inPayout", header: "In payout", align: "end", sortable: true, cell: (r) => money(r.inPayoutMinor) },
        {
          key: "debt",
          header: "Debt",
          align: "end",
          sortable: true,
          cell: (r) => (r.debtMinor > 0 ? money(r.debtMinor) : <span className="soft">none</span>),
        },
        {
          key: "months",
          header: "By month",
          cell: (r) => (
            <Link to={`/admin/payout-summary?by=month&editor=${r.uid}`}>
              Months<span className="unseen"> of {r.name}</span>
            </Link>
          ),
        },
        {
          key: "payouts",
          header: "Payouts",
          cell: (r) => (
            <Link to={`/admin/payout-history?editor=${r.uid}`}>
              Payouts<span className="unseen"> of {r.name}</span>
            </Link>
          ),
        },
      ];
  return (
    <Page width="full">
      <PageTitle title="Payout summary" />
      <PayoutTabs at="reports" tasks={loaderData.toDo} />
      <ReportTabs at={monthly ? "months" : "editors"} />
      <Stats>
        <Stat
          label="Earned"
          value={formatMoney(totals.earnedMinor, currency)}
          detail="By all editors, net of reversals"
        />
        <Stat
          label="Paid"
          value={formatMoney(totals.paidMinor, currency)}
          detail="By bank transfer, net of returns"
          tone="paid"
          to="/admin/payout-history?status=paid"
        />
        <Stat
          label="Owed"
          value={formatMoney(totals.owedMinor, currency)}
          detail="Earned but not yet paid, from the ledger"
          to="/admin/ops/finance?lines=payables"
        />
      </Stats>
      <DataTable<SummaryRow>
        sideways
        caption={monthly ? "Payouts by month" : "Payouts by editor"}
        rows={loaderData.rows}
        rowKey={(r) => r.uid || r.month}
        {...(monthly ? {} : { rowTo: (r: SummaryRow) => `/admin/editors/${r.uid}` })}
        defaultSort={monthly ? "-month" : "-owed"}
        csvHref={csvHref}
        toolbar={
          monthly ? (
            editor ? (
              <p className="small">
                Showing only {editorName ?? "this editor"}.{" "}
                <Link to="/admin/payout-summary?by=month">Show all editors</Link>
              </p>
            ) : null
          ) : (
            <FilterBar placeholder="Editor or email" />
          )
        }
        columns={columns}
        empty={
          narrowed ? (
            <EmptyState
              title="No editors match"
              mark="stet"
              action={<Link to="/admin/payout-summary">Show all editors</Link>}
            >
              Use fewer search terms.
            </EmptyState>
          ) : (
            <EmptyState title="No earnings yet" mark="stet">
              Editors earn when they deliver an order.
            </EmptyState>
          )
        }
        footer={<Pager {...loaderData} noun={monthly ? "month" : "editor"} />}
      />
      <Section
        title="Reconciliation"
        aside={
          <StatusBadge tone={agrees ? "done" : "late"}>
            {agrees ? "Matches to the cent" : `Out by ${formatMoney(off, currency)}`}
          </StatusBadge>
        }
      >
        <DataTable<Agreement>
          sideways
          caption="Ledger compared with earnings and payouts"
          rows={agreement}
          rowKey={(a) => a.state}
          rowTo={(a) => `/admin/ops/finance?lines=${STATES[a.state].account}`}
          isLate={(a) => a.rowsMinor - a.debtMinor !== a.ledgerMinor}
          columns={[
            { key: "state", header: "Owed to editors", cell: (a) => STATES[a.state].label },
            { key: "what", header: "Source", cell: (a) => STATES[a.state].rows },
            { key: "rows", header: "Sum", align: "end", cell: (a) => money(a.rowsMinor) },
            {
              key: "debt",
              header: "Less editor debts",
              align: "end",
              cell: (a) => (a.debtMinor > 0 ? money(-a.debtMinor) : <span className="soft">none</span>),
            },
            {
              key: "ledger",
              header: "Ledger",
              align: "end",
              cell: (a) => <Money minor={a.ledgerMinor} currency={currency} strong />,
            },
            {
              key: "off",
              header: "Difference",
              align: "end",
              cell: (a) => money(a.rowsMinor - a.debtMinor - a.ledgerMinor),
            },
          ]}
          empty={null}
          footer={
            <>
              The ledger total owed to editors is{" "}
              <b>{formatMoney(sum(agreement.map((a) => a.ledgerMinor)), currency)}</b>. Earned less paid is{" "}
              <b>{formatMoney(totals.earnedMinor - totals.paidMinor, currency)}</b>. An editor has a debt when an
              earning is reversed after it was paid. It's deducted from later payouts.
            </>
          }
        />
      </Section>
    </Page>
  );
}
