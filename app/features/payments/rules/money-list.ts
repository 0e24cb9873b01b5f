import { type QueryOf, choicesOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { REFUND_STATES, type RefundState } from "./refund-state.ts";

/** A document as a page links to it. */
export type IssuedDocument = {
  id: string;
  number: string;
  /** Whether it has an e-invoice, which can be downloaded as XML. */
  xml: boolean;
};

/** On account: an organization pays later. */
export type MoneyState = "to pay" | "paid" | "on account" | "returned" | RefundState;
export const MONEY_STATES: Readonly<Record<MoneyState, string>> = {
  "to pay": "Payment due",
  paid: "Paid",
  "on account": "On account",
  returned: "Not applied, being refunded",
  ...REFUND_STATES,
};

/** Who paid for an order: its author, an organization, or somebody with a pay link. */
export const PAYERS = { own: "You", organization: "Organization", other: "Somebody else" } as const;
export type Payer = keyof typeof PAYERS;

/** One of a client's transactions, done or pending. Refunds are negative. */
export type MoneyRow = {
  id: string;
  kind: "payment" | "refund";
  /** ISO. */
  at: string;
  orderId: string;
  number: string;
  title: string;
  amountMinor: number;
  currency: string;
  state: MoneyState;
  payer: Payer;
  cardLabel: string | null;
  /** A payment of an extra charge. */
  extra: boolean;
  /** The reasons for a refund. */
  basis: string[];
  document: IssuedDocument | null;
};

export const MONEY_LIST = declareList<MoneyRow>()({
  caption: "Your payments and refunds",
  noun: "transaction",
  home: "/my-payments",
  file: "my-payments",
  search: "Order, title, document",
  defaultSort: "-at",
  filters: {
    kind: {
      label: "Type",
      choices: [
        ["payment", "Payments"],
        ["refund", "Refunds"],
      ],
    },
    state: {
      label: "Status",
      choices: choicesOf(Object.keys(MONEY_STATES) as MoneyState[], MONEY_STATES),
    },
    payer: { label: "Payer", choices: choicesOf(Object.keys(PAYERS) as Payer[], PAYERS) },
    // The years with rows are the screen's.
    year: { label: "Year", any: "All", choices: null },
  },
  columns: {
    at: { header: "Date", sort: true, csv: (r) => r.at },
    order: { header: "Order", csv: (r) => r.number },
    title: { header: "Title", csv: (r) => r.title },
    what: { header: "Type", csvHeader: "Kind", csv: (r) => r.kind },
    amount: { header: "Amount", sort: true, align: "end", csv: (r) => decimalMoney(r.amountMinor, r.currency) },
    currency: { header: "Currency", csv: (r) => r.currency },
    state: { header: "Status", csvHeader: "State", csv: (r) => r.state },
    card: { header: "Paid with", csvHeader: "Card", csv: (r) => r.cardLabel ?? "" },
    document: { header: "Document", csv: (r) => r.document?.number ?? "" },
    payer: { header: "Payer", csv: (r) => r.payer },
  },
});
export type MoneyQuery = QueryOf<typeof MONEY_LIST>;
