import { withoutPage } from "#app/platform/rules/core/list-query.ts";
import { Link, useSearchParams } from "react-router";
import type { Column } from "#app/ui/data-table.tsx";
import { Countdown, RelativeTime } from "#app/ui/instant.tsx";
import { type Desk, threadPath } from "../../rules/desk.ts";
import { TICKET_CATEGORY_WORDS } from "../../rules/ticket.ts";
import type { ThreadRow } from "../../rules/ticket-view.ts";
import { PriorityMark, TicketStatusBadge } from "../tickets/ticket-status.tsx";
import styles from "./desk-queue.module.css";

const DUE_WORDS = { first_response: "First response", resolution: "Resolution" } as const;
const CHANNEL_WORDS = { ticket: null, contact: "Contact form", chat: "Chat" } as const;

export function columns(desk: Desk, here: string, me: string): Column<ThreadRow>[] {
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
  const next = withoutPage(asked);
  next.delete("sort");
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
