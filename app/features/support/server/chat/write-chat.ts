import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { type Reader, database, lockName } from "#app/platform/server/core/database.ts";
import { hoursAt } from "#app/features/policy/server/read-hours.ts";
import { CHAT_LIMITS, chatPriority, chatSubject } from "../../rules/chat.ts";
import { createTicket } from "../tickets/create-ticket.ts";
import { findChatTicket, goesOn } from "./find-chat.ts";
import { changeTicketRow } from "../tickets/move-ticket.ts";
import { ownerWrites } from "../own/owner-writes.ts";
import { lockTicket } from "../tickets/ticket-row.ts";

/** Names are shown on one line, so remove control characters. */
const line = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

/** A visitor's message; name and email address are optional. */
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
          `Shorten this to ${CHAT_LIMITS.message.toLocaleString("en-US")} characters or fewer, or use the contact form.`,
        ),
    ),
  name: z
    .string()
    .default("")
    .transform(line)
    .pipe(z.string().max(CHAT_LIMITS.name, `Shorten this to ${CHAT_LIMITS.name} characters or fewer.`)),
  email: z
    .string()
    .default("")
    .transform((text) => text.trim().toLowerCase())
    .refine(
      (it) => it === "" || (it.length <= CHAT_LIMITS.email && z.email().safeParse(it).success),
      "Enter an email address, such as name@university.edu, or leave this empty.",
    ),
});

/** Whether a message is already stored in a conversation this key opens. */
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

/** Adds a visitor's chat message to their conversation or opens a ticket. The same `clientKey` is stored once. */
export const writeChat = command({
  input: ChatWords.extend({ keyHash: z.string().length(64), clientKey: z.string().max(64) }),
  load: async () => null,
  // Signed-in users have tickets instead. The caller has checked the key.
  allow: (actor) => actor.kind === "guest" || "You're signed in, so please open a ticket under Support.",
  async run({ input, thing: _thing, ...ctx }): Promise<{ ticketId: string }> {
    const { tx, now } = ctx;
    const { keyHash, clientKey, message, name, email } = input;
    // Serializes simultaneous messages.
    await lockName(tx, `chat of ${keyHash}`);
    const found = await findChatTicket(keyHash, tx);
    if (found && (await hasArrived(keyHash, clientKey, tx))) return { ticketId: found.id };
    const ticket = found ? await lockTicket(tx, found.id) : null;
    if (!ticket || !goesOn(ticket)) {
      const made = await createTicket(
        ctx,
        {
          channel: "chat",
          ownerRole: "visitor",
          visitorName: name || null,
          visitorEmail: email || null,
          visitorKeyHash: keyHash,
          subject: chatSubject(message),
          category: "other",
          priority: chatPriority(now, await hoursAt(now, tx)),
        },
        { body: message, by: null, clientKey },
      );
      return { ticketId: made.id };
    }
    const known = {
      ...(name && !ticket.visitorName ? { visitorName: name } : {}),
      ...(email ? { visitorEmail: email } : {}),
    };
    await ownerWrites(ctx, Object.keys(known).length > 0 ? await changeTicketRow(ctx, ticket, known) : ticket, {
      body: message,
      clientKey,
      by: null,
    });
    return { ticketId: ticket.id };
  },
});
