import { boundedCount } from "#app/platform/rules/core/count.ts";
import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { ListViews } from "#app/features/accounts/ui/list-views.tsx";
import { useHeld } from "#app/platform/browser/core/held.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { BulkResult } from "#app/ui/lists/bulk.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/lists/list-controls.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { type Desk, DESK_VIEWS } from "../../rules/desk.ts";
import {
  TICKET_CATEGORIES,
  TICKET_CATEGORY_WORDS,
  TICKET_PRIORITIES,
  TICKET_PRIORITY_WORDS,
} from "../../rules/ticket.ts";
import { THREADS_LIST, type ThreadRow } from "../../rules/ticket-view.ts";
import type { DeskQueueAnswer, DeskQueuePage } from "../../server/desk/desk-queue.ts";
import { DeskFiguresPanel } from "./desk-figures.tsx";
import { DeskMacros } from "./desk-macros.tsx";
import styles from "./desk-queue.module.css";
import { FORM, Bulk } from "./desk-bulk.tsx";
import { keepThreads } from "./thread-keys.tsx";
import { columns } from "./desk-queue-columns.tsx";

/** What the list is called in its reader's menu. */
const queueTitle = (desk: Desk): string => (desk === "/admin/support" ? "Tickets" : "Ticket queue");

type Queue = Extract<DeskQueuePage, { view: "queue" }>;

/**
 * The staff list of tickets and order threads, or the macros or the report at the same URL.
 * @param desk the desk its links stay in
 */
export function DeskQueue({
  desk,
  page,
  answer,
}: {
  desk: Desk;
  page: DeskQueuePage;
  answer: DeskQueueAnswer | undefined;
}) {
  useLive((event) => /^(ticket|message|query|thread|macro)\./.test(event.kind));
  const last = useLastAnswer(answer);
  if (page.view === "report") return <Report desk={desk} page={page} />;
  return page.view === "macros" ? (
    <DeskMacros desk={desk} page={page} answer={last} />
  ) : (
    <Threads desk={desk} page={page} answer={last} />
  );
}

/** How the desk did, on a page of its own. */
function Report({ desk, page }: { desk: Desk; page: Extract<DeskQueuePage, { view: "report" }> }) {
  return (
    <Page width="full">
      <PageTitle
        title="Response times and ratings"
        crumbs={[{ label: queueTitle(desk), to: desk }, { label: "Last 30 days" }]}
      />
      <DeskFiguresPanel figures={page.figures} open />
    </Page>
  );
}

const KINDS = [
  ["", "All"],
  ["ticket", "Tickets"],
  ["chats", "Chats"],
  ["order", "Order threads"],
] as const;
const STATUSES = [
  ["", "Not closed"],
  ["open", "Open"],
  ["waiting", "Waiting"],
  ["resolved", "Resolved"],
  ["closed", "Closed"],
  ["all", "All"],
] as const;
const DUE = [
  ["", "Any"],
  ["soon", "Due soon or overdue"],
  ["late", "Overdue"],
] as const;
const NARROWING = ["kind", "category", "status", "priority", "assignee", "due", "unread", "snoozed", "tag"];

function Threads({ desk, page, answer }: { desk: Desk; page: Queue; answer: DeskQueueAnswer | undefined }) {
  const { list, counts, staff, tags, me, views } = page;
  const narrowed = useIsFiltered(...NARROWING);
  const here = useLocation().search;
  const csvHref = useCsvHref("/api/csv/threads");
  const filters = (
    <FilterBar
      placeholder="Number, subject, name"
      filters={[
        { name: "kind", label: "Kind", choices: KINDS },
        {
          name: "category",
          label: "Topic",
          choices: [["", "Any"], ...TICKET_CATEGORIES.map((it) => [it, TICKET_CATEGORY_WORDS[it]] as const)],
        },
        { name: "status", label: "Status", choices: STATUSES },
        {
          name: "priority",
          label: "Priority",
          choices: [["", "Any"], ...TICKET_PRIORITIES.map((it) => [it, TICKET_PRIORITY_WORDS[it]] as const)],
        },
        {
          name: "assignee",
          label: "Assignee",
          choices: [
            ["", "Anyone"],
            ["me", "Me"],
            ["none", "None"],
            ...staff.filter((it) => it.uid !== me).map((it) => [it.uid, it.displayName] as const),
          ],
        },
        { name: "due", label: "Due", choices: DUE },
        ...(tags.length > 0
          ? [{ name: "tag", label: "Tag", choices: [["", "Any"], ...tags.map((it) => [it, it] as const)] as const }]
          : []),
      ]}
      keep={["unread", "snoozed"]}
    />
  );
  const { held, hold } = useHeld();
  useEffect(() => keepThreads(list.rows.map((row) => row.id)), [list.rows]);
  return (
    <Page width="full">
      <PageTitle
        title={queueTitle(desk)}
        actions={
          <>
            <Link to={`${desk}?view=report`}>Report</Link>
            <Link to={`${desk}?view=macros`}>Macros</Link>
          </>
        }
      />
      <ListViews
        given={[
          ...DESK_VIEWS.map(({ key, label, search }) => {
            const late = key === "dueSoon" && counts.overdue > 0;
            return {
              label,
              search,
              count: `${boundedCount(counts[key])}${late ? `, ${boundedCount(counts.overdue)} overdue` : ""}`,
              late,
            };
          }),
          { label: "All", search: "", count: `${boundedCount(counts.open)} open` },
        ]}
        views={views}
        shape={THREADS_LIST}
        answer={answer}
      />
      <BulkResult
        answer={answer?.form.startsWith("view-") ? undefined : answer}
        held={held}
        form={FORM}
        noun="ticket"
        nameOf={(id) => list.rows.find((r) => r.id === id)?.number}
      />
      <div className={styles.queue}>
        <DataTable<ThreadRow>
          caption="Threads"
          rows={list.rows}
          rowKey={(r) => r.id}
          isLate={(r) => r.late}
          defaultSort="need"
          toolbar={filters}
          csvHref={csvHref}
          columns={columns(desk, here, me)}
          empty={
            narrowed ? (
              <EmptyState title="No threads match" mark="stet" action={<Link to={`${desk}?q=`}>Clear filters</Link>}>
                Remove a filter or use fewer search terms.
              </EmptyState>
            ) : (
              <EmptyState
                title="No open threads"
                mark="check"
                action={<Link to={`${desk}?status=all`}>Show closed threads</Link>}
              >
                Tickets, chats, and order threads appear here automatically, with the earliest due date first.
              </EmptyState>
            )
          }
          footer={<Pager {...list} noun="thread" />}
          select={{
            form: FORM,
            label: (r) => r.number,
            can: (r) => r.kind === "ticket",
            bar: <Bulk staff={staff} me={me} hold={hold} />,
          }}
          keys
          dense
        />
      </div>
    </Page>
  );
}
