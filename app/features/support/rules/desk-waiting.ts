import { type TicketClocks, nextClock } from "./desk.ts";

export type DeskTicket = TicketClocks & {
  ownerName: string;
  assignee: { uid: string; displayName: string } | null;
  mergedInto: { number: string } | null;
  closedAt: string | null;
};

export type DeskWaiting = {
  /** What the ticket waits for, as a sentence. */
  waitsFor: string;
  who: string | null;
  turn: "you" | "others" | "done";
  by: string | null;
};

/** What a ticket waits for in the eyes of one of the staff. @param uid the reader's */
export function deskWaiting(ticket: DeskTicket, uid: string): DeskWaiting {
  if (ticket.mergedInto)
    return { waitsFor: `It goes on as ${ticket.mergedInto.number}.`, who: null, turn: "done", by: null };
  if (ticket.status === "closed") return { waitsFor: "It is closed.", who: null, turn: "done", by: null };
  if (ticket.status === "resolved")
    return { waitsFor: "It is resolved. It closes by itself after 14 days.", who: null, turn: "done", by: null };
  if (ticket.status === "waiting")
    return {
      waitsFor: `${ticket.ownerName} has our answer and is to write back.`,
      who: ticket.ownerName,
      turn: "others",
      by: null,
    };
  const clock = nextClock(ticket);
  const mine = ticket.assignee?.uid === uid;
  const who = ticket.assignee === null ? "whoever takes it" : mine ? "You" : ticket.assignee.displayName;
  const waitsFor =
    clock?.kind === "first_response" || (clock === null && !ticket.firstRespondedAt)
      ? `Give ${ticket.ownerName} a first answer.`
      : `Answer ${ticket.ownerName}, and solve it.`;
  return { waitsFor, who, turn: ticket.assignee === null || mine ? "you" : "others", by: clock?.at ?? null };
}

export type ClockView = {
  label: string;
  state: "running" | "standing" | "kept" | "missed" | "none";
  at: string | null;
};

/** Both clocks of a ticket, each with how it stands. @param now the present, as an ISO string */
export function deskClocks(ticket: TicketClocks, now: string): [first: ClockView, solution: ClockView] {
  const { firstResponseDueAt: firstDue, firstRespondedAt: answered, resolutionDueAt: due, resolvedAt: solved } = ticket;
  const over = ticket.status === "resolved" || ticket.status === "closed";
  const first: ClockView = answered
    ? { label: "First answer", state: firstDue && answered > firstDue ? "missed" : "kept", at: answered }
    : over || !firstDue
      ? { label: "First answer", state: "none", at: null }
      : {
          label: "First answer",
          state: ticket.pausedAt ? "standing" : firstDue < now ? "missed" : "running",
          at: firstDue,
        };
  const solution: ClockView = over
    ? { label: "Solution", state: "kept", at: solved }
    : ticket.pausedAt || ticket.status === "waiting"
      ? { label: "Solution", state: "standing", at: ticket.pausedAt }
      : due
        ? { label: "Solution", state: due < now ? "missed" : "running", at: due }
        : { label: "Solution", state: "none", at: null };
  return [first, solution];
}
