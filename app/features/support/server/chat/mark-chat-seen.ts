import { z } from "zod";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { readTo } from "#app/features/messages/server/thread-reads.ts";
import { VISITOR, findChatTicket } from "./find-chat.ts";

/** Marks the conversation as seen up to this line, so no email repeats it. */
export const markChatSeen = command({
  input: z.object({ keyHash: z.string().length(64), upTo: z.string().max(64) }),
  async load({ keyHash, upTo }, { tx }) {
    const ticket = await findChatTicket(keyHash, tx);
    const line =
      ticket &&
      (await tx
        .selectFrom("ticket_messages")
        .select("id")
        .where("id", "=", upTo)
        .where("ticketId", "=", ticket.id)
        .where("kind", "=", "message")
        .executeTakeFirst());
    if (!ticket || !line) throw notFound("conversation");
    return { ticketId: ticket.id, lineId: line.id };
  },
  allow: (actor) => actor.kind === "guest",
  run: ({ tx, now, thing }) => readTo(tx, thing.ticketId, VISITOR, thing.lineId, now),
});
