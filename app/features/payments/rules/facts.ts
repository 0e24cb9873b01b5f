import type {} from "#app/platform/rules/core/fact.ts";
import type { ReferralFault } from "./courtesy/referral.ts";
import type { CreditCause } from "./courtesy/courtesy.ts";

type SpendingAsked = {
  requestId: string;
  organizationId: string;
  name: string;
  amountMinor: number;
  currency: string;
  uids: string[];
};

/** `uids` are told: the organization's owners and managers, or the person whose own account it is: no organization. */
type AccountFact = {
  organizationId: string | null;
  name: string;
  amountMinor: number;
  currency: string;
  uids: string[];
};

type GiftFact = { giftId: string; amountMinor: number; currency: string; uids: string[] };

type WriteOffFact = {
  organizationId: string;
  name: string;
  writeOffId: string;
  amountMinor: number;
  currency: string;
  reason: string;
};
/** `line` is the order's number, and `number` the statement's. `uids` are the organization's owners and managers. */
type LineDisputeFact = {
  organizationId: string;
  name: string;
  lineDisputeId: string;
  number: string;
  line: string;
  amountMinor: number;
  currency: string;
  reason: string;
  answer: string;
  uids: string[];
};
/** `uids` are told: the organization's owners and managers. */
type CreditFact = {
  organizationId: string;
  name: string;
  creditLineId: string;
  credit: string;
  limitMinor: number;
  currency: string;
  /** Why it was declined or ended; "" without one. */
  reason: string;
  uids: string[];
};
type StatementFact = {
  organizationId: string;
  name: string;
  statementId: string;
  number: string;
  /** What is open of it; when it was paid, its total. */
  amountMinor: number;
  currency: string;
  dueAt: string;
  uids: string[];
};

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "referral.link_made": { uid: string };
    /** Somebody joined with a client's link. */
    "referral.joined": { uid: string; referralId: string };
    /** There's no credit, for either of the two. */
    "referral.refused": { uid: string; referralId: string; why: ReferralFault };
    "courtesy.given": {
      uid: string;
      creditId: string;
      amountMinor: number;
      currency: string;
      cause: CreditCause;
      expiresAt: string;
    };
    "courtesy.expiring": { uid: string; amountMinor: number; currency: string; expiresAt: string };
    "courtesy.expired": { uid: string; amountMinor: number; currency: string };
    "payment.started": { paymentId: string; amountMinor: number };
    /** Money was added to an organization's account, or paid back if negative: by transfer, or by card. */
    "balance.moved": AccountFact & { by?: "card" };
    "deposit.started": { depositId: string; organizationId: string | null; amountMinor: number; currency: string };
    /** What should have returned to a card is on the balance again. */
    "deposit.return_failed": AccountFact & { reason: string };
    /** A card's bank took money of a deposit in a dispute. Evidence can be sent until `dueAt`. */
    "deposit.disputed": AccountFact & { dueAt: string | null };
    /** Somebody paid a balance for somebody else. `uids` is the giver. */
    "gift.sent": GiftFact;
    "gift.accepted": GiftFact;
    "gift.canceled": GiftFact;
    /** An organization asks for terms, or sent a purchase order. */
    "credit.asked": CreditFact;
    /** The first of two people agreed. */
    "credit.proposed": CreditFact;
    "credit.granted": CreditFact;
    "credit.declined": CreditFact;
    /** By staff, or taken back by the organization before it was granted. */
    "credit.ended": CreditFact;
    /** By the first of two people. */
    "write_off.proposed": WriteOffFact;
    "write_off.booked": WriteOffFact;
    "write_off.declined": WriteOffFact;
    "write_off.taken_back": WriteOffFact;
    "line_dispute.opened": LineDisputeFact;
    "line_dispute.answered": LineDisputeFact;
    "line_dispute.taken_back": LineDisputeFact;
    "statement.issued": StatementFact;
    "statement.reminded": StatementFact;
    "statement.paid": StatementFact;
    /** Those from before organizations had currencies have none: dollars. */
    "topup.started": {
      topUpId: string;
      organizationId: string;
      number: string;
      amountMinor: number;
      currency?: string;
    };
    "topup.canceled": { topUpId: string; organizationId: string; number: string };
    /** A member asks to spend above their limit. `uids` decide. */
    "spending.requested": SpendingAsked;
    "spending.reminded": SpendingAsked;
    /** `uid` asked. Nobody decided if it was declined by the clock. */
    "spending.decided": Omit<SpendingAsked, "uids"> & { uid: string; approved: boolean; reason: string };
    "payment.failed": { paymentId: string; reason: string };
    "payment.succeeded": { paymentId: string; amountMinor: number };
    /**
     * Money held on a card was released, because the order's coupon can't be used with that card or the order can't be
     * paid.
     */
    "payment.not_taken": { paymentId: string; amountMinor: number; why: string };
    /** Money that couldn't be applied to an order (already paid, expired, canceled). It is refunded automatically. */
    "payment.surplus": { paymentId: string; amountMinor: number; why: string };
    /** An admin's test payment arrived. It is refunded and in no ledger. */
    "payment.test_paid": { amountMinor: number };
    /** An author shared an order's price, so that somebody else can pay it. */
    "shared_quote.created": { number: string; validUntilAt: string };
    "shared_quote.sent": { number: string };
    /** Somebody other than the author opened the link for the first time. */
    "shared_quote.opened": { number: string };
    /** Somebody opened the link too late, and asks for a new quote. */
    "shared_quote.asked": { number: string; expired: boolean };
    "shared_quote.revoked": { number: string };
    "refund.requested": { refundId: string; amountMinor: number };
    /** `toAccount`: an organization's or the client's `own`, where it is at once. */
    "refund.succeeded": { refundId: string; amountMinor: number; toAccount?: true; own?: true };
    "refund.failed": { refundId: string; amountMinor: number; reason: string };
    /** A client reported a problem with a delivered order; `dueAt` is when it is decided at the latest. */
    "problem.reported": { problemId: string; dueAt: string };
    "problem.redo": { problemId: string; note: string; dueAt: string };
    "problem.declined": { problemId: string; note: string };
    /** A refund was proposed that another person must approve. */
    "refund.proposed": { requestId: string; amountMinor: number; needs: "admin" | "two admins" };
    "refund.approved": { requestId: string; amountMinor: number; cause: string; reason: string };
    "refund.declined": { requestId: string; amountMinor: number; note: string; proposedBy: string };
    /** A consumer paid for an order: their request at payment, and until when they can withdraw. Dates are ISO. */
    "contract.confirmed": {
      version: string;
      text: string;
      givenAt: string;
      untilAt: string;
      /** For an extra charge: its amount. */
      extraMinor?: number;
    };
    /**
     * The card's bank asks about a payment (inquiry) or withholds it until it decides (chargeback). `dueAt` is
     * the deadline for evidence.
     */
    "dispute.opened": {
      disputeId: string;
      kind: "inquiry" | "chargeback";
      amountMinor: number;
      reason: string;
      dueAt: string | null;
    };
    "dispute.reminded": { disputeId: string; dueAt: string };
    "dispute.evidence_sent": { disputeId: string };
    "dispute.evidence_failed": { disputeId: string; reason: string };
    "dispute.won": { disputeId: string; amountMinor: number };
    "dispute.lost": { disputeId: string; amountMinor: number };
    /** An inquiry ended without a chargeback. */
    "dispute.closed": { disputeId: string; amountMinor: number };
    /** An admin found the editor at fault for a lost dispute: their pay for the order is taken back. */
    "dispute.fault_found": { disputeId: string; editorId: string; reason: string };
    /** The card's network heard that a payment is fraud, before any dispute. */
    "payment.fraud_warned": { paymentId: string };
    "invoice.issued": {
      invoiceId: string;
      number: string;
      kind: "invoice" | "credit_note" | "self_billed";
      /** The number of the document that it cancels. */
      cancels?: string;
      /** The number of the invoice that it replaces. */
      replaces?: string;
    };
    /** The buyer's details on an invoice were corrected: a new one replaces it. */
    "invoice.corrected": { invoiceId: string; number: string; replaces: string; byAdmin: boolean };
  }
}
