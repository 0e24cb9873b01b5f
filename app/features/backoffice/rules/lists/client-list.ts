import { type QueryOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";

export type ClientRow = {
  uid: string;
  displayName: string;
  email: string;
  verified: boolean;
  country: string | null;
  timeZone: string | null;
  /** Orders that were paid, including refunded ones. */
  orders: number;
  openOrders: number;
  spentMinor: number;
  refundedMinor: number;
  refunds: number;
  currency: string;
  lastOrderAt: Date | null;
  since: Date;
};

export const CLIENT_LIST = declareList<ClientRow>()({
  caption: "Clients",
  noun: "client",
  home: "/admin/clients",
  file: "clients",
  search: "Name, email, country",
  defaultSort: "-last",
  filters: {
    orders: {
      label: "Orders",
      choices: [
        ["open", "With open orders"],
        ["some", "Paid at least one order"],
        ["none", "Never paid"],
      ],
    },
    last: {
      label: "Last order",
      choices: [
        ["30", "Within 30 days"],
        ["90", "Within 90 days"],
        ["quiet", "More than 90 days ago"],
      ],
    },
    verified: {
      label: "Email",
      choices: [
        ["yes", "Verified"],
        ["no", "Not verified"],
      ],
    },
  },
  columns: {
    name: { header: "Client", sort: true, csv: (r) => r.displayName },
    email: { header: "Email", csv: (r) => r.email },
    uid: { header: "Client ID", csv: (r) => r.uid },
    verified: { header: "Verified", csv: (r) => r.verified },
    where: { header: "Country and time zone", narrow: "hidden" },
    country: { header: "Country", csv: (r) => r.country },
    timeZone: { header: "Time zone", csv: (r) => r.timeZone },
    orders: { header: "Orders paid", align: "end", sort: true, csv: (r) => r.orders },
    open: { header: "Open", csvHeader: "Open orders", align: "end", sort: true, csv: (r) => r.openOrders },
    spent: { header: "Spent", align: "end", sort: true, csv: (r) => decimalMoney(r.spentMinor, r.currency) },
    refunded: { header: "Refunded", csv: (r) => decimalMoney(r.refundedMinor, r.currency) },
    refunds: { header: "Refunds", align: "end", sort: true, csv: (r) => r.refunds },
    currency: { header: "Currency", csv: (r) => r.currency },
    last: { header: "Last order", sort: true, csv: (r) => r.lastOrderAt },
    tickets: { header: "Support", narrow: "hidden" },
    since: { header: "Member since", narrow: "hidden", sort: true, csv: (r) => r.since },
  },
});
export type ClientListQuery = QueryOf<typeof CLIENT_LIST>;
