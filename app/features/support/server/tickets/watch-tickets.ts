import { sweep } from "#app/platform/server/core/sweep.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import { TICKET_DAYS, flagOf, nextWarningAt, warningsOf } from "../../rules/sla.ts";
import { changeTicketRow, clocksOf, moveTicket } from "./move-ticket.ts";
import { AWAKE } from "./snooze-ticket.ts";
import { lockTicket, ticketFact } from "./ticket-row.ts";
import { writeEvent } from "./write-ticket-item.ts";

/** Batch size; the rest follow a minute later. */
const AT_ONCE = 500;

/**
 * Clock rule: warns staff once near the end of a ticket's promised time and once at the breach. If no check ran in
 * between, only the breach is reported. Closes tickets resolved 14 days ago.
 */
export async function watchTickets(now: Date): Promise<void> {
  const db = database();
  const due = db.selectFrom("tickets").select("id").where("warnAt", "<=", now).orderBy("warnAt");
  await sweep(
    "warn of a ticket",
    due,
    async (ctx, { id }) => {
      const ticket = await lockTicket(ctx.tx, id);
      if (!ticket.warnAt || ticket.warnAt > now) return;
      const clocks = await clocksOf(ticket, ctx.tx);
      const said = { ...ticket.flags };
      const passed = warningsOf(clocks).filter((w) => w.at <= now && !said[flagOf(w)]);
      for (const w of passed) {
        said[flagOf(w)] = now.toISOString();
        if (w.level === "warning" && passed.some((other) => other.clock === w.clock && other.level === "breach"))
          continue;
        await ticketFact(ctx, ticket, "ticket.warned", {
          clock: w.clock,
          level: w.level,
          dueAt: w.dueAt.toISOString(),
        });
      }
      await changeTicketRow(ctx, ticket, {
        flags: json(said),
        warnAt: nextWarningAt(clocks, said),
        // A snooze doesn't hide a promise that's about to be missed.
        ...(passed.length > 0 ? AWAKE : {}),
      });
    },
    AT_ONCE,
  );
  const settled = db
    .selectFrom("tickets")
    .select("id")
    .where("status", "=", "resolved")
    .where("resolvedAt", "<=", after(now, -TICKET_DAYS.closes * DAY))
    .orderBy("resolvedAt");
  await sweep(
    "close a ticket",
    settled,
    async (ctx, { id }) => {
      const ticket = await lockTicket(ctx.tx, id);
      if (
        ticket.status !== "resolved" ||
        !ticket.resolvedAt ||
        ticket.resolvedAt > after(now, -TICKET_DAYS.closes * DAY)
      )
        return;
      // A message no one opened in all that time, usually a thank-you, needs no answer.
      const closed = await moveTicket({ ...ctx, now }, ticket, "close", { unreadByAdmin: false });
      await writeEvent(
        { ...ctx, now },
        closed,
        `Closed automatically ${TICKET_DAYS.closes} days after it was resolved`,
        false,
      );
      await ticketFact(ctx, closed, "ticket.closed", {});
    },
    AT_ONCE,
  );
}
