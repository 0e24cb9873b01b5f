import { z } from "zod";
import { command } from "#app/platform/server/command.ts";
import { type Reader, database, lockName } from "#app/platform/server/database.ts";
import { CHAT_LIMITS, chatPriority, chatSubject } from "../rules/chat.ts";
import { createTicket } from "./create-ticket.ts";
import { findChatTicket, goesOn } from "./find-chat.ts";
import { changeTicketRow } from "./move-ticket.ts";
import { ownerWrites } from "./owner-writes.ts";
import { lockTicket } from "./ticket-row.ts";

/** Control characters have no place in a name that staff read in one line. */
const line = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

/** What a visitor sends; name and address may be left out. */
export const ChatWords = z.object({
  message: z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(
      z
        .string()
        .min(1, "Write your message.")
        .max(
          CHAT_LIMITS.message,
          `Keep it to ${CHAT_LIMITS.message.toLocaleString("en-US")} characters, or use the contact form.`,
        ),
    ),
  name: z
    .string()
    .default("")
    .transform(line)
    .pipe(z.string().max(CHAT_LIMITS.name, `Keep it to ${CHAT_LIMITS.name} characters.`)),
  email: z
    .string()
    .default("")
    .transform((text) => text.trim().toLowerCase())
    .refine(
      (it) => it === "" || (it.length <= CHAT_LIMITS.email && z.email().safeParse(it).success),
      "Type an e-mail address, such as name@university.edu, or leave it out.",
    ),
});

/** Whether a message has arrived already at a conversation that this key opens. */
export async function hasArrived(keyHash: string, clientKey: string, db: Reader = database()): Promise<boolean> {
  const row = await db
    .selectFrom("tickets as t")
    .innerJoin("ticket_messages as m", "m.ticketId", "t.id")
    .select("m.id")
    .where("t.visitorKeyHash", "=", keyHash)
    .where("m.clientKey", "=", clientKey)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A visitor writes in the chat: their conversation goes on, or a ticket is opened. Sent twice with the same `clientKey`, it stands once. */
export const writeChat = command({
  input: ChatWords.extend({ keyHash: z.string().length(64), clientKey: z.string().max(64) }),
  load: async () => null,
  // Somebody signed in has tickets. The key was looked at by whoever took the message in.
  allow: (actor) => actor.kind === "guest" || "You are signed in: write under Support.",
  async run({ input, thing: _thing, ...deed }): Promise<{ ticketId: string }> {
    const { tx, now } = deed;
    const { keyHash, clientKey, message, name, email } = input;
    // Two sendings at once meet here.
    await lockName(tx, `chat of ${keyHash}`);
    const found = await findChatTicket(keyHash, tx);
    if (found && (await hasArrived(keyHash, clientKey, tx))) return { ticketId: found.id };
    const ticket = found ? await lockTicket(tx, found.id) : null;
    if (!ticket || !goesOn(ticket)) {
      const made = await createTicket(
        deed,
        {
          channel: "chat",
          ownerRole: "visitor",
          visitorName: name || null,
          visitorEmail: email || null,
          visitorKeyHash: keyHash,
          subject: chatSubject(message),
          category: "other",
          priority: chatPriority(now),
        },
        { body: message, by: null, clientKey },
      );
      return { ticketId: made.id };
    }
    const known = {
      ...(name && !ticket.visitorName ? { visitorName: name } : {}),
      ...(email ? { visitorEmail: email } : {}),
    };
    await ownerWrites(deed, Object.keys(known).length > 0 ? await changeTicketRow(deed, ticket, known) : ticket, {
      body: message,
      clientKey,
      by: null,
    });
    return { ticketId: ticket.id };
  },
});
