import type {} from "#app/platform/rules/core/fact.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "earning.pending": { earningId: string; editorId: string; amountMinor: number; part?: "reading" };
    "earning.available": { earningId: string; editorId: string; amountMinor: number; part?: "reading" };
    /** A reviewer was paid for a quality review. */
    "earning.review": { earningId: string; editorId: string; amountMinor: number };
    "earning.reversed": { earningId: string; editorId: string; amountMinor: number; reason: string };
    "payout_run.prepared": { runId: string; totalMinor: number; payouts: number };
    "payout_run.approved": { runId: string };
    "payout_run.sent": { runId: string; sha256: string };
    "payout_run.settled": { runId: string };
    "payout_run.cancelled": { runId: string };
    "payout.paid": { payoutId: string; editorId: string; amountMinor: number; currency: string };
    "invoice.reviewed": { invoiceId: string; number: string };
    "bank.changed": { uid: string };
    "bank.confirmed": { uid: string; usableAt: string };
    "bank.change_cancelled": { uid: string };
  }
}
