import { watchAlerts } from "#app/features/backoffice/server/alerts/watch-alerts.ts";
import { reportPartners } from "#app/features/backoffice/server/partners/report-partners.ts";
import { rollUpNumbers } from "#app/features/backoffice/server/numbers/roll-up.ts";
import { watchLegalTexts } from "#app/features/backoffice/server/legal/watch-legal-texts.ts";
import { watchPolicyProfiles } from "#app/features/backoffice/server/policy-profiles/watch-profiles.ts";
import { watchPolicy } from "#app/features/backoffice/server/policy/watch-policy.ts";
import { dropSpentSignIns } from "#app/features/accounts/server/sign-in/drop-spent-sign-ins.ts";
import { watchImpersonations } from "#app/features/accounts/server/impersonation/settle-impersonation.ts";
import { publishScheduled } from "#app/features/blog/server/publish-scheduled.ts";
import { dropOldFacts } from "#app/features/backoffice/server/audit/drop-old-facts.ts";
import { dropApplicationFiles } from "#app/features/editors/server/application/application-files.ts";
import { dropKycFiles } from "#app/features/editors/server/kyc/drop-kyc-files.ts";
import { endPauses } from "#app/features/editors/server/pause-editor.ts";
import { forgetEvents } from "#app/features/integrations/server/webhooks/publish-event.ts";
import { forgetAnswers } from "#app/features/integrations/server/api/remember-answer.ts";
import { watchKyc } from "#app/features/editors/server/kyc/watch-kyc.ts";
import { lastPaidAt } from "#app/features/payouts/server/earnings/last-paid-at.ts";
import { dropLooseAttachments } from "#app/features/messages/server/drop-loose-attachments.ts";
import { watchQueries } from "#app/features/messages/server/watch-queries.ts";
import { watchAnnouncements } from "#app/features/notifications/server/announcements/watch-announcements.ts";
import { dropInboundEmails } from "#app/features/emails/server/drop-inbound-emails.ts";
import { mailUnread } from "#app/features/notifications/server/mail-unread.ts";
import { remindOfQuotes } from "#app/features/notifications/server/remind-of-quotes.ts";
import { sendDigests } from "#app/features/notifications/server/send-digests.ts";
import { acceptByClock, remindToAccept } from "#app/features/orders/server/lifecycle/accept-order.ts";
import { closeOrders } from "#app/features/orders/server/lifecycle/close-orders.ts";
import { countWaitingFiles } from "#app/features/orders/server/uploads/count-file.ts";
import { deleteOrderFiles } from "#app/features/privacy/server/delete-order-files.ts";
import { deleteOrderRecords } from "#app/features/privacy/server/delete-order-records.ts";
import { dropExports, watchDataRequests } from "#app/features/privacy/server/watch-data-requests.ts";
import { remindOfDeletion } from "#app/features/orders/server/retention/remind-of-deletion.ts";
import { dropAnonymousDrafts, dropLeftDrafts } from "#app/features/orders/server/drafts/drop-anonymous-drafts.ts";
import { tellWaiting } from "#app/features/orders/server/waiting-list/tell-waiting.ts";
import { expireQuotes } from "#app/features/orders/server/drafts/expire-quotes.ts";
import { watchExemptions } from "#app/features/tax/server/exemptions.ts";
import { issueStatements, watchStatements } from "#app/features/payments/server/credit/statements.ts";
import { watchCredit } from "#app/features/payments/server/courtesy/watch-credit.ts";
import { watchSpending } from "#app/features/payments/server/balance/spending-requests.ts";
import { watchQuotes } from "#app/features/quotes/server/watch-quotes.ts";
import { finishLeftSubmissions } from "#app/features/orders/server/review/finish-submission.ts";
import { watchHolds } from "#app/features/orders/server/holds/unhold-order.ts";
import { expireChanges } from "#app/features/orders/server/changes/order-changes.ts";
import { endLateReadings } from "#app/features/orders/server/reading/end-reading.ts";
import { watchReaderSearch } from "#app/features/matching/server/readings/invite-readers.ts";
import { expireCharges } from "#app/features/orders/server/charges/order-charges.ts";
import { expireDateProposals } from "#app/features/orders/server/due-date/date-proposals.ts";
import { watchReviews } from "#app/features/orders/server/review/watch-reviews.ts";
import { watchLateOrders } from "#app/features/orders/server/late/watch-late-orders.ts";
import { flagLateWork } from "#app/features/orders/server/lifecycle/flag-late-work.ts";
import { purgeRemovedFiles } from "#app/features/orders/server/uploads/purge-removed-files.ts";
import { dropUnfinishedUploads } from "#app/features/orders/server/uploads/receive-upload.ts";
import { takeBackEntries } from "#app/features/backoffice/server/books/manual-entries.ts";
import { watchLedger } from "#app/features/payments/server/ledger/check-ledger.ts";
import { foldLedger } from "#app/features/payments/server/ledger/fold-ledger.ts";
import { revalueLastMonth } from "#app/features/payments/server/ledger/revalue.ts";
import { watchThresholds } from "#app/features/payments/server/tax/thresholds.ts";
import { mergePayoutSums } from "#app/features/payouts/server/earnings/merge-payout-sums.ts";
import { reconcilePayments } from "#app/features/payments/server/ledger/reconcile-payments.ts";
import { watchLateRevisions } from "#app/features/payments/server/refunds/late-revisions.ts";
import { refundOverdue } from "#app/features/payments/server/refunds/refund-overdue.ts";
import { watchProviderAccount } from "#app/features/payments/server/provider/read-provider-account.ts";
import { mergeBankSums } from "#app/features/backoffice/server/reconciliation/merge-bank-sums.ts";
import { reconcileDaily } from "#app/features/backoffice/server/reconciliation/record-differences.ts";
import { watchDisputes } from "#app/features/payments/server/disputes/watch-disputes.ts";
import { endReservations } from "#app/features/payments/server/checkout/end-reservations.ts";
import { mergeCouponSums } from "#app/features/pricing/server/merge-coupon-sums.ts";
import { releaseCoupons } from "#app/features/payments/server/checkout/release-coupons.ts";
import { wakeTickets } from "#app/features/support/server/tickets/snooze-ticket.ts";
import { watchTickets } from "#app/features/support/server/tickets/watch-tickets.ts";
import { expireInvites, watchUnassigned } from "#app/features/matching/server/follow-orders.ts";
import { refreshStaleRecords } from "#app/features/matching/server/records/refresh-editor-record.ts";
import { writeToGoneVisitors } from "#app/features/support/server/chat/write-to-gone-visitors.ts";
/** A clock rule: finds what's due at `now` and does it. Safe to run twice, and by two workers at once. */
export type ClockRule = (now: Date) => Promise<unknown>;

// MAP 4: every clock rule -> what it does. All run once a minute, in this order. A failing one doesn't stop the others.
export const schedule: Readonly<Record<string, ClockRule>> = {
  countWaitingFiles,
  watchPolicy,
  watchLegalTexts,
  watchPolicyProfiles,
  expireQuotes,
  remindOfQuotes,
  watchQuotes,
  watchSpending,
  issueStatements,
  watchStatements,
  watchCredit,
  watchExemptions,
  dropAnonymousDrafts,
  dropLeftDrafts,
  tellWaiting,
  dropUnfinishedUploads,
  purgeRemovedFiles,
  watchQueries,
  dropLooseAttachments,
  expireDateProposals,
  expireCharges,
  expireChanges,
  flagLateWork,
  watchLateOrders,
  watchLateRevisions,
  watchDisputes,
  finishLeftSubmissions,
  watchReaderSearch,
  endLateReadings,
  watchReviews,
  remindToAccept,
  acceptByClock,
  closeOrders,
  remindOfDeletion,
  deleteOrderFiles,
  deleteOrderRecords,
  watchDataRequests,
  dropExports,
  expireInvites,
  watchUnassigned,
  refundOverdue,
  watchHolds,
  refreshStaleRecords,
  reconcilePayments,
  watchProviderAccount,
  watchLedger,
  takeBackEntries,
  revalueLastMonth,
  foldLedger,
  mergePayoutSums,
  watchThresholds,
  reconcileDaily,
  mergeBankSums,
  releaseCoupons,
  mergeCouponSums,
  endReservations,
  watchTickets,
  wakeTickets,
  writeToGoneVisitors,
  dropSpentSignIns,
  forgetAnswers,
  forgetEvents,
  dropOldFacts,
  watchImpersonations,
  mailUnread,
  dropInboundEmails,
  sendDigests,
  watchAnnouncements,
  publishScheduled,
  rollUpNumbers,
  reportPartners,
  watchAlerts,
  watchKyc,
  endPauses,
  dropApplicationFiles,
  dropKycFiles: dropKycFiles(lastPaidAt),
};
