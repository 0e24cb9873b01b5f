import type { Actor } from "#app/platform/rules/core/actor.ts";
import type { CsvColumn } from "#app/platform/rules/text/csv.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { csvResponse } from "#app/platform/server/requests/csv-response.ts";
import { listCsv } from "#app/platform/server/lists/list-csv.ts";
import { FIGURES, readFinance } from "../../rules/finance-figures.ts";
import { type FinanceRow, figureLines, readFigures } from "./finance.ts";
import { LEDGER_COLUMNS, type LedgerLine } from "./ledger-lines.ts";
import {
  BATCH_LIST,
  COUPON_LIST,
  COUPON_USE_LIST,
  PAYMENT_LIST,
  PAYOUT_LIST,
  REFUND_LIST,
} from "../../rules/money-lists.ts";
import { type CouponRow, type CouponUseRow, couponList, couponUseList } from "./list-coupons.ts";
import { INVOICE_LIST, type InvoiceRow, invoiceList } from "./list-invoices.ts";
import { type PaymentRow, type RefundRow, paymentList, refundList } from "./list-payments.ts";
import { type BatchRow, type PayoutRow, batchList, payoutHistoryList } from "./list-payouts.ts";
import { CUTOFF_LIST, type CutoffRow, cutoffList } from "./payout-pipeline.ts";
import { SUMMARY_LIST, type SummaryRow, payoutSummaryList } from "./payout-summary.ts";

type Args = { actor: Actor };
const searchOf = (request: Request): URLSearchParams => new URL(request.url).searchParams;
const named = (what: string): string => `${what}-${now().toISOString().slice(0, 10)}`;
const money = (minor: number | null): string | null => (minor === null ? null : decimalMoney(minor));

/** GET /api/csv/payments. Admins only, like all of these; the lists check that. */
export async function paymentsCsv(request: Request, { actor }: Args): Promise<Response> {
  const columns: CsvColumn<PaymentRow>[] = [
    { header: "Payment", value: (r) => r.id },
    { header: "Order", value: (r) => r.number },
    { header: "Attempt", value: (r) => r.attempt },
    { header: "Payer", value: (r) => r.payer },
    { header: "Email", value: (r) => r.email },
    { header: "Status", value: (r) => r.status },
    { header: "Surplus", value: (r) => r.surplus },
    { header: "Amount", value: (r) => money(r.amountMinor) },
    { header: "Refunded", value: (r) => money(r.refundedMinor) },
    { header: "Currency", value: (r) => r.currency },
    { header: "Card", value: (r) => r.cardLabel },
    { header: "Checkout", value: (r) => r.checkoutSessionId },
    { header: "Payment intent", value: (r) => r.paymentIntentId },
    { header: "Failure", value: (r) => r.failure },
    { header: "Started", value: (r) => r.createdAt },
    { header: "Paid", value: (r) => r.succeededAt },
  ];
  return listCsv(named("payments"), columns, paymentList(actor, readListQuery(searchOf(request), PAYMENT_LIST)));
}

/** GET /api/csv/refunds. */
export async function refundsCsv(request: Request, { actor }: Args): Promise<Response> {
  const columns: CsvColumn<RefundRow>[] = [
    { header: "Refund", value: (r) => r.id },
    { header: "Order", value: (r) => r.number },
    { header: "Client", value: (r) => r.payer },
    { header: "Email", value: (r) => r.email },
    { header: "Status", value: (r) => r.status },
    { header: "Amount", value: (r) => money(r.amountMinor) },
    { header: "Currency", value: (r) => r.currency },
    { header: "Cause", value: (r) => r.cause },
    { header: "Basis", value: (r) => r.basis.join(" ") },
    { header: "Requested by", value: (r) => r.requestedBy },
    { header: "Attempt", value: (r) => r.attempt },
    { header: "Failure", value: (r) => r.failure },
    { header: "Provider ID", value: (r) => r.providerRefundId },
    { header: "Requested", value: (r) => r.createdAt },
    { header: "Settled", value: (r) => r.settledAt },
    { header: "Payment", value: (r) => r.paymentId },
  ];
  return listCsv(named("refunds"), columns, refundList(actor, readListQuery(searchOf(request), REFUND_LIST)));
}

/** GET /api/csv/coupons. */
export async function couponsCsv(request: Request, { actor }: Args): Promise<Response> {
  const columns: CsvColumn<CouponRow>[] = [
    { header: "Code", value: (r) => r.code },
    { header: "Description", value: (r) => r.label },
    { header: "Status", value: (r) => r.state },
    { header: "Percent", value: (r) => r.percent },
    { header: "Fixed", value: (r) => money(r.fixedMinor) },
    { header: "Maximum discount", value: (r) => money(r.capMinor) },
    { header: "Minimum order", value: (r) => money(r.minimumMinor) },
    { header: "Starts", value: (r) => r.startsAt },
    { header: "Ends", value: (r) => r.endsAt },
    { header: "Services", value: (r) => r.services?.join(" ") },
    { header: "Turnarounds", value: (r) => r.turnarounds?.join(" ") },
    { header: "Total uses", value: (r) => r.totalLimit },
    { header: "Uses per person", value: (r) => r.personLimit },
    { header: "First orders only", value: (r) => r.firstOrderOnly },
    { header: "Used", value: (r) => r.uses },
    { header: "First orders", value: (r) => r.firstOrders },
    { header: "Gross sales", value: (r) => money(r.grossMinor) },
    { header: "Total discount", value: (r) => money(r.costMinor) },
    { header: "Paid with coupon", value: (r) => money(r.salesMinor) },
    { header: "Created", value: (r) => r.createdAt },
  ];
  return listCsv(named("coupons"), columns, couponList(actor, readListQuery(searchOf(request), COUPON_LIST), now()));
}

/** GET /api/csv/coupon-uses: the orders that used a coupon, or that of `?coupon=ID`. */
export async function couponUsesCsv(request: Request, { actor }: Args): Promise<Response> {
  const search = searchOf(request);
  const columns: CsvColumn<CouponUseRow>[] = [
    { header: "Code", value: (r) => r.code },
    { header: "Order", value: (r) => r.number },
    { header: "Client", value: (r) => r.client },
    { header: "Email", value: (r) => r.email },
    { header: "Date", value: (r) => r.at },
    { header: "Status", value: (r) => r.state },
    { header: "First order", value: (r) => r.firstOrder },
    { header: "List price", value: (r) => money(r.listMinor) },
    { header: "Discount", value: (r) => money(r.discountMinor) },
    { header: "Total", value: (r) => money(r.totalMinor) },
    { header: "Currency", value: (r) => r.currency },
  ];
  return listCsv(
    named("coupon-uses"),
    columns,
    couponUseList(actor, search.get("coupon"), readListQuery(search, COUPON_USE_LIST)),
  );
}

/** GET /api/csv/invoices. */
export async function invoicesCsv(request: Request, { actor }: Args): Promise<Response> {
  const columns: CsvColumn<InvoiceRow>[] = [
    { header: "Document", value: (r) => r.number },
    { header: "Kind", value: (r) => r.kind },
    { header: "Person", value: (r) => r.owner },
    { header: "Person ID", value: (r) => r.ownerId },
    { header: "Total", value: (r) => money(r.totalMinor) },
    { header: "Currency", value: (r) => r.currency },
    { header: "Issued", value: (r) => r.issuedAt },
    { header: "Order", value: (r) => r.orderNumber },
    { header: "Run", value: (r) => r.runNumber },
    { header: "Payout", value: (r) => r.payoutStatus },
    { header: "Reviewed", value: (r) => r.reviewedAt },
    { header: "Reviewed by", value: (r) => r.reviewer },
  ];
  return listCsv(named("invoices"), columns, invoiceList(actor, readListQuery(searchOf(request), INVOICE_LIST)));
}

/** GET /api/csv/payout-history. */
export async function payoutHistoryCsv(request: Request, { actor }: Args): Promise<Response> {
  const columns: CsvColumn<PayoutRow>[] = [
    { header: "Editor", value: (r) => r.editor },
    { header: "Editor ID", value: (r) => r.editorId },
    { header: "Run", value: (r) => r.runNumber },
    { header: "Cut-off", value: (r) => r.cutoffAt },
    { header: "Status", value: (r) => r.status },
    { header: "Earnings", value: (r) => r.earnings },
    { header: "Earned", value: (r) => money(r.grossMinor) },
    { header: "Debt deducted", value: (r) => money(-r.debtMinor) },
    { header: "Paid out", value: (r) => money(r.amountMinor) },
    { header: "Currency", value: (r) => r.currency },
    { header: "Bank reference", value: (r) => r.endToEndId },
    { header: "Self-billed invoice", value: (r) => r.invoiceNumber },
    { header: "Prepared", value: (r) => r.createdAt },
    { header: "Paid", value: (r) => r.paidAt },
  ];
  return listCsv(
    named("payout-history"),
    columns,
    payoutHistoryList(actor, readListQuery(searchOf(request), PAYOUT_LIST)),
  );
}

/** GET /api/csv/bank-batches. */
export async function bankBatchesCsv(request: Request, { actor }: Args): Promise<Response> {
  const columns: CsvColumn<BatchRow>[] = [
    { header: "Run", value: (r) => r.number },
    { header: "Status", value: (r) => r.status },
    { header: "Cut-off", value: (r) => r.cutoffAt },
    { header: "Payouts", value: (r) => r.payouts },
    { header: "Total", value: (r) => money(r.totalMinor) },
    { header: "Currency", value: (r) => r.currency },
    { header: "Returned", value: (r) => r.returned },
    { header: "Returned amount", value: (r) => money(r.returnedMinor) },
    { header: "File", value: (r) => r.fileName },
    { header: "SHA-256", value: (r) => r.fileSha256 },
    { header: "Pay on", value: (r) => r.executeOn },
    { header: "Prepared by", value: (r) => r.maker },
    { header: "Prepared", value: (r) => r.createdAt },
    { header: "Approved by", value: (r) => r.checker },
    { header: "Approved", value: (r) => r.approvedAt },
    { header: "Sent", value: (r) => r.sentAt },
    { header: "Paid", value: (r) => r.settledAt },
    { header: "Canceled", value: (r) => r.cancelledAt },
  ];
  return listCsv(named("bank-batches"), columns, batchList(actor, readListQuery(searchOf(request), BATCH_LIST)));
}

/** GET /api/csv/payout-summary. */
export async function payoutSummaryCsv(request: Request, { actor }: Args): Promise<Response> {
  const query = readListQuery(searchOf(request), SUMMARY_LIST);
  const monthly = query.filters.by === "month";
  const sums: CsvColumn<SummaryRow>[] = [
    { header: "Earned", value: (r) => money(r.earnedMinor) },
    { header: "Paid", value: (r) => money(r.paidMinor) },
    { header: monthly ? "Owed at month end" : "Owed", value: (r) => money(r.owedMinor) },
  ];
  const columns: CsvColumn<SummaryRow>[] = monthly
    ? [{ header: "Month", value: (r) => r.month }, ...sums]
    : [
        { header: "Editor", value: (r) => r.name },
        { header: "Editor ID", value: (r) => r.uid },
        ...sums,
        { header: "Pending", value: (r) => money(r.pendingMinor) },
        { header: "Available", value: (r) => money(r.availableMinor) },
        { header: "In payout", value: (r) => money(r.inPayoutMinor) },
        { header: "Debt", value: (r) => money(r.debtMinor) },
      ];
  return listCsv(named("payout-summary"), columns, payoutSummaryList(actor, query));
}

/** GET /api/csv/payout-cutoffs. */
export async function payoutCutoffsCsv(request: Request, { actor }: Args): Promise<Response> {
  const columns: CsvColumn<CutoffRow>[] = [
    { header: "Cut-off", value: (r) => r.cutoffAt },
    { header: "Runs", value: (r) => r.runs },
    { header: "Payouts", value: (r) => r.payouts },
    { header: "Earned", value: (r) => money(r.grossMinor) },
    { header: "Debt deducted", value: (r) => money(-r.debtMinor) },
    { header: "To pay", value: (r) => money(r.amountMinor) },
    { header: "Paid", value: (r) => money(r.paidMinor) },
    { header: "Returned", value: (r) => money(r.returnedMinor) },
  ];
  return listCsv(named("payout-cutoffs"), columns, cutoffList(actor, readListQuery(searchOf(request), CUTOFF_LIST)));
}

/** GET /api/csv/finance: the figures by day, month or service. */
export async function financeCsv(request: Request, { actor }: Args): Promise<Response> {
  const asked = readFinance(searchOf(request), now());
  const columns: CsvColumn<FinanceRow>[] = [
    { header: { day: "Day", month: "Month", service: "Service" }[asked.by], value: (r) => r.bucket },
    ...FIGURES.map((f) => ({ header: f.label, value: (r: FinanceRow) => money(r.values[f.key]) })),
  ];
  return csvResponse(`finance-${asked.from}-to-${asked.to}`, columns, (await readFigures(actor, asked)).rows);
}

/** GET /api/csv/ledger-lines: the journal lines of a figure. */
export async function ledgerLinesCsv(request: Request, { actor }: Args): Promise<Response> {
  const columns: CsvColumn<LedgerLine>[] = [{ header: "At", value: (r) => r.at }, ...LEDGER_COLUMNS];
  return listCsv(named("ledger-lines"), columns, figureLines(actor, readFinance(searchOf(request), now())));
}
