import { defineFlow } from "#app/platform/rules/core/flow.ts";
import { TICKET_DAYS } from "./sla.ts";

/** Who moves a ticket: its owner (with an account or by link), staff, or the clock. */
export type TicketHand = "owner" | "support" | "admin" | "clock";

/** The states of a ticket. Only `moveTicket` changes a status, following these rows. */
export const ticketFlow = defineFlow({
  name: "ticket",
  start: "open",
  states: ["open", "waiting", "resolved", "closed"],
  // A closed ticket can be reopened, so no state is final.
  ends: [],
  moves: {
    answer: {
      from: ["open", "waiting"],
      to: "open",
      by: ["support", "admin"],
      when: "staff wrote and keep working on it",
      clock: "the first answer ends the first-response clock; a paused resolution clock resumes",
    },
    wait: {
      from: ["open", "waiting"],
      to: "waiting",
      by: ["support", "admin"],
      when: "staff wrote and wait for the customer",
      clock: "the resolution clock pauses and keeps its remaining time",
    },
    reply: {
      from: ["open", "waiting"],
      to: "open",
      by: ["owner"],
      clock: "the resolution clock resumes with its remaining time",
    },
    resolve: { from: ["open", "waiting"], to: "resolved", by: ["owner", "support", "admin"], clock: "both clocks end" },
    reopen: {
      from: ["resolved", "closed"],
      to: "open",
      by: ["owner", "support", "admin"],
      when: `by its owner within ${TICKET_DAYS.reopens} days of closing; never after a merge`,
      clock: "the resolution clock restarts",
    },
    close: {
      from: ["resolved"],
      to: "closed",
      by: ["clock"],
      when: `${TICKET_DAYS.closes} days after it was resolved`,
    },
    merge: {
      from: ["open", "waiting", "resolved"],
      to: "closed",
      by: ["support", "admin"],
      when: "its messages move to another ticket",
      clock: "both clocks end; the other ticket's keep running",
    },
  },
});

export type TicketStatus = (typeof ticketFlow.states)[number];
export type TicketMove = keyof typeof ticketFlow.moves;

/** Labels for staff. Labels for owners are in owner-standing.ts. */
export const TICKET_STATUS_WORDS: Record<TicketStatus, string> = {
  open: "Open",
  waiting: "Waiting for the customer",
  resolved: "Resolved",
  closed: "Closed",
};
