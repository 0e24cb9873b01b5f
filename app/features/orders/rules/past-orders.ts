import { type QueryOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { csvMoney } from "#app/platform/rules/core/money.ts";

/** An order of a former system, as lists and their files show it. Days are ISO dates. */
export type PastOrder = {
  externalId: string;
  title: string;
  service: string;
  words: number | null;
  amountMinor: number | null;
  currency: string | null;
  editorName: string;
  orderedOn: string;
  deliveredOn: string | null;
};
export type PastOrderOfClient = PastOrder & { userId: string; clientName: string; clientEmail: string };

/** The longest texts of a past order. */
export const PAST_ORDER_LIMITS = { name: 200, title: 500, service: 120 } as const;

const WORDS = { caption: "Past orders", noun: "past order", defaultSort: "-orderedOn", filters: {} } as const;
const COLUMNS = {
  id: { header: "Former number", csv: (r: PastOrder) => r.externalId },
  title: { header: "Manuscript", csvHeader: "Title", narrow: "title", csv: (r: PastOrder) => r.title },
  service: { header: "Service", csv: (r: PastOrder) => r.service },
  words: { header: "Words", sort: true, align: "end", csv: (r: PastOrder) => r.words },
  editor: { header: "Editor", narrow: "hidden", csv: (r: PastOrder) => r.editorName },
  amount: {
    header: "Amount",
    align: "end",
    csv: (r: PastOrder) => (r.currency === null ? null : csvMoney(r.amountMinor, r.currency)),
  },
  currency: { header: "Currency", csv: (r: PastOrder) => r.currency },
  orderedOn: { header: "Ordered", sort: true, csv: (r: PastOrder) => r.orderedOn },
  deliveredOn: { header: "Delivered", sort: true, narrow: "hidden", csv: (r: PastOrder) => r.deliveredOn },
} as const;

/** A client's own orders of the former system. */
export const EARLIER_LIST = declareList<PastOrder>()({
  ...WORDS,
  caption: "Earlier orders",
  noun: "earlier order",
  home: "/my-orders/earlier",
  file: "earlier-orders",
  search: "Number, title, editor",
  columns: COLUMNS,
});

/** All orders of the former system, for admins. */
export const PAST_LIST = declareList<PastOrderOfClient>()({
  ...WORDS,
  home: "/admin/clients/past-orders",
  file: "past-orders",
  search: "Number, title, client",
  columns: {
    ...COLUMNS,
    client: { header: "Client", csv: (r) => r.clientName },
    email: { header: "Client's email", csv: (r) => r.clientEmail },
  },
});
export type PastListQuery = QueryOf<typeof PAST_LIST>;

/** What an imported past order has, by the columns of its file. */
export type PastOrderColumn =
  | "externalId"
  | "client"
  | "orderedOn"
  | "title"
  | "service"
  | "words"
  | "amount"
  | "currency"
  | "editor"
  | "editorId"
  | "deliveredOn";
