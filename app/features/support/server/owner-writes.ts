import { conflict } from "#app/platform/rules/errors.ts";
import { DAY } from "#app/platform/rules/time.ts";
import type { Deed } from "#app/platform/server/command.ts";
import { limitMessages } from "#app/features/messages/server/limit-messages.ts";
import type { Uploader } from "#app/features/messages/server/attachments.ts";
import { TICKET_DAYS } from "../rules/sla.ts";
import { moveTicket } from "./move-ticket.ts";
import { type Ticket, ticketFact } from "./ticket-row.ts";
import { type Sent, findSent, writeEvent, writeItem } from "./write-ticket-item.ts";

/** Whether words of its owner's still open it again, where it is closed. */
export const reopensByOwner = (ticket: Pick<Ticket, "mergedIntoId" | "closedAt">, now: Date): boolean =>
  ticket.mergedIntoId === null &&
  (ticket.closedAt === null || now.getTime() - ticket.closedAt.getTime() <= TICKET_DAYS.reopens * DAY);

/** @throws conflict when the ticket takes no more words of its owner's */
export async function refuseIfOver(deed: Deed, ticket: Ticket): Promise<void> {
  if (ticket.mergedIntoId) {
    const into = await deed.tx
      .selectFrom("tickets")
      .select("number")
      .where("id", "=", ticket.mergedIntoId)
      .executeTakeFirstOrThrow();
    throw conflict(
      "merged",
      `${ticket.number} goes on as ${into.number}.`,
      `Write on ${into.number}: all that was written stands there.`,
    );
  }
  if (!reopensByOwner(ticket, deed.now))
    throw conflict(
      "closed_for_good",
      `${ticket.number} was closed more than ${TICKET_DAYS.reopens} days ago.`,
      `Open a new ticket and name ${ticket.number} in it: we can read it there.`,
    );
}

/**
 * The owner, with an account or without, writes on their ticket: it waits for staff again, and what was resolved or closed is open again.
 * @returns `again` when the same sending stands there already, and then nothing else happened
 * @throws conflict when it was merged, or closed too long ago; too-many past the limit
 */
export async function ownerWrites(
  deed: Deed,
  ticket: Ticket,
  it: Sent & { by: Uploader | null },
): Promise<{ id: string; again: boolean; ticket: Ticket }> {
  const sent = await findSent(deed, ticket, it.clientKey);
  if (sent) return { id: sent, again: true, ticket };
  await refuseIfOver(deed, ticket);
  // Visitors are counted by their network and link before they come here.
  if (it.by && "uid" in it.by) await limitMessages(deed.tx, `tickets of ${it.by.uid}`);
  const id = await writeItem(deed, ticket, { ...it, kind: "message", authorRole: ticket.ownerRole });
  const reopens = ticket.status === "resolved" || ticket.status === "closed";
  const moved = await moveTicket(deed, ticket, reopens ? "reopen" : "reply", {
    unreadByAdmin: true,
    lastAt: deed.now,
    lastRole: ticket.ownerRole,
    messages: ticket.messages + 1,
  });
  if (reopens) {
    await writeEvent(deed, ticket, "Reopened", false);
    await ticketFact(deed, moved, "ticket.reopened", {});
  } else await ticketFact(deed, moved, "ticket.replied", { messageId: id });
  return { id, again: false, ticket: moved };
}
