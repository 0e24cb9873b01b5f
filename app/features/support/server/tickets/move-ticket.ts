import type { Updateable } from "kysely";
import type { TicketsTable } from "#db/schema.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, json } from "#app/platform/server/core/database.ts";
import { type Clocks, clocksAfter, datesOf, flagsThatHold, nextWarningAt } from "../../rules/sla.ts";
import { TICKET_STATUS_WORDS, type TicketMove, ticketFlow } from "../../rules/ticket-flow.ts";
import type { Ticket } from "./ticket-row.ts";
import { termsAt } from "../desk/read-promises.ts";

type Change = Omit<
  Updateable<TicketsTable>,
  | "id"
  | "status"
  | "updatedAt"
  | "clocksFromAt"
  | "pauses"
  | "pausedAt"
  | "firstRespondedAt"
  | "firstResponseDueAt"
  | "resolutionDueAt"
  | "resolutionLeftMs"
  | "warnAt"
  | "flags"
>;

/** A ticket's clocks, read from its row. The promises are those of the policy when the clocks started. */
export const clocksOf = async (t: Ticket, db: Reader): Promise<Clocks> => ({
  priority: t.priority,
  ...(await termsAt(t.clocksFromAt, db)),
  clocksFromAt: t.clocksFromAt,
  firstRespondedAt: t.firstRespondedAt,
  pauses: t.pauses.map(([from, to]) => [new Date(from), new Date(to)] as const),
  pausedAt: t.pausedAt,
  ended: t.status === "resolved" || t.status === "closed",
});

/** The columns that store the clocks. */
export function clockColumns(
  clocks: Clocks,
  before: { firstResponseDueAt: Date | null; firstRespondedAt: Date | null; flags: Record<string, string> },
  now: Date,
) {
  const dates = datesOf(clocks);
  const flags = flagsThatHold(clocks, before.flags, now);
  return {
    clocksFromAt: clocks.clocksFromAt,
    pauses: json(clocks.pauses.map(([from, to]) => [from.toISOString(), to.toISOString()])),
    pausedAt: clocks.pausedAt,
    firstRespondedAt: clocks.firstRespondedAt,
    // Once the first response was sent, its due date no longer changes.
    firstResponseDueAt: clocks.firstRespondedAt ? before.firstResponseDueAt : dates.firstResponseDueAt,
    resolutionDueAt: dates.resolutionDueAt,
    resolutionLeftMs: dates.resolutionLeftMs,
    warnAt: nextWarningAt(clocks, flags),
    flags: json(flags),
  };
}

/**
 * The only place where a ticket's status changes, following a row of the flow table and updating its clocks. The UPDATE
 * checks the current state; if no row matches, someone else was first.
 * @param set more columns to change
 * @returns the updated ticket
 * @throws conflict if it isn't (or is no longer) in a state this move starts from
 */
export async function moveTicket(
  ctx: CommandContext,
  ticket: Ticket,
  move: TicketMove,
  set: Change = {},
): Promise<Ticket> {
  const row = ticketFlow.moves[move];
  if (!(row.from as readonly string[]).includes(ticket.status)) throw movedOn(ticket, move);
  const { now } = ctx;
  const went = clocksAfter(await clocksOf(ticket, ctx.tx), move, now, may(ctx.actor, "care"));
  // Reopening restarts the clocks with the current promises.
  const clocks = { ...went, ...(await termsAt(went.clocksFromAt, ctx.tx)) };
  const moved = await ctx.tx
    .updateTable("tickets")
    .set({
      ...(move === "resolve"
        ? { resolvedAt: now }
        : move === "reopen"
          ? { resolvedAt: null, closedAt: null }
          : move === "close" || move === "merge"
            ? { closedAt: now }
            : {}),
      // A ticket that moves needs to be seen.
      snoozeEndsAt: null,
      snoozedBy: null,
      ...set,
      ...clockColumns(clocks, ticket, now),
      status: row.to as Ticket["status"],
      updatedAt: now,
    })
    .where("id", "=", ticket.id)
    .where("status", "=", ticket.status)
    .returningAll()
    .executeTakeFirst();
  if (!moved) throw movedOn(ticket, move);
  return moved;
}

/** Changes columns of a ticket without moving it. */
export async function changeTicketRow(
  ctx: CommandContext,
  ticket: Ticket,
  set: Omit<Updateable<TicketsTable>, "id" | "status" | "updatedAt">,
): Promise<Ticket> {
  return ctx.tx
    .updateTable("tickets")
    .set({ ...set, updatedAt: ctx.now })
    .where("id", "=", ticket.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const movedOn = (ticket: Ticket, move: TicketMove) =>
  conflict(
    "moved_on",
    `${ticket.number} is now “${TICKET_STATUS_WORDS[ticket.status].toLowerCase()}”, so this is no longer possible (${move}).`,
  );
