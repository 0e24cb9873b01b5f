import {
  SERVICES,
  SERVICE_LABELS,
  TURNAROUND_LABELS,
  isService,
  isTurnaround,
} from "#app/features/pricing/rules/policy.ts";
import { HIDDEN, type QueryOf, choicesOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { HOUR } from "#app/platform/rules/core/time.ts";
import { csvMoney } from "#app/platform/rules/core/money.ts";
import { STATUS_WORDS, orderFlow } from "./flow.ts";
import type { ListedOrder } from "./own-lists.ts";

/** Ways to look at all orders. Without one, the list shows open orders. */
export const STAFF_SHOWS = ["attention", "decide", "late", "risk", "soon", "stranded", "all"] as const;

/** What the staff's list and its file show of an order. */
export type StaffOrder = ListedOrder & {
  flags: string[];
  late: boolean;
  /** How long the rest of its work takes, in ms, if that's longer than the time left. Null otherwise. */
  needsMs: number | null;
  /** Why it may need another editor. */
  reassign: string | null;
};

/**
 * The staff's orders. Default: open orders, those that need staff first. `editor` is a uid or "none"; `from` and `to`
 * bound the due date, or the date that `date` names.
 */
export const STAFF_LIST = declareList<StaffOrder>()({
  caption: "Orders",
  noun: "order",
  home: "/admin/orders",
  file: "orders",
  search: "Number, title, person",
  defaultSort: "need",
  filters: {
    show: { ...HIDDEN, values: STAFF_SHOWS },
    status: { label: "Status", choices: choicesOf(orderFlow.states, STATUS_WORDS) },
    service: { label: "Service", choices: choicesOf(SERVICES, SERVICE_LABELS) },
    editor: { label: "Editor", choices: null },
    date: {
      label: "Date",
      any: "Due",
      choices: [
        ["created", "Created"],
        ["delivered", "Delivered"],
      ],
      values: ["created", "quoted", "paid", "delivered"],
    },
    from: HIDDEN,
    to: HIDDEN,
  },
  columns: {
    number: { header: "Order", sort: true, csv: (r) => r.number },
    title: { header: "Manuscript", fill: true, csv: (r) => r.title },
    status: { header: "Status", csv: (r) => STATUS_WORDS[r.status] },
    late: { header: "Late", csv: (r) => r.late },
    needs: { header: "Needs (hours)", csv: (r) => (r.needsMs === null ? null : Math.ceil(r.needsMs / HOUR)) },
    flags: { header: "Attention", csv: (r) => [...r.flags, r.reassign].filter(Boolean).join(", ") },
    client: { header: "Author", narrow: "hidden", csv: (r) => r.clientName },
    editor: { header: "Editor", narrow: "hidden", csv: (r) => r.editorName },
    waits: { header: "Waiting for", narrow: "hidden" },
    service: { header: "Service", csv: (r) => (isService(r.service) ? SERVICE_LABELS[r.service] : "") },
    turnaround: {
      header: "Turnaround",
      csv: (r) => (isTurnaround(r.turnaround) ? TURNAROUND_LABELS[r.turnaround] : ""),
    },
    words: { header: "Words", align: "end", narrow: "hidden", sort: true, csv: (r) => r.words },
    total: {
      header: "Total",
      align: "end",
      narrow: "hidden",
      sort: true,
      csv: (r) => csvMoney(r.totalMinor, r.currency),
    },
    currency: { header: "Currency", csv: (r) => r.currency },
    createdAt: { header: "Created", sort: true, csv: (r) => r.createdAt },
    dueAt: { header: "Due", sort: true, csv: (r) => r.dueAt },
    deliveredAt: { header: "Delivered", csv: (r) => r.deliveredAt },
    need: { header: "Need", sort: true },
  },
});
export type StaffListQuery = QueryOf<typeof STAFF_LIST>;

/** The ways to look at all orders that every member of staff has. Those that are due soon include the late ones. */
export const STAFF_VIEWS = [
  { key: "open", label: "Open", search: "" },
  { key: "risk", label: "At risk", search: "show=risk" },
  { key: "attention", label: "Needs attention", search: "show=attention" },
  { key: "late", label: "Late", search: "show=late" },
  { key: "soon", label: "Due soon", search: "show=soon" },
  { key: "decide", label: "To decide", search: "show=decide" },
  { key: "unassigned", label: "No editor", search: "status=paid" },
  { key: "stranded", label: "Editor blocked", search: "show=stranded" },
  { key: "all", label: "All", search: "show=all" },
] as const;
export type StaffView = (typeof STAFF_VIEWS)[number]["key"];
