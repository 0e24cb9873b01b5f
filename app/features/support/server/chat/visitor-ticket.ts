import { z } from "zod";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { countAttempt, networkOf } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { AttachmentIds, ClientKey, TicketBody } from "../../rules/ticket-input.ts";
import type { TicketView } from "../../rules/ticket-view.ts";
import { viewTicket } from "../tickets/find-ticket.ts";
import { sameOwner } from "../tickets/merge-tickets.ts";
import { ownerWrites } from "../own/owner-writes.ts";
import { readReplyToken, replyKeyHash } from "./reply-token.ts";
import { type Ticket, getTicket, lockTicket } from "../tickets/ticket-row.ts";

/** Where a ticket's conversation continues: if it was merged into another of the same person's, there. */
export async function whereItGoesOn(db: Reader, ticket: Ticket): Promise<Ticket> {
  for (let at = ticket, n = 0; n < 10; n++) {
    if (!at.mergedIntoId) return at;
    const into = await getTicket(at.mergedIntoId, db);
    if (!sameOwner(at, into)) return at;
    at = into;
  }
  return ticket;
}

async function ofToken(db: Reader, token: string): Promise<Ticket> {
  const ticket = await getTicket(readReplyToken(token).ticketId, db);
  // Tickets that belong to an account require signing in.
  if (ticket.ownerRole !== "visitor") throw notFound("link");
  return whereItGoesOn(db, ticket);
}

/** A visitor's ticket, by the link in our email. @throws not-found for a wrong link, gone for an expired one */
export async function findVisitorTicket(token: string): Promise<TicketView> {
  return viewTicket(await ofToken(database(), token), { staff: false, uid: null });
}

/** The owner of files sent through a link; the reply takes them under the same owner. @throws as findVisitorTicket */
export const uploaderOfToken = async (token: string): Promise<{ keyHash: string }> => ({
  keyHash: replyKeyHash((await ofToken(database(), token)).id),
});

/**
 * A visitor without an account replies through the link in our email. The same `clientKey` is stored once.
 * @throws not-found, gone, conflict if it was closed too long ago
 */
export const replyByToken = command({
  input: z.object({ token: z.string().max(300), body: TicketBody, attachmentIds: AttachmentIds, clientKey: ClientKey }),
  load: async ({ token }, { tx }) => lockTicket(tx, (await ofToken(tx, token)).id),
  // The token is the permission; a signed-in user has no role on this page.
  allow: () => true,
  async run({ input, thing: ticket, ...ctx }): Promise<{ id: string }> {
    // A visitor's messages carry no account name, even if someone is signed in.
    const { id } = await ownerWrites({ ...ctx, actor: NOBODY }, ticket, {
      body: input.body,
      attachmentIds: input.attachmentIds,
      clientKey: input.clientKey,
      by: { keyHash: replyKeyHash(ticket.id) },
    });
    return { id };
  },
});

/** The same with rate limits per link and network. @throws Problem to show on the page */
export async function submitReply(
  request: Request,
  input: { token: string; body: string; attachmentIds?: string[]; clientKey?: string },
): Promise<{ id: string }> {
  const { ticketId } = readReplyToken(input.token);
  await countAttempt("/contact/reply", ticketId, networkOf(request.headers));
  return replyByToken(NOBODY, input);
}
