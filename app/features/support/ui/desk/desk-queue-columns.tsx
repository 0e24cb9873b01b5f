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
      key: "need",
      header: <ByNeed />,
      label: "Due",
      cell: (r) =>
        r.dueAt ? (
          <>
            <Countdown to={r.dueAt} late="{} late" />
            {r.dueKind ? <span className="soft small"> {DUE_WORDS[r.dueKind]}</span> : null}
          </>
        ) : (
          <span className="soft">{r.status === "waiting" ? "Paused" : ""}</span>
        ),
    },
    { key: "number", header: "Number", cell: (r) => <span className="figures number">{r.number}</span> },
    {
      key: "subject",
      header: "Thread",
      narrow: "title",
      fill: true,
      cell: (r) => (
        <span title={r.subject} data-unread={r.unread || undefined} className={styles.line}>
          <Link to={threadPath(desk, r.id)} state={state} data-open className={styles.subject}>
            {r.unread ? (
              <span className={styles.dot}>
                <span className="unseen">Unread: </span>
              </span>
            ) : null}
            {r.subject}
          </Link>
          {r.tags.map((tag) => (
            <span key={tag} className={styles.tag}>
              {tag}
            </span>
          ))}
        </span>
      ),
    },
    {
      key: "who",
      header: "From",
      cell: (r) => (
        <span title={r.who}>
          {r.who}
          {r.channel && CHANNEL_WORDS[r.channel] ? <span className="soft">, {CHANNEL_WORDS[r.channel]}</span> : null}
        </span>
      ),
    },
    { key: "priority", header: "Priority", cell: (r) => (r.priority ? <PriorityMark priority={r.priority} /> : null) },
    {
      key: "status",
      header: "Status",
      cell: (r) =>
        r.snoozeEndsAt ? (
          <span className="soft">
            Snoozed, <Countdown to={r.snoozeEndsAt} late="over" />
          </span>
        ) : (
          <TicketStatusBadge status={r.status} short />
        ),
    },
    {
      key: "assignee",
      header: "Assignee",
      cell: (r) =>
        r.assignee ? r.assignee.uid === me ? "Me" : r.assignee.displayName : <span className="soft">None</span>,
    },
    {
      key: "lastAt",
      header: "Last message",
      sortable: true,
      cell: (r) => (
        <>
          <RelativeTime at={r.lastAt} /> <span className="soft">{LAST_WORDS[r.lastRole] ?? r.lastRole}</span>
        </>
      ),
    },
    { key: "category", header: "Topic", cell: (r) => TICKET_CATEGORY_WORDS[r.category] },
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
