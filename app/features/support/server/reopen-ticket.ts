import { z } from "zod";
import { isStaff } from "#app/platform/rules/actor.ts";
import { conflict } from "#app/platform/rules/errors.ts";
import { command } from "#app/platform/server/command.ts";
import { canTicket } from "../rules/ticket.ts";
import { TicketId } from "../rules/ticket-input.ts";
import { moveTicket } from "./move-ticket.ts";
import { refuseIfOver } from "./owner-writes.ts";
import { lockOwnTicket, ticketFact } from "./ticket-row.ts";
import { writeEvent } from "./write-ticket-item.ts";

/** Opens a resolved or closed ticket again: its owner until 30 days after it was closed, staff at any time, nobody one that was merged. */
export const reopenTicket = command({
  input: z.object({ ticketId: TicketId }),
  load: (input, deed) => lockOwnTicket(deed, input.ticketId),
  allow: (actor, ticket) => canTicket.handle(actor) || canTicket.own(actor, ticket),
  async run({ thing: ticket, input: _input, ...deed }): Promise<{ changed: boolean }> {
    if (ticket.status === "open" || ticket.status === "waiting") return { changed: false };
    const staff = isStaff(deed.actor);
    if (!staff) await refuseIfOver(deed, ticket);
    else if (ticket.mergedIntoId)
      throw conflict("merged", `${ticket.number} was merged.`, "It goes on in another ticket: open that one again.");
    const moved = await moveTicket(deed, ticket, "reopen", staff ? {} : { unreadByAdmin: true });
    await writeEvent(deed, moved, "Reopened", false);
    await ticketFact(deed, moved, "ticket.reopened", {});
    return { changed: true };
  },
});
