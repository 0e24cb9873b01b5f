import { Link } from "react-router";
import { DataTable } from "#app/ui/data-table.tsx";
import { Countdown, RelativeTime } from "#app/ui/instant.tsx";
import { type Desk, threadPath } from "../../rules/desk.ts";
import { TICKET_CATEGORY_WORDS } from "../../rules/ticket.ts";
import type { ThreadRow } from "../../rules/ticket-view.ts";
import { PriorityMark } from "../tickets/ticket-status.tsx";
import styles from "./desk-queue.module.css";

/** The most urgent tickets and order threads, for an overview. */
export function WaitingThreads({
  desk,
  rows,
  footer,
}: {
  desk: Desk;
  rows: readonly ThreadRow[];
  footer?: string | undefined;
}) {
  return (
    <DataTable<ThreadRow>
      caption="Open tickets and threads"
      rows={rows}
      rowKey={(r) => r.id}
      isLate={(r) => r.late}
      empty={null}
      footer={footer}
      columns={[
        {
          key: "subject",
          header: "Thread",
          narrow: "title",
          cell: (r) => (
            <span className={styles.thread} data-unread={r.unread || undefined}>
              <Link to={threadPath(desk, r.id)} className={styles.subject}>
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
              </span>
            </span>
          ),
        },
        { key: "about", header: "Topic", cell: (r) => TICKET_CATEGORY_WORDS[r.category] },
        {
          key: "priority",
          header: "Priority",
          cell: (r) => (r.priority ? <PriorityMark priority={r.priority} /> : <span className="soft">None</span>),
        },
        {
          key: "whose",
          header: "Assignee",
          cell: (r) => r.assignee?.displayName ?? <span className="soft">None</span>,
        },
        { key: "due", header: "Due", cell: (r) => (r.dueAt ? <Countdown to={r.dueAt} late="{} overdue" /> : "") },
        { key: "last", header: "Last message", align: "end", cell: (r) => <RelativeTime at={r.lastAt} /> },
      ]}
    />
  );
}
