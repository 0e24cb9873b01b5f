import type { ListQuery } from "#app/platform/rules/core/list-query.ts";

export const EARNING_STATES = ["pending", "available", "in_payout", "paid", "returned", "reversed"] as const;
/** The sorts and filters of the earnings list and its CSV. */
export const EARNINGS_LIST = {
  sorts: ["earned", "amount"],
  defaultSort: "-earned",
  filters: { status: ["", ...EARNING_STATES], year: null },
} as const;
export type EarningsQuery = ListQuery<(typeof EARNINGS_LIST.sorts)[number], "status" | "year">;
/** The sorts and filters of the list and its CSV. */
export const SELF_BILLED_LIST = {
  sorts: ["issued", "total"],
  defaultSort: "-issued",
  filters: { year: null },
} as const;
export type SelfBilledQuery = ListQuery<(typeof SELF_BILLED_LIST.sorts)[number], "year">;
