import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { excerpt } from "../../rules/contact-message.ts";
import type { MissedMessages } from "../../rules/desk.ts";
import { answerTicket } from "../tickets/answer-ticket.ts";
import { noteMacroUses } from "./note-macro-uses.ts";

/** How many of the people who wrote in the meantime are named. */
const NAMED = 5;

type Written = {
  id: string;
  authorId: string | null;
  authorRole: string;
  displayName: string | null;
  kind: string;
  body: string;
  createdAt: Date;
  clientKey: string | null;
};

/**
 * What others wrote after the last item the writer had seen; null if nothing, or if this answer is already stored.
 */
function missedMessages(since: readonly Written[], uid: string, clientKey: string | undefined): MissedMessages | null {
  if (clientKey !== undefined && since.some((m) => m.authorId === uid && m.clientKey === clientKey)) return null;
  const others = since.filter((m) => m.authorId !== uid && m.kind !== "event");
  if (others.length === 0) return null;
  return {
    seenId: since.at(-1)!.id,
    by: others.slice(-NAMED).map((m) => ({
      id: m.id,
      name: m.displayName ?? (m.authorRole === "visitor" ? "The visitor" : "Someone"),
      role: m.authorRole,
      note: m.kind === "note",
      at: m.createdAt.toISOString(),
      words: excerpt(m.body, 240),
    })),
  };
}

function staffCommand<R>(actor: Actor, run: (ctx: CommandContext, uid: string) => Promise<R>): Promise<R> {
  if (!may(actor, "care")) throw refused("Only staff can answer here.");
  return transact(actor, (ctx) => run(ctx, actor.uid));
}

/** An answer and the last item its writer had read. */
type Seen = { seenId: string; body: string; clientKey?: string; attachmentIds?: string[]; macroIds?: string[] };

/**
 * Answers a ticket, unless someone wrote on it since `seenId`. Then it sends nothing and returns what they wrote.
 * Decided under the ticket's lock: of two people answering at once, the second always sees the first answer. Sending
 * again with the returned `seenId` goes through.
 * @throws Problem refused, not-found, invalid, conflict
 */
export const answerTicketSeen = (
  actor: Actor,
  input: Seen & { ticketId: string },
  after: "waiting" | "resolved" | "open",
): Promise<MissedMessages | null> =>
  staffCommand(actor, async (ctx, uid) => {
    await ctx.tx.selectFrom("tickets").select("id").where("id", "=", input.ticketId).forUpdate().executeTakeFirst();
    const since = await ctx.tx
      .selectFrom("ticket_messages as m")
      .leftJoin("users as u", "u.uid", "m.authorId")
      .select(["m.id", "m.authorId", "m.authorRole", "u.displayName", "m.kind", "m.body", "m.createdAt", "m.clientKey"])
      .where("m.ticketId", "=", input.ticketId)
      .where("m.id", ">", input.seenId)
      .orderBy("m.id")
      .limit(500)
      .execute();
    const held = missedMessages(since, uid, input.clientKey);
    if (held) return held;
    const { macroIds, ...answer } = input;
    const { id: messageId } = await answerTicket.inside(ctx, { ...answer, after });
    await noteMacroUses(ctx, { macroIds, messageId, thread: input.ticketId });
    return null;
  });

/** The same on an order's thread, as support. @returns what was written in the meantime, or the confirmation */
export const answerOrderSeen = (
  actor: Actor,
  input: Seen & { orderId: string },
): Promise<{ held: MissedMessages | null; advice: string | null }> =>
  staffCommand(actor, async (ctx, uid) => {
    const { seenId, macroIds, ...message } = input;
    await lockOrder(ctx.tx, input.orderId);
    const since = await ctx.tx
      .selectFrom("messages as m")
      .leftJoin("users as u", "u.uid", "m.authorId")
      .select(["m.id", "m.authorId", "m.authorRole", "u.displayName", "m.kind", "m.body", "m.createdAt", "m.clientKey"])
      .where("m.orderId", "=", input.orderId)
      .where("m.id", ">", seenId)
      .orderBy("m.id")
      .limit(500)
      .execute();
    const held = missedMessages(since, uid, input.clientKey);
    if (held) return { held, advice: null };
    const { id: messageId, advice } = await postMessage.inside(ctx, message);
    await noteMacroUses(ctx, { macroIds, messageId, thread: input.orderId });
    return { held: null, advice };
  });
