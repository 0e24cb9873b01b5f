import type { ListQuery } from "#app/platform/rules/list-query.ts";

/** How an invite can have ended, as people read it. */
export const INVITE_OUTCOMES = {
  accepted: "Accepted",
  declined: "Declined",
  expired: "Expired",
  lost: "Taken by another editor",
  withdrawn: "Withdrawn",
} as const;
export type InviteOutcome = keyof typeof INVITE_OUTCOMES;

/** How the list of past invites and its CSV may be asked for. */
export const PAST_INVITES_LIST = {
  sorts: ["sent", "pay", "words"],
  defaultSort: "-sent",
  filters: { outcome: ["", "accepted", "declined", "expired", "lost", "withdrawn"] },
} as const;
export type PastInvitesQuery = ListQuery<(typeof PAST_INVITES_LIST.sorts)[number], "outcome">;
