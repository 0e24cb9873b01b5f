import { conflict } from "#app/platform/rules/core/errors.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { limitMessages } from "#app/features/messages/server/limit-messages.ts";
import type { Uploader } from "#app/features/messages/server/attachments.ts";
import { TICKET_DAYS } from "../../rules/sla.ts";
import { moveTicket } from "../tickets/move-ticket.ts";
import { sameOwner } from "../tickets/merge-tickets.ts";
import { type Ticket, getTicket, ticketFact } from "../tickets/ticket-row.ts";
import { type Sent, findSent, writeEvent, writeItem } from "../tickets/write-ticket-item.ts";

/** Whether the owner's reply can still reopen a closed ticket. */
export const reopensByOwner = (ticket: Pick<Ticket, "mergedIntoId" | "closedAt">, now: Date): boolean =>
  ticket.mergedIntoId === null &&
  (ticket.closedAt === null || now.getTime() - ticket.closedAt.getTime() <= TICKET_DAYS.reopens * DAY);

/** @throws conflict if the ticket no longer accepts replies from its owner */
export async function refuseIfOver(ctx: CommandContext, ticket: Ticket): Promise<void> {
  if (ticket.mergedIntoId) {
    const into = await getTicket(ticket.mergedIntoId, ctx.tx);
    if (!sameOwner(ticket, into))
      throw conflict(
        "merged",
        `${ticket.number} is closed.`,
        `Open a new ticket and mention ${ticket.number}. We can still read it.`,
      );
    throw conflict(
      "merged",
      `${ticket.number} was merged into ${into.number}.`,
      `Reply on ${into.number}. You'll find all messages there.`,
    );
  }
  if (!reopensByOwner(ticket, ctx.now))
    throw conflict(
      "closed_for_good",
      `${ticket.number} was closed more than ${TICKET_DAYS.reopens} days ago.`,
      `Open a new ticket and mention ${ticket.number}. We can still read it.`,
    );
}

/**
 * The owner, with or without an account, writes on their ticket. It needs staff again, and a resolved or closed ticket
 * reopens.
 * @returns `again` if the same message is already stored; then nothing else happened
 * @throws conflict if it was merged or closed too long ago; too-many past the limit
 */
export async function ownerWrites(
  ctx: CommandContext,
  ticket: Ticket,
  it: Sent & { by: Uploader | null },
): Promise<{ id: string; again: boolean; ticket: Ticket }> {
  const sent = await findSent(ctx, ticket, it.clientKey);
  if (sent) return { id: sent, again: true, ticket };
  await refuseIfOver(ctx, ticket);
  // Visitors were already counted by network and link.
  if (it.by && "uid" in it.by) await limitMessages(ctx.tx, `tickets of ${it.by.uid}`);
  const id = await writeItem(ctx, ticket, { ...it, kind: "message", authorRole: ticket.ownerRole });
  const reopens = ticket.status === "resolved" || ticket.status === "closed";
  const moved = await moveTicket(ctx, ticket, reopens ? "reopen" : "reply", {
    unreadByAdmin: true,
    lastAt: ctx.now,
    lastRole: ticket.ownerRole,
    messages: ticket.messages + 1,
  });
  if (reopens) {
    await writeEvent(ctx, ticket, "Reopened", false);
    await ticketFact(ctx, moved, "ticket.reopened", {});
  } else await ticketFact(ctx, moved, "ticket.replied", { messageId: id });
  return { id, again: false, ticket: moved };
}
