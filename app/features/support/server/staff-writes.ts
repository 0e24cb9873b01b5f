import { conflict, refused } from "#app/platform/rules/errors.ts";
import { isStaff } from "#app/platform/rules/actor.ts";
import type { Deed } from "#app/platform/server/command.ts";
import { moveTicket, changeTicketRow } from "./move-ticket.ts";
import { postVisitorLetter } from "./visitor-letter.ts";
import { type Ticket, ticketFact } from "./ticket-row.ts";
import { type Sent, findSent, writeEvent, writeItem } from "./write-ticket-item.ts";

export type After = "waiting" | "resolved" | "open";

/** The flag by which a ticket's owner sees that the house wrote; visitors have none. */
export const ownerUnread = (ticket: Pick<Ticket, "ownerRole">): { unreadByEditor?: true; unreadByClient?: true } =>
  ticket.ownerRole === "editor"
    ? { unreadByEditor: true }
    : ticket.ownerRole === "client"
      ? { unreadByClient: true }
      : {};

/**
 * Whether the owner has written since the last item that staff had on their screen: then what they just wrote or decided did not know of it.
 * @param seenId the last item on the page it was written from
 */
export async function wroteSince(deed: Deed, ticket: Ticket, seenId: string | undefined): Promise<boolean> {
  if (!seenId) return false;
  const seen = await deed.tx
    .selectFrom("ticket_messages")
    .select("createdAt")
    .where("id", "=", seenId)
    .where("ticketId", "=", ticket.id)
    .executeTakeFirst();
  if (!seen) return false;
  const later = await deed.tx
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
 * Staff write to a ticket's owner: with an account they are told by a notice, without one by a letter that holds the answer.
 * @param after whether it waits for the customer now (where left out), is resolved by this, or staff go on; a resolved ticket stays resolved
 * @throws conflict when it is closed
 */
export async function staffWrites(
  deed: Deed,
  ticket: Ticket,
  it: Sent & { after?: After | undefined; seenId?: string | undefined },
): Promise<{ id: string; again: boolean; ticket: Ticket }> {
  const { actor } = deed;
  if (!isStaff(actor)) throw refused("Only support answers tickets.");
  const sent = await findSent(deed, ticket, it.clientKey);
  if (sent) return { id: sent, again: true, ticket };
  if (ticket.status === "closed")
    throw conflict(
      "closed",
      `${ticket.number} is closed.`,
      ticket.mergedIntoId ? "It goes on in another ticket: answer there." : "Open it again first, then answer.",
    );
  const role = actor.isAdmin ? ("admin" as const) : ("support" as const);
  const unseen = await wroteSince(deed, ticket, it.seenId);
  const id = await writeItem(deed, ticket, { ...it, kind: "message", authorRole: role, by: { uid: actor.uid } });
  const set = {
    unreadByAdmin: unseen && ticket.unreadByAdmin,
    ...ownerUnread(ticket),
    lastAt: deed.now,
    lastRole: role,
    messages: ticket.messages + 1,
  };
  // Words that the owner wrote meanwhile are not resolved by an answer that did not know of them.
  const wanted = it.after ?? (ticket.status === "resolved" ? "resolved" : "waiting");
  const to: After = unseen ? "open" : wanted;
  let moved = ticket;
  if (ticket.status === "resolved" && to === "resolved") moved = await changeTicketRow(deed, ticket, set);
  else {
    if (ticket.status === "resolved") moved = await moveTicket(deed, ticket, "reopen");
    moved = await moveTicket(deed, moved, to === "resolved" ? "resolve" : to === "open" ? "answer" : "wait", set);
  }
  if (ticket.status === "resolved" && to !== "resolved") await writeEvent(deed, ticket, "Reopened", false);
  if (ticket.status !== "resolved" && to === "resolved") {
    await writeEvent(deed, ticket, "Resolved", false);
    await ticketFact(deed, moved, "ticket.resolved", { messageId: id });
  } else await ticketFact(deed, moved, "ticket.answered", { messageId: id });
  // Whoever chats may still be there: write-to-gone-visitors.ts waits for them first.
  if (moved.ownerRole === "visitor" && moved.channel !== "chat")
    await postVisitorLetter(deed, moved, { id, body: it.body });
  return { id, again: false, ticket: moved };
}
