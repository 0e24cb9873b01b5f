import { sql } from "kysely";
import { database } from "#app/platform/server/core/database.ts";

export type UnreadThread = {
  orderId: string;
  number: string;
  title: string;
  openQueries: number;
  unread: boolean;
  from: string;
  body: string;
  kind: "message" | "query" | "answer";
  at: Date;
  /** The link, if it isn't to the order's thread. */
  to?: string;
};

const MOST = 8;
const SNIPPET = 180;

/**
 * Threads with something new for a user: unread messages, and questions an author must answer. Each with the latest
 * message from someone else, newest first.
 */
export async function listUnreadThreads(uid: string, as: "client" | "editor"): Promise<UnreadThread[]> {
  const [owner, flag] = as === "client" ? ["o.userId", "o.unreadByClient"] : ["o.assignedTo", "o.unreadByEditor"];
  const queries =
    as === "client"
      ? sql<number>`(select count(*)::int from messages q where q."orderId" = o.id and q.kind = 'query'
        and q."answeredAt" is null)`
      : sql<number>`0`;
  const { rows } = await sql<
    Omit<UnreadThread, "at" | "from"> & { at: Date; authorRole: string; displayName: string | null }
  >`
    select t.*, m.body, m.kind, m."createdAt" as at, m."authorRole", u."displayName"
    from (select o.id as "orderId", o.number, o.title, ${sql.ref(flag!)} as unread,
      ${queries} as "openQueries" from orders o
        where ${sql.ref(owner!)} = ${uid} and (${sql.ref(flag!)}
        or (${as === "client"} and exists (select 1 from messages q where q."orderId" = o.id and q.kind = 'query'
        and q."answeredAt" is null
          and o.status in ('in_progress', 'awaiting_client', 'in_revision', 'changes_required'))))) t
      join lateral (select * from messages m where m."orderId" = t."orderId" and m."authorId" is distinct from ${uid}
      order by m."createdAt" desc, m.id desc limit 1) m on true
      left join users u on u.uid = m."authorId"
    order by m."createdAt" desc limit ${MOST}`.execute(database());
  return rows.map(({ authorRole, displayName, ...r }) => ({
    ...r,
    title: r.title || "Untitled manuscript",
    at: r.at,
    from: authorRole === "admin" || authorRole === "support" ? "Our staff" : (displayName ?? "Stet"),
    body: r.body.length > SNIPPET ? `${r.body.slice(0, SNIPPET).trimEnd()}…` : r.body,
  }));
}
