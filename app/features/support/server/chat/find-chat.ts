import { sql } from "kysely";
import { now } from "#app/platform/server/core/clock.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { type ChatLine, type ChatView, chatPromise } from "../../rules/chat.ts";
import type { Ticket } from "../tickets/ticket-row.ts";
import { termsAt } from "../desk/read-promises.ts";

/** How many of the latest lines are shown. */
const MOST_LINES = 200;
/** The reader id in thread_reads for a chat's visitor. */
export const VISITOR = "visitor";

/** Whether the visitor's next message continues it. */
export const goesOn = (ticket: Pick<Ticket, "status" | "mergedIntoId">): boolean =>
  (ticket.status === "open" || ticket.status === "waiting") && ticket.mergedIntoId === null;

/** The latest conversation a key opens, or null. A merged one leads to its target. */
export async function findChatTicket(keyHash: string | null, db: Reader = database()): Promise<Ticket | null> {
  if (keyHash === null) return null;
  return (
    (await db
      .selectFrom("tickets")
      .selectAll()
      .where("visitorKeyHash", "=", keyHash)
      .where("channel", "=", "chat")
      .orderBy(sql`"mergedIntoId" is not null`)
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst()) ?? null
  );
}

/** Messages between a visitor and staff, oldest first; no notes or events. */
async function listLines(ticket: Ticket): Promise<ChatLine[]> {
  const rows = await database()
    .selectFrom("ticket_messages as m")
    .leftJoin("users as u", "u.uid", "m.authorId")
    .select(["m.id", "m.authorRole", "m.body", "m.createdAt", "u.displayName"])
    .where("m.kind", "=", "message")
    .where("m.authorRole", "in", ["visitor", "support", "admin"])
    .where("m.ticketId", "=", ticket.mergedIntoId ?? ticket.id)
    // A merge moves messages. Show only this browser's own, because another visitor's may be in the same ticket.
    .where(
      sql<boolean>`case when ${ticket.mergedIntoId}::text is null then m."mergedFromId" is null or m."mergedFromId" in
        (select id from tickets where "visitorKeyHash" = ${ticket.visitorKeyHash})
          else m."mergedFromId" = ${ticket.id} end`,
    )
    .orderBy("m.id", "desc")
    .limit(MOST_LINES)
    .execute();
  return rows.reverse().map((it) => {
    const visitor = it.authorRole === "visitor";
    return {
      id: it.id,
      from: visitor ? "visitor" : "staff",
      name: visitor ? null : it.displayName,
      body: it.body,
      at: it.createdAt.toISOString(),
    };
  });
}

async function promiseNow() {
  const at = now();
  const { promises, hours } = await termsAt(at);
  return chatPromise(at, promises, hours);
}

/** The conversation a visitor's key opens, or just the response promise if there is none. */
export async function findChat(keyHash: string | null): Promise<ChatView> {
  const ticket = await findChatTicket(keyHash);
  if (!ticket) return { lines: [], open: false, reachable: false, unread: 0, promise: await promiseNow() };
  const [lines, mark] = await Promise.all([
    listLines(ticket),
    database()
      .selectFrom("thread_reads")
      .select("lastReadId")
      .where("thread", "=", ticket.id)
      .where("uid", "=", VISITOR)
      .executeTakeFirst(),
  ]);
  const open = goesOn(ticket);
  return {
    lines,
    open,
    reachable: ticket.visitorEmail !== null,
    unread: lines.filter((line) => line.from === "staff" && line.id > (mark?.lastReadId ?? "")).length,
    promise: open && ticket.firstRespondedAt ? null : await promiseNow(),
  };
}
