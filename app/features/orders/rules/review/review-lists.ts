import type { ListQuery } from "#app/platform/rules/core/list-query.ts";

/** What each choice of the filter of all reviews shows. */
export const REVIEW_SHOWS = ["open", "overdue", "appeals", "decided"] as const;

/** The sorts and filters of the admins' list of reviews. */
export const REVIEW_LIST = {
  sorts: ["due", "age", "decided", "score"],
  defaultSort: "due",
  filters: { state: REVIEW_SHOWS },
} as const;
export type ReviewQuery = ListQuery<(typeof REVIEW_LIST.sorts)[number], "state">;
