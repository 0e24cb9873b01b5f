import { sql } from "kysely";
import { CLOCK } from "#app/platform/rules/actor.ts";
import { DAY, MINUTE, after } from "#app/platform/rules/time.ts";
import { transact } from "#app/platform/server/command.ts";
import { type Tx, database } from "#app/platform/server/database.ts";
import { readTo } from "#app/features/messages/server/thread-reads.ts";
import { VISITOR } from "./find-chat.ts";
import { lockTicket } from "./ticket-row.ts";
import { postVisitorLetter } from "./visitor-letter.ts";

/** An answer in the chat that was not seen for so long goes to the visitor's address. */
const GONE_AFTER_MS = 2 * MINUTE;
/** Older answers than this were dealt with: an address left later finds them in the chat. */
const LOOKS_BACK_MS = DAY;
/** Whose mark it is in thread_reads: how far letters have told it. */
const LETTER = "letter";
const AT_ONCE = 200;

/** The house's lines of a chat that neither the visitor has seen nor a letter has told. */
const untold = (tx: Tx, ticketId: string) =>
  tx
    .selectFrom("ticket_messages")
    .select(["id", "body"])
    .where("ticketId", "=", ticketId)
    .where("kind", "=", "message")
    .where("authorRole", "in", ["support", "admin"])
    .where(
      "id",
      ">",
      sql<string>`coalesce((select max("lastReadId") from thread_reads where thread = ${ticketId} and uid in (${VISITOR}, ${LETTER})), '')`,
    )
    .orderBy("id")
    .execute();

/** Clock rule: what the house answered in the chat to visitors who have gone, and have left an address, is sent there; once, with a link to answer by. */
export async function writeToGoneVisitors(at: Date): Promise<void> {
  const waiting = await database()
    .selectFrom("tickets as t")
    .select("t.id")
    .where("t.channel", "=", "chat")
    .where("t.visitorEmail", "is not", null)
    .where("t.lastRole", "in", ["support", "admin"])
    .where("t.lastAt", "<=", after(at, -GONE_AFTER_MS))
    .where("t.lastAt", ">", after(at, -LOOKS_BACK_MS))
    .where(sql<boolean>`exists (select 1 from ticket_messages m where m."ticketId" = t.id and m.kind = 'message' and m."authorRole" in ('support', 'admin')
      and m.id > coalesce((select max(r."lastReadId") from thread_reads r where r.thread = t.id and r.uid in (${VISITOR}, ${LETTER})), ''))`)
    .orderBy("t.lastAt")
    .limit(AT_ONCE)
    .execute();
  for (const { id } of waiting) {
    await transact(CLOCK, async (deed) => {
      const ticket = await lockTicket(deed.tx, id);
      // Somebody may have written meanwhile: then it waits for the next look.
      if (ticket.lastAt > after(at, -GONE_AFTER_MS)) return;
      const answers = await untold(deed.tx, id);
      const last = answers.at(-1);
      if (!last) return;
      await postVisitorLetter(deed, ticket, { id: last.id, body: answers.map((it) => it.body).join("\n\n") });
      await readTo(deed.tx, id, LETTER, last.id, at);
    });
  }
}
