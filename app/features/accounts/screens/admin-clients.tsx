import { countryName } from "#app/platform/rules/core/country.ts";
import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { CLIENT_LIST, listClients } from "#app/features/backoffice/server/people/list-clients.ts";
import { countDataRequests } from "#app/features/privacy/server/list-data-requests.ts";
import { ClientTabs } from "#app/features/privacy/ui/client-tabs.tsx";
import styles from "#app/features/backoffice/ui/people.module.css";
import type { Route } from "./+types/admin-clients";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Clients");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const query = readListQuery(search, CLIENT_LIST);
  const list = await listClients(actor, query, now());
  return {
    ...list,
    requests: await countDataRequests(),
    rows: list.rows.map((row) => ({ ...row, country: countryName(row.country?.toUpperCase() ?? "") })),
  };
});

/** Everyone who has ordered or could. A row opens their file. */
export default function AdminClients({ loaderData }: Route.ComponentProps) {
  useLive(
    (event) =>
      event.kind === "order.paid" ||
      event.kind === "account.opened" ||
      event.kind === "account.verified" ||
      event.kind.startsWith("privacy.") ||
      event.kind.startsWith("refund."),
  );
  const csvHref = useCsvHref("/api/csv/clients");
  const narrowed = useIsFiltered("orders", "verified", "last");
  return (
    <Page width="full">
      <PageTitle title="Clients" />
      <ClientTabs requests={loaderData.requests} />
      <DataTable
        caption="Clients"
        rows={loaderData.rows}
        rowKey={(r) => r.uid}
        rowTo={(r) => `/admin/clients/${r.uid}`}
        defaultSort="-last"
        csvHref={csvHref}
        toolbar={
          <FilterBar
            placeholder="Name, email, country"
            filters={[
              {
                name: "orders",
                label: "Orders",
                choices: [
                  ["", "Any"],
                  ["open", "With open orders"],
                  ["some", "Paid at least one order"],
                  ["none", "Never paid"],
                ],
              },
              {
                name: "last",
                label: "Last order",
                choices: [
                  ["", "Any"],
                  ["30", "Within 30 days"],
                  ["90", "Within 90 days"],
                  ["quiet", "More than 90 days ago"],
                ],
              },
              {
                name: "verified",
                label: "Email",
                choices: [
                  ["", "Any"],
                  ["yes", "Verified"],
                  ["no", "Not verified"],
                ],
              },
            ]}
          />
        }
        columns={[
          { key: "name", header: "Client", sortable: true, cell: (r) => r.displayName },
          {
            key: "email",
            header: "Email",
            cell: (r) => (
              <>
                {r.email}
                {r.verified ? null : (
                  <span className={styles.under}>
                    <StatusBadge tone="waiting">not verified</StatusBadge>
                  </span>
                )}
              </>
            ),
          },
          {
            key: "where",
            header: "Country and time zone",
            narrow: "hidden",
            cell: (r) => (
              <>
                {r.country || <span className="soft">not provided</span>}
                {r.timeZone ? <span className={styles.under}>{r.timeZone.replaceAll("_", " ")}</span> : null}
              </>
            ),
          },
          {
            key: "orders",
            header: "Orders paid",
            align: "end",
            sortable: true,
            cell: (r) => <span className="figures">{r.orders}</span>,
          },
          {
            key: "open",
            header: "Open",
            align: "end",
            sortable: true,
            cell: (r) => <span className="figures">{r.openOrders}</span>,
          },
          {
            key: "spent",
            header: "Spent",
            align: "end",
            sortable: true,
            cell: (r) => <span className="figures">{formatMoney(r.spentMinor, r.currency)}</span>,
          },
          {
            key: "refunds",
            header: "Refunds",
            align: "end",
            sortable: true,
            cell: (r) =>
              r.refundedMinor === 0 ? (
                <span className="soft">none</span>
              ) : (
                <span className="figures">
                  {formatMoney(r.refundedMinor, r.currency)}
                  <span className={styles.under}>in {r.refunds}</span>
                </span>
              ),
          },
          {
            key: "last",
            header: "Last order",
            sortable: true,
            cell: (r) =>
              r.lastOrderAt ? <Instant at={r.lastOrderAt} show="day" /> : <span className="soft">none</span>,
          },
          {
            key: "tickets",
            header: "Support",
            narrow: "hidden",
            cell: (r) => (
              <Link
                to={`/admin/support?${new URLSearchParams({ status: "all", kind: "ticket", q: r.email })}`}
                aria-label={`Tickets from ${r.displayName}`}
              >
                Tickets
              </Link>
            ),
          },
          {
            key: "since",
            header: "Member since",
            sortable: true,
            narrow: "hidden",
            cell: (r) => <Instant at={r.since} show="day" />,
          },
        ]}
        empty={
          narrowed ? (
            <EmptyState title="No clients match" mark="stet" action={<Link to="/admin/clients">Show all clients</Link>}>
              Remove a filter or use fewer search terms.
            </EmptyState>
          ) : (
            <EmptyState title="No clients yet" mark="caret">
              Clients appear here once they create an account.
            </EmptyState>
          )
        }
        footer={
          <>
            <Pager {...loaderData} noun="client" />
            <p className="small">Spent is payments less refunds. Select a name to see that client's orders.</p>
          </>
        }
      />
    </Page>
  );
}
