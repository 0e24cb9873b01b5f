import { Link, useLocation, useSearchParams } from "react-router";
import { ListViews } from "#app/features/accounts/ui/list-views.tsx";
import { useHeld } from "#app/platform/browser/core/held.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { BulkForm, BulkResult, HeldButton } from "#app/ui/bulk.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Countdown, RelativeTime } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { type Desk, DESK_VIEWS, threadPath } from "../rules/desk.ts";
import { TICKET_CATEGORIES, TICKET_CATEGORY_WORDS, TICKET_PRIORITIES, TICKET_PRIORITY_WORDS } from "../rules/ticket.ts";
import { THREADS_LIST, type ThreadRow, boundedCount } from "../rules/ticket-view.ts";
import type { DeskQueueAnswer, DeskQueuePage } from "../server/desk-queue.ts";
import { DeskMacros } from "./desk-macros.tsx";
import { PriorityMark, TicketStatusBadge } from "./ticket-status.tsx";
import styles from "./desk-queue.module.css";

type Queue = Extract<DeskQueuePage, { view: "queue" }>;

/** The staff list of tickets and order threads, or the macros page at the same URL. @param desk the desk its links stay in */
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
  return page.view === "macros" ? (
    <DeskMacros desk={desk} page={page} answer={last} />
  ) : (
    <Threads desk={desk} page={page} answer={last} />
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
  ["", "Any due date"],
  ["soon", "Due soon or overdue"],
  ["late", "Overdue"],
] as const;
const NARROWING = ["kind", "category", "status", "priority", "assignee", "due", "unread"];
const DUE_WORDS = { first_response: "First response", resolution: "Resolution" } as const;
const CHANNEL_WORDS = { ticket: null, contact: "Contact form", chat: "Chat" } as const;

function Threads({ desk, page, answer }: { desk: Desk; page: Queue; answer: DeskQueueAnswer | undefined }) {
  const { list, counts, staff, me, views } = page;
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
          choices: [["", "Any topic"], ...TICKET_CATEGORIES.map((it) => [it, TICKET_CATEGORY_WORDS[it]] as const)],
        },
        { name: "status", label: "Status", choices: STATUSES },
        {
          name: "priority",
          label: "Priority",
          choices: [["", "Any priority"], ...TICKET_PRIORITIES.map((it) => [it, TICKET_PRIORITY_WORDS[it]] as const)],
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
      ]}
      keep={["unread"]}
    />
  );
  const { held, hold } = useHeld();
  return (
    <Page width="full">
      <PageTitle
        title={desk === "/admin/support" ? "Tickets" : "Ticket queue"}
        actions={<Link to={`${desk}?view=macros`}>Macros</Link>}
      />
      <ListViews
        given={[
          { label: "All", search: "", count: `${boundedCount(counts.open)} open` },
          ...DESK_VIEWS.map(({ key, label, search }) => {
            const late = key === "dueSoon" && counts.overdue > 0;
            return {
              label,
              search,
              count: `${boundedCount(counts[key])}${late ? `, ${boundedCount(counts.overdue)} overdue` : ""}`,
              late,
            };
          }),
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
        />
      </div>
    </Page>
  );
}

const FORM = "ticked";

function columns(desk: Desk, here: string, me: string): Column<ThreadRow>[] {
  const state = { queue: here };
  return [
    {
      key: "subject",
      header: "Thread",
      narrow: "title",
      cell: (r) => (
        <span className={styles.thread} data-unread={r.unread || undefined}>
          <Link to={threadPath(desk, r.id)} state={state} data-open className={styles.subject}>
            {r.unread ? (
              <span className={styles.dot}>
                <span className="unseen">Unread: </span>
              </span>
            ) : null}
            {r.subject}
          </Link>
          <span className={styles.under}>
            <span className="figures number">{r.number}</span>
            <span>{r.who}</span>
            {r.kind === "order" ? (
              <span>Order thread</span>
            ) : r.channel && CHANNEL_WORDS[r.channel] ? (
              <span>{CHANNEL_WORDS[r.channel]}</span>
            ) : null}
          </span>
        </span>
      ),
    },
    {
      key: "need",
      header: <ByNeed />,
      label: "Due",
      cell: (r) =>
        r.dueAt ? (
          <span className={styles.due}>
            <Countdown to={r.dueAt} late="{} overdue" />
            {r.dueKind ? <span className="soft">{DUE_WORDS[r.dueKind]}</span> : null}
          </span>
        ) : (
          <span className="soft">{r.status === "waiting" ? "Clock paused" : ""}</span>
        ),
    },
    { key: "priority", header: "Priority", cell: (r) => (r.priority ? <PriorityMark priority={r.priority} /> : null) },
    { key: "status", header: "Status", cell: (r) => <TicketStatusBadge status={r.status} short /> },
    {
      key: "assignee",
      header: "Assignee",
      cell: (r) =>
        r.assignee ? (
          <span className={styles.nowrap}>{r.assignee.uid === me ? "Me" : r.assignee.displayName}</span>
        ) : (
          <span className="soft">None</span>
        ),
    },
    {
      key: "lastAt",
      header: "Last message",
      sortable: true,
      cell: (r) => (
        <span className={styles.nowrap}>
          <RelativeTime at={r.lastAt} /> <span className="soft">{LAST_WORDS[r.lastRole] ?? r.lastRole}</span>
        </span>
      ),
    },
    {
      key: "category",
      header: "Topic",
      cell: (r) => <span className={styles.nowrap}>{TICKET_CATEGORY_WORDS[r.category]}</span>,
    },
  ];
}
/** The queue's default sort, in one direction only: earliest due date first. */
function ByNeed() {
  const [asked] = useSearchParams();
  const next = new URLSearchParams(asked);
  next.delete("sort");
  next.delete("page");
  const here = !asked.get("sort") || asked.get("sort") === "need" || asked.get("sort") === "dueAt";
  return (
    <Link
      to={`?${next}`}
      preventScrollReset
      replace
      aria-label={here ? "Due, earliest first" : "Sort by earliest due date"}
    >
      Due{here ? <span aria-hidden> ↑</span> : null}
    </Link>
  );
}
const LAST_WORDS: Record<string, string> = {
  client: "author",
  editor: "editor",
  visitor: "visitor",
  support: "us",
  admin: "us",
  system: "us",
};

/**
 * Bulk actions. Resolving is delayed for a few seconds, because the ticket's owner is told. The others can be undone.
 */
function Bulk({ staff, me, hold }: { staff: Queue["staff"]; me: string; hold: ReturnType<typeof useHeld>["hold"] }) {
  return (
    <BulkForm id={FORM} label="Selected tickets">
      <SubmitButton name="intent" value="take" size="compact-sm" variant="default" pending="Assigning">
        Assign to me
      </SubmitButton>
      <HeldButton
        intent="resolve"
        hold={hold}
        words={(n) => (n === 1 ? "Resolving 1 ticket" : `Resolving ${n} tickets`)}
      >
        Resolve
      </HeldButton>
      <span className={styles.change}>
        <select name="assigneeId" aria-label="Assignee for selected tickets" defaultValue="">
          <option value="">Assignee</option>
          <option value="none">None</option>
          {staff.map((it) => (
            <option key={it.uid} value={it.uid}>
              {it.uid === me ? "Me" : it.displayName}
            </option>
          ))}
        </select>
        <SubmitButton name="intent" value="assign" size="compact-sm" variant="default" pending="Assigning">
          Assign
        </SubmitButton>
      </span>
      <span className={styles.change}>
        <select name="category" aria-label="Category for selected tickets" defaultValue="">
          <option value="">Category</option>
          {TICKET_CATEGORIES.map((it) => (
            <option key={it} value={it}>
              {TICKET_CATEGORY_WORDS[it]}
            </option>
          ))}
        </select>
        <select name="priority" aria-label="Priority for selected tickets" defaultValue="">
          <option value="">Priority</option>
          {TICKET_PRIORITIES.map((it) => (
            <option key={it} value={it}>
              {TICKET_PRIORITY_WORDS[it]}
            </option>
          ))}
        </select>
        <SubmitButton name="intent" value="change" size="compact-sm" variant="default" pending="Changing">
          Change
        </SubmitButton>
      </span>
    </BulkForm>
  );
}
