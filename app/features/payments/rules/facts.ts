import type {} from "#app/platform/rules/core/fact.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "payment.started": { paymentId: string; amountMinor: number };
    "payment.failed": { paymentId: string; reason: string };
    "payment.succeeded": { paymentId: string; amountMinor: number };
    /** Money that couldn't be applied to an order (already paid, expired, canceled). It is refunded automatically. */
    "payment.surplus": { paymentId: string; amountMinor: number; why: string };
    /** An admin's test payment arrived. It is refunded and in no ledger. */
    "payment.test_paid": { amountMinor: number };
    "refund.requested": { refundId: string; amountMinor: number };
    "refund.succeeded": { refundId: string; amountMinor: number };
    "refund.failed": { refundId: string; amountMinor: number; reason: string };
    "invoice.issued": { invoiceId: string; number: string; kind: "invoice" | "credit_note" | "self_billed" };
  }
}
