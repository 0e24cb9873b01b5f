import { boundedCount, count } from "#app/platform/rules/core/count.ts";
import { Link, useLocation } from "react-router";
import { openViews } from "#app/features/accounts/server/views/open-views.ts";
import { viewIntents } from "#app/features/accounts/server/views/view-intents.ts";
import { ListViews } from "#app/features/accounts/ui/list-views.tsx";
import { useHeld } from "#app/platform/browser/core/held.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { BulkForm, BulkResult, HeldButton } from "#app/ui/lists/bulk.tsx";
import { DateRange } from "#app/ui/lists/date-range.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import type { BulkReply } from "#app/platform/server/core/on-each.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { SERVICES, SERVICE_LABELS } from "#app/features/pricing/rules/policy.ts";
import { pricingAt } from "#app/features/pricing/server/read-pricing.ts";
import { useHiddenColumns } from "#app/platform/browser/core/hidden-columns.ts";
import { ColumnChoice } from "#app/ui/lists/column-choice.tsx";
import { STAFF_LIST, STAFF_VIEWS } from "../rules/staff-list.ts";
import {
  countStaffViews,
  listEditorsOfOrders,
  listOrdersForStaff,
  type StaffCounts,
} from "../server/views/list-staff-orders.ts";
import { addOrderNote } from "../server/work/add-order-note.ts";
import { DoneNote } from "#app/ui/notice.tsx";
import { BesidePanel } from "#app/ui/frame/side-panel.tsx";
import { useHere } from "#app/ui/frame/use-here.ts";
import { ORDER_KEYS, OrderPanel } from "./admin-orders/order-panel.tsx";
import { readOpened } from "./admin-orders/read-opened.ts";
import { noteOrders } from "../server/work/note-orders.ts";
import { STAFF_COLUMNS, STAFF_TABLE, shownCells } from "../ui/staff-orders.tsx";
import type { Route } from "./+types/admin-orders";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Orders");

export const loader = pageLoader(async ({ actor, search, path }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see the orders.");
  const views = await openViews(actor, "orders", { path, search });
  const [list, editors, counts, opened] = await Promise.all([
    listOrdersForStaff(actor, readListQuery(search, STAFF_LIST), now()),
    listEditorsOfOrders(actor),
    countStaffViews(actor, now()),
    readOpened(actor, search.get("order")),
  ]);
  return { list, editors, views, counts, opened, paces: (await pricingAt(now())).overflowWordsPerHour };
});

/** Adds a note to the selected orders, or saves and changes views. */
export const action = pageAction<Route.ActionArgs, BulkReply>({
  intents: {
    ...viewIntents("orders"),
    note_order: intent({
      command: addOrderNote,
      input: ({ text }) => ({ orderId: text("orderId"), body: text("note") }),
      done: "Note added.",
    }),
    note: ({ actor, form, text }) => noteOrders(actor, form, text("body")),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const FORM = "selected";
/** A view as a link with its count. */
const given = ({ key, label, search }: (typeof STAFF_VIEWS)[number], counts: StaffCounts) => {
  const n = key === "all" ? 0 : counts[key];
  return {
    label,
    search,
    late: (key === "late" || key === "risk") && n > 0,
    ...(n > 0 ? { count: boundedCount(n) } : {}),
  };
};

/** Every order, for staff, those that need them first. Filters and sorting are in the URL. */
export default function AdminOrders({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.orderId !== null);
  const answer = useLastAnswer(actionData);
  const { held, hold } = useHeld();
  const { list, editors, views, counts, opened, paces } = loaderData;
  const { rows } = list;
  const address = useHere();
  const [hidden, hide] = useHiddenColumns("orders");
  // One screen at two addresses: support's and the admin's.
  const here = useLocation().pathname.replace(/\/$/, "");
  return (
    <Page width="full">
      <PageTitle
        title="Orders"
        status={
          <ListViews
            given={STAFF_VIEWS.map((view) => given(view, counts))}
            views={views}
            shape={STAFF_LIST}
            answer={answer}
          />
        }
      />
      <BulkResult
        answer={answer?.form === "note" ? answer : undefined}
        held={held}
        form={FORM}
        noun="order"
        nameOf={(id) => rows.find((r) => r.id === id)?.number}
      />
      <DoneNote answer={answer?.form === "note_order" ? answer : undefined} />
      <BesidePanel
        panel={
          opened ? <OrderPanel opened={opened} close={address({ order: null })} here={here} answer={answer} /> : null
        }
      >
        <ListTable
          {...STAFF_TABLE}
          cells={shownCells(hidden)}
          page={list}
          keep={["show", "order"]}
          beside={opened?.id ?? null}
          choices={{ editor: [["none", "None"], ...editors.map((e) => [e.uid, e.displayName] as const)] }}
          rowTo={(r) => address({ order: r.id })}
          noMatch={
            <EmptyState title="No orders match" mark="stet" action={<Link to={here}>Show open orders</Link>}>
              Remove a filter or use fewer search terms.
            </EmptyState>
          }
          empty={
            <EmptyState
              title="No open orders"
              mark="stet"
              action={<Link to={`${here}?show=all`}>Show all orders</Link>}
            >
              Orders appear here from their first quote until they're complete.
            </EmptyState>
          }
          select={{
            form: FORM,
            label: (r) => r.number,
            bar: (
              <BulkForm id={FORM} label="Selected orders">
                <input
                  type="text"
                  name="body"
                  required
                  maxLength={2_000}
                  aria-label="Internal note for selected orders"
                  placeholder="Internal note"
                  defaultValue={answer?.error && answer.form === "note" ? answer.typed?.body : ""}
                />
                <HeldButton intent="note" hold={hold} words={(n) => `Adding a note to ${count(n, "order")}`}>
                  Add note
                </HeldButton>
              </BulkForm>
            ),
          }}
          keys={ORDER_KEYS}
          footer={
            <>
              <ColumnChoice columns={STAFF_COLUMNS} hidden={hidden} hide={hide} />
              <span className="soft small">
                At risk: the words left need longer than the time left, at the pace of the price list (
                {SERVICES.map((service, i) => (
                  <span key={service}>
                    {i > 0 ? ", " : null}
                    {SERVICE_LABELS[service].toLowerCase()} {count(paces[service], "word")} an hour
                  </span>
                ))}
                ).
              </span>
            </>
          }
        >
          <DateRange />
        </ListTable>
      </BesidePanel>
    </Page>
  );
}
