import type { ListQuery } from "#app/platform/rules/core/list-query.ts";

/** Labels for how an invite ended. */
export const INVITE_OUTCOMES = {
  accepted: "Accepted",
  declined: "Declined",
  expired: "Expired",
  lost: "Taken by another editor",
  withdrawn: "Withdrawn",
} as const;
export type InviteOutcome = keyof typeof INVITE_OUTCOMES;

/** Query of the list of past invites and its CSV. */
export const PAST_INVITES_LIST = {
  sorts: ["sent", "pay", "words"],
  defaultSort: "-sent",
  filters: { outcome: ["", "accepted", "declined", "expired", "lost", "withdrawn"] },
} as const;
export type PastInvitesQuery = ListQuery<(typeof PAST_INVITES_LIST.sorts)[number], "outcome">;
