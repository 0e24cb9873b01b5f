import { defineFlow } from "#app/platform/rules/core/flow.ts";

/** The states of an invite. Only one of an order's invites can be accepted; the rest are lost at that moment. */
export const inviteFlow = defineFlow({
  name: "invite",
  start: "sent",
  states: ["sent", "accepted", "declined", "expired", "lost", "withdrawn"],
  ends: ["accepted", "expired", "lost", "withdrawn"],
  moves: {
    accept: {
      from: ["sent"],
      to: "accepted",
      by: ["editor"],
      when: "it hasn't expired, the order has no editor, and the editor is still eligible",
      clock: "the editor's window starts",
    },
    decline: { from: ["sent"], to: "declined", by: ["editor"], when: "a reason is given" },
    undo_decline: {
      from: ["declined"],
      to: "sent",
      by: ["editor"],
      when: "its time hasn't run out, the order has no editor, and nobody was invited in its place",
    },
    expire: { from: ["sent"], to: "expired", by: ["clock"], when: "its time has run out" },
    lose: { from: ["sent"], to: "lost", by: ["system"], when: "another editor has accepted or was assigned" },
    withdraw: {
      from: ["sent"],
      to: "withdrawn",
      by: ["system", "admin"],
      when: "the order was canceled, refunded, or put on hold",
    },
  },
});

export type InviteState = (typeof inviteFlow.states)[number];
export type InviteMove = keyof typeof inviteFlow.moves;
