import { Link } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Money } from "#app/ui/money.tsx";
import { Section } from "#app/ui/page.tsx";
import { explainEarning } from "../../rules/explain-earning.ts";
import { EARNINGS_LIST } from "../../rules/pay-lists.ts";
import type { EarningRow } from "../../server/earnings/list-earnings.ts";
import { EarningBadge } from "../../ui/payout-badges.tsx";
import type { Route } from "../+types/editor-payouts";

const STATUSES = [
  ["", "Any"],
  ["pending", "Pending"],
  ["available", "Available"],
  ["in_payout", "In payout"],
  ["paid", "Paid"],
  ["returned", "Returned by the bank"],
  ["reversed", "Reversed"],
] as const;

const COLUMNS: Column<EarningRow>[] = [
  {
    key: "order",
    header: "Order",
    cell: (e) => (
      <>
        <span className="figures number">{e.number}</span>
        {e.title ? <span className="soft"> {e.title}</span> : null}
      </>
    ),
  },
  { key: "how", header: "Calculation", cell: (e) => <span className="figures">{explainEarning(e)}</span> },
  {
    key: "amount",
    header: "Amount",
    sortable: true,
    cell: (e) => <Money minor={e.amountMinor} currency={e.currency} strong />,
    align: "end",
  },
  {
    key: "status",
    header: "Status",
    cell: (e) => (
      <>
        <EarningBadge status={e.status} />
        {e.takenBack?.map(({ amountMinor, reason }) => (
          <div key={reason} className="soft small">
            {formatMoney(amountMinor, e.currency)} taken back: {reason}
          </div>
        ))}
      </>
    ),
  },
  { key: "earned", header: "Earned", sortable: true, cell: (e) => <Instant at={e.createdAt} show="day" /> },
  {
    key: "since",
    header: "Available",
    narrow: "hidden",
    cell: (e) => (e.availableAt ? <Instant at={e.availableAt} show="day" /> : <span className="soft">Not yet</span>),
  },
  {
    key: "run",
    header: "Payout",
    cell: (e) =>
      e.runNumber ? <span className="figures number">{e.runNumber}</span> : <span className="soft">None yet</span>,
  },
];

/** An editor's earnings, with how each was calculated. */
export function Earnings({ data: { list, years } }: { data: Route.ComponentProps["loaderData"] }) {
  const narrowed = useIsFiltered("status", "year");
  const csvHref = useCsvHref("/api/csv/earnings");
  const none = list.total === 0 && !narrowed;
  return (
    <Section title="Earnings">
      <DataTable
        caption="Your earnings"
        columns={COLUMNS}
        rows={list.rows}
        rowKey={(e) => e.id}
        rowTo={(e) =>
          e.reviewId
            ? `/editor/reviews/${e.reviewId}`
            : e.readingId
              ? `/editor/readings/${e.readingId}`
              : `/editor/orders/${e.orderId}`
        }
        defaultSort={EARNINGS_LIST.defaultSort}
        {...(list.total > 0 ? { csvHref } : {})}
        toolbar={
          none ? undefined : (
            <FilterBar
              placeholder="Search order, title, or payout"
              filters={[
                { name: "status", label: "Status", choices: STATUSES },
                {
                  name: "year",
                  label: "Year",
                  choices: [["", "All years"], ...years.map((y) => [String(y), String(y)] as const)],
                },
              ]}
            />
          )
        }
        empty={
          narrowed ? (
            <EmptyState
              title="No earnings match"
              mark="stet"
              action={<Link to="/editor/editor-payouts">Show all earnings</Link>}
            >
              Remove a filter or use fewer search terms.
            </EmptyState>
          ) : (
            <EmptyState title="No earnings yet" mark="caret" action={<Link to="/editor/invites">View invites</Link>}>
              Earnings appear here when you deliver an order. They can be paid once the order is accepted.
            </EmptyState>
          )
        }
        footer={list.total > 0 ? <Pager {...list} noun="earning" /> : undefined}
      />
    </Section>
  );
}
