import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { staffName } from "#app/features/accounts/server/people/staff-name.ts";
import { canTicket } from "../../rules/ticket.ts";
import { TicketId } from "../../rules/ticket-input.ts";
import { changeTicketRow } from "./move-ticket.ts";
import { lockOwnTicket, ticketFact } from "./ticket-row.ts";
import { writeEvent } from "./write-ticket-item.ts";

/**
 * Assigns a ticket to a staff member, or unassigns it. Assigning it to the same person again does nothing.
 * @param still only if it's still assigned to this person, to undo an assignment @throws invalid if the assignee isn't
 * staff, conflict if the ticket is closed
 */
export const assignTicket = command({
  input: z.object({
    ticketId: TicketId,
    assigneeId: z.string().max(64).nullable(),
    still: z.string().max(64).nullable().optional(),
  }),
  load: (input, ctx) => lockOwnTicket(ctx, input.ticketId),
  allow: (actor) => canTicket.handle(actor) || "Only support can assign tickets.",
  async run({ input, thing: ticket, ...ctx }): Promise<{ changed: boolean }> {
    const { assigneeId } = input;
    if (input.still !== undefined && ticket.assigneeId !== input.still)
      throw conflict("changed-since", `${ticket.number} has been assigned again since.`);
    if (ticket.assigneeId === assigneeId) return { changed: false };
    if (ticket.status === "closed") throw conflict("closed", `${ticket.number} is closed.`, "Reopen it first.");
    const me = uidOf(ctx.actor);
    const name = assigneeId === null ? null : await staffName(ctx.tx, assigneeId);
    if (assigneeId !== null && name === null)
      throw invalid("assignee", "Tickets can be assigned only to staff.", "Choose someone from the list.", {
        assigneeId: "Choose a staff member.",
      });
    const before =
      ticket.assigneeId === null
        ? null
        : ((
            await ctx.tx
              .selectFrom("users")
              .select("displayName")
              .where("uid", "=", ticket.assigneeId)
              .executeTakeFirst()
          )?.displayName ?? "A former staff member");
    const by = ctx.actor.kind === "person" ? ctx.actor.displayName : "The system";
    const moved = await changeTicketRow(ctx, ticket, { assigneeId });
    await writeEvent(
      ctx,
      moved,
      assigneeId === null
        ? ticket.assigneeId === me
          ? `${by} unassigned this ticket`
          : `${by} took over this ticket from ${before}`
        : assigneeId === me
          ? `${by} took this ticket`
          : `${by} assigned this ticket to ${name}`,
      true,
    );
    await ticketFact(ctx, moved, "ticket.assigned", { assigneeId });
    return { changed: true };
  },
});
