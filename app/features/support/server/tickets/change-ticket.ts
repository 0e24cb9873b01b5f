import { lowerFirst } from "#app/platform/rules/text/lower-first.ts";
import { z } from "zod";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { findOrder } from "#app/features/orders/server/views/find-order.ts";
import { TICKET_CATEGORY_WORDS, TICKET_PRIORITY_WORDS, canTicket } from "../../rules/ticket.ts";
import { TicketCategoryField, TicketId, TicketPriorityField, TicketSubject } from "../../rules/ticket-input.ts";
import { changeTicketRow, clockColumns, clocksOf } from "./move-ticket.ts";
import { lockOwnTicket, ticketFact } from "./ticket-row.ts";
import { writeEvent } from "./write-ticket-item.ts";

/**
 * Changes a ticket's category, priority, subject or order. A new priority recalculates the due dates from the start of
 * the clocks, including pauses.
 * @param still only if these are still its values, to undo a change
 */
export const changeTicket = command({
  input: z.object({
    ticketId: TicketId,
    category: TicketCategoryField.optional(),
    priority: TicketPriorityField.optional(),
    subject: TicketSubject.optional(),
    orderId: z.string().max(64).nullable().optional(),
    still: z.object({ category: TicketCategoryField.optional(), priority: TicketPriorityField.optional() }).optional(),
  }),
  load: (input, ctx) => lockOwnTicket(ctx, input.ticketId),
  allow: (actor) => canTicket.handle(actor) || "Only support can change a ticket's category, priority, or subject.",
  async run({ input, thing: ticket, ...ctx }): Promise<{ changed: boolean }> {
    if (
      (input.still?.category && input.still.category !== ticket.category) ||
      (input.still?.priority && input.still.priority !== ticket.priority)
    )
      throw conflict("changed-since", `${ticket.number} has been changed again since.`);
    const wanted = {
      category: input.category ?? ticket.category,
      priority: input.priority ?? ticket.priority,
      subject: input.subject ?? ticket.subject,
      orderId: input.orderId === undefined ? ticket.orderId : input.orderId,
    };
    const names = (["category", "priority", "subject", "orderId"] as const).filter(
      (name) => wanted[name] !== ticket[name],
    );
    if (names.length === 0) return { changed: false };
    if (ticket.status === "closed") throw conflict("closed", `${ticket.number} is closed.`, "Reopen it first.");
    const order = names.includes("orderId") && wanted.orderId ? await findOrder(wanted.orderId, ctx.tx) : null;
    if (names.includes("orderId") && wanted.orderId && !order) throw notFound("order");
    const clocks =
      wanted.priority === ticket.priority
        ? {}
        : clockColumns({ ...(await clocksOf(ticket, ctx.tx)), priority: wanted.priority }, ticket, ctx.now);
    const moved = await changeTicketRow(ctx, ticket, { ...wanted, ...clocks });
    for (const name of names)
      await writeEvent(
        ctx,
        moved,
        {
          category: `Category changed from ${lowerFirst(TICKET_CATEGORY_WORDS[ticket.category])} to ${lowerFirst(TICKET_CATEGORY_WORDS[wanted.category])}`,
          priority: `Priority changed from ${lowerFirst(TICKET_PRIORITY_WORDS[ticket.priority])} to ${lowerFirst(TICKET_PRIORITY_WORDS[wanted.priority])}`,
          subject: `Subject changed from “${ticket.subject}”`,
          orderId: order ? `Linked to order ${order.number}` : "No longer linked to an order",
        }[name],
        true,
      );
    // A subject is private text: the fact records that it changed, not what it was.
    const said = (it: typeof wanted) =>
      Object.fromEntries(names.map((name) => [name, name === "subject" ? null : it[name]]));
    await ticketFact(ctx, moved, "ticket.changed", {
      before: said({
        category: ticket.category,
        priority: ticket.priority,
        subject: ticket.subject,
        orderId: ticket.orderId,
      }),
      after: said(wanted),
    });
    return { changed: true };
  },
});
