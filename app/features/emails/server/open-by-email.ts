import type { Person } from "#app/platform/rules/core/actor.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { findEmailRecipient } from "#app/features/notifications/server/find-email-recipient.ts";
import { createTicket } from "#app/features/support/server/tickets/create-ticket.ts";
import { openTicket } from "#app/features/support/server/tickets/open-ticket.ts";
import { TICKET_LIMITS } from "#app/features/support/rules/ticket.ts";
import { TicketBody } from "#app/features/support/rules/ticket-input.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";

/** A ticket's subject from an email's. */
const subjectOf = (subject: string): string =>
  subject
    .replace(/^(?:\s*(?:re|fwd?|aw|wg|sv|tr|rv)\s*:)+/i, "")
    .trim()
    .slice(0, TICKET_LIMITS.subject) || "Email to support";

/** The account with this address that email is sent to, or null. */
export async function findPersonByAddress(address: string, db: Reader = database()): Promise<Person | null> {
  const row = await db
    .selectFrom("auth_user")
    .select("id")
    .where("email", "=", address)
    .where("emailVerified", "=", true)
    .executeTakeFirst();
  return row ? findEmailRecipient(db, row.id) : null;
}

type Opening = { subject: string; body: string; attachmentIds: string[]; clientKey: string };

/** Opens a ticket with an email to support from somebody with an account. @returns its id */
export async function openForPerson(ctx: CommandContext, it: Opening): Promise<string> {
  const { id } = await openTicket.inside(ctx, { ...it, subject: subjectOf(it.subject), category: "other" });
  return id;
}

/** Opens a ticket for somebody without an account who confirmed their email to support. @returns its id */
export async function openForVisitor(
  ctx: CommandContext,
  it: { subject: string; body: string; name: string; address: string },
): Promise<string> {
  const body = TicketBody.safeParse(it.body);
  if (!body.success)
    throw invalid(
      "too_long",
      `Your email has more than ${TICKET_LIMITS.message.toLocaleString("en-US")} characters.`,
      "Send us a shorter one.",
    );
  const ticket = await createTicket(
    ctx,
    {
      channel: "ticket",
      ownerRole: "visitor",
      visitorName: it.name || it.address.split("@")[0]!,
      visitorEmail: it.address,
      subject: subjectOf(it.subject),
      category: "other",
      priority: "normal",
    },
    { body: body.data, by: null },
  );
  return ticket.id;
}
