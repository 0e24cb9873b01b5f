import { deskRole } from "#app/platform/rules/core/duties.ts";
import { z } from "zod";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { takeNumber } from "#app/features/payments/server/invoices/take-number.ts";
import type { Clocks } from "../../rules/sla.ts";
import { canTicket } from "../../rules/ticket.ts";
import { TicketBody, TicketCategoryField, TicketSubject } from "../../rules/ticket-input.ts";
import { FIRST_TICKET } from "./create-ticket.ts";
import { clockColumns } from "./move-ticket.ts";
import { ownerUnread } from "./staff-writes.ts";
import { ticketFact } from "./ticket-row.ts";
import { writeItem } from "./write-ticket-item.ts";
import { termsAt } from "../desk/read-promises.ts";

/**
 * Staff write to a person: creates a ticket that starts with our message and waits for their reply. They answer it like
 * any other ticket. Repeating it with the same `clientKey` creates no second one.
 * @throws not-found, refused for staff and closed accounts, invalid
 */
export const writeToPerson = command({
  input: z.object({
    uid: z.string(),
    subject: TicketSubject,
    category: TicketCategoryField,
    body: TicketBody,
    clientKey: z.string().min(1).max(64),
  }),
  load: async ({ uid }, { tx }) => {
    const person = await tx
      .selectFrom("users as u")
      .leftJoin("auth_user as a", "a.id", "u.uid")
      .select(["u.uid", "u.isEditor", "u.displayName", "a.disabledAt"])
      .where("u.uid", "=", uid)
      .executeTakeFirst();
    if (!person) throw notFound("person");
    return person;
  },
  allow: (actor, person) => {
    if (!canTicket.handle(actor)) return "Only staff can write to people.";
    return actor.uid !== person.uid || "You can't write to yourself.";
  },
  async run({ input, thing: person, ...ctx }): Promise<{ id: string; number: string }> {
    const { tx, now } = ctx;
    await lockName(tx, `tickets of ${person.uid}`);
    const same = await tx
      .selectFrom("tickets")
      .select(["id", "number"])
      .where("ownerUid", "=", person.uid)
      .where("clientKey", "=", input.clientKey)
      .executeTakeFirst();
    if (same) return same;
    if (person.disabledAt)
      throw refused(
        `${person.displayName}'s account is blocked, so they couldn't read this.`,
        "Unblock the account first, or write to their email address.",
      );
    const ownerRole = person.isEditor ? ("editor" as const) : ("client" as const);
    const role = deskRole(ctx.actor as Person);
    const clocks: Clocks = {
      priority: "normal",
      ...(await termsAt(now, tx)),
      clocksFromAt: now,
      firstRespondedAt: now,
      pauses: [],
      pausedAt: now,
      ended: false,
    };
    const ticket = await tx
      .insertInto("tickets")
      .values({
        id: newId("ticket"),
        number: `T-${FIRST_TICKET + (await takeNumber(tx, "T"))}`,
        channel: "ticket",
        ownerUid: person.uid,
        ownerRole,
        subject: input.subject,
        category: input.category,
        priority: "normal",
        clientKey: input.clientKey,
        status: "waiting",
        ...ownerUnread({ ownerRole }),
        lastAt: now,
        lastRole: role,
        messages: 1,
        createdAt: now,
        updatedAt: now,
        ...clockColumns(clocks, { firstResponseDueAt: null, firstRespondedAt: now, flags: {} }, now),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const messageId = await writeItem(ctx, ticket, { kind: "message", authorRole: role, body: input.body });
    await ticketFact(ctx, ticket, "ticket.started", { category: ticket.category, messageId });
    return { id: ticket.id, number: ticket.number };
  },
});
