import type { ListQuery } from "#app/platform/rules/core/list-query.ts";
import { SERVICES } from "#app/features/pricing/rules/policy.ts";
import { orderFlow } from "./flow.ts";

/** Ways to look at all orders. Without one, the list shows open orders. */
export const STAFF_SHOWS = ["attention", "decide", "late", "stranded", "all"] as const;

/**
 * Query of the staff's orders. Default: open orders, those that need staff first. `editor` is a uid or "none"; `from`
 * and `to` bound the due date, or the date that `date` names.
 */
export const STAFF_LIST = {
  sorts: ["need", "dueAt", "createdAt", "words", "total", "number"],
  defaultSort: "need",
  filters: {
    show: ["", ...STAFF_SHOWS],
    status: ["", ...orderFlow.states],
    service: ["", ...SERVICES],
    editor: null,
    date: ["", "created", "quoted", "paid", "delivered"],
    from: null,
    to: null,
  },
} as const;
export type StaffListQuery = ListQuery<
  (typeof STAFF_LIST.sorts)[number],
  "show" | "status" | "service" | "editor" | "date" | "from" | "to"
>;
