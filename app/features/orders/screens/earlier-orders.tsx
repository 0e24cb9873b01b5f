import { useClientPath } from "#app/features/accounts/ui/sign-in/use-client-path.ts";
import { useSite } from "#app/platform/browser/core/session.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { listPage } from "#app/platform/server/lists/list.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { EARLIER_LIST } from "../rules/past-orders.ts";
import { ownPastOrders } from "../server/past/list-past-orders.ts";
import { PAST_CELLS } from "../ui/past-order-cells.tsx";
import type { Route } from "./+types/earlier-orders";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Earlier orders");

export const loader = pageLoader(({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see your orders.");
  const query = readListQuery(search, EARLIER_LIST);
  return listPage(ownPastOrders(actor, query), query);
});

/** A client's orders of the operator's former system. */
export default function EarlierOrders({ loaderData }: Route.ComponentProps) {
  const clientPage = useClientPath();
  const { siteName } = useSite();
  return (
    <Page>
      <PageTitle
        title="Earlier orders"
        back={{ label: "My orders", to: clientPage("/my-orders") }}
        lede={`From ${siteName}'s former system. They're a record: their files aren't here, and they don't count toward discounts, limits, or statistics.`}
      />
      <ListTable
        list={EARLIER_LIST}
        page={loaderData}
        home={clientPage("/my-orders/earlier")}
        cells={PAST_CELLS}
        rowKey={(r) => r.externalId}
        empty={<EmptyState title="No earlier orders">All of your orders are under My orders.</EmptyState>}
      />
    </Page>
  );
}
