import { type TicketClocks, nextClock } from "./desk.ts";
import { TICKET_DAYS } from "./sla.ts";

export type DeskTicket = TicketClocks & {
  ownerName: string;
  assignee: { uid: string; displayName: string } | null;
  mergedInto: { number: string } | null;
  closedAt: Date | null;
};

export type DeskWaiting = {
  /** The next step, as a sentence. */
  waitsFor: string;
  who: string | null;
  turn: "you" | "others" | "done";
  by: Date | null;
};

/** The next step on a ticket, as shown to a staff member. @param uid the reader's */
export function deskWaiting(ticket: DeskTicket, uid: string): DeskWaiting {
  if (ticket.mergedInto)
    return { waitsFor: `Merged into ${ticket.mergedInto.number}.`, who: null, turn: "done", by: null };
  if (ticket.status === "closed") return { waitsFor: "This ticket is closed.", who: null, turn: "done", by: null };
  if (ticket.status === "resolved")
    return {
      waitsFor: `Resolved. It closes automatically after ${TICKET_DAYS.closes} days.`,
      who: null,
      turn: "done",
      by: null,
    };
  if (ticket.status === "waiting")
    return {
      waitsFor: `Waiting for ${ticket.ownerName} to reply to our answer.`,
      who: ticket.ownerName,
      turn: "others",
      by: null,
    };
  const clock = nextClock(ticket);
  const mine = ticket.assignee?.uid === uid;
  const who = ticket.assignee === null ? "anyone on the team" : mine ? "You" : ticket.assignee.displayName;
  const waitsFor =
    clock?.kind === "first_response" || (clock === null && !ticket.firstRespondedAt)
      ? `Send ${ticket.ownerName} a first response.`
      : `Answer ${ticket.ownerName} and resolve the ticket.`;
  return { waitsFor, who, turn: ticket.assignee === null || mine ? "you" : "others", by: clock?.at ?? null };
}

export type ClockView = {
  label: string;
  state: "running" | "standing" | "kept" | "missed" | "none";
  at: Date | null;
};

/** Both clocks of a ticket, with the state of each. */
export function deskClocks(ticket: TicketClocks, now: Date): [first: ClockView, solution: ClockView] {
  const { firstResponseDueAt: firstDue, firstRespondedAt: answered, resolutionDueAt: due, resolvedAt: solved } = ticket;
  const over = ticket.status === "resolved" || ticket.status === "closed";
  const first: ClockView = answered
    ? { label: "First response", state: firstDue && answered > firstDue ? "missed" : "kept", at: answered }
    : over || !firstDue
      ? { label: "First response", state: "none", at: null }
      : {
          label: "First response",
          state: ticket.pausedAt ? "standing" : firstDue < now ? "missed" : "running",
          at: firstDue,
        };
  const solution: ClockView = over
    ? { label: "Resolution", state: "kept", at: solved }
    : ticket.pausedAt || ticket.status === "waiting"
      ? { label: "Resolution", state: "standing", at: ticket.pausedAt }
      : due
        ? { label: "Resolution", state: due < now ? "missed" : "running", at: due }
        : { label: "Resolution", state: "none", at: null };
  return [first, solution];
}
