import { href } from "react-router";
import { sql } from "kysely";
import { database } from "#app/platform/server/core/database.ts";
import type { UnreadThread } from "../list-unread.ts";

const MOST = 8;
const SNIPPET = 180;

/** Second readings with unread messages for an editor, as their reader or as the order's editor, newest first. */
export async function listUnreadReadings(uid: string): Promise<UnreadThread[]> {
  const { rows } = await sql<{
    readingId: string;
    orderId: string;
    number: string;
    title: string;
    body: string;
    at: Date;
    authorRole: string;
    displayName: string | null;
    asReader: boolean;
  }>`
    select t.*, m.body, m."createdAt" as at, m."authorRole", u."displayName" from (
        select r.id as "readingId", o.id as "orderId", o.number, o.title, true as "asReader"
        from second_readings r join orders o on o.id = r."orderId" where r."readerId" = ${uid} and r."unreadByReader"
        union all
        select r.id, o.id, o.number, o.title, false
        from second_readings r join orders o on o.id = r."orderId" where r."unreadByEditor" and o."assignedTo" = ${uid}
      ) t
      join lateral (select * from reading_messages m where m."readingId" = t."readingId"
      and m."authorId" is distinct from ${uid} order by m.id desc limit 1) m on true
      left join users u on u.uid = m."authorId"
    order by m.id desc limit ${MOST}`.execute(database());
  return rows.map((r) => ({
    orderId: r.orderId,
    number: r.number,
    title: r.title || "Untitled manuscript",
    openQueries: 0,
    unread: true,
    from: r.authorRole === "admin" || r.authorRole === "support" ? "Our staff" : (r.displayName ?? "An editor"),
    body: r.body.length > SNIPPET ? `${r.body.slice(0, SNIPPET).trimEnd()}…` : r.body,
    kind: "message" as const,
    at: r.at,
    to: `${r.asReader ? href("/editor/readings/:readingId", { readingId: r.readingId }) : href("/editor/orders/:orderId", { orderId: r.orderId })}#reading-messages`,
  }));
}
