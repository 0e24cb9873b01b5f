import { PAY_CURRENCY } from "#app/platform/rules/core/money.ts";
import { Button } from "@mantine/core";
import { Link, useSearchParams } from "react-router";
import { openViews } from "#app/features/accounts/server/views/open-views.ts";
import { viewIntents } from "#app/features/accounts/server/views/view-intents.ts";
import { ListViews } from "#app/features/accounts/ui/list-views.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { useNow } from "#app/platform/browser/core/now.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { listOwnWork } from "#app/features/payouts/server/earnings/list-own-work.ts";
import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { useIsFiltered } from "#app/ui/lists/list-controls.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { EDITOR_GROUPS, EDITOR_GROUP_WORDS } from "../rules/status-groups.ts";
import { EDITOR_LIST } from "../rules/own-lists.ts";
import { OrderName, OrderStanding } from "../ui/order-cells.tsx";
import type { Route } from "./+types/editor-orders";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Orders");

export const loader = pageLoader(async ({ actor, search, path }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see your orders.");
  const views = await openViews(actor, "editor-orders", { path, search });
  return { ...(await listOwnWork(actor, readListQuery(search, EDITOR_LIST))), views };
});

/** Saves and changes views of the list. */
export const action = pageAction<Route.ActionArgs>({ intents: viewIntents("editor-orders") });

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const GIVEN = [
  { label: "All orders", search: "" },
  ...EDITOR_GROUPS.map((group) => ({ label: EDITOR_GROUP_WORDS[group], search: `show=${group}` })),
];

/** An editor's current and past orders, those that need them first, then by deadline. */
export default function EditorOrders({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.orderId !== null);
  const answer = useLastAnswer(actionData);
  const narrowed = useIsFiltered("show");
  const handedBack = useSearchParams()[0].has("handed-back");
  const at = useNow(60_000);
  const none = loaderData.total === 0 && !narrowed;
  return (
    <Page>
      <PageTitle
        title="Orders"
        actions={<Link to="/editor/calendar">Calendar</Link>}
        lede={none ? null : <p>Orders that need you come first, earliest deadline at the top.</p>}
      />
      {handedBack ? (
        <div role="status">
          <Notice tone="good">Handed back. We're looking for another editor.</Notice>
        </div>
      ) : null}
      {none ? null : <ListViews given={GIVEN} views={loaderData.views} shape={EDITOR_LIST} answer={answer} />}
      <ListTable
        list={EDITOR_LIST}
        page={loaderData}
        quiet
        keep={["show"]}
        cells={{
          title: (r) => <OrderName row={r} />,
          status: (r) => <OrderStanding row={r} viewer="editor" />,
          service: (r) => (isService(r.service) ? SERVICE_LABELS[r.service] : ""),
          author: (r) => r.clientName ?? "",
          words: (r) => r.words.toLocaleString("en-US"),
          pay: (r) =>
            r.payMinor === null ? (
              <span className="soft">none</span>
            ) : (
              <Money minor={r.payMinor} currency={PAY_CURRENCY} />
            ),
          dueAt: (r) =>
            r.waiting.turn === "you" && r.dueAt ? (
              r.dueAt < at ? (
                <span className="late">
                  Overdue: <Instant at={r.dueAt} deadline />
                </span>
              ) : (
                <Instant at={r.dueAt} deadline />
              )
            ) : r.deliveredAt ? (
              <span className="soft">
                delivered <Instant at={r.deliveredAt} show="day" />
              </span>
            ) : r.dueAt && r.waiting.turn === "others" ? (
              <Instant at={r.dueAt} deadline />
            ) : (
              ""
            ),
        }}
        rowKey={(r) => r.id}
        rowTo={(r) => `/editor/orders/${r.id}`}
        isLate={(r) => r.waiting.turn === "you" && r.waiting.by !== null && r.waiting.by < at}
        empty={
          <EmptyState
            title="No orders yet"
            action={
              <Button component={Link} to="/editor/invites">
                View invites
              </Button>
            }
          >
            Orders you accept will appear here, with the manuscript, the due date, and the author's instructions.
          </EmptyState>
        }
        keys={!none}
      />
    </Page>
  );
}
