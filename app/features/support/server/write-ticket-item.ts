import { uidOf } from "#app/platform/rules/actor.ts";
import { newId } from "#app/platform/rules/ids.ts";
import type { Deed } from "#app/platform/server/command.ts";
import { type Uploader, attachToMessage } from "#app/features/messages/server/attachments.ts";
import type { TicketAuthorRole } from "../rules/ticket.ts";
import type { Ticket } from "./ticket-row.ts";

/** What goes with words that somebody sends: files, and the key that makes two sendings one. */
export type Sent = { body: string; attachmentIds?: readonly string[] | undefined; clientKey?: string | undefined };

/** The item that the same sending has become already, here or on the ticket that this one was merged into; null when it is new. */
export async function findSent(deed: Deed, ticket: Ticket, clientKey: string | undefined): Promise<string | null> {
  if (!clientKey) return null;
  const row = await deed.tx
    .selectFrom("ticket_messages")
    .select("id")
    .where("ticketId", "in", [ticket.id, ticket.mergedIntoId ?? ticket.id])
    .where("authorId", "is not distinct from", uidOf(deed.actor))
    .where("clientKey", "=", clientKey)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Writes one item of a ticket's conversation. What it means for the ticket is the caller's. @param by whose the attachments are @returns its id */
export async function writeItem(
  deed: Deed,
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
  await deed.tx
    .insertInto("ticket_messages")
    .values({
      id,
      ticketId: ticket.id,
      authorId: it.authorId === undefined ? uidOf(deed.actor) : it.authorId,
      authorRole: it.authorRole,
      kind: it.kind,
      body: it.body,
      forStaff: it.kind === "note",
      createdAt: it.at ?? deed.now,
      clientKey: it.clientKey ?? null,
    })
    .execute();
  if (it.attachmentIds?.length && it.by)
    await attachToMessage(deed.tx, it.by, it.attachmentIds, { messageId: id, ticketId: ticket.id });
  return id;
}

/** Writes down among a ticket's items what happened to it. @param forStaff the house's own business, never shown to the owner */
export async function writeEvent(
  deed: Deed,
  ticket: Pick<Ticket, "id">,
  body: string,
  forStaff: boolean,
): Promise<void> {
  const { actor } = deed;
  const role: TicketAuthorRole =
    actor.kind === "person"
      ? actor.isAdmin
        ? "admin"
        : actor.isSupport
          ? "support"
          : actor.isEditor
            ? "editor"
            : "client"
      : actor.kind === "guest"
        ? "visitor"
        : "system";
  await deed.tx
    .insertInto("ticket_messages")
    .values({
      id: newId("ticketMessage"),
      ticketId: ticket.id,
      authorId: uidOf(actor),
      authorRole: role,
      kind: "event",
      body,
      forStaff,
      createdAt: deed.now,
    })
    .execute();
}
