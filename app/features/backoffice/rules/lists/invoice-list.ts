import type { PayoutState } from "#app/features/payouts/rules/flow.ts";
import { HIDDEN, type QueryOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { csvMoney } from "#app/platform/rules/core/money.ts";

export type InvoiceRow = {
  id: string;
  kind: string;
  number: string;
  totalMinor: number;
  currency: string;
  issuedAt: Date;
  reviewedAt: Date | null;
  reviewer: string | null;
  ownerId: string;
  owner: string | null;
  orderId: string | null;
  orderNumber: string | null;
  payoutId: string | null;
  payoutStatus: PayoutState | null;
  runId: string | null;
  runNumber: string | null;
};

export const INVOICE_LIST = declareList<InvoiceRow>()({
  caption: "Documents",
  noun: "document",
  home: "/admin/invoice-review?show=self-billed",
  file: "invoices",
  search: "Number, person, order, run",
  defaultSort: "-issued",
  filters: {
    show: {
      label: "Show",
      any: "To review",
      choices: [
        ["reviewed", "Reviewed"],
        ["self-billed", "All self-billed"],
        ["invoices", "Client invoices"],
        ["credit-notes", "Credit notes"],
      ],
    },
    from: HIDDEN,
    to: HIDDEN,
  },
  columns: {
    number: { header: "Document", sort: true, csv: (r) => r.number },
    kind: { header: "Kind", csv: (r) => r.kind },
    owner: { header: "Person", sort: true, csv: (r) => r.owner },
    ownerId: { header: "Person ID", csv: (r) => r.ownerId },
    total: { header: "Total", align: "end", sort: true, csv: (r) => csvMoney(r.totalMinor, r.currency) },
    currency: { header: "Currency", csv: (r) => r.currency },
    issued: { header: "Issued", sort: true, csv: (r) => r.issuedAt },
    order: { header: "Order", csv: (r) => r.orderNumber },
    run: { header: "Payout run", csvHeader: "Run", csv: (r) => r.runNumber },
    payout: { header: "Payout", csv: (r) => r.payoutStatus },
    reviewed: { header: "Review", csvHeader: "Reviewed", sort: true, csv: (r) => r.reviewedAt },
    reviewer: { header: "Reviewed by", csv: (r) => r.reviewer },
    pdf: { header: "PDF" },
  },
});
export type InvoiceQuery = QueryOf<typeof INVOICE_LIST>;
