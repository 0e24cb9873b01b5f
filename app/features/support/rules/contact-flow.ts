import { defineFlow } from "#app/platform/rules/core/flow.ts";

/** The states of a contact message. Only `move-contact-message.ts` changes a status, following these rows. */
export const contactFlow = defineFlow({
  name: "contact message",
  start: "new",
  states: ["new", "open", "closed"],
  ends: [],
  moves: {
    read: { from: ["new"], to: "open", by: ["support", "admin"] },
    close: {
      from: ["new", "open"],
      to: "closed",
      by: ["support", "admin"],
      when: "it was answered, or needs no answer",
    },
    reopen: { from: ["closed"], to: "open", by: ["support", "admin"] },
  },
});

export type ContactStatus = (typeof contactFlow.states)[number];
export type ContactMove = keyof typeof contactFlow.moves;

export const CONTACT_STATUS_WORDS: Record<ContactStatus, string> = { new: "New", open: "Open", closed: "Closed" };

/** Whether an untrusted string names a move. */
export const isContactMove = (value: unknown): value is ContactMove =>
  typeof value === "string" && Object.hasOwn(contactFlow.moves, value);

/** The outcome of a move from this state: done, already done by someone else, or no longer possible. */
export function contactStep(
  move: ContactMove,
  from: ContactStatus,
): { do: "move"; to: ContactStatus } | { do: "nothing" } | { do: "refuse" } {
  const { from: allowed } = contactFlow.moves[move];
  // No move here leads back to its own starting state.
  const to = contactFlow.moves[move].to as ContactStatus;
  if ((allowed as readonly ContactStatus[]).includes(from)) return { do: "move", to };
  return from === to ? { do: "nothing" } : { do: "refuse" };
}
