import { sql } from "kysely";
import { z } from "zod";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { canTicket } from "../../rules/ticket.ts";
import { TicketId } from "../../rules/ticket-input.ts";
import { changeTicketRow, clockColumns, clocksOf, moveTicket } from "./move-ticket.ts";
import { ownerUnread } from "./staff-writes.ts";
import { type Ticket, lockTicket, ticketFact } from "./ticket-row.ts";
import { writeEvent } from "./write-ticket-item.ts";
import { moveAttachments } from "#app/features/messages/server/attachments.ts";

/** Whether two tickets belong to the same person: one account, or visitors with the same address or key. */
export const sameOwner = (a: Ticket, b: Ticket): boolean =>
  a.ownerUid !== null || b.ownerUid !== null
    ? a.ownerUid === b.ownerUid
    : (a.visitorEmail !== null && a.visitorEmail === b.visitorEmail) ||
      (a.visitorKeyHash !== null && a.visitorKeyHash === b.visitorKeyHash);

/**
 * Merges one ticket into another: all messages move there in chronological order, and the first is closed with a
 * pointer. The older ticket's clocks are kept. Repeating the same merge does nothing.
 * @param otherOwner staff confirmed that the owners differ; the owner of `intoId` will read both
 */
export const mergeTickets = command({
  input: z.object({ fromId: TicketId, intoId: TicketId, otherOwner: z.boolean().optional() }),
  async load({ fromId, intoId }, { tx, actor }) {
    if (!canTicket.handle(actor)) throw notFound("ticket");
    if (fromId === intoId)
      throw invalid("same_ticket", "You can't merge a ticket into itself.", "Choose a different ticket.");
    // Lock in a fixed order, so opposite merges can't deadlock.
    const held = new Map<string, Ticket>();
    for (const id of [fromId, intoId].toSorted()) held.set(id, await lockTicket(tx, id));
    return { from: held.get(fromId)!, into: held.get(intoId)! };
  },
  allow: (actor) => canTicket.handle(actor),
  async run({ input, thing: { from, into }, ...ctx }): Promise<{ changed: boolean; intoId: string }> {
    if (from.mergedIntoId === into.id) return { changed: false, intoId: into.id };
    if (from.mergedIntoId || into.mergedIntoId)
      throw conflict(
        "merged",
        `Someone just merged ${from.mergedIntoId ? from.number : into.number}.`,
        "Reload the page to see the merged ticket.",
      );
    if (into.status === "closed" || from.status === "closed")
      throw conflict(
        "closed",
        `${into.status === "closed" ? into.number : from.number} is closed.`,
        "Reopen it first.",
      );
    if (!sameOwner(from, into) && !input.otherOwner)
      throw conflict(
        "other_owner",
        `${from.number} and ${into.number} belong to different people.`,
        `If you merge them, the owner of ${into.number} can read everything on ${from.number}.`,
      );
    const { tx, now } = ctx;
    // The same key used on both tickets means two messages: keep both, and clear the moved one's key.
    await sql`update ticket_messages m set "ticketId" = ${into.id},
      "mergedFromId" = coalesce(m."mergedFromId", ${from.id}),
      "clientKey" = case when exists (select 1 from ticket_messages o where o."ticketId" = ${into.id}
      and coalesce(o."authorId", '') = coalesce(m."authorId", '') and o."clientKey" = m."clientKey") then null
        else m."clientKey" end
      where m."ticketId" = ${from.id}`.execute(tx);
    await moveAttachments(tx, from.id, into.id);
    await sql`insert into ticket_tags ("ticketId", tag) select ${into.id}, tag from ticket_tags
      where "ticketId" = ${from.id} on conflict do nothing`.execute(tx);
    const closed = await moveTicket(ctx, from, "merge", {
      mergedIntoId: into.id,
      unreadByAdmin: false,
      unreadByEditor: false,
      unreadByClient: false,
    });
    const older = from.createdAt < into.createdAt ? from : into;
    const latest = from.lastAt > into.lastAt ? from : into;
    const [fromClocks, intoClocks] = [await clocksOf(from, tx), await clocksOf(into, tx)];
    const clocks =
      older === from && into.status !== "resolved"
        ? clockColumns(
            {
              ...intoClocks,
              promises: fromClocks.promises,
              clocksFromAt: from.clocksFromAt,
              pauses: fromClocks.pauses,
              pausedAt: into.pausedAt,
              firstRespondedAt: from.firstRespondedAt ?? into.firstRespondedAt,
            },
            from,
            now,
          )
        : {};
    const merged = await changeTicketRow(ctx, into, {
      ...clocks,
      messages: from.messages + into.messages,
      lastAt: latest.lastAt,
      lastRole: latest.lastRole,
      unreadByAdmin: from.unreadByAdmin || into.unreadByAdmin,
      ...(from.messages > 0 ? ownerUnread(into) : {}),
      orderId: into.orderId ?? from.orderId,
      assigneeId: into.assigneeId ?? from.assigneeId,
    });
    await writeEvent(ctx, merged, `${from.number} was merged into this ticket`, false);
    await writeEvent(ctx, closed, `This ticket was merged into ${into.number}`, false);
    await ticketFact(ctx, closed, "ticket.merged", { intoId: into.id, intoNumber: into.number });
    return { changed: true, intoId: into.id };
  },
});
