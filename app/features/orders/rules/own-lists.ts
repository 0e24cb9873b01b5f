import { SERVICE_LABELS, TURNAROUND_LABELS, isService, isTurnaround } from "#app/features/pricing/rules/policy.ts";
import { HIDDEN, type QueryOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { csvMoney, PAY_CURRENCY } from "#app/platform/rules/core/money.ts";
import type { OrderStatus } from "./flow.ts";
import { CLIENT_GROUPS, EDITOR_GROUPS } from "./status-groups.ts";
import { statusWords } from "./status-tone.ts";

/** What every list of orders and its file show of one. */
export type ListedOrder = {
  id: string;
  number: string;
  title: string;
  status: OrderStatus;
  service: string | null;
  turnaround: string | null;
  words: number;
  totalMinor: number | null;
  currency: string;
  createdAt: Date;
  dueAt: Date | null;
  deliveredAt: Date | null;
  editorName: string | null;
  clientName: string | null;
};

const WORDS = { caption: "Your orders", noun: "order" } as const;
const NUMBER = { header: "Order", csv: (r: ListedOrder) => r.number } as const;
const TITLE = { header: "Manuscript", csvHeader: "Title", sort: true, csv: (r: ListedOrder) => r.title } as const;
const SERVICE = {
  header: "Service",
  narrow: "hidden",
  csv: (r: ListedOrder) => (isService(r.service) ? SERVICE_LABELS[r.service] : ""),
} as const;
const TURNAROUND = {
  header: "Turnaround",
  csv: (r: ListedOrder) => (isTurnaround(r.turnaround) ? TURNAROUND_LABELS[r.turnaround] : ""),
} as const;
const COUNT = { header: "Words", sort: true, align: "end", csv: (r: ListedOrder) => r.words } as const;
const CURRENCY = { header: "Currency", csv: (r: ListedOrder) => r.currency } as const;
const DUE = { header: "Due", sort: true, csv: (r: ListedOrder) => r.dueAt } as const;
const DELIVERED = { header: "Delivered", csv: (r: ListedOrder) => r.deliveredAt } as const;

/** A client's orders. Default: those that need them first. */
export const CLIENT_LIST = declareList<ListedOrder>()({
  ...WORDS,
  home: "/my-orders",
  file: "my-orders",
  search: "Number, title, editor",
  defaultSort: "need",
  filters: { show: { ...HIDDEN, values: ["", ...CLIENT_GROUPS] } },
  columns: {
    need: { header: "", sort: true },
    number: NUMBER,
    title: TITLE,
    status: { header: "Status", csv: (r) => statusWords(r.status, "client") },
    service: SERVICE,
    turnaround: TURNAROUND,
    words: COUNT,
    editor: { header: "Editor", csv: (r) => r.editorName },
    total: { header: "Total", sort: true, align: "end", csv: (r) => csvMoney(r.totalMinor, r.currency) },
    currency: CURRENCY,
    createdAt: { header: "Created", sort: true, narrow: "hidden", csv: (r) => r.createdAt },
    dueAt: DUE,
    delivered: DELIVERED,
  },
});
export type ClientListQuery = QueryOf<typeof CLIENT_LIST>;

/** The orders that an editor has or had. */
export const EDITOR_LIST = declareList<ListedOrder & { payMinor: number | null }>()({
  ...WORDS,
  home: "/editor/orders",
  file: "editor-orders",
  search: "Number, title",
  defaultSort: "dueAt",
  filters: { show: { ...HIDDEN, values: ["", ...EDITOR_GROUPS] } },
  columns: {
    number: NUMBER,
    title: TITLE,
    status: { header: "Status", csv: (r) => statusWords(r.status, "editor") },
    service: SERVICE,
    turnaround: TURNAROUND,
    author: { header: "Author", narrow: "hidden" },
    words: COUNT,
    pay: { header: "Pay", sort: true, align: "end", csv: (r) => csvMoney(r.payMinor, PAY_CURRENCY) },
    currency: CURRENCY,
    dueAt: DUE,
    delivered: DELIVERED,
  },
});
export type EditorListQuery = QueryOf<typeof EDITOR_LIST>;
