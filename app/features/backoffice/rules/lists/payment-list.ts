import { HIDDEN, type QueryOf, choicesOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { csvMoney } from "#app/platform/rules/core/money.ts";

const PAYMENT_STATUSES = ["starting", "open", "succeeded", "expired", "failed"] as const;
export const PAYMENT_WORDS: Record<(typeof PAYMENT_STATUSES)[number], string> = {
  starting: "Starting",
  open: "Checkout open",
  succeeded: "Paid",
  expired: "Expired",
  failed: "Failed",
};

export type PaymentRow = {
  id: string;
  attempt: number;
  status: string;
  amountMinor: number;
  refundedMinor: number;
  currency: string;
  surplus: boolean;
  checkoutSessionId: string | null;
  paymentIntentId: string | null;
  cardLabel: string | null;
  /** Placed on an organization's credit, which pays later. */
  isOnCredit: boolean;
  failure: string | null;
  createdAt: Date;
  succeededAt: Date | null;
  orderId: string;
  number: string;
  payer: string | null;
  email: string | null;
};

export const PAYMENT_LIST = declareList<PaymentRow>()({
  caption: "Payments",
  noun: "payment",
  home: "/admin/payments",
  file: "payments",
  search: "Order, payer, email, provider ID",
  defaultSort: "-at",
  filters: {
    status: { label: "Status", choices: choicesOf(PAYMENT_STATUSES, PAYMENT_WORDS) },
    kind: {
      label: "Kind",
      choices: [
        ["refunded", "With a refund"],
        ["surplus", "With a surplus"],
      ],
    },
    from: HIDDEN,
    to: HIDDEN,
  },
  columns: {
    id: { header: "Payment", csv: (r) => r.id },
    number: { header: "Order", sort: true, csv: (r) => r.number },
    attempt: { header: "Attempt", csv: (r) => r.attempt },
    payer: { header: "Payer", sort: true, csv: (r) => r.payer },
    email: { header: "Email", csv: (r) => r.email },
    status: { header: "Status", sort: true, csv: (r) => r.status },
    surplus: { header: "Surplus", csv: (r) => r.surplus },
    amount: { header: "Amount", align: "end", sort: true, csv: (r) => csvMoney(r.amountMinor, r.currency) },
    refunded: { header: "Refunded", align: "end", sort: true, csv: (r) => csvMoney(r.refundedMinor, r.currency) },
    currency: { header: "Currency", csv: (r) => r.currency },
    card: { header: "Paid with", csvHeader: "Card", csv: (r) => r.cardLabel },
    provider: { header: "Provider IDs", narrow: "hidden" },
    checkout: { header: "Checkout", csv: (r) => r.checkoutSessionId },
    intent: { header: "Payment intent", csv: (r) => r.paymentIntentId },
    failure: { header: "Failure", csv: (r) => r.failure },
    at: { header: "Started, paid", csvHeader: "Started", sort: true, csv: (r) => r.createdAt },
    paid: { header: "Paid", csv: (r) => r.succeededAt },
    open: { header: "Ledger" },
  },
});
export type PaymentQuery = QueryOf<typeof PAYMENT_LIST>;

const REFUND_STATUSES = ["requested", "sent", "succeeded", "failed"] as const;
export const REFUND_WORDS: Record<(typeof REFUND_STATUSES)[number], string> = {
  requested: "To be sent",
  sent: "In transit",
  succeeded: "Refunded",
  failed: "Failed",
};

export type RefundRow = {
  id: string;
  status: string;
  cause: string;
  basis: string[];
  amountMinor: number;
  currency: string;
  attempt: number;
  failure: string | null;
  providerRefundId: string | null;
  createdAt: Date;
  settledAt: Date | null;
  paymentId: string;
  orderId: string | null;
  number: string | null;
  payer: string | null;
  email: string | null;
  requestedBy: string | null;
};

export const REFUND_LIST = declareList<RefundRow>()({
  caption: "Refunds",
  noun: "refund",
  home: "/admin/payments?list=refunds",
  file: "refunds",
  search: "Order, client, email, provider ID",
  defaultSort: "-at",
  filters: {
    status: { label: "Status", choices: choicesOf(REFUND_STATUSES, REFUND_WORDS) },
    from: HIDDEN,
    to: HIDDEN,
  },
  columns: {
    id: { header: "Refund", csv: (r) => r.id },
    number: { header: "Order", sort: true, csv: (r) => r.number },
    client: { header: "Client", csv: (r) => r.payer },
    email: { header: "Email", csv: (r) => r.email },
    status: { header: "Status", sort: true, csv: (r) => r.status },
    amount: { header: "Amount", align: "end", sort: true, csv: (r) => csvMoney(r.amountMinor, r.currency) },
    currency: { header: "Currency", csv: (r) => r.currency },
    cause: { header: "Reason", csvHeader: "Cause", csv: (r) => r.cause },
    basis: { header: "Basis", csv: (r) => r.basis.join(" ") },
    requestedBy: { header: "Requested by", csv: (r) => r.requestedBy },
    attempt: { header: "Attempt", csv: (r) => r.attempt },
    failure: { header: "Failure", csv: (r) => r.failure },
    provider: { header: "Provider ID", csv: (r) => r.providerRefundId },
    at: { header: "Requested", sort: true, csv: (r) => r.createdAt },
    settled: { header: "Settled", csv: (r) => r.settledAt },
    payment: { header: "Payment", csv: (r) => r.paymentId },
    open: { header: "Ledger" },
    again: { header: "Retry" },
  },
});
export type RefundQuery = QueryOf<typeof REFUND_LIST>;
