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
import { SERVICES, SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { BulkForm, BulkResult, HeldButton } from "#app/ui/bulk.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { DateRange } from "#app/ui/date-range.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import type { BulkReply } from "#app/platform/server/core/on-each.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { STATUS_WORDS, orderFlow } from "../rules/flow.ts";
import { statusTone } from "../rules/status-tone.ts";
import { STAFF_LIST } from "../rules/staff-list.ts";
import { listEditorsOfOrders, listOrdersForStaff } from "../server/views/list-staff-orders.ts";
import { noteOrders } from "../server/work/note-orders.ts";
import type { Route } from "./+types/admin-orders";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Orders");

export const loader = pageLoader(async ({ actor, search, path }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see the orders.");
  const views = await openViews(actor, "orders", { path, search });
  const [list, editors] = await Promise.all([
    listOrdersForStaff(actor, readListQuery(search, STAFF_LIST), now()),
    listEditorsOfOrders(actor),
  ]);
  return { list, editors, views };
});

/** Adds a note to the selected orders, or saves and changes views. */
export const action = pageAction<Route.ActionArgs, BulkReply>({
  intents: {
    ...viewIntents("orders"),
    note: ({ actor, form, text }) => noteOrders(actor, form, text("body")),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const GIVEN = [
  { label: "Open", search: "" },
  { label: "Needs attention", search: "show=attention" },
  { label: "To decide", search: "show=decide" },
  { label: "Late", search: "show=late" },
  { label: "Editor blocked", search: "show=stranded" },
  { label: "All", search: "show=all" },
] as const;
const DATES = [
  ["", "Due"],
  ["created", "Created"],
  ["delivered", "Delivered"],
] as const;
const FORM = "selected";

/** Every order, for staff, those that need them first. Filters and sorting are in the URL. */
export default function AdminOrders({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.orderId !== null);
  const answer = useLastAnswer(actionData);
  const { held, hold } = useHeld();
  const narrowed = useIsFiltered("show", "status", "service", "editor", "from", "to");
  const csvHref = useCsvHref("/api/csv/orders");
  const { list, editors, views } = loaderData;
  const { rows } = list;
  // One screen at two addresses: support's and the admin's.
  const here = useLocation().pathname.replace(/\/$/, "");
  const filters = (
    <FilterBar
      placeholder="Number, title, person"
      keep={["show"]}
      filters={[
        {
          name: "status",
          label: "Status",
          choices: [["", "Any"], ...orderFlow.states.map((s) => [s, STATUS_WORDS[s]] as const)],
        },
        {
          name: "service",
          label: "Service",
          choices: [["", "Any"], ...SERVICES.map((s) => [s, SERVICE_LABELS[s]] as const)],
        },
        {
          name: "editor",
          label: "Editor",
          choices: [["", "Any"], ["none", "None"], ...editors.map((e) => [e.uid, e.displayName] as const)],
        },
        { name: "date", label: "Date", choices: DATES },
      ]}
    >
      <DateRange />
    </FilterBar>
  );
  return (
    <Page width="full">
      <PageTitle title="Orders" />
      <ListViews given={GIVEN} views={views} shape={STAFF_LIST} answer={answer} />
      <BulkResult
        answer={answer?.form === "note" ? answer : undefined}
        held={held}
        form={FORM}
        noun="order"
        nameOf={(id) => rows.find((r) => r.id === id)?.number}
      />
      <DataTable
        caption="Orders"
        rows={rows}
        rowKey={(r) => r.id}
        rowTo={(r) => `${here}/${r.id}`}
        isLate={(r) => r.late}
        defaultSort={STAFF_LIST.defaultSort}
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
            title={narrowed ? "No orders match" : "No open orders"}
            mark="stet"
            action={
              narrowed ? <Link to={here}>Show open orders</Link> : <Link to={`${here}?show=all`}>Show all orders</Link>
            }
          >
            {narrowed
              ? "Remove a filter or use fewer search terms."
              : "Orders appear here from their first quote until they're complete."}
          </EmptyState>
        }
        footer={<Pager {...list} noun="order" />}
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
              <HeldButton
                intent="note"
                hold={hold}
                words={(n) => (n === 1 ? "Adding a note to 1 order" : `Adding a note to ${n} orders`)}
              >
                Add note
              </HeldButton>
            </BulkForm>
          ),
        }}
        keys
      />
    </Page>
  );
}
