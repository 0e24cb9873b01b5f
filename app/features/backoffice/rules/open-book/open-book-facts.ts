/** The facts behind an order's open book. */
import type { DisputeKind, DisputeStatus } from "#app/features/payments/rules/dispute.ts";
import type { ProviderPayoutStatus, ProviderTransactionKind } from "#app/features/payments/rules/provider-account.ts";
import type { EarningState, PayoutState } from "#app/features/payouts/rules/flow.ts";

export type BookPayment = {
  id: string;
  status: "starting" | "open" | "succeeded" | "expired" | "failed";
  amountMinor: number;
  currency: string;
  cardLabel: string | null;
  surplus: boolean;
  paymentIntentId: string | null;
  /** Why an extra charge was made, or null for the order itself. */
  charge: string | null;
  createdAt: Date;
  succeededAt: Date | null;
  invoiceId: string | null;
  invoiceNumber: string | null;
  method: "card" | "balance";
  /** The terms or the purchase order that it's placed on, and the monthly statement that lists it. */
  creditLineId: string | null;
  statementId: string | null;
  statementNumber: string | null;
  statementDueAt: Date | null;
  statementSettledAt: Date | null;
};
export type BookRefund = {
  id: string;
  paymentId: string;
  status: "requested" | "sent" | "succeeded" | "failed";
  amountMinor: number;
  currency: string;
  failure: string | null;
  basis: readonly string[];
  providerRefundId: string | null;
  createdAt: Date;
  settledAt: Date | null;
  noteId: string | null;
  noteNumber: string | null;
};
export type BookDispute = {
  id: string;
  paymentId: string;
  providerDisputeId: string;
  kind: DisputeKind;
  status: DisputeStatus;
  amountMinor: number;
  feeMinor: number;
  currency: string;
  openedAt: Date;
  closedAt: Date | null;
};
/** A transaction at the card provider, with the payout that carried it and the bank line that payout arrived in. */
export type BookTransaction = {
  id: string;
  kind: ProviderTransactionKind;
  amountMinor: number;
  feeMinor: number;
  currency: string;
  sourceId: string | null;
  paymentIntentId: string | null;
  paymentId: string | null;
  refundId: string | null;
  entryKey: string | null;
  madeAt: Date;
  availableAt: Date;
  payoutId: string | null;
  payoutMinor: number | null;
  payoutStatus: ProviderPayoutStatus | null;
  payoutMadeAt: Date | null;
  arrivesAt: Date | null;
  /** The provider's transaction that is the payout, which names its journal entry. */
  payoutTransactionId: string | null;
  lineId: string | null;
  lineAt: Date | null;
  lineMinor: number | null;
  lineKey: string | null;
  statement: string | null;
};
export type BookEarning = {
  id: string;
  editorName: string;
  editorId: string;
  status: EarningState;
  part: string;
  reviewId: string | null;
  amountMinor: number;
  basisMinor: number;
  shareBp: number;
  readerShareBp: number;
  reason: string;
  currency: string;
  createdAt: Date;
  availableAt: Date | null;
};
export type BookPayout = {
  id: string;
  earningId: string;
  status: PayoutState;
  amountMinor: number;
  debtMinor: number;
  currency: string;
  /** What the bank is asked to pay and the frozen rate, of a payout in euros. */
  paidCurrency: string | null;
  paidMinor: number | null;
  rateMicros: number | null;
  rateOn: string | null;
  rateSource: string | null;
  endToEndId: string;
  createdAt: Date;
  paidAt: Date | null;
  returnedAt: Date | null;
  returnCode: string | null;
  runId: string;
  runNumber: string;
  approvedAt: Date | null;
  sentAt: Date | null;
  invoiceId: string | null;
  invoiceNumber: string | null;
};
export type BookBankLine = {
  id: string;
  payoutId: string;
  /** "payout_run" for one line of a whole run, whose amount is the run's. */
  match: string | null;
  amountMinor: number;
  currency: string;
  bookedAt: Date;
  entryKey: string | null;
  statement: string;
};
/** A journal entry and the object it's about. */
export type BookEntry = { key: string; causeType: string; causeId: string; kind: string };

export type BookFacts = {
  /** The order's payment is with the bank. */
  disputed: boolean;
  /** The next cut-off of payouts. */
  cutoffAt: Date;
  payments: readonly BookPayment[];
  refunds: readonly BookRefund[];
  disputes: readonly BookDispute[];
  transactions: readonly BookTransaction[];
  earnings: readonly BookEarning[];
  payouts: readonly BookPayout[];
  lines: readonly BookBankLine[];
  entries: readonly BookEntry[];
};
