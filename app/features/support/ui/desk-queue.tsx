import { useEffect, useRef } from "react";
import { Form, Link, useLocation, useSearchParams } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Countdown, RelativeTime } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { type Desk, DESK_VIEWS, threadPath } from "../rules/desk.ts";
import { TICKET_CATEGORIES, TICKET_CATEGORY_WORDS, TICKET_PRIORITIES, TICKET_PRIORITY_WORDS } from "../rules/ticket.ts";
import { type ThreadRow, boundedCount } from "../rules/ticket-view.ts";
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
    <DeskMacros desk={desk} macros={page.macros} edit={page.edit} answer={last} />
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
  const { list, counts, staff, me } = page;
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
  const frame = useRef<HTMLDivElement>(null);
  // After a bulk action, clear the selection.
  useEffect(() => {
    if (answer?.form === "bulk")
      for (const box of frame.current?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]') ?? [])
        box.checked = false;
  }, [answer]);
  return (
    <Page width="full">
      <PageTitle
        title={desk === "/admin/support" ? "Tickets" : "Ticket queue"}
        actions={<Link to={`${desk}?view=macros`}>Macros</Link>}
      />
      <Views desk={desk} counts={counts} />
      <Said answer={answer} rows={list.rows} />
      <div className={styles.queue} ref={frame}>
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
              <EmptyState title="No threads match" mark="stet" action={<Link to={desk}>Clear filters</Link>}>
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
          footer={
            <div className={styles.foot}>
              <Pager {...list} noun="thread" />
              <Keys />
            </div>
          }
        />
        <Bulk />
      </div>
    </Page>
  );
}

/** Saved views with their counts. */
function Views({ desk, counts }: { desk: Desk; counts: Queue["counts"] }) {
  const [asked] = useSearchParams();
  const shown = new URLSearchParams([...asked].filter(([name, value]) => value !== "" && name !== "page"));
  shown.sort();
  const isHere = (search: string) => {
    const wanted = new URLSearchParams(search);
    wanted.sort();
    return wanted.toString() === shown.toString();
  };
  return (
    <nav aria-label="Views" className={styles.views}>
      <Link to={desk} aria-current={isHere("") ? "page" : undefined}>
        All <span className="figures">{boundedCount(counts.open)} open</span>
      </Link>
      {DESK_VIEWS.map((view) => (
        <Link
          key={view.key}
          to={`${desk}?${view.search}`}
          aria-current={isHere(view.search) ? "page" : undefined}
          data-late={view.key === "dueSoon" && counts.overdue > 0 ? "" : undefined}
        >
          {view.label}{" "}
          <span className="figures">
            {boundedCount(counts[view.key])}
            {view.key === "dueSoon" && counts.overdue > 0 ? `, ${boundedCount(counts.overdue)} overdue` : ""}
          </span>
        </Link>
      ))}
    </nav>
  );
}

function Said({ answer, rows }: { answer: DeskQueueAnswer | undefined; rows: readonly ThreadRow[] }) {
  if (!answer) return null;
  const numberOf = (id: string) => rows.find((r) => r.id === id)?.number ?? "A ticket";
  return (
    <div className={styles.said} aria-live="polite">
      <ErrorNote problem={answer.error} />
      {answer.done && !answer.error ? <Notice tone="good">{answer.done}</Notice> : null}
      {answer.left && answer.left.length > 0 ? (
        <Notice
          tone="attention"
          title={
            answer.left.length === 1 ? "1 ticket wasn’t changed." : `${answer.left.length} tickets weren’t changed.`
          }
        >
          {answer.left.map((it) => (
            <div key={it.id}>
              <span className="figures">{numberOf(it.id)}</span>: {it.why}
            </div>
          ))}
        </Notice>
      ) : null}
    </div>
  );
}

const FORM = "ticked";

function columns(desk: Desk, here: string, me: string): Column<ThreadRow>[] {
  const state = { queue: here };
  return [
    {
      key: "tick",
      header: <TickAll />,
      label: "Select",
      width: "2rem",
      narrow: "hidden",
      cell: (r) =>
        r.kind === "ticket" ? (
          <input
            type="checkbox"
            name="id"
            value={r.id}
            form={FORM}
            aria-label={`Select ${r.number}`}
            className={styles.tick}
          />
        ) : null,
    },
    {
      key: "subject",
      header: "Thread",
      narrow: "title",
      cell: (r) => (
        <span className={styles.thread} data-unread={r.unread || undefined}>
          <Link to={threadPath(desk, r.id)} state={state} data-thread className={styles.subject}>
            {r.unread ? (
              <span className={styles.dot}>
                <span className="unseen">Unread: </span>
              </span>
            ) : null}
            {r.subject}
          </Link>
          <span className={styles.under}>
            <span className="figures">{r.number}</span>
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
          <span className="soft">{r.status === "waiting" ? "stands" : ""}</span>
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

/** Selects every ticket on the page; needs script. */
function TickAll() {
  const hydrated = useHydrated();
  if (!hydrated) return <span className="unseen">Tick</span>;
  return (
    <input
      type="checkbox"
      aria-label="Select all on this page"
      className={styles.tick}
      onChange={(event) => {
        const { checked } = event.currentTarget;
        for (const box of event.currentTarget
          .closest("table")
          ?.querySelectorAll<HTMLInputElement>('input[name="id"]') ?? [])
          box.checked = checked;
      }}
    />
  );
}

/** Bulk actions. CSS shows them once something is selected, so this needs no script. */
function Bulk() {
  return (
    <Form method="post" id={FORM} className={styles.bulk} preventScrollReset>
      <b>Selected tickets</b>
      <SubmitButton name="intent" value="take" size="compact-sm" variant="default" pending="Assigning">
        Assign to me
      </SubmitButton>
      <SubmitButton name="intent" value="resolve" size="compact-sm" variant="default" pending="Resolving">
        Resolve
      </SubmitButton>
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
    </Form>
  );
}

/** Keyboard shortcuts while the list has focus. Single keys do nothing elsewhere, so voice control can't trigger them. */
function Keys() {
  const hydrated = useHydrated();
  const move = (event: KeyboardEvent, step: number) => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>("a[data-thread]")];
    const at = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement));
    const next =
      links[at === -1 ? (step > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + step))];
    next?.focus();
    next?.closest("tr")?.scrollIntoView({ block: "nearest" });
    event.preventDefault();
  };
  const hear = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if ((event.target as HTMLElement).matches('input:not([type="checkbox"]), select, textarea')) return;
    if (event.key === "j" || event.key === "ArrowDown") move(event, 1);
    if (event.key === "k" || event.key === "ArrowUp") move(event, -1);
    if (event.key === "x")
      document.activeElement?.closest("tr")?.querySelector<HTMLInputElement>('input[name="id"]')?.click();
  };
  const listen = (element: HTMLParagraphElement | null) => {
    const region = element?.closest(`.${styles.queue}`)?.querySelector<HTMLElement>('[role="region"]');
    region?.addEventListener("keydown", hear);
    return () => region?.removeEventListener("keydown", hear);
  };
  return hydrated ? (
    <p ref={listen} className={styles.keys}>
      In the list, <kbd>J</kbd> <kbd>K</kbd> or the arrow keys move, <kbd>Enter</kbd> opens, and <kbd>X</kbd> selects.
    </p>
  ) : null;
}
