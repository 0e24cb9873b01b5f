import { z } from "zod";
import { uidOf, type Person } from "#app/platform/rules/core/actor.ts";
import { may, deskRole } from "#app/platform/rules/core/duties.ts";
import { command } from "#app/platform/server/core/command.ts";
import { canTicket } from "../../rules/ticket.ts";
import { TicketId } from "../../rules/ticket-input.ts";
import { changeTicketRow } from "./move-ticket.ts";
import { lockOwnTicket, ticketTopics } from "./ticket-row.ts";
import { readTo } from "#app/features/messages/server/thread-reads.ts";

/** Marks the ticket as read to its end: by staff for all staff, by the owner for themselves. */
export const markTicketRead = command({
  input: z.object({ ticketId: TicketId }),
  load: (input, ctx) => lockOwnTicket(ctx, input.ticketId),
  allow: (actor, ticket) => canTicket.view(actor, ticket),
  async run({ thing: ticket, input: _input, ...ctx }): Promise<{ changed: boolean }> {
    const { tx, now, actor } = ctx;
    const uid = uidOf(actor)!;
    const staff = may(actor, "care");
    const last = await tx
      .selectFrom("ticket_messages")
      .select("id")
      .where("ticketId", "=", ticket.id)
      .$if(!staff, (q) => q.where("forStaff", "=", false))
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    if (last) await readTo(tx, ticket.id, uid, last.id, now);
    const unread = staff ? ticket.unreadByAdmin : ticket.unreadByEditor || ticket.unreadByClient;
    if (!unread) return { changed: false };
    await changeTicketRow(
      ctx,
      ticket,
      staff ? { unreadByAdmin: false } : { unreadByEditor: false, unreadByClient: false },
    );
    await ctx.fact("thread.read", {
      subjectId: ticket.id,
      data: { uid, role: staff ? deskRole(actor as Person) : ticket.ownerRole },
      topics: ticketTopics(ticket),
    });
    return { changed: true };
  },
});
