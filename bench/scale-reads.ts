/** What the worlds of `scale-world.ts` are asked for beside orders and tickets: every other list, count and report. */
import { listClients } from "#app/features/backoffice/server/people/list-clients.ts";
import { listEditors } from "#app/features/backoffice/server/people/list-editors.ts";
import { listAccounts } from "#app/features/backoffice/server/people/list-accounts.ts";
import { INVOICE_LIST } from "#app/features/backoffice/rules/lists/invoice-list.ts";
import { listInvoices } from "#app/features/backoffice/server/money/list-invoices.ts";
import { couponUseList, listCoupons } from "#app/features/backoffice/server/money/list-coupons.ts";
import { listPayments, listRefunds } from "#app/features/backoffice/server/money/list-payments.ts";
import { listBatches, listPayoutHistory } from "#app/features/backoffice/server/money/list-payouts.ts";
import { listSales } from "#app/features/backoffice/server/money/list-sales.ts";
import { openFigure, readFigures } from "#app/features/backoffice/server/money/finance.ts";
import { readOverview } from "#app/features/backoffice/server/overview.ts";
import { listCutoffs, readPipeline } from "#app/features/backoffice/server/money/payout-pipeline.ts";
import { SUMMARY_LIST, readPayoutSummary } from "#app/features/backoffice/server/money/payout-summary.ts";
import { readDesk } from "#app/features/backoffice/server/read-desk.ts";
import { readBalanceSheet, readCashFlow, readProfitAndLoss } from "#app/features/backoffice/server/books/read-books.ts";
import { readReconciliation } from "#app/features/backoffice/server/reconciliation/read-reconciliation.ts";
import { readJournalPage } from "#app/features/backoffice/server/books/read-journal.ts";
import { readBooks, readJournal } from "#app/features/backoffice/rules/books.ts";
import { readFinance } from "#app/features/backoffice/rules/finance-figures.ts";
import { COUPON_LIST, COUPON_USE_LIST } from "#app/features/backoffice/rules/lists/coupon-list.ts";
import { PAYMENT_LIST, REFUND_LIST } from "#app/features/backoffice/rules/lists/payment-list.ts";
import { BATCH_LIST, CUTOFF_LIST, PAYOUT_LIST } from "#app/features/backoffice/rules/lists/payout-list.ts";
import { listApplications } from "#app/features/editors/server/application/find-application.ts";
import { listKyc, listKycQueue } from "#app/features/editors/server/kyc/list-kyc.ts";
import { listPersonEmails } from "#app/features/emails/server/list-person-emails.ts";
import { PAST_INVITES_LIST } from "#app/features/matching/rules/invite-list.ts";
import { listPastInvites } from "#app/features/matching/server/list-past-invites.ts";
import { listSearches } from "#app/features/matching/server/list-searches.ts";
import { ANNOUNCEMENT_LIST } from "#app/features/notifications/rules/announcement-list.ts";
import { readNotificationQuery } from "#app/features/notifications/rules/notification-query.ts";
import { findAnnouncement } from "#app/features/notifications/server/announcements/find-announcement.ts";
import { listAnnouncements } from "#app/features/notifications/server/announcements/list-announcements.ts";
import { listNotificationPage } from "#app/features/notifications/server/list-notification-page.ts";
import { REVIEW_LIST } from "#app/features/orders/rules/review/review-lists.ts";
import { STAFF_LIST } from "#app/features/orders/rules/staff-list.ts";
import { listAllReviews, sumReviews } from "#app/features/orders/server/review/list-all-reviews.ts";
import { listQueue, listScores } from "#app/features/orders/server/review/list-reviews.ts";
import { listDueWork } from "#app/features/orders/server/views/list-due-work.ts";
import { listEditorsOfOrders, listOrdersForStaff } from "#app/features/orders/server/views/list-staff-orders.ts";
import { MONEY_LIST } from "#app/features/payments/rules/money-list.ts";
import { listDisputes } from "#app/features/payments/server/disputes/list-disputes.ts";
import { listMoneyYears, listOwnMoney, sumOwnYear } from "#app/features/payments/server/checkout/list-own-money.ts";
import { listRefundRequests } from "#app/features/payments/server/refunds/list-refund-requests.ts";
import { readTaxReport } from "#app/features/payments/server/invoices/read-tax-report.ts";
import { EARNINGS_LIST, SELF_BILLED_LIST } from "#app/features/payouts/rules/pay-lists.ts";
import { listEditorBalances, pageEarnings } from "#app/features/payouts/server/earnings/list-earnings.ts";
import { listPayoutPlans } from "#app/features/payouts/server/earnings/list-payout-plans.ts";
import { pageSelfBilled } from "#app/features/payouts/server/invoices/list-self-billed.ts";
import { listDataRequests } from "#app/features/privacy/server/list-data-requests.ts";
import { QUOTE_LIST } from "#app/features/quotes/rules/quote-list.ts";
import { listQuotes } from "#app/features/quotes/server/list-quotes.ts";
import { CONTACT_LIST } from "#app/features/support/rules/contact-list.ts";
import { countDeskThreads } from "#app/features/support/server/desk/desk-counts.ts";
import { listContactMessages } from "#app/features/support/server/contact/list-contact-messages.ts";
import { listOrdersToAskAbout } from "#app/features/support/server/own/list-orders-to-ask-about.ts";
import { type ListQuery, type ListShape, readListQuery } from "#app/platform/rules/core/list-query.ts";
import { listPage } from "#app/platform/server/lists/list.ts";
import { ADMIN, NOW, person } from "./two-worlds.ts";
import { CLIENT_LIST } from "#app/features/backoffice/rules/lists/client-list.ts";
import { EDITOR_LIST } from "#app/features/backoffice/rules/lists/editor-list.ts";
import { ACCOUNT_LIST } from "#app/features/backoffice/rules/lists/account-list.ts";
import { APPLICATION_LIST } from "#app/features/editors/rules/lists/application-list.ts";
import { KYC_LIST, KYC_QUEUE } from "#app/features/editors/rules/lists/kyc-list.ts";
import { SEARCH_LIST } from "#app/features/matching/rules/search-list.ts";

const client = person("usr_c7");
const editor = person("usr_e7", { role: "editor", isEditor: true });

const asked = <Sort extends string, Filter extends string = never>(
  shape: ListShape<Sort, Filter>,
  search = "",
): ListQuery<Sort, Filter> => readListQuery(new URLSearchParams(search), shape);
const finance = (search: string) => readFigures(ADMIN, readFinance(new URLSearchParams(search), NOW));
const opened = (search: string) => openFigure(ADMIN, readFinance(new URLSearchParams(search), NOW));
const notices = (search: string) => readNotificationQuery(new URLSearchParams(search));
const year = "from=2025-11-21&to=2026-11-20";

export const OTHER_READS: Readonly<Record<string, () => Promise<unknown>>> = {
  overview: () => readOverview(ADMIN, NOW),
  "finance by day": () => finance(""),
  "finance by month, a year": () => finance(`by=month&${year}`),
  "finance by service": () => finance("by=service"),
  "a figure's lines": () => opened("lines=gross"),
  "a figure's lines, by service": () => opened("by=service&at=copyediting&lines=gross"),
  "a balance's lines": () => opened("lines=deferred"),
  reconciliation: () => readReconciliation(ADMIN),
  "balance sheet": () => readBalanceSheet(ADMIN, readBooks(new URLSearchParams(), NOW)),
  "cash flow": () => readCashFlow(ADMIN, readBooks(new URLSearchParams(), NOW)),
  "profit and loss": () => readProfitAndLoss(ADMIN, readBooks(new URLSearchParams(), NOW)),
  "journal, a month": () => readJournalPage(ADMIN, readJournal(new URLSearchParams(), NOW)),
  "tax report, a month": () => readTaxReport(ADMIN, { from: "2026-10-01", until: "2026-10-31" }),
  payments: () => listPayments(ADMIN, asked(PAYMENT_LIST)),
  "payments, the oldest": () => listPayments(ADMIN, asked(PAYMENT_LIST, "sort=at")),
  "payments, a person": () => listPayments(ADMIN, asked(PAYMENT_LIST, "q=c7@example.org")),
  "payments, an order": () => listPayments(ADMIN, asked(PAYMENT_LIST, "q=S-77")),
  refunds: () => listRefunds(ADMIN, asked(REFUND_LIST)),
  "refunds, a person": () => listRefunds(ADMIN, asked(REFUND_LIST, "q=c7@example.org")),
  "refund requests": () => listRefundRequests(ADMIN),
  disputes: () => listDisputes(ADMIN),
  "invoices to review": () => listInvoices(ADMIN, asked(INVOICE_LIST)),
  "invoices, clients'": () => listInvoices(ADMIN, asked(INVOICE_LIST, "show=invoices")),
  "invoices, a number": () => listInvoices(ADMIN, asked(INVOICE_LIST, "show=invoices&q=INV-77")),
  payouts: () => listPayoutHistory(ADMIN, asked(PAYOUT_LIST)),
  "payouts, an editor": () => listPayoutHistory(ADMIN, asked(PAYOUT_LIST, "q=e7@example.org")),
  "payout runs": () => listBatches(ADMIN, asked(BATCH_LIST)),
  "payout pipeline": () => readPipeline(ADMIN, NOW),
  "payout cut-offs": () => listCutoffs(ADMIN, asked(CUTOFF_LIST)),
  "payout summary": () => readPayoutSummary(ADMIN, asked(SUMMARY_LIST)),
  "payout summary by month": () => readPayoutSummary(ADMIN, asked(SUMMARY_LIST, "by=month")),
  "what editors are owed": () => listEditorBalances(),
  "editor payouts and the next run": () => listPayoutPlans(ADMIN, NOW),
  coupons: () => listCoupons(ADMIN, asked(COUPON_LIST), NOW),
  "coupon uses": () => listPage(couponUseList(ADMIN, null, asked(COUPON_USE_LIST)), 1),
  "coupon uses, one coupon": () => listPage(couponUseList(ADMIN, "cpn_7", asked(COUPON_USE_LIST)), 1),
  "coupon uses, a person": () => listPage(couponUseList(ADMIN, null, asked(COUPON_USE_LIST, "q=c7@example.org")), 1),
  sales: () => listSales(ADMIN, NOW),
  clients: () => listClients(ADMIN, asked(CLIENT_LIST), NOW),
  "clients, a person": () => listClients(ADMIN, asked(CLIENT_LIST, "q=c7@example.org"), NOW),
  editors: () => listEditors(ADMIN, asked(EDITOR_LIST), NOW),
  accounts: () => listAccounts(ADMIN, asked(ACCOUNT_LIST)),
  "accounts, a person": () => listAccounts(ADMIN, asked(ACCOUNT_LIST, "q=c7@example.org")),
  "editors' documents": () => listKyc(ADMIN, asked(KYC_LIST), NOW),
  "documents to review": () => listKycQueue(ADMIN, asked(KYC_QUEUE)),
  reviews: () => listAllReviews(ADMIN, asked(REVIEW_LIST), NOW),
  "reviews by editor": () => sumReviews(ADMIN, "editor", NOW),
  "reviews to take": () => listQueue(ADMIN, NOW),
  applications: () => listApplications(asked(APPLICATION_LIST)),
  "applications, a person": () => listApplications(asked(APPLICATION_LIST, "q=c7@example.org")),
  "data requests": () => listDataRequests(ADMIN),
  "custom quotes": () => listQuotes(ADMIN, asked(QUOTE_LIST), NOW),
  "orders without an editor": () => listSearches(ADMIN, asked(SEARCH_LIST), NOW),
  "orders, staff, a person": () => listOrdersForStaff(ADMIN, asked(STAFF_LIST, "q=c7@example.org"), NOW),
  "orders, staff, all, a rare word": () => listOrdersForStaff(ADMIN, asked(STAFF_LIST, "show=all&q=zephyr"), NOW),
  "orders, staff, the editors": () => listEditorsOfOrders(ADMIN),
  "support desk": () => readDesk(ADMIN, NOW),
  "support desk, the counts": () => countDeskThreads(ADMIN, NOW),
  "contact messages": () => listContactMessages(ADMIN, asked(CONTACT_LIST)),
  "contact messages, a rare word": () => listContactMessages(ADMIN, asked(CONTACT_LIST, "status=all&q=zephyr")),
  announcements: () => listAnnouncements(ADMIN, asked(ANNOUNCEMENT_LIST)),
  "an announcement's readers": () => findAnnouncement(ADMIN, `ann_${"50".padStart(26, "0")}`),
  "emails to a person": () => listPersonEmails(ADMIN, "c7@example.org"),
  "notifications, client": () => listNotificationPage(client, notices("")),
  "notifications, client, a word": () => listNotificationPage(client, notices("q=manuscript")),
  "notifications, admin": () => listNotificationPage(ADMIN, notices("")),
  "notifications, admin, a rare word": () => listNotificationPage(ADMIN, notices("q=zephyr")),
  "my payments": () => listOwnMoney(client, asked(MONEY_LIST)),
  "my payments, the years": () => listMoneyYears(client),
  "my payments, this year": () => sumOwnYear(client, NOW, "UTC"),
  "orders to ask about": () => listOrdersToAskAbout(client, "client"),
  "an editor's work due": () => listDueWork(editor),
  "an editor's invites": () => listPastInvites(editor, asked(PAST_INVITES_LIST)),
  "an editor's scores": () => listScores(editor, "work", { page: 1 }),
  "an editor's earnings": () => pageEarnings(editor.uid, asked(EARNINGS_LIST)),
  "an editor's invoices": () => pageSelfBilled(editor.uid, asked(SELF_BILLED_LIST)),
};
