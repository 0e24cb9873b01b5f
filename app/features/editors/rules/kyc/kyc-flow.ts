import { defineFlow } from "#app/platform/rules/core/flow.ts";

/** The states of one document that an editor sent. Renewing means sending another document. */
export const kycFlow = defineFlow({
  name: "identity document",
  start: "submitted",
  states: ["submitted", "in_review", "needs_info", "approved", "rejected", "expired"],
  ends: ["needs_info", "rejected", "expired"],
  moves: {
    startReview: {
      from: ["submitted", "in_review"],
      to: "in_review",
      by: ["support", "admin"],
      when: "by someone other than the editor; taking over from another reviewer needs confirmation",
    },
    approve: {
      from: ["submitted", "in_review"],
      to: "approved",
      by: ["support", "admin"],
      when: "it hasn't expired, and the editor has entered details to compare with; an agreement signed on the page is approved at once",
    },
    askMore: { from: ["submitted", "in_review"], to: "needs_info", by: ["support", "admin"], when: "with a reason" },
    reject: { from: ["submitted", "in_review"], to: "rejected", by: ["support", "admin"], when: "with a reason" },
    revoke: { from: ["approved"], to: "rejected", by: ["admin"], when: "with a reason" },
    expire: { from: ["approved"], to: "expired", by: ["clock"], when: "its last day has passed" },
  },
});
export type KycDocumentState = (typeof kycFlow.states)[number];
export type KycMove = keyof typeof kycFlow.moves;
