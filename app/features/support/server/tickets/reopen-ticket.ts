import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { canTicket } from "../../rules/ticket.ts";
import { TicketId } from "../../rules/ticket-input.ts";
import { moveTicket } from "./move-ticket.ts";
import { refuseIfOver } from "../own/owner-writes.ts";
import { lockOwnTicket, ticketFact } from "./ticket-row.ts";
import { writeEvent } from "./write-ticket-item.ts";

/**
 * Reopens a resolved or closed ticket: its owner until 30 days after closing, staff at any time. Merged tickets can't
 * be reopened.
 */
export const reopenTicket = command({
  input: z.object({ ticketId: TicketId }),
  load: (input, ctx) => lockOwnTicket(ctx, input.ticketId),
  allow: (actor, ticket) => canTicket.handle(actor) || canTicket.own(actor, ticket),
  async run({ thing: ticket, input: _input, ...ctx }): Promise<{ changed: boolean }> {
    if (ticket.status === "open" || ticket.status === "waiting") return { changed: false };
    const staff = may(ctx.actor, "care");
    if (!staff) await refuseIfOver(ctx, ticket);
    else if (ticket.mergedIntoId)
      throw conflict("merged", `${ticket.number} was merged.`, "Reopen the ticket it was merged into.");
    const moved = await moveTicket(ctx, ticket, "reopen", staff ? {} : { unreadByAdmin: true });
    await writeEvent(ctx, moved, "Reopened", false);
    await ticketFact(ctx, moved, "ticket.reopened", {});
    return { changed: true };
  },
});
