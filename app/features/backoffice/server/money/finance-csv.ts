import { dayOf } from "#app/platform/rules/core/day.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import type { CsvColumn } from "#app/platform/rules/text/csv.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { CURRENCY, csvMoney } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { csvResponse } from "#app/platform/server/requests/csv-response.ts";
import { listCsv } from "#app/platform/server/lists/list-csv.ts";
import { listFile } from "#app/platform/server/lists/list-file.ts";
import { COUPON_LIST, COUPON_USE_LIST } from "../../rules/lists/coupon-list.ts";
import { PAYMENT_LIST, REFUND_LIST } from "../../rules/lists/payment-list.ts";
import { FIGURES, GROUP_WORDS, readFinance } from "../../rules/finance-figures.ts";
import { type FinanceRow, figureLines, readFigures } from "./finance.ts";
import { LEDGER_COLUMNS, type LedgerLine } from "./ledger-lines.ts";
import { INVOICE_LIST } from "../../rules/lists/invoice-list.ts";
import { BATCH_LIST, CUTOFF_LIST, PAYOUT_LIST } from "../../rules/lists/payout-list.ts";
import { couponList, couponUseList } from "./list-coupons.ts";
import { invoiceList } from "./list-invoices.ts";
import { paymentList, refundList } from "./list-payments.ts";
import { batchList, payoutHistoryList } from "./list-payouts.ts";
import { cutoffList } from "./payout-pipeline.ts";
import { SUMMARY_LIST, type SummaryRow, payoutSummaryList } from "./payout-summary.ts";

type Args = { actor: Actor };
const searchOf = (request: Request): URLSearchParams => new URL(request.url).searchParams;
const named = (what: string): string => `${what}-${dayOf(now())}`;
const money = (minor: number | null): string | null => csvMoney(minor, CURRENCY);

/** GET /api/csv/payments. Admins only, like all of these; the lists check that. */
export const paymentsCsv = listFile(PAYMENT_LIST, paymentList);
/** GET /api/csv/refunds. */
export const refundsCsv = listFile(REFUND_LIST, refundList);
/** GET /api/csv/coupons. */
export const couponsCsv = listFile(COUPON_LIST, (actor, query) => couponList(actor, query, now()));
/** GET /api/csv/coupon-uses: the orders that used a coupon, or that of `?coupon=ID`. */
export const couponUsesCsv = listFile(COUPON_USE_LIST, (actor, query, search) =>
  couponUseList(actor, search.get("coupon"), query),
);

/** GET /api/csv/invoices. */
export const invoicesCsv = listFile(INVOICE_LIST, invoiceList);
/** GET /api/csv/payout-history. */
export const payoutHistoryCsv = listFile(PAYOUT_LIST, payoutHistoryList);
/** GET /api/csv/bank-batches. */
export const bankBatchesCsv = listFile(BATCH_LIST, batchList);

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
export const payoutCutoffsCsv = listFile(CUTOFF_LIST, cutoffList);

/** GET /api/csv/finance: the figures by day, month, or what orders have in common. */
export async function financeCsv(request: Request, { actor }: Args): Promise<Response> {
  const asked = readFinance(searchOf(request), now());
  const columns: CsvColumn<FinanceRow>[] = [
    { header: GROUP_WORDS[asked.by], value: (r) => r.label ?? r.bucket },
    ...FIGURES.map((f) => ({ header: f.label, value: (r: FinanceRow) => money(r.values[f.key] ?? null) })),
  ];
  return csvResponse(`finance-${asked.from}-to-${asked.to}`, columns, (await readFigures(actor, asked)).rows);
}

/** GET /api/csv/ledger-lines: the journal lines of a figure. */
export async function ledgerLinesCsv(request: Request, { actor }: Args): Promise<Response> {
  const columns: CsvColumn<LedgerLine>[] = [{ header: "At", value: (r) => r.at }, ...LEDGER_COLUMNS];
  return listCsv(named("ledger-lines"), columns, figureLines(actor, readFinance(searchOf(request), now())));
}
