import { DAY } from "#app/platform/rules/core/time.ts";
import { TICKET_DAYS } from "./sla.ts";

/** Whether a ticket can be rated now: it's resolved and not merged. A rating can be changed for 7 days. */
export const mayRateNow = (
  ticket: { status: string; mergedIntoId: string | null; ratedAt: Date | null },
  now: Date,
): boolean =>
  (ticket.status === "resolved" || ticket.status === "closed") &&
  ticket.mergedIntoId === null &&
  (ticket.ratedAt === null || now.getTime() - ticket.ratedAt.getTime() <= TICKET_DAYS.rates * DAY);
