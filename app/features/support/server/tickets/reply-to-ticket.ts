import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { canTicket } from "../../rules/ticket.ts";
import { AttachmentIds, ClientKey, TicketBody, TicketId } from "../../rules/ticket-input.ts";
import { ownerWrites } from "../own/owner-writes.ts";
import { lockOwnTicket } from "./ticket-row.ts";

/**
 * Adds the owner's reply. The same `clientKey` is stored once.
 * @throws conflict if it was merged or closed more than 30 days ago
 */
export const replyToTicket = command({
  byImpersonator: true,
  input: z.object({ ticketId: TicketId, body: TicketBody, attachmentIds: AttachmentIds, clientKey: ClientKey }),
  load: (input, ctx) => lockOwnTicket(ctx, input.ticketId),
  allow: (actor, ticket) =>
    canTicket.own(actor, ticket) ||
    "Only the person who opened this ticket can reply here. Staff answer from the support desk.",
  async run({ input, thing: ticket, ...ctx }): Promise<{ id: string }> {
    const { id } = await ownerWrites(ctx, ticket, {
      body: input.body,
      attachmentIds: input.attachmentIds,
      clientKey: input.clientKey,
      by: { uid: ticket.ownerUid! },
    });
    return { id };
  },
});
