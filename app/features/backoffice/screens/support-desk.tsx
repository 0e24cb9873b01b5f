import { boundedCount } from "#app/platform/rules/core/count.ts";
import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { DOCUMENT_LABELS } from "#app/features/editors/rules/kyc/kyc.ts";

import { DeskFiguresPanel } from "#app/features/support/ui/desk/desk-figures.tsx";
import { WaitingThreads } from "#app/features/support/ui/desk/waiting-threads.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant, RelativeTime } from "#app/ui/instant.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { readDesk } from "../server/read-desk.ts";
import type { Route } from "./+types/support-desk";
import { First } from "./support-desk/next-step.tsx";
import { orderColumns, queryColumns } from "./support-desk/columns.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Support desk");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  return {
    desk: await readDesk(actor, now()),
    mayOpenOrders: may(actor, "orders"),
  };
});

/** Everything support needs to handle, oldest first, with links. */
export default function SupportDesk({ loaderData }: Route.ComponentProps) {
  const { desk, mayOpenOrders: open } = loaderData;
  useLive((event) => event.orderId !== null || /^(contact|kyc|quote|ticket|thread)\./.test(event.kind));
  const { counts } = desk.threads;
  const more = (total: number, shown: number) =>
    total > shown ? `The oldest ${shown} of ${total.toLocaleString("en-US")}.` : undefined;
  return (
    <Page width="full">
      <PageTitle title="Support desk" actions={<Link to="/support-desk/orders">Orders</Link>} />
      <First desk={desk} />
      <Stats>
        <Stat
          label="New contact messages"
          value={desk.contact.new}
          detail={desk.contact.open > 0 ? `${desk.contact.open} read but not closed` : "None left open"}
          to="/support-desk/contact"
        />
        <Stat
          label="Quote requests"
          value={desk.quotes.waiting}
          detail={desk.quotes.overdue > 0 ? `${desk.quotes.overdue} overdue` : "None overdue"}
          {...(desk.quotes.overdue > 0 ? { tone: "late" as const } : {})}
          to="/support-desk/quotes"
        />
        <Stat
          label="Without an editor"
          value={desk.unassigned.total}
          detail="Most of the search time is over"
          {...(open ? { to: "/admin/editormatching?show=support" } : {})}
        />
        <Stat
          label="Late orders"
          value={desk.late.total}
          detail="Past the author's due date"
          {...(desk.late.total > 0 ? { tone: "late" as const } : {})}
          {...(open ? { to: "/admin/orders?show=late" } : {})}
        />
        <Stat label="Unanswered questions" value={desk.queries.total} detail="Asked more than a day ago" />
        <Stat label="KYC documents" value={desk.kyc.total} detail="Waiting for review" to="/support-desk/kyc" />
      </Stats>
      <Section title="Tickets and threads" aside={<Link to="/support-desk/threads">View queue</Link>}>
        <Stats>
          <Stat
            label="Open tickets"
            value={boundedCount(counts.open)}
            detail={
              counts.waiting > 0
                ? `${boundedCount(counts.waiting)} waiting for the customer`
                : "None waiting for the customer"
            }
            to="/support-desk/threads?status=open"
          />
          <Stat
            label="Due soon"
            value={boundedCount(counts.dueSoon)}
            detail={counts.overdue > 0 ? `${boundedCount(counts.overdue)} overdue` : "None overdue"}
            to="/support-desk/threads?due=soon&sort=dueAt"
            {...(counts.overdue > 0 ? { tone: "late" as const } : {})}
          />
          <Stat
            label="Unassigned"
            value={boundedCount(counts.unassigned)}
            detail={`${boundedCount(counts.mine)} assigned to you`}
            to="/support-desk/threads?assignee=none"
          />
          <Stat
            label="Order threads"
            value={boundedCount(counts.orderThreads)}
            detail="Support requested"
            to="/support-desk/threads?kind=order&status=open"
          />
        </Stats>
        {desk.threads.rows.length > 0 ? (
          <WaitingThreads
            desk="/support-desk/threads"
            rows={desk.threads.rows}
            footer={more(counts.open + counts.orderThreads, desk.threads.rows.length)}
          />
        ) : null}
      </Section>
      {/* Empty sections are covered by their figure above. */}
      {desk.decide.total > 0 ? (
        <Section title="To decide" aside={<Link to="/support-desk/orders?show=decide">View orders</Link>}>
          <DataTable
            caption="Very late orders to decide about"
            columns={orderColumns("Decide by", open, true)}
            rows={desk.decide.rows}
            rowKey={(o) => o.id}
            isLate={() => true}
            empty={null}
            footer={more(desk.decide.total, desk.decide.rows.length)}
          />
        </Section>
      ) : null}
      {desk.late.total > 0 ? (
        <Section title="Late orders">
          <DataTable
            caption="Late orders"
            columns={orderColumns("Late", open)}
            rows={desk.late.rows}
            rowKey={(o) => o.id}
            isLate={() => true}
            empty={null}
            footer={more(desk.late.total, desk.late.rows.length)}
          />
        </Section>
      ) : null}
      {desk.unassigned.total > 0 ? (
        <Section title="Without an editor">
          <DataTable
            caption="Orders without an editor"
            columns={orderColumns("Reported", open)}
            rows={desk.unassigned.rows}
            rowKey={(o) => o.id}
            empty={null}
            footer={more(desk.unassigned.total, desk.unassigned.rows.length)}
          />
        </Section>
      ) : null}
      {desk.queries.total > 0 ? (
        <Section title="Unanswered questions">
          <DataTable
            caption="Unanswered questions"
            columns={queryColumns(open)}
            rows={desk.queries.rows}
            rowKey={(q) => q.id}
            empty={null}
            footer={more(desk.queries.total, desk.queries.rows.length)}
          />
        </Section>
      ) : null}
      {desk.kyc.total > 0 ? (
        <Section title="KYC" aside={<Link to="/support-desk/kyc">View queue</Link>}>
          <DataTable
            caption="KYC documents to review"
            rows={desk.kyc.rows}
            rowKey={(d) => `${d.uid}${d.kind}`}
            rowTo={(d) => `/support-desk/kyc/${d.uid}`}
            columns={[
              { key: "name", header: "Editor", cell: (d) => d.displayName },
              { key: "kind", header: "Document", cell: (d) => DOCUMENT_LABELS[d.kind] },
              { key: "sent", header: "Sent", cell: (d) => <Instant at={d.submittedAt} /> },
              { key: "waiting", header: "Waiting", align: "end", cell: (d) => <RelativeTime at={d.submittedAt} /> },
            ]}
            empty={null}
            footer={more(desk.kyc.total, desk.kyc.rows.length)}
          />
        </Section>
      ) : null}
      {counts.open +
        counts.orderThreads +
        desk.late.total +
        desk.unassigned.total +
        desk.queries.total +
        desk.kyc.total ===
      0 ? (
        <EmptyState title="You're all caught up" mark="check">
          Open tickets, late orders, orders without an editor, unanswered questions, and KYC documents appear here,
          oldest first.
        </EmptyState>
      ) : null}
      <Section title="Response times in the last 30 days">
        <DeskFiguresPanel figures={desk.threads.figures} />
      </Section>
    </Page>
  );
}
