import { HIDDEN, type QueryOf, choicesOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { CURRENCY, csvMoney } from "#app/platform/rules/core/money.ts";
import { type PayoutState, type RunState, payoutFlow, runFlow } from "#app/features/payouts/rules/flow.ts";
import { PAYOUT_WORDS, RUN_STATUS_WORDS } from "#app/features/payouts/rules/payout-words.ts";

export type PayoutRow = {
  id: string;
  editorId: string;
  editor: string;
  status: PayoutState;
  grossMinor: number;
  debtMinor: number;
  amountMinor: number;
  currency: string;
  endToEndId: string;
  createdAt: Date;
  /** Of its run. */
  approvedAt: Date | null;
  sentAt: Date | null;
  paidAt: Date | null;
  returnedAt: Date | null;
  returnCode: string | null;
  /** The day of the bank line that it's matched with. */
  statementAt: Date | null;
  earnings: number;
  runId: string;
  runNumber: string;
  cutoffAt: Date;
  executeOn: string | null;
  invoiceId: string | null;
  invoiceNumber: string | null;
};

export const PAYOUT_LIST = declareList<PayoutRow>()({
  caption: "Payments to editors",
  noun: "payment",
  home: "/admin/payout-history",
  file: "payout-history",
  search: "Editor, run, invoice, bank reference",
  defaultSort: "-at",
  filters: {
    editor: { label: "Editor", any: "All", choices: null },
    status: { label: "Status", choices: choicesOf(payoutFlow.states, PAYOUT_WORDS) },
    returns: { label: "Returns", choices: [["yes", "Came back"]] },
    from: HIDDEN,
    to: HIDDEN,
  },
  columns: {
    editor: { header: "Editor", sort: true, csv: (r) => r.editor },
    editorId: { header: "Editor ID", csv: (r) => r.editorId },
    run: { header: "Run", csv: (r) => r.runNumber },
    cutoff: { header: "Cut-off", narrow: "hidden", csv: (r) => r.cutoffAt },
    status: { header: "Status", sort: true, csv: (r) => r.status },
    earnings: { header: "Earnings", align: "end", csv: (r) => r.earnings },
    gross: { header: "Earned", align: "end", csv: (r) => csvMoney(r.grossMinor, r.currency) },
    debt: { header: "Debt deducted", align: "end", csv: (r) => csvMoney(-r.debtMinor, r.currency) },
    amount: { header: "Paid out", align: "end", sort: true, csv: (r) => csvMoney(r.amountMinor, r.currency) },
    currency: { header: "Currency", csv: (r) => r.currency },
    reference: { header: "Bank reference", narrow: "hidden", csv: (r) => r.endToEndId },
    invoice: { header: "Self-billed invoice", csv: (r) => r.invoiceNumber },
    at: { header: "Prepared", sort: true, csv: (r) => r.createdAt },
    approved: { header: "Approved", csv: (r) => r.approvedAt },
    sent: { header: "Sent", csv: (r) => r.sentAt },
    paid: { header: "Paid", sort: true, csv: (r) => r.paidAt },
    returned: { header: "Came back", csv: (r) => r.returnedAt },
    statement: { header: "On the statement", csv: (r) => r.statementAt },
  },
});
export type PayoutQuery = QueryOf<typeof PAYOUT_LIST>;

export type BatchRow = {
  id: string;
  number: string;
  status: RunState;
  cutoffAt: Date;
  currency: string;
  totalMinor: number;
  maker: string;
  checker: string | null;
  fileName: string | null;
  fileSha256: string | null;
  executeOn: string | null;
  createdAt: Date;
  approvedAt: Date | null;
  sentAt: Date | null;
  settledAt: Date | null;
  cancelledAt: Date | null;
  /** When all that the bank paid was on its statement. */
  statementAt: Date | null;
  payouts: number;
  returned: number;
  returnedMinor: number;
};

export const BATCH_LIST = declareList<BatchRow>()({
  caption: "Payout runs",
  noun: "run",
  home: "/admin/payouts/history",
  file: "bank-batches",
  search: "Run, file, checksum, person",
  defaultSort: "-number",
  filters: {
    status: { label: "Status", choices: choicesOf(runFlow.states, RUN_STATUS_WORDS) },
    returns: { label: "Returns", choices: [["yes", "With returns"]] },
    from: HIDDEN,
    to: HIDDEN,
  },
  columns: {
    number: { header: "Run", sort: true, csv: (r) => r.number },
    status: { header: "Status", sort: true, csv: (r) => r.status },
    cutoff: { header: "Cut-off", narrow: "hidden", sort: true, csv: (r) => r.cutoffAt },
    payouts: { header: "Payouts", csv: (r) => r.payouts },
    total: { header: "Total", align: "end", sort: true, csv: (r) => csvMoney(r.totalMinor, r.currency) },
    currency: { header: "Currency", csv: (r) => r.currency },
    returned: { header: "Returned", align: "end", csv: (r) => r.returned },
    returnedAmount: { header: "Returned amount", csv: (r) => csvMoney(r.returnedMinor, r.currency) },
    file: { header: "File", csv: (r) => r.fileName },
    checksum: { header: "SHA-256", csv: (r) => r.fileSha256 },
    executeOn: { header: "Pay on", csv: (r) => r.executeOn },
    maker: { header: "Prepared by", csv: (r) => r.maker },
    created: { header: "Prepared", csv: (r) => r.createdAt },
    checker: { header: "Approved by", csv: (r) => r.checker },
    approved: { header: "Approved", csv: (r) => r.approvedAt },
    sent: { header: "Sent", sort: true, csv: (r) => r.sentAt },
    settled: { header: "Paid", sort: true, csv: (r) => r.settledAt },
    cancelled: { header: "Canceled", csv: (r) => r.cancelledAt },
    statement: { header: "On the statement", csv: (r) => r.statementAt },
  },
});
export type BatchQuery = QueryOf<typeof BATCH_LIST>;

/** Everything paid or in payout at one cut-off, without canceled runs. */
export type CutoffRow = {
  cutoffAt: Date;
  runs: number;
  payouts: number;
  grossMinor: number;
  debtMinor: number;
  amountMinor: number;
  paidMinor: number;
  returnedMinor: number;
  runId: string;
};

export const CUTOFF_LIST = declareList<CutoffRow>()({
  caption: "Paid at each cut-off",
  noun: "cut-off",
  home: "/admin/ops/payouts",
  file: "payout-cutoffs",
  defaultSort: "-cutoff",
  filters: {},
  columns: {
    cutoff: { header: "Cut-off", sort: true, csv: (r) => r.cutoffAt },
    runs: { header: "Runs", align: "end", csv: (r) => r.runs },
    payouts: { header: "Payouts", align: "end", csv: (r) => r.payouts },
    gross: { header: "Earned", align: "end", csv: (r) => csvMoney(r.grossMinor, CURRENCY) },
    debt: { header: "Debt deducted", align: "end", csv: (r) => csvMoney(-r.debtMinor, CURRENCY) },
    amount: { header: "To pay", align: "end", sort: true, csv: (r) => csvMoney(r.amountMinor, CURRENCY) },
    paid: { header: "Paid", align: "end", sort: true, csv: (r) => csvMoney(r.paidMinor, CURRENCY) },
    returned: { header: "Returned", align: "end", csv: (r) => csvMoney(r.returnedMinor, CURRENCY) },
  },
});
export type CutoffQuery = QueryOf<typeof CUTOFF_LIST>;
