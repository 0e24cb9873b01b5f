import { z } from "zod";
import { command } from "#app/platform/server/command.ts";
import { canTicket } from "../rules/ticket.ts";
import { AttachmentIds, ClientKey, TicketBody, TicketId } from "../rules/ticket-input.ts";
import { staffWrites } from "./staff-writes.ts";
import { lockOwnTicket } from "./ticket-row.ts";

/**
 * Staff answer a ticket. Two who answer at once both stand, one after the other; sent twice with the same `clientKey`, it stands once.
 * @param after what it waits for after it: the customer (where left out), nobody, or us
 * @param seenId the last item that was on the page: what the owner wrote after it stays unread, and keeps the ticket open
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
  load: (input, deed) => lockOwnTicket(deed, input.ticketId),
  allow: (actor) => canTicket.handle(actor) || "Only support answers tickets.",
  async run({
    input: { ticketId: _ticketId, ...words },
    thing,
    ...deed
  }): Promise<{ id: string; status: "open" | "waiting" | "resolved" | "closed" }> {
    const { id, ticket } = await staffWrites(deed, thing, words);
    return { id, status: ticket.status };
  },
});
