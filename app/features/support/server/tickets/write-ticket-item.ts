import { deskRole, may } from "#app/platform/rules/core/duties.ts";
import { uidOf, type Person } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Uploader, attachToMessage } from "#app/features/messages/server/attachments.ts";
import type { TicketAuthorRole } from "../../rules/ticket.ts";
import type { Ticket } from "./ticket-row.ts";

/** Sent with a message: files, and the key that makes a resend idempotent. */
export type Sent = { body: string; attachmentIds?: readonly string[] | undefined; clientKey?: string | undefined };

/** The item a resend already created, here or on the merge target, or null if it's new. */
export async function findSent(
  ctx: CommandContext,
  ticket: Ticket,
  clientKey: string | undefined,
): Promise<string | null> {
  if (!clientKey) return null;
  const row = await ctx.tx
    .selectFrom("ticket_messages")
    .select("id")
    .where("ticketId", "in", [ticket.id, ticket.mergedIntoId ?? ticket.id])
    .where("authorId", "is not distinct from", uidOf(ctx.actor))
    .where("clientKey", "=", clientKey)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Writes one item of a ticket's conversation. The caller handles its effect on the ticket.
 * @param by the owner of the attachments
 * @returns its id
 */
export async function writeItem(
  ctx: CommandContext,
  ticket: Pick<Ticket, "id">,
  it: Sent & {
    kind: "message" | "note";
    authorRole: TicketAuthorRole;
    by?: Uploader | null;
    authorId?: string | null;
    at?: Date;
  },
): Promise<string> {
  const id = newId("ticketMessage");
  await ctx.tx
    .insertInto("ticket_messages")
    .values({
      id,
      ticketId: ticket.id,
      authorId: it.authorId === undefined ? uidOf(ctx.actor) : it.authorId,
      authorRole: it.authorRole,
      kind: it.kind,
      body: it.body,
      forStaff: it.kind === "note",
      createdAt: it.at ?? ctx.now,
      clientKey: it.clientKey ?? null,
    })
    .execute();
  if (it.attachmentIds?.length && it.by)
    await attachToMessage(ctx.tx, it.by, it.attachmentIds, { messageId: id, ticketId: ticket.id });
  return id;
}

/** Adds an event to a ticket's items. @param forStaff internal, never shown to the owner */
export async function writeEvent(
  ctx: CommandContext,
  ticket: Pick<Ticket, "id">,
  body: string,
  forStaff: boolean,
): Promise<void> {
  const { actor } = ctx;
  const role: TicketAuthorRole =
    actor.kind === "person"
      ? may(actor, "care")
        ? deskRole(actor)
        : (actor as Person).isEditor
          ? "editor"
          : "client"
      : actor.kind === "guest"
        ? "visitor"
        : "system";
  await ctx.tx
    .insertInto("ticket_messages")
    .values({
      id: newId("ticketMessage"),
      ticketId: ticket.id,
      authorId: uidOf(actor),
      authorRole: role,
      kind: "event",
      body,
      forStaff,
      createdAt: ctx.now,
    })
    .execute();
}
