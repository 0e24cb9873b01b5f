import { Button } from "@mantine/core";
import { Link } from "react-router";
import { useClientPath } from "#app/features/accounts/ui/sign-in/use-client-path.ts";
import { openViews } from "#app/features/accounts/server/views/open-views.ts";
import { viewIntents } from "#app/features/accounts/server/views/view-intents.ts";
import { ListViews } from "#app/features/accounts/ui/list-views.tsx";
import { ASKED_OF_AUTHOR } from "#app/features/payments/server/checkout/asked-of-author.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useSite } from "#app/platform/browser/core/session.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS, isService, isTurnaround } from "#app/features/pricing/rules/policy.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { useIsFiltered } from "#app/ui/lists/list-controls.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { CLIENT_GROUPS, CLIENT_GROUP_WORDS } from "../rules/status-groups.ts";
import { CLIENT_LIST } from "../rules/own-lists.ts";
import { newestPastOrders } from "../server/past/list-past-orders.ts";
import { listOwnOrders } from "../server/views/list-own-orders.ts";
import { NewestPastOrders } from "../ui/newest-past-orders.tsx";
import { OrderDue } from "../ui/change/order-due.tsx";
import { OrderName, OrderStanding } from "../ui/order-cells.tsx";
import { clientOrderHref } from "../ui/order-lines.tsx";
import type { Route } from "./+types/my-orders";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "My orders");

export const loader = pageLoader(async ({ actor, search, path }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see your orders.");
  const views = await openViews(actor, "my-orders", { path, search });
  return {
    ...(await listOwnOrders(actor, readListQuery(search, CLIENT_LIST), ASKED_OF_AUTHOR)),
    views,
    past: await newestPastOrders(actor.uid, 5),
  };
});

/** Saves and changes views of the list. */
export const action = pageAction<Route.ActionArgs>({ intents: viewIntents("my-orders") });

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const GIVEN = [
  { label: "All orders", search: "" },
  ...CLIENT_GROUPS.map((group) => ({ label: CLIENT_GROUP_WORDS[group], search: `show=${group}` })),
];

/** All of a client's orders. Search, filters and sorting are in the URL. */
export default function MyOrders({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.orderId !== null);
  const clientPage = useClientPath();
  const { siteName } = useSite();
  const answer = useLastAnswer(actionData);
  const narrowed = useIsFiltered("show");
  const none = loaderData.total === 0 && !narrowed;
  return (
    <Page>
      <PageTitle
        title="My orders"
        actions={
          none ? null : (
            <Button component={Link} to="/order/new" variant="default">
              Place new order
            </Button>
          )
        }
      />
      {none ? null : <ListViews given={GIVEN} views={loaderData.views} shape={CLIENT_LIST} answer={answer} />}
      <ListTable
        list={CLIENT_LIST}
        page={loaderData}
        home={clientPage("/my-orders")}
        quiet
        keep={["show"]}
        cells={{
          title: (r) => <OrderName row={r} />,
          status: (r) => <OrderStanding row={r} viewer="client" />,
          service: (r) =>
            isService(r.service) ? (
              `${SERVICE_LABELS[r.service]}${isTurnaround(r.turnaround) ? `, ${TURNAROUND_LABELS[r.turnaround]}` : ""}`
            ) : (
              <span className="soft">not chosen</span>
            ),
          editor: (r) => r.editorName ?? <span className="soft">none yet</span>,
          words: (r) => (r.words > 0 ? r.words.toLocaleString("en-US") : ""),
          total: (r) => (r.totalMinor ? <Money minor={r.totalMinor} currency={r.currency} /> : ""),
          dueAt: (r) =>
            r.isTimed ? (
              <OrderDue row={r} />
            ) : r.deliveredAt ? (
              <span className="soft">
                delivered <Instant at={r.deliveredAt} show="day" />
              </span>
            ) : r.dueAt ? (
              <Instant at={r.dueAt} show="day" />
            ) : (
              ""
            ),
          createdAt: (r) => <Instant at={r.createdAt} show="day" />,
        }}
        rowKey={(r) => r.id}
        rowTo={(row) => (row.status === "draft" ? clientOrderHref(row) : clientPage(clientOrderHref(row)))}
        empty={
          <EmptyState
            title="No orders yet"
            action={
              <Button component={Link} to="/order/new">
                Get a quote
              </Button>
            }
          >
            Upload a manuscript to see its word count by section, the price of every service, and the due date.
          </EmptyState>
        }
        keys={!none}
      />
      <NewestPastOrders
        past={loaderData.past}
        title="Earlier orders"
        all={(words) => <Link to={clientPage("/my-orders/earlier")}>{words}</Link>}
      >
        From {siteName}&apos;s former system. They&apos;re a record, without files.
      </NewestPastOrders>
    </Page>
  );
}
