import { z } from "zod";
import { uidOf, zoneOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { instantOf } from "#app/platform/rules/core/wall-clock.ts";
import { command } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { snoozeFault } from "../../rules/snooze.ts";
import { canTicket } from "../../rules/ticket.ts";
import { TicketId } from "../../rules/ticket-input.ts";
import { changeTicketRow } from "./move-ticket.ts";
import { lockOwnTicket, lockTicket, ticketFact } from "./ticket-row.ts";

/** Not snoozed. */
export const AWAKE = { snoozeEndsAt: null, snoozedBy: null } as const;

/**
 * Takes a ticket out of staff's own lists until a time, or ends that. Its clocks keep running: it's back earlier when
 * somebody writes, it moves, or a promise is about to be missed.
 */
export const snoozeTicket = command({
  input: z.object({
    ticketId: TicketId,
    /** "2026-11-24T14:05" in the time zone of the person who snoozes it. Null ends it. */
    until: z.string().max(32).nullable(),
  }),
  load: (input, ctx) => lockOwnTicket(ctx, input.ticketId),
  allow: (actor) => canTicket.handle(actor) || "Only support can snooze tickets.",
  async run({ input, thing: ticket, ...ctx }): Promise<{ changed: boolean }> {
    if (input.until === null) {
      if (ticket.snoozeEndsAt === null) return { changed: false };
      const moved = await changeTicketRow(ctx, ticket, AWAKE);
      await ticketFact(ctx, moved, "ticket.snoozed", { until: null });
      return { changed: true };
    }
    const until = instantOf(input.until, zoneOf(ctx.actor));
    const fault = snoozeFault(until, ctx.now);
    if (!until || fault)
      throw invalid("until", fault ?? "", "Choose another date and try again.", { until: fault ?? "" });
    if (ticket.status !== "open" && ticket.status !== "waiting")
      throw conflict("settled", `${ticket.number} is ${ticket.status}.`, "Reopen it first.");
    const me = uidOf(ctx.actor);
    if (ticket.snoozeEndsAt?.getTime() === until.getTime() && ticket.snoozedBy === me) return { changed: false };
    const moved = await changeTicketRow(ctx, ticket, { snoozeEndsAt: until, snoozedBy: me });
    await ticketFact(ctx, moved, "ticket.snoozed", { until: until.toISOString() });
    return { changed: true };
  },
});

/** Clock rule: tickets whose snooze is over are back, and who snoozed them is told. */
export async function wakeTickets(now: Date): Promise<void> {
  await sweep(
    "end the snooze of a ticket",
    database().selectFrom("tickets").select("id").where("snoozeEndsAt", "<=", now).orderBy("snoozeEndsAt"),
    async (ctx, { id }) => {
      const ticket = await lockTicket(ctx.tx, id);
      if (!ticket.snoozeEndsAt || ticket.snoozeEndsAt > now) return;
      const moved = await changeTicketRow(ctx, ticket, AWAKE);
      await ticketFact(ctx, moved, "ticket.snooze_ended", { uids: ticket.snoozedBy ? [ticket.snoozedBy] : [] });
    },
  );
}
