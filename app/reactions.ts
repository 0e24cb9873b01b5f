import {
  earnAvailable,
  earnPartDone,
  earnPending,
  earnRefunded,
  payClosedRevision,
  reduceEarning,
  takeBackPay,
} from "#app/features/payouts/server/earnings/earn-order.ts";
import { holdDisputed } from "#app/features/payouts/server/earnings/hold-disputed.ts";
import {
  resumeMatching,
  rematchWaitingOrders,
  searchAgain,
  withdrawInvites,
} from "#app/features/matching/server/follow-orders.ts";
import { resumeReaderSearch, withdrawReadingInvites } from "#app/features/matching/server/readings/invite-readers.ts";
import { forgetEditorPages } from "#app/features/editors/server/public-page/forget-editor-pages.ts";
import { announcePayChange } from "#app/features/editors/server/announce-pay-change.ts";
import { mailLegalVersion } from "#app/features/accounts/server/legal/mail-legal-version.ts";
import { checkPaidOrder } from "#app/features/orders/server/check/check-file.ts";
import { keepStyle } from "#app/features/orders/server/style-sheet/choose-form.ts";
import { onEditorBlocked } from "#app/features/matching/server/on-editor-blocked.ts";
import { raiseLevelOfFact } from "#app/features/matching/server/raise-level-of-fact.ts";
import { refreshPublicRecord } from "#app/features/matching/server/records/refresh-public-record.ts";
import { refreshEditorRecord } from "#app/features/matching/server/records/refresh-editor-record.ts";
import { eventOf } from "#app/features/integrations/rules/events.ts";
import { raiseFactAlert } from "#app/features/integrations/server/alerts/raise-alert.ts";
import { publishEvent } from "#app/features/integrations/server/webhooks/publish-event.ts";
import { notify } from "#app/features/notifications/server/notify.ts";
import { readTicketNotices } from "#app/features/notifications/server/read-ticket-notices.ts";
import { readOrderNotices } from "#app/features/notifications/server/read-order-notices.ts";
import { followBilling } from "#app/features/orders/server/drafts/follow-billing.ts";
import { allowHelp } from "#app/features/orders/server/work/allow-help.ts";
import { reviewLowRating } from "#app/features/orders/server/review/review-low-rating.ts";
import { finishReadSubmission, finishSubmission } from "#app/features/orders/server/review/finish-submission.ts";
import { endOpenCharge } from "#app/features/orders/server/charges/order-charges.ts";
import { endLateDecision } from "#app/features/orders/server/late/watch-late-orders.ts";
import { endOrderChange } from "#app/features/orders/server/changes/order-changes.ts";
import { endWordReport } from "#app/features/orders/server/words/word-differences.ts";
import { endDateProposal } from "#app/features/orders/server/due-date/date-proposals.ts";
import {
  refundChangedOrder,
  refundCheaperDate,
  refundFewerWords,
} from "#app/features/payments/server/refunds/refund-agreed.ts";
import { endReading } from "#app/features/orders/server/reading/end-reading.ts";
import { refundSecondReader } from "#app/features/payments/server/refunds/refund-second-reader.ts";
import { endQuote } from "#app/features/quotes/server/end-quote.ts";
import { closeChargeCheckout, closeOpenCheckout } from "#app/features/payments/server/checkout/close-checkout.ts";
import { settleReferral } from "#app/features/payments/server/courtesy/referrals.ts";
import { mailStatement } from "#app/features/payments/server/credit/mail-statement.ts";
import { mailPayerInvoice } from "#app/features/payments/server/shared-quotes/mail-payer-invoice.ts";
import { closePayerCheckout } from "#app/features/payments/server/shared-quotes/revoke-shared-quote.ts";
import { compensateLateness } from "#app/features/payments/server/refunds/compensate-lateness.ts";
import { recognizeRevenue } from "#app/features/payments/server/ledger/recognize-revenue.ts";
import { addMissingRates } from "#app/features/payments/server/invoices/national-rates.ts";
import { payReviewer } from "#app/features/payouts/server/earnings/pay-reviewer.ts";
import { removeCertificatePdf } from "#app/features/certificates/server/revoke-certificate.ts";
import type { FactKind } from "#app/platform/rules/core/fact.ts";
import { noticesFor } from "#app/platform/rules/core/fact-words.ts";
import type { Reaction, ReactionsTo } from "#app/platform/server/core/facts.ts";
import { factWords } from "./fact-words.ts";

// MAP 3: a fact's effects. Each name is a separate job, retried until it succeeds. Jobs that wait carry the name, so it stays
// when its function is renamed. A kind without a row has no effects.
// Who is notified is declared with the fact's words (fact-words.ts).
export const effects: Readonly<Partial<Record<FactKind, Readonly<Record<string, Reaction>>>>> = {
  "editor.matching_changed": { judgeWaiting: rematchWaitingOrders, forgetEditorPages },
  "kyc.cleared": { judgeWaiting: rematchWaitingOrders },
  "account.profile_changed": { followBilling },
  "account.vat_checked": { followBilling },
  "organization.changed": { followBilling },
  "organization.vat_checked": { followBilling },
  "organization.exemption_changed": { followBilling },
  "account.disabled": { followBlockedEditor: onEditorBlocked, forgetEditorPages },
  "account.enabled": { judgeWaiting: rematchWaitingOrders, forgetEditorPages },
  "editor.resumed": { judgeWaiting: rematchWaitingOrders },
  "legal.approved": { mailLegalVersion },
  "legal.canceled": { mailLegalVersion },
  "policy.approved": { tellEditorsOfPay: announcePayChange },
  "policy.canceled": { tellEditorsOfPay: announcePayChange },
  "rates.imported": { addMissingRates },
  "dispute.opened": { holdDisputed, raiseFactAlert },
  "matching.support_told": { raiseFactAlert },
  "dispute.fault_found": { takeBackPay },
  "order.reopened": { closeOpenCheckout },
  "order.expired": { closeOpenCheckout },
  "order.withdrawn": { closeOpenCheckout, endQuote },
  "quote.requested": { allowHelp },
  "quote.countered": { allowHelp },
  "order.paid": { resumeMatching, checkPaidOrder, mailPayerInvoice, raiseFactAlert },
  "statement.issued": { mailStatement },
  "statement.reminded": { mailStatement },
  "shared_quote.revoked": { closePayerCheckout },
  "order.assigned": { withdrawInvites, resumeReaderSearch },
  "order.released": { searchAgain, refreshEditorRecord, endDateProposal, endOpenCharge, endWordReport, endOrderChange },
  "order.paused": { endOrderChange, endDateProposal },
  "order.resumed": { endDateProposal },
  "deadline.changed": { refundCheaperDate },
  "change.applied": { refundChangedOrder },
  "words.reduced": { refundFewerWords },
  "charge.declined": { closeChargeCheckout },
  "charge.withdrawn": { closeChargeCheckout },
  "charge.expired": { closeChargeCheckout },
  "charge.ended": { closeChargeCheckout },
  "order.submitted": {
    finishSubmission,
    endDateProposal,
    endOpenCharge,
    endWordReport,
    endOrderChange,
    endLateDecision,
  },
  "reading.ready": { resumeReaderSearch },
  "reading.taken": { withdrawReadingInvites },
  "reading.released": { resumeReaderSearch },
  "reading.invite_ended": { resumeReaderSearch },
  "reading.done": { finishReadSubmission },
  "reading.skipped": { withdrawReadingInvites, refundSecondReader, finishReadSubmission },
  "reading.ended": { withdrawReadingInvites },
  "order.changes_required": { refreshEditorRecord },
  "order.delivered": {
    compensateLateness,
    // Pending jobs store this name.
    recogniseRevenue: recognizeRevenue,
    earnPending,
    refreshEditorRecord,
    refreshPublicRecord,
    followLevel: raiseLevelOfFact,
  },
  "order.revision_closed": { withdrawInvites, endDateProposal, endOpenCharge, payClosedRevision },
  "order.accepted": { keepStyle, earnAvailable, recogniseRevenue: recognizeRevenue },
  "order.closed": { settleReferral },
  "order.rated": { refreshEditorRecord, refreshPublicRecord, followLevel: raiseLevelOfFact, reviewLowRating },
  "review.decided": { refreshEditorRecord, followLevel: raiseLevelOfFact, payReviewer },
  "review.appeal_decided": { refreshEditorRecord, followLevel: raiseLevelOfFact },
  "review.dropped": { refreshEditorRecord },
  "certificate.revoked": { removeCertificatePdf },
  "order.cancelled": {
    earnPartDone,
    withdrawInvites,
    endReading,
    endDateProposal,
    endOpenCharge,
    endWordReport,
    endOrderChange,
    endLateDecision,
  },
  "order.refunded": { withdrawInvites, endReading, earnRefunded },
  "order.compensated": { reduceEarning },
  "order.held": { withdrawInvites, endDateProposal, endOpenCharge, endWordReport, endOrderChange },
  "order.unheld": { resumeMatching },
  "order.date_moved": { resumeMatching },
  "invite.accepted": { refreshEditorRecord },
  "invite.declined": { resumeMatching, refreshEditorRecord },
  "invite.reopened": { refreshEditorRecord },
  "invite.expired": { resumeMatching, refreshEditorRecord },
  "problem.reported": { allowHelp },
  "thread.staff_asked": { allowHelp },
  "ticket.opened": { allowHelp },
  "thread.read": { readOrderNotices, readTicketNotices },
};

/**
 * Everything that follows from a fact: its effects, notifications if its words contain a notice for it, and events for
 * its owner's programs if it's on their list.
 */
export const reactions: ReactionsTo = (fact) => ({
  ...(noticesFor(factWords, fact).length > 0 ? { notify } : {}),
  ...(eventOf(fact.kind) ? { publishEvent } : {}),
  ...effects[fact.kind],
});
