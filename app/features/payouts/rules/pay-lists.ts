import { type QueryOf, choicesOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { type EarningState, type PayoutState, earningFlow } from "./flow.ts";
import { explainEarning } from "./explain-earning.ts";

export const EARNING_WORDS: Readonly<Record<EarningState, string>> = {
  pending: "Pending",
  available: "Available",
  in_payout: "In payout",
  paid: "Paid",
  returned: "Returned by the bank",
  reversed: "Reversed",
};

export type EarningRow = {
  id: string;
  orderId: string;
  number: string;
  title: string;
  amountMinor: number;
  currency: string;
  status: EarningState;
  shareBp: number;
  basisMinor: number;
  readerShareBp: number;
  reason: string;
  createdAt: string;
  availableAt: string | null;
  runNumber: string | null;
  /** The review it pays for, if any. */
  reviewId: string | null;
  /** The second reading it pays for, if any. */
  readingId: string | null;
  /** What was taken back after it went into a payout, so that the editor owes it. Null if it isn't in one. */
  takenBack: { amountMinor: number; reason: string }[] | null;
};

/** The years with rows are the screen's. */
const YEAR = { label: "Year", any: "All", choices: null } as const;

export const EARNINGS_LIST = declareList<EarningRow>()({
  caption: "Your earnings",
  noun: "earning",
  home: "/editor/editor-payouts",
  file: "earnings",
  search: "Search order, title, or payout",
  defaultSort: "-earned",
  filters: { status: { label: "Status", choices: choicesOf(earningFlow.states, EARNING_WORDS) }, year: YEAR },
  columns: {
    order: { header: "Order", csv: (e) => e.number },
    title: { header: "Title", csv: (e) => e.title },
    status: { header: "Status", csv: (e) => e.status },
    currency: { header: "Currency", csv: (e) => e.currency },
    amount: { header: "Amount", sort: true, align: "end", csv: (e) => decimalMoney(e.amountMinor, e.currency) },
    how: { header: "Calculation", csv: explainEarning },
    earned: { header: "Earned", sort: true, csv: (e) => e.createdAt },
    since: { header: "Available", narrow: "hidden", csv: (e) => e.availableAt },
    run: { header: "Payout", csvHeader: "Payout run", csv: (e) => e.runNumber },
  },
});
export type EarningsQuery = QueryOf<typeof EARNINGS_LIST>;

export type SelfBilledRow = {
  id: string;
  /** A credit note cancels the invoice of a payout that didn't arrive. */
  kind: "self_billed" | "credit_note";
  number: string;
  issuedAt: string;
  totalMinor: number;
  currency: string;
  runNumber: string;
  payoutStatus: PayoutState;
  paidAt: string | null;
  earnings: number;
};

export const SELF_BILLED_LIST = declareList<SelfBilledRow>()({
  caption: "Self-billed invoices",
  noun: "invoice",
  home: "/editor/invoice-history",
  file: "self-billed-invoices",
  search: "Search invoice or payout",
  defaultSort: "-issued",
  filters: { year: YEAR },
  columns: {
    number: { header: "Invoice", csv: (i) => i.number },
    kind: { header: "Kind", csv: (i) => (i.kind === "credit_note" ? "credit note" : "invoice") },
    issued: { header: "Issued", sort: true, csv: (i) => i.issuedAt },
    run: { header: "Payout", csvHeader: "Payout run", csv: (i) => i.runNumber },
    currency: { header: "Currency", csv: (i) => i.currency },
    total: { header: "Total", sort: true, align: "end", csv: (i) => decimalMoney(i.totalMinor, i.currency) },
    earnings: { header: "Earnings", align: "end", csv: (i) => i.earnings },
    status: { header: "Status", csvHeader: "Payout", csv: (i) => i.payoutStatus },
    paid: { header: "Paid", csv: (i) => i.paidAt },
    pdf: { header: "Document" },
  },
});
export type SelfBilledQuery = QueryOf<typeof SELF_BILLED_LIST>;
