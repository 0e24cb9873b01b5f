import { sql } from "kysely";
import { z } from "zod";
import { uidOf } from "#app/platform/rules/actor.ts";
import { conflict, invalid } from "#app/platform/rules/errors.ts";
import { command } from "#app/platform/server/command.ts";
import type { Reader } from "#app/platform/server/database.ts";
import { canTicket } from "../rules/ticket.ts";
import { TicketId } from "../rules/ticket-input.ts";
import { changeTicketRow } from "./move-ticket.ts";
import { lockOwnTicket, ticketFact } from "./ticket-row.ts";
import { writeEvent } from "./write-ticket-item.ts";

/** The name of a member of staff whose account is open; null for everybody else. */
async function staffName(db: Reader, uid: string): Promise<string | null> {
  const row = await db
    .selectFrom("users as u")
    .leftJoin("auth_user as a", "a.id", "u.uid")
    .select("u.displayName")
    .where("u.uid", "=", uid)
    .where(
      sql<boolean>`a."disabledAt" is null and (u."isAdmin" or u.role = 'admin' or coalesce((a.claims->>'admin')::boolean, false) or coalesce((a.claims->>'support')::boolean, false))`,
    )
    .executeTakeFirst();
  return row?.displayName ?? null;
}

/** Gives a ticket to a member of staff, to oneself, or back to all. Given already to the same, nothing happens. @throws invalid for whoever is not of the staff, conflict when it is closed */
export const assignTicket = command({
  input: z.object({ ticketId: TicketId, assigneeId: z.string().max(64).nullable() }),
  load: (input, deed) => lockOwnTicket(deed, input.ticketId),
  allow: (actor) => canTicket.handle(actor) || "Only support gives tickets to somebody.",
  async run({ input, thing: ticket, ...deed }): Promise<{ changed: boolean }> {
    const { assigneeId } = input;
    if (ticket.assigneeId === assigneeId) return { changed: false };
    if (ticket.status === "closed") throw conflict("closed", `${ticket.number} is closed.`, "Open it again first.");
    const me = uidOf(deed.actor);
    const name = assigneeId === null ? null : await staffName(deed.tx, assigneeId);
    if (assigneeId !== null && name === null)
      throw invalid("assignee", "Tickets are given to staff only.", "Choose somebody from the list.", {
        assigneeId: "Choose somebody of the staff.",
      });
    const before =
      ticket.assigneeId === null
        ? null
        : ((
            await deed.tx
              .selectFrom("users")
              .select("displayName")
              .where("uid", "=", ticket.assigneeId)
              .executeTakeFirst()
          )?.displayName ?? "Somebody who has left");
    const by = deed.actor.kind === "person" ? deed.actor.displayName : "The product";
    const moved = await changeTicketRow(deed, ticket, { assigneeId });
    await writeEvent(
      deed,
      moved,
      assigneeId === null
        ? ticket.assigneeId === me
          ? `${by} gave this ticket back`
          : `${by} took this ticket from ${before}`
        : assigneeId === me
          ? `${by} took this ticket`
          : `${by} gave this ticket to ${name}`,
      true,
    );
    await ticketFact(deed, moved, "ticket.assigned", { assigneeId });
    return { changed: true };
  },
});
