import { countryName } from "#app/platform/rules/core/country.ts";
import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { listClients } from "#app/features/backoffice/server/people/list-clients.ts";
import { countDataRequests } from "#app/features/privacy/server/list-data-requests.ts";
import { ClientTabs } from "#app/features/privacy/ui/client-tabs.tsx";
import styles from "#app/features/backoffice/ui/people.module.css";
import type { Route } from "./+types/admin-clients";
import { CLIENT_LIST } from "#app/features/backoffice/rules/lists/client-list.ts";

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
  return (
    <Page width="full">
      <PageTitle title="Clients" />
      <ClientTabs requests={loaderData.requests} />
      <ListTable
        list={CLIENT_LIST}
        page={loaderData}
        cells={{
          name: true,
          email: (r) => (
            <>
              {r.email}
              {r.verified ? null : (
                <span className={styles.under}>
                  <StatusBadge tone="waiting">not verified</StatusBadge>
                </span>
              )}
            </>
          ),
          where: (r) => (
            <>
              {r.country || <span className="soft">not provided</span>}
              {r.timeZone ? <span className={styles.under}>{r.timeZone.replaceAll("_", " ")}</span> : null}
            </>
          ),
          orders: (r) => <span className="figures">{r.orders}</span>,
          open: (r) => <span className="figures">{r.openOrders}</span>,
          spent: (r) => <span className="figures">{formatMoney(r.spentMinor, r.currency)}</span>,
          refunds: (r) =>
            r.refundedMinor === 0 ? (
              <span className="soft">none</span>
            ) : (
              <span className="figures">
                {formatMoney(r.refundedMinor, r.currency)}
                <span className={styles.under}>in {r.refunds}</span>
              </span>
            ),
          last: (r) => (r.lastOrderAt ? <Instant at={r.lastOrderAt} show="day" /> : <span className="soft">none</span>),
          tickets: (r) => (
            <Link
              to={`/admin/support?${new URLSearchParams({ status: "all", kind: "ticket", q: r.email })}`}
              aria-label={`Tickets from ${r.displayName}`}
            >
              Tickets
            </Link>
          ),
          since: (r) => <Instant at={r.since} show="day" />,
        }}
        rowKey={(r) => r.uid}
        rowTo={(r) => `/admin/clients/${r.uid}`}
        empty={
          <EmptyState title="No clients yet" mark="caret">
            Clients appear here once they create an account.
          </EmptyState>
        }
        footer={<p className="small">Spent is payments less refunds. Select a name to see that client's orders.</p>}
      />
    </Page>
  );
}
