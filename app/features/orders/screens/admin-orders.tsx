import { boundedCount, count } from "#app/platform/rules/core/count.ts";
import { Link, useLocation } from "react-router";
import { openViews } from "#app/features/accounts/server/views/open-views.ts";
import { viewIntents } from "#app/features/accounts/server/views/view-intents.ts";
import { ListViews } from "#app/features/accounts/ui/list-views.tsx";
import { useHeld } from "#app/platform/browser/core/held.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { BulkForm, BulkResult, HeldButton } from "#app/ui/bulk.tsx";
import { DateRange } from "#app/ui/date-range.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Countdown } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/list-table.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import type { BulkReply } from "#app/platform/server/core/on-each.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { STATUS_WORDS } from "../rules/flow.ts";
import { statusTone } from "../rules/status-tone.ts";
import { STAFF_LIST, STAFF_VIEWS, type StaffOrder } from "../rules/staff-list.ts";
import {
  countStaffViews,
  listEditorsOfOrders,
  listOrdersForStaff,
  type StaffRow,
} from "../server/views/list-staff-orders.ts";
import { noteOrders } from "../server/work/note-orders.ts";
import type { Route } from "./+types/admin-orders";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Orders");

export const loader = pageLoader(async ({ actor, search, path }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see the orders.");
  const views = await openViews(actor, "orders", { path, search });
  const [list, editors, counts] = await Promise.all([
    listOrdersForStaff(actor, readListQuery(search, STAFF_LIST), now()),
    listEditorsOfOrders(actor),
    countStaffViews(actor, now()),
  ]);
  return { list, editors, views, counts };
});

/** Adds a note to the selected orders, or saves and changes views. */
export const action = pageAction<Route.ActionArgs, BulkReply>({
  intents: {
    ...viewIntents("orders"),
    note: ({ actor, form, text }) => noteOrders(actor, form, text("body")),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const FORM = "selected";
/** Whose turn it is, as staff read it. Others are named as they are. */
const WAITS: Partial<Record<StaffRow["waiting"]["turn"], string>> = { you: "Staff", done: "", stopped: "" };
const PARTY = { client: "Author", editor: "Editor" } as const;

/** What staff should know of an order besides its status. */
const Flags = ({ row }: { row: StaffOrder }) => {
  const flags = [...row.flags, row.reassign ? "reassign?" : null].filter(Boolean).join(", ");
  return flags ? (
    <span className="late small" title={flags}>
      {" "}
      {flags}
    </span>
  ) : null;
};

/** Every order, for staff, those that need them first. Filters and sorting are in the URL. */
export default function AdminOrders({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.orderId !== null);
  const answer = useLastAnswer(actionData);
  const { held, hold } = useHeld();
  const { list, editors, views, counts } = loaderData;
  const { rows } = list;
  // One screen at two addresses: support's and the admin's.
  const here = useLocation().pathname.replace(/\/$/, "");
  return (
    <Page width="full">
      <PageTitle
        title="Orders"
        status={
          <ListViews
            given={STAFF_VIEWS.map((view, i) => ({
              ...view,
              ...(counts[i] ? { count: boundedCount(counts[i]) } : {}),
            }))}
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
      <ListTable
        list={STAFF_LIST}
        page={list}
        keep={["show"]}
        choices={{ editor: [["none", "None"], ...editors.map((e) => [e.uid, e.displayName] as const)] }}
        headers={{ dueAt: "Left" }}
        dense
        rowKey={(r) => r.id}
        rowTo={(r) => `${here}/${r.id}`}
        isLate={(r) => r.late}
        cells={{
          number: (r) => (
            <span className="figures" style={{ whiteSpace: "nowrap" }}>
              {r.number}
            </span>
          ),
          dueAt: (r) => (r.dueAt && (r.isTimed || r.late) ? <Countdown to={r.dueAt} late="{} late" /> : null),
          title: true,
          status: (r) => (
            <>
              <StatusBadge tone={r.late ? "late" : statusTone(r.status)}>{STATUS_WORDS[r.status]}</StatusBadge>
              <Flags row={r} />
            </>
          ),
          waits: (r) => WAITS[r.waiting.turn] ?? (r.waiting.party ? PARTY[r.waiting.party] : r.waiting.who),
          client: true,
          editor: (r) => r.editorName ?? <span className="soft">none</span>,
          words: (r) => <span className="figures">{r.words.toLocaleString("en-US")}</span>,
          total: (r) => <span className="figures">{formatMoney(r.totalMinor ?? 0, r.currency)}</span>,
        }}
        noMatch={
          <EmptyState title="No orders match" mark="stet" action={<Link to={here}>Show open orders</Link>}>
            Remove a filter or use fewer search terms.
          </EmptyState>
        }
        empty={
          <EmptyState title="No open orders" mark="stet" action={<Link to={`${here}?show=all`}>Show all orders</Link>}>
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
        keys
      >
        <DateRange />
      </ListTable>
    </Page>
  );
}
