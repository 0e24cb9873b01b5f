import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { canTicket } from "../../rules/ticket.ts";
import { chatKeyHashOf } from "../chat/chat-key.ts";
import { getTicket } from "./ticket-row.ts";
import { findVisitorTicket } from "../chat/visitor-ticket.ts";
import { database } from "#app/platform/server/core/database.ts";

/** Whether a request may fetch the files of a ticket's message. Files on internal notes are for staff only. */
export async function mayReadTicketMessage(actor: Actor, request: Request, messageId: string): Promise<boolean> {
  // The message's current place, since its ticket may have been merged.
  const message = await database()
    .selectFrom("ticket_messages")
    .select(["ticketId", "forStaff"])
    .where("id", "=", messageId)
    .executeTakeFirst();
  if (!message) return false;
  return may(actor, "care") || (!message.forStaff && mayReadTicket(actor, request, message.ticketId));
}

/**
 * Whether a request may fetch a ticket's files: owner, staff, or a visitor with the chat cookie or the link's token
 * (`?token=`).
 */
export async function mayReadTicket(actor: Actor, request: Request, ticketId: string): Promise<boolean> {
  try {
    const ticket = await getTicket(ticketId);
    if (canTicket.view(actor, ticket)) return true;
    if (ticket.ownerRole !== "visitor") return false;
    if (ticket.visitorKeyHash !== null && chatKeyHashOf(request) === ticket.visitorKeyHash) return true;
    const token = new URL(request.url).searchParams.get("token");
    return token !== null && (await findVisitorTicket(token)).id === ticketId;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
