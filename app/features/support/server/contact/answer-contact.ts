import { anyRoleSql, roleSql } from "#app/features/accounts/server/people/role-sql.ts";
import { z } from "zod";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { CONTACT_TOPIC_LABELS, type ContactTopic, excerpt } from "../../rules/contact-message.ts";
import { type TicketCategory, canTicket } from "../../rules/ticket.ts";
import { AttachmentIds, ClientKey, TicketBody } from "../../rules/ticket-input.ts";
import { createTicket } from "../tickets/create-ticket.ts";
import { moveContactMessage } from "./move-contact-message.ts";
import { staffWrites } from "../tickets/staff-writes.ts";
import { lockTicket } from "../tickets/ticket-row.ts";

/** The ticket category for each contact topic. */
const CATEGORIES: Record<ContactTopic, TicketCategory> = {
  ordering: "order",
  order: "order",
  payment: "payment",
  account: "account",
  technical: "technical",
  editing: "other",
  other: "other",
};
const SUBJECT = 80;

/**
 * The account a message belongs to: the one it was written from, otherwise the one with that verified address. Staff
 * don't own tickets.
 */
async function accountOf(
  tx: Tx,
  message: { uid: string | null; email: string },
): Promise<{ uid: string; ownerRole: "client" | "editor" } | null> {
  const row = await tx
    .selectFrom("users as u")
    .innerJoin("auth_user as a", "a.id", "u.uid")
    .select(["u.uid", roleSql("editor").as("editor")])
    .where((e) => (message.uid ? e("u.uid", "=", message.uid) : e(e.fn("lower", ["a.email"]), "=", message.email)))
    .where("a.emailVerified", "=", true)
    .where("a.disabledAt", "is", null)
    .where((e) => e.not(anyRoleSql()))
    .limit(1)
    .executeTakeFirst();
  return row ? { uid: row.uid, ownerRole: row.editor ? "editor" : "client" } : null;
}

/**
 * Answers a contact message. The first answer turns it into a ticket that starts with the message; later answers go to
 * the same ticket. Account holders find it among their tickets. Others get an email with the answer and a reply button.
 * @param after as in answerTicket
 */
export const answerContact = command({
  input: z.object({
    id: z.string().max(64),
    body: TicketBody,
    attachmentIds: AttachmentIds,
    clientKey: ClientKey,
    after: z.enum(["waiting", "resolved", "open"]).optional(),
  }),
  async load({ id }, { tx }) {
    const message = await tx
      .selectFrom("contact_messages")
      .selectAll()
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!message) throw notFound("message");
    return message;
  },
  allow: (actor) => canTicket.handle(actor) || "Only support can answer contact messages.",
  async run({ input, thing: message, ...ctx }): Promise<{ ticketId: string; number: string }> {
    const { tx } = ctx;
    const { id: _id, ...words } = input;
    const known = await tx
      .selectFrom("tickets")
      .select("id")
      .where("contactMessageId", "=", message.id)
      .executeTakeFirst();
    let ticket = known ? await lockTicket(tx, known.id) : null;
    while (ticket?.mergedIntoId) ticket = await lockTicket(tx, ticket.mergedIntoId);
    if (!ticket) {
      const account = await accountOf(tx, message);
      ticket = await createTicket(
        ctx,
        {
          channel: "contact",
          ...(account ? { ownerUid: account.uid, ownerRole: account.ownerRole } : { ownerRole: "visitor" }),
          visitorName: message.name,
          visitorEmail: message.email,
          contactMessageId: message.id,
          subject: `${CONTACT_TOPIC_LABELS[message.topic]}: ${excerpt(message.message, SUBJECT)}`,
          category: CATEGORIES[message.topic],
          priority: "normal",
        },
        { body: message.message, by: null, at: message.createdAt },
      );
    }
    await staffWrites(ctx, ticket, words);
    if (message.status !== "closed") await moveContactMessage.inside(ctx, { id: message.id, move: "close" });
    return { ticketId: ticket.id, number: ticket.number };
  },
});
