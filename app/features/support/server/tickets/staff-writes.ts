import { conflict, refused } from "#app/platform/rules/core/errors.ts";
import { may, deskRole } from "#app/platform/rules/core/duties.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { moveTicket, changeTicketRow } from "./move-ticket.ts";
import { postVisitorEmail } from "../chat/visitor-email.ts";
import { type Ticket, ticketFact } from "./ticket-row.ts";
import { type Sent, findSent, writeEvent, writeItem } from "./write-ticket-item.ts";

export type After = "waiting" | "resolved" | "open";

/** The flag that shows a ticket's owner that staff wrote; visitors have none. */
export const ownerUnread = (ticket: Pick<Ticket, "ownerRole">): { unreadByEditor?: true; unreadByClient?: true } =>
  ticket.ownerRole === "editor"
    ? { unreadByEditor: true }
    : ticket.ownerRole === "client"
      ? { unreadByClient: true }
      : {};

/**
 * Whether the owner wrote after the last item staff had on screen, so staff acted without having seen it.
 * @param seenId the last item on the page
 */
export async function wroteSince(ctx: CommandContext, ticket: Ticket, seenId: string | undefined): Promise<boolean> {
  if (!seenId) return false;
  const seen = await ctx.tx
    .selectFrom("ticket_messages")
    .select("createdAt")
    .where("id", "=", seenId)
    .where("ticketId", "=", ticket.id)
    .executeTakeFirst();
  if (!seen) return false;
  const later = await ctx.tx
    .selectFrom("ticket_messages")
    .select("id")
    .where("ticketId", "=", ticket.id)
    .where("kind", "=", "message")
    .where("authorRole", "=", ticket.ownerRole)
    .where("createdAt", ">=", seen.createdAt)
    .where("id", ">", seenId)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/**
 * Staff write to a ticket's owner, who gets a notification, or without an account an email with the answer.
 * @param after whether it now waits for the customer (default), is resolved, or stays with staff; a resolved ticket
 * stays resolved
 * @throws conflict if it's closed
 */
export async function staffWrites(
  ctx: CommandContext,
  ticket: Ticket,
  it: Sent & { after?: After | undefined; seenId?: string | undefined },
): Promise<{ id: string; again: boolean; ticket: Ticket }> {
  const { actor } = ctx;
  if (!may(actor, "care")) throw refused("Only support can answer tickets.");
  const sent = await findSent(ctx, ticket, it.clientKey);
  if (sent) return { id: sent, again: true, ticket };
  if (ticket.status === "closed")
    throw conflict(
      "closed",
      `${ticket.number} is closed.`,
      ticket.mergedIntoId ? "Answer on the ticket it was merged into." : "Reopen it first, then answer.",
    );
  const role = deskRole(actor);
  const unseen = await wroteSince(ctx, ticket, it.seenId);
  const id = await writeItem(ctx, ticket, { ...it, kind: "message", authorRole: role, by: { uid: actor.uid } });
  const set = {
    unreadByAdmin: unseen && ticket.unreadByAdmin,
    ...ownerUnread(ticket),
    lastAt: ctx.now,
    lastRole: role,
    messages: ticket.messages + 1,
  };
  // An answer written before the owner's latest message must not resolve it.
  const wanted = it.after ?? (ticket.status === "resolved" ? "resolved" : "waiting");
  const to: After = unseen ? "open" : wanted;
  let moved = ticket;
  if (ticket.status === "resolved" && to === "resolved") moved = await changeTicketRow(ctx, ticket, set);
  else {
    if (ticket.status === "resolved") moved = await moveTicket(ctx, ticket, "reopen");
    moved = await moveTicket(ctx, moved, to === "resolved" ? "resolve" : to === "open" ? "answer" : "wait", set);
  }
  if (ticket.status === "resolved" && to !== "resolved") await writeEvent(ctx, ticket, "Reopened", false);
  if (ticket.status !== "resolved" && to === "resolved") {
    await writeEvent(ctx, ticket, "Resolved", false);
    await ticketFact(ctx, moved, "ticket.resolved", { messageId: id });
  } else await ticketFact(ctx, moved, "ticket.answered", { messageId: id });
  // The visitor may still be in the chat, so write-to-gone-visitors.ts waits before sending an email.
  if (moved.ownerRole === "visitor" && moved.channel !== "chat")
    await postVisitorEmail(ctx, moved, { id, body: it.body });
  return { id, again: false, ticket: moved };
}
