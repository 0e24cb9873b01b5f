import { defineFlow } from "#app/platform/rules/flow.ts";

/** Who moves a ticket: whoever opened it (with an account or by their link), staff, or the clock. */
export type TicketHand = "owner" | "support" | "admin" | "clock";

/** A ticket's life. Only `moveTicket` changes a status, by these rows alone. */
export const ticketFlow = defineFlow({
  name: "ticket",
  start: "open",
  states: ["open", "waiting", "resolved", "closed"],
  // A closed ticket can be opened again: no state ends this life for good.
  ends: [],
  moves: {
    answer: {
      from: ["open", "waiting"],
      to: "open",
      by: ["support", "admin"],
      when: "staff wrote and go on with it themselves",
      clock: "the first answer ends the clock of the first response; a resolution clock that stood goes on",
    },
    wait: {
      from: ["open", "waiting"],
      to: "waiting",
      by: ["support", "admin"],
      when: "staff wrote, and now wait for the customer",
      clock: "the resolution clock stands; what is left of it is kept",
    },
    reply: {
      from: ["open", "waiting"],
      to: "open",
      by: ["owner"],
      clock: "the resolution clock goes on with what was left",
    },
    resolve: { from: ["open", "waiting"], to: "resolved", by: ["owner", "support", "admin"], clock: "both clocks end" },
    reopen: {
      from: ["resolved", "closed"],
      to: "open",
      by: ["owner", "support", "admin"],
      when: "by its owner at most 30 days after it was closed; never one that was merged",
      clock: "the resolution clock starts anew",
    },
    close: { from: ["resolved"], to: "closed", by: ["clock"], when: "14 days after it was resolved" },
    merge: {
      from: ["open", "waiting", "resolved"],
      to: "closed",
      by: ["support", "admin"],
      when: "all that was written goes on in another ticket",
      clock: "both clocks end; the other ticket's go on",
    },
  },
});

export type TicketStatus = (typeof ticketFlow.states)[number];
export type TicketMove = keyof typeof ticketFlow.moves;

/** As staff read them. What it waits for, in the words of whoever opened it, stands in owner-standing.ts. */
export const TICKET_STATUS_WORDS: Record<TicketStatus, string> = {
  open: "Open",
  waiting: "Waiting for the customer",
  resolved: "Resolved",
  closed: "Closed",
};
