import { organizationOrdersCsv } from "#app/features/payments/server/balance/organization-csv.ts";
import { getEntryDocument } from "#app/features/backoffice/server/books/manual-entries.ts";
import { getExemption } from "#app/features/tax/server/find-exemptions.ts";
import { getPurchaseOrder } from "#app/features/payments/server/credit/credit-lines.ts";
import { getStatementPdf } from "#app/features/payments/server/credit/statements.ts";
import { getTopUpPdf } from "#app/features/payments/server/balance/top-ups.ts";
import { getOrderSheet } from "#app/features/orders/server/style-sheet/style-docx.ts";
import { getSheetCsv, getSheetDocx } from "#app/features/style-sheets/server/sheet-files.ts";
import {
  balanceSheetCsv,
  cashFlowCsv,
  journalLinesCsv,
  profitAndLossCsv,
} from "#app/features/backoffice/server/books/books-csv.ts";
import { journalFile } from "#app/features/backoffice/server/books/export-for-accountants.ts";
import { journalCsv, quickbooksCsv } from "#app/features/backoffice/server/books/export-journal.ts";
import { jobsAreOpen } from "#app/platform/server/core/jobs.ts";
import { postHere } from "#app/features/support/server/desk/note-here.ts";
import { hub } from "#app/platform/server/live/live.ts";
import { CALLBACK_PATH, START_PATH } from "#app/features/accounts/rules/sign-in/federated.ts";
import { SSO_PATHS } from "#app/features/accounts/rules/sign-in/organization.ts";
import {
  finishSaml,
  getSamlMetadata,
  receiveSaml,
  returnFromOidc,
  startSignIn,
} from "#app/features/organizations/server/single-sign-on/sign-in-endpoints.ts";
import { getCheckReport } from "#app/features/orders/server/check/check-endpoint.ts";
import {
  accountsCsv,
  applicationsCsv,
  clientsCsv,
  editorsCsv,
} from "#app/features/backoffice/server/people/people-csv.ts";
import { taxCsv } from "#app/features/payments/server/invoices/tax-csv.ts";
import { ossImportFile, returnCsv } from "#app/features/payments/server/tax/return-csv.ts";
import { auditCsv } from "#app/features/backoffice/server/audit/audit-csv.ts";
import { recordedExport } from "#app/features/backoffice/server/audit/record-export.ts";
import { searchEverything } from "#app/features/backoffice/server/find-everything.ts";
import { getCertificatePdf, getSeal } from "#app/features/certificates/server/certificate-endpoints.ts";
import { kycCsv, kycQueueCsv } from "#app/features/editors/server/kyc/kyc-csv.ts";
import { openApplicationFileEndpoint } from "#app/features/editors/server/application/application-files.ts";
import { openKycFileEndpoint } from "#app/features/editors/server/kyc/open-kyc.ts";
import { numbersCsv } from "#app/features/backoffice/server/numbers/numbers-csv.ts";
import { END_PATH } from "#app/features/accounts/rules/impersonation-end.ts";
import { postImpersonationEnd } from "#app/features/accounts/server/impersonation/impersonation-endpoint.ts";
import { handleAuth } from "#app/features/accounts/server/sign-in/auth-endpoint.ts";
import {
  bankBatchesCsv,
  couponUsesCsv,
  couponsCsv,
  financeCsv,
  invoicesCsv,
  ledgerLinesCsv,
  paymentsCsv,
  payoutCutoffsCsv,
  payoutHistoryCsv,
  payoutSummaryCsv,
  refundsCsv,
} from "#app/features/backoffice/server/money/finance-csv.ts";
import { demoClock } from "#app/features/accounts/server/demo-clock.ts";
import { getHumanCheck } from "#app/features/accounts/server/sign-in/human-check.ts";
import { demoMailbox } from "#app/features/accounts/server/demo-mailbox.ts";
import { finishFederated, startFederated } from "#app/features/accounts/server/sign-in/federated.ts";
import { postEditing, postImage, postLinkCheck, postSave } from "#app/features/blog/server/cms-endpoints.ts";
import { getImage } from "#app/features/blog/server/images.ts";
import { articlesCsv } from "#app/features/blog/server/list-posts.ts";
import { blogFeed } from "#app/features/blog/server/rss.ts";
import { getEmailLogo } from "#app/features/emails/server/templates/read-templates.ts";
import { demoEmails } from "#app/features/notifications/server/demo-emails.ts";
import { postEnding, showEnding } from "#app/features/notifications/server/unsubscribe-endpoint.ts";
import { getEditorPhoto } from "#app/features/editors/server/public-page/photo-endpoint.ts";
import { postWaitEnd, showWaitEnd } from "#app/features/orders/server/waiting-list/end-waiting-endpoint.ts";
import { markFeed, readFeed } from "#app/features/notifications/server/feed.ts";
import { searchesCsv } from "#app/features/matching/server/searches-csv.ts";
import { getAttachmentFile, postAttachment, postRemoval } from "#app/features/messages/server/attachment-endpoints.ts";
import { liveStream } from "#app/features/notifications/server/live-stream.ts";
import { postDraftHandoff, showDraftHandoff } from "#app/features/orders/server/drafts/draft-handoff-endpoint.ts";
import { describeFile, downloadFile, startAndDownload } from "#app/features/orders/server/work/download-file.ts";
import {
  getChanges,
  getDecisions,
  getRevised,
  postDecisions,
} from "#app/features/orders/server/work/changes-endpoints.ts";
import { postChoices, postDraft } from "#app/features/orders/server/drafts/draft-endpoints.ts";
import { staffOrdersCsv } from "#app/features/orders/server/views/staff-orders-csv.ts";
import { pastInvitesCsv } from "#app/features/matching/server/list-past-invites.ts";
import { ownPastOrdersCsv, pastOrdersCsv } from "#app/features/orders/server/past/past-orders-csv.ts";
import { ownOrdersCsv } from "#app/features/orders/server/views/own-orders-csv.ts";
import { ownWorkCsv } from "#app/features/payouts/server/earnings/own-work-csv.ts";
import { receiveUpload } from "#app/features/orders/server/uploads/receive-upload.ts";
import { TICKET_PATH } from "#app/features/orders/server/uploads/upload-ticket.ts";
import { receiveTicketUpload } from "#app/features/orders/server/uploads/ticket-upload.ts";
import { FEED_PATH } from "#app/features/integrations/server/calendar/feeds.ts";
import { readFeed as readCalendar } from "#app/features/integrations/server/calendar/read-feed.ts";
import { partnerFigures } from "#app/features/backoffice/server/partners/partner-figures.ts";
import { apiEndpoints } from "#app/features/integrations/server/api/api-endpoints.ts";
import { getEvidencePdf } from "#app/features/payments/server/disputes/evidence-endpoint.ts";
import { getDocumentPdf, getDocumentXml } from "#app/features/payments/server/invoices/get-document.ts";
import { getOrderConfirmation } from "#app/features/payments/server/invoices/order-confirmation.ts";
import { getOrganizationDocuments } from "#app/features/payments/server/invoices/organization-documents.ts";
import { getSamplePdf } from "#app/features/payments/server/invoices/sample-documents.ts";
import { getOrganizationStatement, getOwnStatement } from "#app/features/payments/server/invoices/year-statement.ts";
import { getPayerDocument, getSharedQuotePdf } from "#app/features/payments/server/shared-quotes/pay-endpoints.ts";
import { downloadExport } from "#app/features/privacy/server/download-export.ts";
import { receiveInbound } from "#app/features/emails/server/receive-inbound.ts";
import { receivePostmark } from "#app/features/emails/server/receive-postmark.ts";
import { receiveSes } from "#app/features/emails/server/receive-ses.ts";
import { ownMoneyCsv } from "#app/features/payments/server/checkout/list-own-money.ts";
import { receiveEvent } from "#app/features/payments/server/provider/receive-event.ts";
import { sandboxCheckout } from "#app/features/payments/server/checkout/sandbox-checkout.ts";
import {
  earningsCsv,
  editorPayoutsCsv,
  payoutRunCsv,
  selfBilledCsv,
} from "#app/features/payouts/server/earnings/csv-endpoints.ts";
import { dac7Report } from "#app/features/payouts/server/earnings/dac7-report.ts";
import { dac7Csv, necCsv, payoutStatementCsv } from "#app/features/payouts/server/earnings/yearly-figures.ts";
import { bankFile } from "#app/features/payouts/server/runs/send-run.ts";
import { acceptInviteCall } from "#app/features/matching/server/accept-invite-call.ts";
import { changePriceCall } from "#app/features/orders/server/changes/plan-change.ts";
import { checkCouponCall, quoteCall } from "#app/features/orders/server/views/order-calls.ts";
import { listChangingPages } from "#app/features/marketing/server/list-changing-pages.ts";
import { getRobots, getSiteMap } from "#app/features/marketing/server/robots-endpoints.ts";
import { chatKeyHashOf } from "#app/features/support/server/chat/chat-key.ts";
import { mayReadTicketMessage } from "#app/features/support/server/tickets/may-read-ticket.ts";
import { chatStream, getChat, postChat, postChatSeen } from "#app/features/support/server/chat/chat-endpoints.ts";
import { getVisitor } from "#app/features/support/server/chat/visitor-endpoint.ts";
import { partnerCsv } from "#app/features/backoffice/server/partners/partner-csv.ts";
import { getCalculator } from "#app/features/marketing/server/calculator-endpoint.ts";
import { readUnread } from "#app/features/support/server/tickets/read-unread.ts";
import { contactMessagesCsv } from "#app/features/support/server/contact/contact-csv.ts";
import { threadsCsv } from "#app/features/support/server/desk/threads-csv.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { sessionFacts } from "#app/platform/rules/requests/session.ts";
import { answerCalls } from "#app/platform/server/core/calls.ts";
import { checkService, lastProblem } from "#app/platform/server/service-checks.ts";
import { config } from "#app/platform/server/core/config.ts";
import { pingDatabase } from "#app/platform/server/core/database.ts";
import { exchangeProof } from "#app/platform/server/files/integrity.ts";
import { routeExists } from "./shells/menus.ts";
import { existingPages } from "./shells/pages.ts";
import { runClock } from "./jobs.ts";

export type EndpointArgs = { actor: Actor; params: Record<string, string> };
/**
 * `open` endpoints authenticate their caller without a session (webhooks by signature). All others decide permission in
 * the handler, for the thing in question.
 */
export type Endpoint = {
  method: "GET" | "POST" | "PATCH" | "DELETE" | "ALL";
  /** Hono's path syntax. */
  path: string;
  handle(request: Request, args: EndpointArgs): Promise<Response> | Response;
  /** Exists only in the demo world. */
  demoOnly?: boolean;
  /** A GET that leaves HEAD to the next endpoint: an upload's progress is requested at the file's own URL. */
  exceptHead?: boolean;
  /** The same for everyone, so no session is read: it works even while sessions can't be read. */
  forEverybody?: true;
  /** Callers other than our own pages may POST here (card provider, bank): no same-origin check. */
  fromOutside?: boolean;
  /** Pages of our other origin may read its answers. */
  readableElsewhere?: "with session" | "without session";
};

const healthz: Endpoint["handle"] = async () => {
  await pingDatabase();
  return Response.json({ ok: true });
};

/**
 * Whether this process can work now, for a proxy that checks before sending it requests. A mail server or a bucket that
 * doesn't answer is reported, but every process shares it, so none is taken out of service for it.
 */
const readyz: Endpoint["handle"] = async () => {
  const storage = await checkService("storage");
  const needed = {
    database: await pingDatabase().then(
      () => true,
      () => false,
    ),
    live: hub().connected,
    jobs: jobsAreOpen(),
  };
  const ok = Object.values(needed).every(Boolean) && (storage === null || config().s3 !== null);
  const parts = { ...needed, storage: storage === null, mail: lastProblem("mail") === null };
  return Response.json({ ok, ...parts }, { status: ok ? 200 : 503 });
};

/** The current session, for pages that have been open for a while. */
const session: Endpoint["handle"] = (_request, { actor }) => Response.json({ session: sessionFacts(actor) });

// MAP 2: every URL that isn't a page -> its handler.
export const endpoints: readonly Endpoint[] = [
  { method: "GET", path: "/healthz", handle: healthz, forEverybody: true },
  { method: "GET", path: "/readyz", handle: readyz, forEverybody: true },
  { method: "GET", path: START_PATH, handle: startFederated },
  { method: "GET", path: CALLBACK_PATH, handle: finishFederated },
  { method: "GET", path: SSO_PATHS.start, handle: startSignIn },
  { method: "GET", path: SSO_PATHS.callback, handle: returnFromOidc },
  { method: "POST", path: SSO_PATHS.response, handle: receiveSaml, fromOutside: true },
  { method: "GET", path: SSO_PATHS.finish, handle: finishSaml },
  { method: "GET", path: SSO_PATHS.metadata, handle: getSamlMetadata, forEverybody: true },
  { method: "GET", path: "/robots.txt", handle: getRobots, forEverybody: true },
  {
    method: "GET",
    path: "/sitemap.xml",
    handle: getSiteMap(async (path) => routeExists(path, await existingPages()), listChangingPages),
    forEverybody: true,
  },
  { method: "ALL", path: "/api/auth/*", handle: handleAuth },
  { method: "POST", path: END_PATH, handle: postImpersonationEnd },
  { method: "GET", path: "/api/human-check", handle: getHumanCheck, forEverybody: true },
  { method: "GET", path: "/auth/mailbox", handle: demoMailbox, demoOnly: true },
  { method: "GET", path: "/api/email-logo/:versionId", handle: getEmailLogo, forEverybody: true },
  { method: "GET", path: "/api/demo/emails", handle: demoEmails, demoOnly: true },
  { method: "POST", path: "/api/demo/clock", handle: demoClock(runClock), demoOnly: true },
  { method: "GET", path: "/api/session", handle: session },
  { method: "GET", path: "/api/visitor", handle: getVisitor, readableElsewhere: "with session" },
  {
    method: "POST",
    path: "/api/call/:name",
    handle: answerCalls({
      quote: quoteCall,
      checkCoupon: checkCouponCall,
      changePrice: changePriceCall,
      acceptInvite: acceptInviteCall,
    }),
  },
  { method: "POST", path: "/api/integrity", handle: exchangeProof },
  { method: "GET", path: "/blog/rss.xml", handle: blogFeed, forEverybody: true },
  { method: "GET", path: "/p/:code/prices", handle: getCalculator, forEverybody: true },
  { method: "POST", path: "/api/blog-posts/:id", handle: postSave },
  { method: "POST", path: "/api/blog-posts/:id/editing", handle: postEditing },
  { method: "POST", path: "/api/desk/:id/here", handle: postHere },
  {
    method: "POST",
    path: "/api/blog-posts/:id/links",
    handle: postLinkCheck(async (path) => routeExists(path, await existingPages())),
  },
  { method: "POST", path: "/api/blog-images", handle: postImage },
  { method: "GET", path: "/api/blog-images/:id/:variant", handle: getImage },
  { method: "GET", path: "/api/live", handle: liveStream },
  { method: "GET", path: "/api/notifications", handle: readFeed },
  { method: "GET", path: "/api/unsubscribe", handle: showEnding },
  { method: "POST", path: "/api/unsubscribe", handle: postEnding, fromOutside: true },
  { method: "GET", path: "/api/waiting-list", handle: showWaitEnd },
  { method: "POST", path: "/api/waiting-list", handle: postWaitEnd, fromOutside: true },
  { method: "GET", path: "/api/unread", handle: readUnread },
  { method: "GET", path: "/api/search", handle: searchEverything },
  { method: "GET", path: "/api/chat", handle: getChat },
  { method: "POST", path: "/api/chat", handle: postChat },
  { method: "GET", path: "/api/chat/live", handle: chatStream },
  { method: "POST", path: "/api/chat/seen", handle: postChatSeen },
  { method: "POST", path: "/api/notifications/read", handle: markFeed },
  { method: "POST", path: "/api/drafts", handle: postDraft },
  { method: "POST", path: "/api/drafts/:id", handle: postChoices },
  { method: "GET", path: "/api/editor-photos/:id", handle: getEditorPhoto },
  { method: "GET", path: "/api/files/:id/download", handle: downloadFile },
  { method: "POST", path: "/api/files/:id/download", handle: startAndDownload },
  { method: "GET", path: "/api/files/:id/changes", handle: getChanges },
  { method: "GET", path: "/api/files/:id/check", handle: getCheckReport },
  { method: "GET", path: "/api/files/:id/decisions", handle: getDecisions },
  { method: "POST", path: "/api/files/:id/decisions", handle: postDecisions },
  { method: "GET", path: "/api/files/:id/revised", handle: getRevised },
  { method: "GET", path: "/api/files/:id", handle: describeFile, exceptHead: true },
  { method: "POST", path: "/api/attachments", handle: postAttachment(chatKeyHashOf) },
  { method: "POST", path: "/api/attachments/:id/remove", handle: postRemoval(chatKeyHashOf) },
  { method: "GET", path: "/api/attachments/:id", handle: getAttachmentFile(chatKeyHashOf, mayReadTicketMessage) },
  { method: "POST", path: "/api/applications/files/:id", handle: openApplicationFileEndpoint },
  { method: "POST", path: "/api/kyc/files/:id", handle: openKycFileEndpoint },
  { method: "GET", path: "/api/draft-handoff", handle: showDraftHandoff },
  { method: "POST", path: "/api/draft-handoff", handle: postDraftHandoff },
  { method: "ALL", path: "/api/files", handle: receiveUpload },
  { method: "ALL", path: "/api/files/*", handle: receiveUpload },
  {
    method: "ALL",
    path: TICKET_PATH,
    handle: receiveTicketUpload,
    fromOutside: true,
    forEverybody: true,
    readableElsewhere: "without session",
  },
  { method: "POST", path: "/api/payout-runs/:runId/file", handle: bankFile },
  { method: "GET", path: "/api/orders/:id/style-sheet", handle: getOrderSheet },
  { method: "GET", path: "/api/style-sheet.csv", handle: getSheetCsv },
  { method: "GET", path: "/api/style-sheet.docx", handle: getSheetDocx },
  { method: "GET", path: "/api/organizations/:id/style-sheet.csv", handle: getSheetCsv },
  { method: "GET", path: "/api/organizations/:id/style-sheet.docx", handle: getSheetDocx },
  { method: "GET", path: "/api/csv/editor-payouts", handle: recordedExport("editor-payouts", editorPayoutsCsv) },
  { method: "GET", path: "/api/csv/payout-runs/:runId", handle: recordedExport("payout-run", payoutRunCsv) },
  { method: "GET", path: "/api/csv/dac7", handle: recordedExport("dac7", dac7Csv) },
  { method: "GET", path: "/api/reports/dac7", handle: recordedExport("dac7-xml", dac7Report) },
  { method: "GET", path: "/api/csv/1099-nec", handle: recordedExport("1099-nec", necCsv) },
  {
    method: "GET",
    path: "/api/csv/payout-statement",
    handle: recordedExport("payout-statement", payoutStatementCsv),
  },
  { method: "GET", path: "/api/csv/earnings", handle: earningsCsv },
  { method: "GET", path: "/api/csv/orders", handle: recordedExport("orders", staffOrdersCsv) },
  { method: "GET", path: "/api/csv/payments", handle: recordedExport("payments", paymentsCsv) },
  { method: "GET", path: "/api/csv/refunds", handle: recordedExport("refunds", refundsCsv) },
  { method: "GET", path: "/api/csv/articles", handle: articlesCsv },
  { method: "GET", path: "/api/csv/coupons", handle: couponsCsv },
  { method: "GET", path: "/api/csv/coupon-uses", handle: recordedExport("coupon-uses", couponUsesCsv) },
  { method: "GET", path: "/api/csv/invoices", handle: recordedExport("invoices", invoicesCsv) },
  { method: "GET", path: "/api/csv/payout-history", handle: recordedExport("payout-history", payoutHistoryCsv) },
  { method: "GET", path: "/api/csv/bank-batches", handle: bankBatchesCsv },
  { method: "GET", path: "/api/csv/payout-summary", handle: recordedExport("payout-summary", payoutSummaryCsv) },
  { method: "GET", path: "/api/csv/payout-cutoffs", handle: payoutCutoffsCsv },
  { method: "GET", path: "/api/csv/numbers", handle: numbersCsv },
  { method: "GET", path: "/api/csv/partners/:id", handle: recordedExport("partner", partnerCsv) },
  { method: "GET", path: "/api/csv/finance", handle: financeCsv },
  { method: "GET", path: "/api/csv/tax", handle: taxCsv },
  { method: "GET", path: "/api/csv/tax-return", handle: returnCsv },
  { method: "GET", path: "/api/tax-returns/oss-import", handle: ossImportFile },
  { method: "GET", path: "/api/csv/ledger-lines", handle: ledgerLinesCsv },
  { method: "GET", path: "/api/csv/balance-sheet", handle: balanceSheetCsv },
  { method: "GET", path: "/api/csv/profit-and-loss", handle: profitAndLossCsv },
  { method: "GET", path: "/api/csv/cash-flow", handle: cashFlowCsv },
  { method: "GET", path: "/api/csv/journal-lines", handle: recordedExport("journal-lines", journalLinesCsv) },
  { method: "GET", path: "/api/csv/journal", handle: recordedExport("journal", journalCsv) },
  { method: "GET", path: "/api/csv/journal-quickbooks", handle: quickbooksCsv },
  { method: "GET", path: "/api/books/files/:format", handle: recordedExport("journal-file", journalFile) },
  { method: "GET", path: "/api/csv/invites", handle: recordedExport("invites", pastInvitesCsv) },
  { method: "GET", path: "/api/csv/my-orders", handle: ownOrdersCsv },
  { method: "GET", path: "/api/csv/earlier-orders", handle: ownPastOrdersCsv },
  { method: "GET", path: "/api/csv/editor-orders", handle: ownWorkCsv },
  { method: "GET", path: "/api/csv/contact-messages", handle: recordedExport("contact-messages", contactMessagesCsv) },
  { method: "GET", path: "/api/csv/threads", handle: recordedExport("threads", threadsCsv) },
  { method: "GET", path: "/api/csv/self-billed-invoices", handle: selfBilledCsv },
  { method: "GET", path: "/api/csv/editors", handle: recordedExport("editors", editorsCsv) },
  {
    method: "GET",
    path: "/api/csv/editor-applications",
    handle: recordedExport("editor-applications", applicationsCsv),
  },
  { method: "GET", path: "/api/csv/accounts", handle: recordedExport("accounts", accountsCsv) },
  { method: "GET", path: "/api/csv/clients", handle: recordedExport("clients", clientsCsv) },
  { method: "GET", path: "/api/csv/past-orders", handle: recordedExport("past-orders", pastOrdersCsv) },
  { method: "GET", path: "/api/csv/kyc", handle: recordedExport("kyc", kycCsv) },
  { method: "GET", path: "/api/csv/audit", handle: recordedExport("audit", auditCsv) },
  { method: "GET", path: "/api/csv/searches", handle: recordedExport("searches", searchesCsv) },
  { method: "GET", path: "/api/csv/kyc-queue", handle: recordedExport("kyc-queue", kycQueueCsv) },
  { method: "GET", path: "/api/data-exports/:id", handle: downloadExport },
  { method: "GET", path: "/api/pay/:token/quote", handle: getSharedQuotePdf },
  { method: "GET", path: "/api/pay/:token/documents/:id/:format", handle: getPayerDocument },
  { method: "GET", path: "/api/invoices/:id/pdf", handle: getDocumentPdf },
  { method: "GET", path: "/api/orders/:id/confirmation/pdf", handle: getOrderConfirmation },
  { method: "GET", path: "/api/samples/:kind/pdf", handle: getSamplePdf, forEverybody: true },
  { method: "GET", path: "/api/organizations/:id/documents", handle: getOrganizationDocuments },
  { method: "GET", path: "/api/top-ups/:id/pdf", handle: getTopUpPdf },
  { method: "GET", path: "/api/statements/:id/pdf", handle: getStatementPdf },
  { method: "GET", path: "/api/my-statements/:year/pdf", handle: getOwnStatement },
  { method: "GET", path: "/api/organizations/:id/statements/:year/pdf", handle: getOrganizationStatement },
  { method: "GET", path: "/api/purchase-orders/:id", handle: getPurchaseOrder },
  { method: "GET", path: "/api/tax-exemptions/:id", handle: getExemption },
  { method: "GET", path: "/api/journal-entries/:id/document", handle: getEntryDocument },
  { method: "GET", path: "/api/csv/organizations/:id/orders", handle: organizationOrdersCsv },
  { method: "GET", path: "/api/invoices/:id/xml", handle: getDocumentXml },
  { method: "GET", path: "/api/disputes/:id/evidence", handle: getEvidencePdf },
  { method: "GET", path: "/api/certificates/:id/pdf", handle: getCertificatePdf },
  { method: "GET", path: "/api/certified/:id", handle: getSeal, forEverybody: true },
  { method: "GET", path: "/api/csv/my-payments", handle: ownMoneyCsv },
  { method: "POST", path: "/api/webhooks/ses", handle: receiveSes, fromOutside: true, forEverybody: true },
  { method: "POST", path: "/api/webhooks/postmark", handle: receivePostmark, fromOutside: true, forEverybody: true },
  {
    method: "POST",
    path: "/api/webhooks/inbound-email",
    handle: receiveInbound,
    fromOutside: true,
    forEverybody: true,
  },
  { method: "POST", path: "/api/webhooks/stripe", handle: receiveEvent, fromOutside: true, forEverybody: true },
  { method: "GET", path: FEED_PATH, handle: readCalendar, forEverybody: true },
  ...apiEndpoints({
    partnerFigures: (partner, span) => partnerFigures(partner, { ...span, step: "month" }),
  }),
  { method: "ALL", path: "/checkout/sandbox/*", handle: sandboxCheckout, demoOnly: true },
];
