import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { canTicket } from "../../rules/ticket.ts";
import { AttachmentIds, ClientKey, TicketBody, TicketId } from "../../rules/ticket-input.ts";
import { staffWrites } from "./staff-writes.ts";
import { lockOwnTicket } from "./ticket-row.ts";

/**
 * Answers a ticket as staff. Two answers at once are both stored, in order. The same `clientKey` is stored only once.
 * @param after who acts next: the customer (default), no one, or us
 * @param seenId the last item on the page; anything the owner wrote later stays unread and keeps the ticket open
 */
export const answerTicket = command({
  input: z.object({
    ticketId: TicketId,
    body: TicketBody,
    attachmentIds: AttachmentIds,
    clientKey: ClientKey,
    after: z.enum(["waiting", "resolved", "open"]).optional(),
    seenId: z.string().max(64).optional(),
  }),
  load: (input, ctx) => lockOwnTicket(ctx, input.ticketId),
  allow: (actor) => canTicket.handle(actor) || "Only support can answer tickets.",
  async run({
    input: { ticketId: _ticketId, ...words },
    thing,
    ...ctx
  }): Promise<{ id: string; status: "open" | "waiting" | "resolved" | "closed" }> {
    const { id, ticket } = await staffWrites(ctx, thing, words);
    return { id, status: ticket.status };
  },
});
