import type { ListQuery } from "#app/platform/rules/core/list-query.ts";

/** The sorts and filters of the list and its CSV. */
export const MONEY_LIST = {
  sorts: ["at", "amount"],
  defaultSort: "-at",
  filters: { kind: ["", "payment", "refund"], year: null },
} as const;
export type MoneyQuery = ListQuery<(typeof MONEY_LIST.sorts)[number], "kind" | "year">;
