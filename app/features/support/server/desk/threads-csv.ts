import { dayOf } from "#app/platform/rules/core/day.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { listCsv } from "#app/platform/server/lists/list-csv.ts";
import { TICKET_CATEGORY_WORDS, TICKET_PRIORITY_WORDS } from "../../rules/ticket.ts";
import { TICKET_STATUS_WORDS } from "../../rules/ticket-flow.ts";
import { THREADS_LIST, type ThreadRow } from "../../rules/ticket-view.ts";
import { FILE_THREADS, threadList } from "./list-threads.ts";

/** GET /api/csv/threads: tickets and order threads with the list's filters. Staff only. */
export async function threadsCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  return listCsv<ThreadRow>(
    `threads-${dayOf(now())}`,
    [
      { header: "Number", value: (r) => r.number },
      { header: "Kind", value: (r) => r.kind },
      { header: "Subject", value: (r) => r.subject },
      { header: "People", value: (r) => r.who },
      { header: "Category", value: (r) => TICKET_CATEGORY_WORDS[r.category] },
      { header: "Priority", value: (r) => (r.priority ? TICKET_PRIORITY_WORDS[r.priority] : "") },
      { header: "Status", value: (r) => (r.status === "quiet" ? "No reply needed" : TICKET_STATUS_WORDS[r.status]) },
      { header: "Assigned to", value: (r) => r.assignee?.displayName ?? "" },
      { header: "Unread", value: (r) => (r.unread ? "yes" : "no") },
      { header: "Due", value: (r) => r.dueAt },
      { header: "Overdue", value: (r) => (r.late ? "yes" : "no") },
      { header: "Last message", value: (r) => r.lastAt },
      { header: "Last by", value: (r) => r.lastRole },
      { header: "Messages", value: (r) => r.messages },
    ],
    threadList(actor, readListQuery(new URL(request.url).searchParams, THREADS_LIST)),
    FILE_THREADS,
  );
}
