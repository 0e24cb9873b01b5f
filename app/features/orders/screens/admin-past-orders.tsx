import { Link } from "react-router";
import { countDataRequests } from "#app/features/privacy/server/list-data-requests.ts";
import { ClientTabs } from "#app/features/privacy/ui/client-tabs.tsx";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { listPage } from "#app/platform/server/lists/list.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { PAST_LIST } from "../rules/past-orders.ts";
import { allPastOrders } from "../server/past/list-past-orders.ts";
import { PAST_CELLS } from "../ui/past-order-cells.tsx";
import type { Route } from "./+types/admin-past-orders";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Past orders");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const query = readListQuery(search, PAST_LIST);
  return { ...(await listPage(allPastOrders(actor, query), query)), requests: await countDataRequests() };
});

/** Everyone's orders of the former system. */
export default function AdminPastOrders({ loaderData }: Route.ComponentProps) {
  return (
    <Page width="full">
      <PageTitle
        title="Past orders"
        lede="Imported from your former system, as it had them. They're never in the books, statistics, limits, or matching."
        actions={<Link to="/admin/import?of=orders">Import past orders</Link>}
      />
      <ClientTabs requests={loaderData.requests} />
      <ListTable
        list={PAST_LIST}
        page={loaderData}
        cells={{ ...PAST_CELLS, client: true, email: true }}
        rowKey={(r) => r.externalId}
        rowTo={(r) => `/admin/clients/${r.userId}`}
        empty={
          <EmptyState title="No past orders" action={<Link to="/admin/import?of=orders">Import past orders</Link>}>
            Orders of your former system appear here and on their clients&apos; pages once you import them.
          </EmptyState>
        }
      />
    </Page>
  );
}
