import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { defineFlow } from "#app/platform/rules/core/flow.ts";

/** The states of an editor application: one per person, decided once. Staff can ask for more before deciding. */
export const applicationFlow = defineFlow({
  name: "editor application",
  start: "draft",
  states: ["draft", "submitted", "needs_info", "approved", "declined"],
  ends: ["approved", "declined"],
  moves: {
    submit: {
      from: ["draft", "needs_info"],
      to: "submitted",
      by: ["client"],
      when: "the timed sample is finished, evidence is attached, all answers are complete, and the current editor agreement is accepted",
    },
    approve: {
      from: ["submitted"],
      to: "approved",
      by: ["admin"],
      when: "by someone other than the applicant, who becomes a trial editor",
    },
    askMore: {
      from: ["submitted"],
      to: "needs_info",
      by: ["admin"],
      when: "by someone other than the applicant, with a note that says what is missing",
    },
    decline: {
      from: ["submitted"],
      to: "declined",
      by: ["admin"],
      when: "by someone other than the applicant, with a note that says why",
    },
  },
});
export type ApplicationStatus = (typeof applicationFlow.states)[number];
export type ApplicationMove = keyof typeof applicationFlow.moves;

export const APPLICATION_STATUS_LABELS: Record<ApplicationStatus, string> = {
  draft: "Not sent yet",
  submitted: "Waiting for review",
  needs_info: "Needs information",
  approved: "Approved",
  declined: "Declined",
};
export const APPLICATION_STATUS_TONES = {
  draft: "neutral",
  submitted: "waiting",
  needs_info: "waiting",
  approved: "done",
  declined: "stopped",
} as const satisfies Record<ApplicationStatus, string>;

/** Permissions on an application. */
export const canApplication = {
  /** Anyone verified who isn't an editor yet, for themselves. */
  write: (actor: Actor, uid: string): boolean =>
    actor.kind === "person" && actor.emailVerified && actor.uid === uid && !actor.isEditor,
  decide: (actor: Actor, uid: string): boolean => may(actor, "people") && actor.uid !== uid,
};
