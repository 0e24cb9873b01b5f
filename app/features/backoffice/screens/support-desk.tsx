import type { ReactNode } from "react";
import { Link, href } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { isAdmin } from "#app/platform/rules/core/actor.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/core/page-frame.ts";
import { DOCUMENT_LABELS } from "#app/features/editors/rules/kyc.ts";
import { STATUS_WORDS } from "#app/features/orders/rules/flow.ts";
import { threadPath } from "#app/features/support/rules/desk.ts";
import { boundedCount } from "#app/features/support/rules/ticket-view.ts";
import { DeskFiguresPanel } from "#app/features/support/ui/desk-figures.tsx";
import { WaitingThreads } from "#app/features/support/ui/waiting-threads.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant, RelativeTime } from "#app/ui/instant.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/stat.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { type Desk, type DeskOrder, type DeskQuery, readDesk } from "../server/read-desk.ts";
import styles from "../ui/people.module.css";
import type { Route } from "./+types/support-desk";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Support desk");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  return {
    desk: await readDesk(actor, now()),
    mayOpenOrders: isAdmin(actor),
  };
});

const person = (name: string | null, email: string | null): ReactNode => (
  <>
    {name ?? ""}
    {email ? (
      <span className={styles.under}>
        <a href={`mailto:${email}`}>{email}</a>
      </span>
    ) : null}
  </>
);

/** @param open whether the reader may open the admin's pages @param decide these need a decision: `since` is when it is due, and they link to the order, not to its thread */
function orderColumns(since: string, open: boolean, decide = false): Column<DeskOrder>[] {
  return [
    {
      key: "number",
      header: "Order",
      cell: (o) => (
        <span className={`figures ${styles.nowrap}`}>
          <Link
            to={
              open
                ? href("/admin/orders/:orderId", { orderId: o.id })
                : decide
                  ? href("/support-desk/orders/:orderId", { orderId: o.id })
                  : threadPath("/support-desk/threads", o.id)
            }
          >
            {o.number}
          </Link>
        </span>
      ),
    },
    { key: "title", header: "Manuscript", cell: (o) => o.title },
    { key: "status", header: "Status", cell: (o) => STATUS_WORDS[o.status] },
    { key: "client", header: "Author", cell: (o) => person(o.clientName, o.clientEmail) },
    { key: "editor", header: "Editor", cell: (o) => o.editorName ?? <span className="soft">none</span> },
    {
      key: "total",
      header: "Total",
      align: "end",
      cell: (o) => <span className="figures">{formatMoney(o.totalMinor, o.currency)}</span>,
    },
    { key: "due", header: "Author's due date", cell: (o) => (o.dueAt ? <Instant at={o.dueAt} /> : "") },
    {
      key: "since",
      header: since,
      align: "end",
      cell: (o) => (decide ? <Instant at={o.since} deadline /> : <RelativeTime at={o.since} />),
    },
  ];
}

const queryColumns = (open: boolean): Column<DeskQuery>[] => [
  {
    key: "number",
    header: "Order",
    cell: (q) => (
      <span className={`figures ${styles.nowrap}`}>
        <Link
          to={
            open
              ? `${href("/admin/orders/:orderId", { orderId: q.orderId })}#messages`
              : threadPath("/support-desk/threads", q.orderId)
          }
        >
          {q.number}
        </Link>
      </span>
    ),
  },
  { key: "title", header: "Manuscript", cell: (q) => q.title },
  {
    key: "body",
    header: "Question",
    cell: (q) => (q.body.length > 140 ? `${q.body.slice(0, 140).trimEnd()}…` : q.body),
  },
  {
    key: "blocking",
    header: "Clock",
    cell: (q) =>
      q.blocking ? <StatusBadge tone="waiting">paused</StatusBadge> : <span className="soft">running</span>,
  },
  { key: "client", header: "Author", cell: (q) => person(q.clientName, q.clientEmail) },
  { key: "editor", header: "Editor", cell: (q) => q.editorName ?? "" },
  { key: "asked", header: "Asked", align: "end", cell: (q) => <RelativeTime at={q.askedAt} /> },
];

/** The most urgent item, in a sentence. Overdue requests for custom quotes come first, because their promise is broken already. */
const First = ({ desk }: { desk: Desk }) =>
  desk.quotes.overdue > 0 ? <OverdueQuotes count={desk.quotes.overdue} /> : <FirstOfAll desk={desk} />;

const OverdueQuotes = ({ count }: { count: number }) => (
  <WaitingLine
    turn="you"
    waitsFor={count === 1 ? "One quote request is overdue." : `${count} quote requests are overdue.`}
    who="Support"
  >
    <Link to="/support-desk/quotes?show=overdue">View requests</Link>
  </WaitingLine>
);

function FirstOfAll({ desk }: { desk: Desk }) {
  const {
    counts,
    rows: [thread],
  } = desk.threads;
  if (counts.overdue > 0 && thread?.late)
    return (
      <WaitingLine
        turn="you"
        waitsFor={
          counts.overdue === 1
            ? `${thread.number} needs a ${thread.dueKind === "first_response" ? "first response" : "resolution"}: “${thread.subject}”`
            : `${boundedCount(counts.overdue)} threads are overdue.`
        }
        who={thread.assignee?.displayName ?? "anyone on the team"}
        by={thread.dueAt}
      >
        <Link
          to={counts.overdue === 1 ? threadPath("/support-desk/threads", thread.id) : "/support-desk/threads?due=late"}
        >
          {counts.overdue === 1 ? "Open thread" : "View threads"}
        </Link>
      </WaitingLine>
    );
  const toDecide = desk.decide.rows[0];
  if (toDecide)
    return (
      <WaitingLine
        turn="you"
        waitsFor={
          desk.decide.total === 1
            ? `${toDecide.number} is very late. Decide what happens to it.`
            : `${desk.decide.total} orders are very late. Decide what happens to them.`
        }
        who="Support"
        by={toDecide.since}
      >
        <Link
          to={
            desk.decide.total === 1
              ? href("/support-desk/orders/:orderId", { orderId: toDecide.id })
              : "/support-desk/orders?show=decide"
          }
        >
          {desk.decide.total === 1 ? "Open order" : "View orders"}
        </Link>
      </WaitingLine>
    );
  const late = desk.late.rows[0];
  if (late)
    return (
      <WaitingLine
        turn="others"
        waitsFor={
          desk.late.total === 1
            ? `${late.number} is past the author's due date.`
            : `${desk.late.total} orders are past the author's due date.`
        }
        who={late.editorName ?? "No editor yet"}
        by={late.dueAt}
      />
    );
  const unassigned = desk.unassigned.rows[0];
  if (unassigned)
    return (
      <WaitingLine
        turn="you"
        waitsFor={
          desk.unassigned.total === 1
            ? `${unassigned.number} still has no editor.`
            : `${desk.unassigned.total} orders still have no editor.`
        }
        who="Support"
        by={unassigned.dueAt}
      />
    );
  if (counts.open > 0 && thread)
    return (
      <WaitingLine
        turn="you"
        waitsFor={
          counts.open === 1
            ? `One ticket is open: “${thread.subject}”`
            : `${boundedCount(counts.open)} tickets are open.`
        }
        who="Support"
        by={thread.dueAt}
        note={
          counts.unassigned > 0
            ? `${boundedCount(counts.unassigned)} ${counts.unassigned === 1 ? "thread is" : "threads are"} unassigned.`
            : null
        }
      >
        <Link to="/support-desk/threads">Open queue</Link>
      </WaitingLine>
    );
  if (desk.contact.new > 0)
    return (
      <WaitingLine
        turn="you"
        waitsFor={`${desk.contact.new} contact ${desk.contact.new === 1 ? "message is" : "messages are"} unread.`}
        who="Support"
      >
        <Link to="/support-desk/contact?status=new">Read</Link>
      </WaitingLine>
    );
  if (desk.queries.total > 0)
    return (
      <WaitingLine
        turn="others"
        waitsFor={`${desk.queries.total} ${desk.queries.total === 1 ? "question has" : "questions have"} gone unanswered for a day.`}
        who="Authors"
      />
    );
  if (desk.kyc.total > 0)
    return (
      <WaitingLine
        turn="you"
        waitsFor={`${desk.kyc.total} KYC ${desk.kyc.total === 1 ? "document" : "documents"} to review.`}
        who="A reviewer"
      >
        <Link to="/support-desk/kyc">View queue</Link>
      </WaitingLine>
    );
  return <WaitingLine turn="done" waitsFor="You're all caught up." />;
}

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
          detail="Much of the search window gone"
          {...(open ? { to: "/admin/editormatching?show=support" } : {})}
        />
        <Stat
          label="Late orders"
          value={desk.late.total}
          detail="Past the author's date"
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
