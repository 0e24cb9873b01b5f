import { defineFlow } from "#app/platform/rules/flow.ts";

/** A contact message's life. Only `move-contact-message.ts` changes a status, by these rows alone. */
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

/** Whether a string from outside names a move. */
export const isContactMove = (value: unknown): value is ContactMove =>
  typeof value === "string" && Object.hasOwn(contactFlow.moves, value);

/** What a move comes to from here: it is made, it was made already (by whoever was first), or it is out of place by now. */
export function contactStep(
  move: ContactMove,
  from: ContactStatus,
): { do: "move"; to: ContactStatus } | { do: "nothing" } | { do: "refuse" } {
  const { from: allowed } = contactFlow.moves[move];
  // No move of this life leads back to where it came from.
  const to = contactFlow.moves[move].to as ContactStatus;
  if ((allowed as readonly ContactStatus[]).includes(from)) return { do: "move", to };
  return from === to ? { do: "nothing" } : { do: "refuse" };
}
