import { sql } from "kysely";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { DAY, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { type Tx, database } from "#app/platform/server/core/database.ts";
import { readTo } from "#app/features/messages/server/thread-reads.ts";
import { VISITOR } from "./find-chat.ts";
import { lockTicket } from "../tickets/ticket-row.ts";
import { postVisitorEmail } from "./visitor-email.ts";

/** A chat answer unseen for this long is emailed to the visitor. */
const GONE_AFTER_MS = 2 * MINUTE;
/** Older answers aren't emailed: a visitor who adds an address later finds them in the chat. */
const LOOKS_BACK_MS = DAY;
/** The reader in thread_reads whose mark says how far the conversation was emailed. */
const EMAILED = "letter";

/** Staff's messages in a chat that the visitor hasn't seen and that weren't emailed. */
const unseenAnswers = (tx: Tx, ticketId: string) =>
  tx
    .selectFrom("ticket_messages")
    .select(["id", "body"])
    .where("ticketId", "=", ticketId)
    .where("kind", "=", "message")
    .where("authorRole", "in", ["support", "admin"])
    .where(
      "id",
      ">",
      sql<string>`coalesce((select max("lastReadId") from thread_reads
        where thread = ${ticketId} and uid in (${VISITOR}, ${EMAILED})), '')`,
    )
    .orderBy("id")
    .execute();

/** Clock rule: emails unseen chat answers, once and with a reply link, to visitors who left an address. */
export async function writeToGoneVisitors(at: Date): Promise<void> {
  const waiting = database()
    .selectFrom("tickets as t")
    .select("t.id")
    .where("t.channel", "=", "chat")
    .where("t.visitorEmail", "is not", null)
    .where("t.lastRole", "in", ["support", "admin"])
    .where("t.lastAt", "<=", after(at, -GONE_AFTER_MS))
    .where("t.lastAt", ">", after(at, -LOOKS_BACK_MS))
    .where(sql<boolean>`exists (select 1 from ticket_messages m where m."ticketId" = t.id and m.kind = 'message'
      and m."authorRole" in ('support', 'admin')
      and m.id > coalesce((select max(r."lastReadId") from thread_reads r where r.thread = t.id
      and r.uid in (${VISITOR}, ${EMAILED})), ''))`)
    .orderBy("t.lastAt");
  await sweep("email a visitor", waiting, async (ctx, { id }) => {
    const ticket = await lockTicket(ctx.tx, id);
    // If someone wrote in the meantime, leave it for the next run.
    if (ticket.lastAt > after(at, -GONE_AFTER_MS)) return;
    const answers = await unseenAnswers(ctx.tx, id);
    const last = answers.at(-1);
    if (!last) return;
    await postVisitorEmail(ctx, ticket, { id: last.id, body: answers.map((it) => it.body).join("\n\n") });
    await readTo(ctx.tx, id, EMAILED, last.id, at);
  });
}
