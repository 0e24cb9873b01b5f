import { Link, useLocation } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/core/page-frame.ts";
import { STATUS_WORDS, orderFlow } from "../rules/flow.ts";
import { statusTone } from "../rules/status-tone.ts";
import { STAFF_LIST } from "../rules/staff-list.ts";
import { listOrdersForStaff } from "../server/views/list-staff-orders.ts";
import type { Route } from "./+types/admin-orders";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Orders");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see the orders.");
  return listOrdersForStaff(actor, readListQuery(search, STAFF_LIST), now());
});

const SHOWS = [
  ["", "Open"],
  ["attention", "Needs attention"],
  ["late", "Late"],
  ["stranded", "Editor blocked"],
  ["all", "All"],
] as const;

/** Every order, for staff. Filters and sorting are in the URL. */
export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  useLive((event) => event.orderId !== null);
  const narrowed = useIsFiltered("show", "status");
  const csvHref = useCsvHref("/api/csv/orders");
  const { rows } = loaderData;
  // One screen at two addresses: support's and the admin's.
  const here = useLocation().pathname.replace(/\/$/, "");
  const filters = (
    <FilterBar
      placeholder="Number, title, person"
      filters={[
        { name: "show", label: "Show", choices: SHOWS },
        {
          name: "status",
          label: "Status",
          choices: [["", "Any"], ...orderFlow.states.map((s) => [s, STATUS_WORDS[s]] as const)],
        },
      ]}
    />
  );
  return (
    <Page width="full">
      <PageTitle title="Orders" />
      <DataTable
        caption="Orders"
        rows={rows}
        rowKey={(r) => r.id}
        rowTo={(r) => `${here}/${r.id}`}
        isLate={(r) => r.late}
        defaultSort="dueAt"
        csvHref={csvHref}
        toolbar={filters}
        columns={[
          {
            key: "number",
            header: "Order",
            sortable: true,
            cell: (r) => (
              <span className="figures" style={{ whiteSpace: "nowrap" }}>
                {r.number}
              </span>
            ),
          },
          { key: "title", header: "Manuscript", cell: (r) => r.title },
          {
            key: "status",
            header: "Status",
            cell: (r) => (
              <StatusBadge tone={r.late ? "late" : statusTone(r.status)}>{STATUS_WORDS[r.status]}</StatusBadge>
            ),
          },
          {
            key: "flags",
            header: "Attention",
            cell: (r) =>
              r.late || r.flags.length > 0 || r.reassign ? (
                <span className="late">
                  {[r.late ? "late" : null, ...r.flags, r.reassign ? "reassign?" : null].filter(Boolean).join(", ")}
                </span>
              ) : (
                ""
              ),
          },
          { key: "client", header: "Author", cell: (r) => r.clientName ?? "" },
          { key: "editor", header: "Editor", cell: (r) => r.editorName ?? <span className="soft">none</span> },
          {
            key: "service",
            header: "Service",
            narrow: "hidden",
            cell: (r) => (isService(r.service) ? SERVICE_LABELS[r.service] : ""),
          },
          {
            key: "words",
            header: "Words",
            align: "end",
            sortable: true,
            cell: (r) => <span className="figures">{r.words.toLocaleString("en-US")}</span>,
          },
          {
            key: "total",
            header: "Total",
            align: "end",
            sortable: true,
            cell: (r) => <span className="figures">{formatMoney(r.totalMinor ?? 0, r.currency)}</span>,
          },
          { key: "dueAt", header: "Due", sortable: true, cell: (r) => (r.dueAt ? <Instant at={r.dueAt} /> : "") },
        ]}
        empty={
          <EmptyState
            title={narrowed ? "No orders match your search" : "No open orders"}
            mark="stet"
            action={
              narrowed ? <Link to={here}>Show open orders</Link> : <Link to={`${here}?show=all`}>Show all orders</Link>
            }
          >
            {narrowed
              ? "Remove a filter or try a broader search."
              : "Orders appear here from their first quote until they're complete."}
          </EmptyState>
        }
        footer={
          <>
            <Pager {...loaderData} noun="order" />
          </>
        }
      />
    </Page>
  );
}
