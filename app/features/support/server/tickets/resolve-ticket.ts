import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { canTicket } from "../../rules/ticket.ts";
import { TicketId } from "../../rules/ticket-input.ts";
import { moveTicket } from "./move-ticket.ts";
import { ownerUnread, wroteSince } from "./staff-writes.ts";
import { lockOwnTicket, ticketFact } from "./ticket-row.ts";
import { writeEvent } from "./write-ticket-item.ts";

/**
 * Resolves a ticket, by its owner or staff. Repeating it does nothing.
 * @param seenId the last item on the page; staff can't resolve a ticket with messages they haven't seen
 */
export const resolveTicket = command({
  input: z.object({ ticketId: TicketId, seenId: z.string().max(64).optional() }),
  load: (input, ctx) => lockOwnTicket(ctx, input.ticketId),
  allow: (actor, ticket) => canTicket.handle(actor) || canTicket.own(actor, ticket),
  async run({ input, thing: ticket, ...ctx }): Promise<{ changed: boolean }> {
    if (ticket.status === "resolved" || ticket.status === "closed") return { changed: false };
    const staff = may(ctx.actor, "care");
    if (staff && (await wroteSince(ctx, ticket, input.seenId)))
      throw conflict(
        "wrote_meanwhile",
        "There's a new message on this ticket.",
        "Read it first. It's on the page now.",
      );
    const moved = await moveTicket(
      ctx,
      ticket,
      "resolve",
      staff ? { ...ownerUnread(ticket), unreadByAdmin: false } : { unreadByEditor: false, unreadByClient: false },
    );
    await writeEvent(ctx, moved, "Resolved", false);
    await ticketFact(ctx, moved, "ticket.resolved", {});
    return { changed: true };
  },
});
