import type { ListQuery } from "#app/platform/rules/core/list-query.ts";
import { QUOTE_REASONS } from "./quote-flow.ts";

/** The queue of requests for custom quotes. Without a filter, it shows those to answer. */
export const QUOTE_LIST = {
  sorts: ["due", "asked", "words", "title", "client"],
  defaultSort: "due",
  filters: { show: ["", "overdue", "offered", "accepted", "ended", "all"], reason: ["", ...QUOTE_REASONS] },
} as const;
export type QuoteListQuery = ListQuery<(typeof QUOTE_LIST.sorts)[number], "show" | "reason">;
