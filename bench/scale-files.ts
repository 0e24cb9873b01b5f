/**
 * CSV files of the worlds of `scale-world.ts`: what passes until one begins. The rest is read in batches, as long as
 * the list is.
 */
import { auditCsv } from "#app/features/backoffice/server/audit/audit-csv.ts";
import {
  balanceSheetCsv,
  cashFlowCsv,
  journalLinesCsv,
  profitAndLossCsv,
} from "#app/features/backoffice/server/books/books-csv.ts";
import { journalCsv, quickbooksCsv } from "#app/features/backoffice/server/books/export-journal.ts";
import * as finance from "#app/features/backoffice/server/money/finance-csv.ts";
import { numbersCsv } from "#app/features/backoffice/server/numbers/numbers-csv.ts";
import {
  accountsCsv,
  applicationsCsv,
  clientsCsv,
  editorsCsv,
} from "#app/features/backoffice/server/people/people-csv.ts";
import { kycCsv, kycQueueCsv } from "#app/features/editors/server/kyc/kyc-csv.ts";
import { pastInvitesCsv } from "#app/features/matching/server/list-past-invites.ts";
import { searchesCsv } from "#app/features/matching/server/searches-csv.ts";
import { ownOrdersCsv } from "#app/features/orders/server/views/own-orders-csv.ts";
import { staffOrdersCsv } from "#app/features/orders/server/views/staff-orders-csv.ts";
import { ownMoneyCsv } from "#app/features/payments/server/checkout/list-own-money.ts";
import { taxCsv } from "#app/features/payments/server/invoices/tax-csv.ts";
import { earningsCsv, editorPayoutsCsv, selfBilledCsv } from "#app/features/payouts/server/earnings/csv-endpoints.ts";
import { ownWorkCsv } from "#app/features/payouts/server/earnings/own-work-csv.ts";
import { dac7Csv, necCsv } from "#app/features/payouts/server/earnings/yearly-figures.ts";
import { contactMessagesCsv } from "#app/features/support/server/contact/contact-csv.ts";
import { threadsCsv } from "#app/features/support/server/desk/threads-csv.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { ADMIN, person } from "./two-worlds.ts";

const client = person("usr_c7");
const editor = person("usr_e7", { role: "editor", isEditor: true });

type Endpoint = (request: Request, of: { actor: Actor; params: Record<string, string> }) => Promise<Response>;

/** The beginning of a file; the rest isn't read. */
const begins =
  (endpoint: Endpoint, search = "", actor: Actor = ADMIN) =>
  async (): Promise<unknown> => {
    const response = await endpoint(new Request(`http://localhost/file.csv?${search}`), { actor, params: {} });
    const reader = response.body!.getReader();
    const first = await reader.read();
    await reader.cancel();
    return first.value;
  };
const month = "from=2026-10-01&until=2026-10-31";

export const FILE_READS: Readonly<Record<string, () => Promise<unknown>>> = {
  "file: payments": begins(finance.paymentsCsv),
  "file: refunds": begins(finance.refundsCsv),
  "file: coupons": begins(finance.couponsCsv),
  "file: coupon uses": begins(finance.couponUsesCsv),
  "file: invoices": begins(finance.invoicesCsv, "show=invoices"),
  "file: payouts": begins(finance.payoutHistoryCsv),
  "file: bank batches": begins(finance.bankBatchesCsv),
  "file: payout summary": begins(finance.payoutSummaryCsv),
  "file: payout cut-offs": begins(finance.payoutCutoffsCsv),
  "file: finance by service": begins(finance.financeCsv, "by=service"),
  "file: a figure's lines": begins(finance.ledgerLinesCsv, "lines=gross"),
  "file: tax": begins(taxCsv, month),
  "file: balance sheet": begins(balanceSheetCsv),
  "file: cash flow": begins(cashFlowCsv),
  "file: profit and loss": begins(profitAndLossCsv),
  "file: journal lines": begins(journalLinesCsv),
  "file: journal, a month": begins(journalCsv, "month=2026-10"),
  "file: daily totals, a month": begins(quickbooksCsv, "month=2026-10"),
  "file: numbers": begins(numbersCsv, "table=funnel"),
  "file: editor payouts": begins(editorPayoutsCsv),
  "file: DAC7": begins(dac7Csv, "year=2025"),
  "file: 1099-NEC": begins(necCsv, "year=2025"),
  "file: orders": begins(staffOrdersCsv),
  "file: orders, all": begins(staffOrdersCsv, "show=all"),
  "file: searches": begins(searchesCsv),
  "file: threads": begins(threadsCsv),
  "file: contact messages": begins(contactMessagesCsv, "status=all"),
  "file: accounts": begins(accountsCsv),
  "file: clients": begins(clientsCsv),
  "file: editors": begins(editorsCsv),
  "file: applications": begins(applicationsCsv),
  "file: editors' documents": begins(kycCsv),
  "file: documents to review": begins(kycQueueCsv),
  "file: audit trail": begins(auditCsv),
  "file: my orders": begins(ownOrdersCsv, "", client),
  "file: my payments": begins(ownMoneyCsv, "", client),
  "file: an editor's orders": begins(ownWorkCsv, "", editor),
  "file: an editor's earnings": begins(earningsCsv, "", editor),
  "file: an editor's invoices": begins(selfBilledCsv, "", editor),
  "file: an editor's invites": begins(pastInvitesCsv, "", editor),
};
