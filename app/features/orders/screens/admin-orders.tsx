import { Form, Link, useSearchParams, useSubmit } from "react-router";
import { actorContext } from "#app/context.ts";
import { useLive } from "#app/platform/browser/live.ts";
import { refused } from "#app/platform/rules/errors.ts";
import { formatMoney } from "#app/platform/rules/money.ts";
import { now } from "#app/platform/server/clock.ts";
import { config } from "#app/platform/server/config.ts";
import { problemResponse } from "#app/platform/server/problem.ts";
import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { STATUS_WORDS, orderFlow } from "../rules/flow.ts";
import { statusTone } from "../rules/status-tone.ts";
import { listOrdersForStaff } from "../server/list-orders.ts";
import styles from "../ui/order.module.css";
import type { Route } from "./+types/admin-orders";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Orders · ${loaderData?.siteName ?? ""}` }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (actor.kind !== "person") return problemResponse(refused("Sign in to see the orders."));
  const search = new URL(request.url).searchParams;
  const text = (name: string) => search.get(name) ?? undefined;
  try {
    return { ...(await listOrdersForStaff(actor, { status: text("status"), q: text("q"), show: text("show"), sort: text("sort"), page: Number(text("page")) || 1 }, now())), siteName: config().siteName };
  } catch (error) {
    return problemResponse(error);
  }
}

const SHOWS = [["", "Open"], ["attention", "Needs attention"], ["late", "Late"], ["all", "All"]] as const;

/** Every order, for staff: filters and order live in the URL. */
export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  useLive((ring) => ring.orderId !== null);
  const [search] = useSearchParams();
  const submit = useSubmit();
  const { rows, total, page, pages } = loaderData;
  const pageLink = (to: number) => {
    const next = new URLSearchParams(search);
    next.set("page", String(to));
    return `?${next}`;
  };
  const filters = (
    <Form method="get" className={styles.filters} key={search.toString()} onChange={(event) => { if ((event.target as HTMLElement).tagName === "SELECT") void submit(event.currentTarget); }}>
      <label>Search<input type="search" name="q" defaultValue={search.get("q") ?? ""} placeholder="Number, title, person" /></label>
      <label>Show<select name="show" defaultValue={search.get("show") ?? ""}>{SHOWS.map(([value, label]) => <option key={value} value={value}>{label}</option>)}</select></label>
      <label>Status<select name="status" defaultValue={search.get("status") ?? ""}><option value="">Any</option>{orderFlow.states.map((s) => <option key={s} value={s}>{STATUS_WORDS[s]}</option>)}</select></label>
      {search.get("sort") ? <input type="hidden" name="sort" value={search.get("sort") ?? ""} /> : null}
      <button type="submit" className={styles.pick}>Search</button>
    </Form>
  );
  return (
    <Page width="full">
      <PageTitle title="Orders" />
      <DataTable caption="Orders" rows={rows} rowKey={(r) => r.id} rowTo={(r) => `/admin/orders/${r.id}`} isLate={(r) => r.late} defaultSort="dueAt" toolbar={filters}
        columns={[
          { key: "number", header: "Order", sortable: true, cell: (r) => <span className="figures" style={{ whiteSpace: "nowrap" }}>{r.number}</span> },
          { key: "title", header: "Manuscript", cell: (r) => r.title },
          { key: "status", header: "Status", cell: (r) => <StatusBadge tone={r.late ? "late" : statusTone(r.status)}>{STATUS_WORDS[r.status]}</StatusBadge> },
          { key: "flags", header: "Attention", cell: (r) => (r.late || r.flags.length > 0 || r.reassign ? <span className="late">{[r.late ? "late" : null, ...r.flags, r.reassign ? "reassign?" : null].filter(Boolean).join(", ")}</span> : "") },
          { key: "client", header: "Author", cell: (r) => r.clientName ?? "" },
          { key: "editor", header: "Editor", cell: (r) => r.editorName ?? <span className="soft">none</span> },
          { key: "service", header: "Service", narrow: "hidden", cell: (r) => (isService(r.service) ? SERVICE_LABELS[r.service] : "") },
          { key: "words", header: "Words", align: "end", sortable: true, cell: (r) => <span className="figures">{r.words.toLocaleString("en-US")}</span> },
          { key: "total", header: "Total", align: "end", sortable: true, cell: (r) => <span className="figures">{formatMoney(r.totalMinor ?? 0, r.currency)}</span> },
          { key: "dueAt", header: "Due", sortable: true, cell: (r) => (r.dueAt ? <Instant at={r.dueAt} /> : "") },
        ]}
        empty={<EmptyState title={search.size > 0 ? "No order fits this search" : "No open orders"} mark="stet" action={search.size > 0 ? <Link to="/admin/orders">Show open orders</Link> : <Link to="/admin/orders?show=all">Show all orders</Link>}>{search.size > 0 ? "Take a filter away, or search for less." : "An order stands here from its first quote until it is over."}</EmptyState>}
        footer={<span className={styles.pager}><span className="figures">{total.toLocaleString("en-US")} {total === 1 ? "order" : "orders"}</span>{pages > 1 ? <><span>Page {page} of {pages}</span>{page > 1 ? <Link to={pageLink(page - 1)}>Earlier</Link> : null}{page < pages ? <Link to={pageLink(page + 1)}>Later</Link> : null}</> : null}</span>} />
    </Page>
  );
}
