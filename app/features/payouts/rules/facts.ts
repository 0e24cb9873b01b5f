import type { PayoutScheme } from "./scheme.ts";
import type { ReportKind } from "./bank-report.ts";
import type {} from "#app/platform/rules/core/fact.ts";

/** A payout's amount; `paidMinor` and `paidCurrency` are what the bank was asked to pay, if it's paid in euros. */
type PaidFact = { amountMinor: number; currency: string; paidMinor?: number; paidCurrency?: string };

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "earning.pending": { earningId: string; editorId: string; amountMinor: number; part?: "reading" };
    "earning.available": { earningId: string; editorId: string; amountMinor: number; part?: "reading" };
    /** A reviewer was paid for a quality review. */
    "earning.review": { earningId: string; editorId: string; amountMinor: number };
    "earning.reversed": { earningId: string; editorId: string; amountMinor: number; reason: string };
    "payout_run.prepared": { runId: string; totalMinor: number; payouts: number };
    /** Somebody chose the file that the run is paid by. */
    "payout_run.file_chosen": { runId: string; scheme: PayoutScheme };
    "payout_run.approved": { runId: string };
    "payout_run.sent": { runId: string; sha256: string };
    "payout_run.settled": { runId: string };
    "payout_run.cancelled": { runId: string };
    "payout.paid": PaidFact & { payoutId: string; editorId: string };
    /** A payout that a bank rejected or sent back. Its earnings are in the next run. */
    "payout.returned": PaidFact & { payoutId: string; editorId: string; code: string };
    /** An editor asked for a payout below the minimum, of what was payable then. */
    "payout.small_asked": { editorId: string; amountMinor: number; currency: string };
    /**
     * An admin imported reference rates: how many days were new, how many had another rate before, and the latest day.
     */
    "rates.imported": { importId: string; added: number; changed: number; latestOn: string };
    /** An earning was taken out of a run before it was sent, because its order is disputed. */
    "payout_run.reduced": { runId: string; totalMinor: number; reopened: boolean };
    /** A bank's file was imported: how many of its lines were booked, and how many are left for a person. */
    "bank_report.imported": { reportId: string; kind: ReportKind; applied: number; open: number };
    "invoice.reviewed": { invoiceId: string; number: string };
    "bank.changed": { uid: string };
    "bank.confirmed": { uid: string; usableAt: string };
    "bank.change_cancelled": { uid: string };
  }
}
