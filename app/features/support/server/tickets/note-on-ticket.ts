import { type Person, uidOf } from "#app/platform/rules/core/actor.ts";
import { deskRole } from "#app/platform/rules/core/duties.ts";
import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { mentionsIn } from "../../rules/mentions.ts";
import { canTicket } from "../../rules/ticket.ts";
import { ClientKey, TicketBody, TicketId } from "../../rules/ticket-input.ts";
import { deskStaff } from "../desk/desk-staff.ts";
import { lockOwnTicket, ticketFact } from "./ticket-row.ts";
import { findSent, writeItem } from "./write-ticket-item.ts";

/**
 * Adds an internal note, invisible to the owner. Colleagues whom it mentions are told. Notes have no attachments, because
 * anyone who may read the ticket can see its files.
 */
export const noteOnTicket = command({
  input: z.object({ ticketId: TicketId, body: TicketBody, clientKey: ClientKey }),
  load: (input, ctx) => lockOwnTicket(ctx, input.ticketId),
  allow: (actor) => canTicket.handle(actor) || "Only support can write notes.",
  async run({ input, thing: ticket, actor, ...rest }): Promise<{ id: string }> {
    const ctx = { actor, ...rest };
    const sent = await findSent(ctx, ticket, input.clientKey);
    if (sent) return { id: sent };
    const id = await writeItem(ctx, ticket, {
      kind: "note",
      authorRole: deskRole(actor as Person),
      body: input.body,
      clientKey: input.clientKey,
    });
    const uids = input.body.includes("@")
      ? mentionsIn(input.body, await deskStaff(ctx.tx).execute()).filter((uid) => uid !== uidOf(actor))
      : [];
    await ticketFact(ctx, ticket, "ticket.noted", { messageId: id, ...(uids.length > 0 ? { uids } : {}) });
    return { id };
  },
});
