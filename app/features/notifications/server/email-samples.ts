import { isStaffFeed } from "../rules/feeds.ts";
import { sampleAccountEmails } from "#app/features/accounts/server/settings/account-emails.ts";
import type { Fact, FactData, FactKind } from "#app/platform/rules/core/fact.ts";
import {
  type NoticeContext,
  type Quotation,
  type QuotedRecord,
  noticesOf,
} from "#app/platform/rules/core/fact-words.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { factWords } from "#app/platform/server/core/facts.ts";
import type { EmailText } from "#app/platform/server/mail/email.tsx";
import { canceledVersionEmail, newVersionEmail } from "#app/features/accounts/server/legal/mail-legal-version.ts";
import { waitEmail } from "#app/features/orders/server/waiting-list/wait-email.ts";
import { giftEmail } from "#app/features/payments/server/deposits/gifts.ts";
import { sharedQuoteEmail } from "#app/features/payments/server/shared-quotes/email-shared-quote.ts";
import { statementEmail } from "#app/features/payments/server/credit/mail-statement.ts";
import { payerInvoiceEmail } from "#app/features/payments/server/shared-quotes/mail-payer-invoice.ts";
import { partnerReportEmail } from "#app/features/partners/server/report-email.ts";
import { invitationEmail } from "#app/features/organizations/server/members.ts";
import { editorInvitation, importedEditorEmail } from "#app/features/editors/server/editor-emails.ts";
import { bankConfirmation } from "#app/features/payouts/server/bank/ask-bank-change.ts";
import { visitorAnswer } from "#app/features/support/server/chat/visitor-email.ts";
import { addressOn } from "#app/platform/rules/requests/origins.ts";
import { config } from "#app/platform/server/core/config.ts";
import { minor } from "#app/platform/rules/core/money.ts";
import { unreadEmail } from "./mail-unread.ts";
import { noticeEmail } from "./notice-email.ts";
import { digestEmail } from "./send-digests.ts";

export type SampleEmail = { key: string; kind: string; to: string; email: EmailText };

const AMARA = {
  uid: "usr_amara",
  displayName: "Dr. Amara Osei",
  timeZone: "Africa/Accra",
  isAdmin: false,
  isSupport: false,
  isEditor: false,
  claims: {},
};
const JONAS = {
  uid: "usr_jonas",
  displayName: "Jonas Weber",
  timeZone: "Europe/Berlin",
  isAdmin: false,
  isSupport: false,
  isEditor: true,
  claims: {},
};
const ADA = {
  uid: "usr_ada",
  displayName: "Ada Lindqvist",
  timeZone: "Europe/Stockholm",
  isAdmin: true,
  isSupport: false,
  isEditor: false,
  claims: {},
};
const NO_ROLES = { admin: false, editor: false, support: false };
const LAB = { organizationId: "org_sample", name: "Volta Basin Lab", currency: "USD" };
const OWN_BALANCE = { organizationId: null, name: "", currency: "USD", uids: ["usr_amara"] };
const CREDIT = {
  ...LAB,
  creditLineId: "crd_sample",
  credit: "Monthly statement, net 30",
  limitMinor: 500_000,
  reason: "",
  uids: ["usr_amara"],
};
const LINE_DISPUTE = {
  ...LAB,
  lineDisputeId: "ldp_sample",
  number: "ST-2026-0007",
  line: "S-10042",
  amountMinor: 24_800,
  reason: "Kwame Boateng left the lab before this order.",
  answer: "",
  uids: ["usr_amara"],
};
const ENTRY = {
  entryId: "men_sample",
  memo: "Hosting for November, invoice not here yet",
  day: "2026-11-30",
  sumMinor: 124_000,
  currency: "USD",
  uid: "usr_ada",
};
const COURTESY = { uid: "usr_amara", amountMinor: 2_000, currency: "USD", expiresAt: "2027-11-29T12:00:00.000Z" };
const CONTRACT = { ...LAB, contractId: "cpr_sample", prices: "Copyediting 12%, proofreading 10%", uids: ["usr_amara"] };
const STATEMENT = { ...LAB, statementId: "ast_sample", number: "ST-2026-000012", uids: ["usr_amara"] };
const ORDER = {
  id: "ord_sample",
  number: "S-2041",
  title: "Soil moisture and the timing of spring in the Volta basin",
};

/** Messages that samples quote by id. */
const STORED: Readonly<Record<QuotedRecord, string>> = {
  order_message: "Table 2 and the text give different dates for the first rain. Which is right?",
  reading_message: "I've left the Latin names as they were. Please look at the third section again.",
  ticket_message:
    "Thank you for asking. Your invoice can carry your university's name:\n\n1. Open Payments.\n2. Choose the invoice.",
  offer_note: "This includes both appendices.",
  offer_brief: "A monograph in three parts. Its author would like a note on every technical term.",
  offer_answer: "The editor we had in mind has fallen ill.",
  quote_end: "We have no editor for this field at the moment.",
};

function withSampleQuote(email: EmailText, quotation: Quotation | null | undefined): EmailText {
  if (!quotation) return email;
  const text = "text" in quotation ? quotation.text : STORED[quotation.of];
  return { ...email, quotes: [{ by: quotation.by, text, files: 0, url: email.button?.url ?? "" }] };
}

/** Sample facts for every kind that sends an email, one for each wording. A test finds missing kinds. */
function samples(now: Date): { [K in FactKind]?: readonly FactData[K][] } {
  const editorId = JONAS.uid;
  const iso = (ms: number) => after(now, ms).toISOString();
  const dates = {
    proposalId: "dpr_sample",
    dueAt: iso(2 * DAY),
    newDueAt: iso(9 * DAY),
    newEditorDueAt: iso(8 * DAY),
    refundMinor: 1_500,
  };
  const change = {
    changeId: "och_sample",
    side: "staff",
    what: ["Substantive editing instead of copyediting"],
    newDueAt: iso(2 * DAY),
    newEditorDueAt: iso(DAY),
    differenceMinor: 2_000,
  } as const;
  const offer = { quoteId: "cqt_sample", offerId: "cqo_sample" };
  const ticket = { uid: AMARA.uid, ownerRole: "client", number: "T-118" } as const;
  return {
    "account.roles_changed": [
      {
        uid: JONAS.uid,
        before: NO_ROLES,
        after: { ...NO_ROLES, editor: true, support: true },
        reason: "Covers support on Fridays.",
      },
      {
        uid: JONAS.uid,
        before: NO_ROLES,
        after: { ...NO_ROLES, admin: true },
        reason: "Takes over operations on Monday.",
      },
    ],
    "shop.opened": [{}],
    "file.damaged": [
      { key: "fil_sample", damage: "changed" },
      { key: "fil_sample", damage: "missing" },
    ],
    "editor.level_changed": [
      { editorId: JONAS.uid, from: "trial", to: "standard", by: "record", reason: "" },
      { editorId: JONAS.uid, from: "standard", to: "lead", by: "admin", reason: "You'll review other editors' work." },
      { editorId: JONAS.uid, from: "standard", to: "standard", by: "lifted", reason: "The complaint wasn't upheld." },
    ],
    "editor.pay_changes": [
      {
        editorId: JONAS.uid,
        version: 2,
        changes: ["Editors' share, standard: 55% to 57%"],
        effectiveAt: iso(20 * DAY),
      },
    ],
    "editor.pay_stays": [{ editorId: JONAS.uid, version: 2, changes: [], effectiveAt: null }],
    "editor.paused": [
      { editorId: JONAS.uid, until: iso(14 * DAY), reason: "We're checking a report about your last order." },
      { editorId: JONAS.uid, until: null, reason: "We're checking a report about your last order." },
    ],
    "editor.orders_stranded": [{ editorId: JONAS.uid, orders: 2 }],
    "kyc.requested": [
      { uid: JONAS.uid, kinds: ["proof_of_address"], note: "You've moved, so we need your new address.", again: false },
      { uid: JONAS.uid, kinds: ["id_document", "tax_form"], note: "The names differ.", again: true },
    ],
    "editor.resumed": [{ editorId: JONAS.uid }],
    "shop.closed": [{ reason: "We're away until Monday." }],
    "problem.reported": [{ problemId: "prb_sample", dueAt: iso(2 * DAY) }],
    "problem.redo": [
      { problemId: "prb_sample", note: "Please look at the second section again.", dueAt: iso(2 * DAY) },
    ],
    "problem.declined": [{ problemId: "prb_sample", note: "Please look at the second section again." }],
    "dispute.opened": (["chargeback", "inquiry"] as const).map((kind) => ({
      disputeId: "dsp_sample",
      kind,
      amountMinor: 15_000,
      reason: "product_not_received",
      dueAt: iso(7 * DAY),
    })),
    "dispute.reminded": [{ disputeId: "dsp_sample", dueAt: iso(DAY) }],
    "dispute.evidence_failed": [{ disputeId: "dsp_sample", reason: "The file is too large." }],
    "dispute.won": [{ disputeId: "dsp_sample", amountMinor: 15_000 }],
    "dispute.lost": [{ disputeId: "dsp_sample", amountMinor: 15_000 }],
    "dispute.fault_found": [{ disputeId: "dsp_sample", editorId: JONAS.uid, reason: "The second half wasn't edited." }],
    "payment.fraud_warned": [{ paymentId: "pay_sample" }],
    "invoice.corrected": [{ invoiceId: "inv_sample", number: "2026-000218", replaces: "2026-000196", byAdmin: true }],
    "refund.proposed": [{ requestId: "rfr_sample", amountMinor: 12_400, needs: "admin" }],
    "refund.approved": [
      { requestId: "rfr_sample", amountMinor: 12_400, cause: "quality-minor", reason: "Two sections were missed." },
    ],
    "account.impersonated": [
      {
        uid: JONAS.uid,
        impersonationId: "imp_sample",
        category: "problem",
        reason: "Kept for staff only.",
        readOnly: false,
        endsAt: iso(0),
      },
      {
        uid: JONAS.uid,
        impersonationId: "imp_sample",
        category: "asked",
        reason: "Kept for staff only.",
        readOnly: true,
        endsAt: iso(0),
      },
    ],
    "email_template.proposed": [
      { draftId: "etv_sample", email: "order.delivered:client", language: "en", reason: "In our house style." },
    ],
    "webhook.failing": [{ uid: AMARA.uid, endpointId: "whe_sample", host: "hooks.example.org", failures: 50 }],
    "api_key.created": [
      { uid: AMARA.uid, keyId: "key_sample", name: "Submission system", scopes: ["prices:read", "orders:write"] },
      {
        uid: "usr_program",
        uids: [AMARA.uid],
        keyId: "key_sample",
        name: "Submission system",
        scopes: ["orders:write"],
        of: "Volta Basin Lab",
        page: "/organizations/org_sample/api-keys",
      },
    ],
    "account.enabled": [{ uid: JONAS.uid, reason: "Issue resolved." }],
    "application.decided": [
      { uid: JONAS.uid, decision: "approved", note: "Careful sample edit." },
      { uid: JONAS.uid, decision: "declined", note: "" },
    ],
    "application.asked": [{ uid: JONAS.uid, note: "Which journals have you edited for?" }],
    "kyc.decided": (["approved", "needs_info", "rejected", "revoked"] as const).map((decision) => ({
      uid: JONAS.uid,
      documentId: "kyc_sample",
      kind: "id_document" as const,
      decision,
      note: decision === "approved" ? "" : "The photo is too dark to read.",
    })),
    "kyc.cleared": [
      { uid: JONAS.uid, work: true, pay: false },
      { uid: JONAS.uid, work: false, pay: true },
    ],
    "kyc.expiring": [
      {
        uid: JONAS.uid,
        documentId: "kyc_sample",
        kind: "id_document",
        days: 30,
        expiresOn: iso(30 * DAY).slice(0, 10),
      },
    ],
    "kyc.expired": [{ uid: JONAS.uid, documentId: "kyc_sample", kind: "id_document", renewed: false }],
    "kyc.reminded": [{ uid: JONAS.uid }],
    "bank.confirmed": [{ uid: JONAS.uid, usableAt: iso(3 * DAY) }],
    "order.expired": [{}],
    "order.quote_reminded": [{ totalMinor: 12_400, currency: "USD", expiresAt: iso(6 * DAY) }],
    "order.paid": [
      { amountMinor: 24_800, currency: "USD", dueAt: iso(3 * DAY), first: true },
      {
        amountMinor: 24_800,
        currency: "USD",
        dueAt: iso(3 * DAY),
        sharedQuote: "Q-2026-0031",
        poNumber: "PO-4500123",
      },
      {
        amountMinor: 24_800,
        currency: "USD",
        dueAt: iso(7 * DAY),
        account: { name: LAB.name, credit: CREDIT.credit },
      },
      { amountMinor: 24_800, currency: "USD", dueAt: iso(7 * DAY), account: { name: LAB.name, credit: null } },
    ],
    "order.sent_to_qa": [{ submissionId: "sub_sample", reason: "trial" }],
    "order.assigned": [{ editorId, how: "invite", editorDueAt: iso(2 * DAY) }],
    "order.released": [{ editorId, reason: "You told us you're ill. Get well soon." }],
    "order.resumed": (["answered", "withdrawn", "waited"] as const).map((why) => ({
      queryId: "msg_sample",
      pausedMs: 5 * HOUR,
      why,
    })),
    "order.decision_needed": [
      { decisionId: "ldc_sample", editorId, decideByAt: iso(10 * HOUR), refundAt: iso(5 * DAY) },
    ],
    "order.decision_overdue": [{ decisionId: "ldc_sample", decideByAt: iso(-HOUR) }],
    "order.revision_closable": [
      { refundMinor: 6_200, closesAt: iso(4 * DAY) },
      { refundMinor: 0, closesAt: iso(4 * DAY) },
    ],
    "order.revision_closed": [
      { by: "client", refundMinor: 6_200, basis: [], editorId, editorMinor: 0 },
      { by: "clock", refundMinor: 0, basis: [], editorId, editorMinor: 1_240 },
    ],
    "order.very_late": [{ refundAt: iso(5 * DAY) }],
    "order.wait_chosen": [{ untilAt: iso(9 * DAY), refundAt: iso(5 * DAY) }],
    "deadline.proposed": (["client", "editor", "staff"] as const).map((side) => ({
      ...dates,
      side,
      reason: "Please look at the second section again.",
    })),
    "deadline.changed": [{ ...dates, side: "client", editorPayMinor: 7_425 }],
    "deadline.declined": [{ proposalId: dates.proposalId, side: "editor" }],
    "change.proposed": [
      {
        ...change,
        what: [...change.what],
        reason: "Please look at the second section again.",
        expiresAt: iso(24 * HOUR),
      },
    ],
    "change.applied": [{ ...change, what: [...change.what], editorPayMinor: 9_350 }],
    "change.declined": [{ changeId: change.changeId, side: "client" }],
    "words.reduced": [
      {
        differenceId: "wdf_sample",
        paidWords: 5_000,
        foundWords: 4_600,
        refundMinor: 1_200,
        editorPayMinor: 7_590,
      },
    ],
    "words.declined": [
      {
        differenceId: "wdf_sample",
        paidWords: 5_000,
        reportedWords: 5_400,
        note: "Please look at the second section again.",
      },
    ],
    ...Object.fromEntries(
      (["opened", "paid", "declined", "withdrawn", "expired"] as const).map((state) => [
        `charge.${state}`,
        [
          {
            chargeId: "chg_sample",
            kind: "extra",
            amountMinor: 2_500,
            reason: "Please look at the second section again.",
            expiresAt: iso(24 * HOUR),
            editorMinor: 1_375,
          },
        ],
      ]),
    ),
    "reading.invited": [
      {
        readingId: "rdg_sample",
        inviteId: "rdi_sample",
        payMinor: 5_000,
        expiresAt: iso(8 * HOUR),
        dueAt: iso(3 * DAY),
      },
    ],
    "reading.taken": [{ readingId: "rdg_sample", readerId: "usr_priya", how: "invite", dueAt: iso(3 * DAY) }],
    "reading.released": [
      { readingId: "rdg_sample", readerId: "usr_priya", by: "staff", reason: "We need it sooner than you can." },
    ],
    "reading.ready": [
      { readingId: "rdg_sample", readerId: "usr_priya", submissionId: "sub_sample", dueAt: iso(2 * DAY) },
    ],
    "reading.skipped": (["nobody", "reader_late", "editor_late", "staff"] as const).map((why) => ({
      readingId: "rdg_sample",
      readerId: why === "nobody" ? null : "usr_priya",
      why,
    })),
    "reading.message": (["reader", "editor", "support"] as const).map((authorRole) => ({
      readingId: "rdg_sample",
      messageId: "msg_sample",
      authorRole,
      asksStaff: authorRole !== "support",
    })),
    "reading.ended": [{ readingId: "rdg_sample", readerId: "usr_priya" }],
    "review.offered": [{ reviewId: "qar_sample", feeMinor: 900, dueAt: iso(12 * HOUR) }],
    "review.given_back": [{ reviewId: "qar_sample", editorId, reviewerId: "usr_priya", why: "lapsed" }],
    "review.taken_over": [{ reviewId: "qar_sample", editorId, reviewerId: "usr_priya" }],
    "review.overdue": [{ reviewId: "qar_sample", editorId, dueAt: iso(-HOUR) }],
    "review.decided": [true, false].map((passed) => ({
      reviewId: "qar_sample",
      editorId,
      reviewerId: "usr_priya",
      kind: "rating" as const,
      before: false,
      passed,
      total: passed ? 92 : 64,
      passMark: 80,
      appealUntilAt: iso(7 * DAY),
      ignoredInstruction: !passed,
      redo: !passed,
      feeMinor: 900,
    })),
    "review.appeal_decided": [
      { reviewId: "qar_sample", appealId: "qar_second", editorId, before: 72, total: 88, passed: true },
      { reviewId: "qar_sample", appealId: "qar_second", editorId, before: 72, total: 72, passed: false },
    ],
    "review.dropped": [{ reviewId: "qar_sample", editorId, appealed: true }],
    "order.changes_required": [
      { submissionId: "sub_sample", total: 78, note: "Please look at the second section again." },
    ],
    "order.delivered": [{ submissionId: "sub_sample", round: 1, lateMs: 0, formats: ["word"] }],
    "order.accepted": [{ by: "client" }, { by: "clock" }],
    "order.accept_reminder": [{ day: 3 }],
    "files.due_soon": [{ dueAt: iso(7 * DAY) }],
    "files.deleted": [{ files: 6, bytes: 2_400_000, why: "time" }],
    "privacy.export_ready": [{ uid: JONAS.uid, requestId: "dtr_sample", expiresAt: iso(7 * DAY) }],
    "privacy.erasure_requested": [{ uid: JONAS.uid, requestId: "dtr_sample", dueAt: iso(30 * DAY) }],
    "privacy.erasure_declined": [{ uid: JONAS.uid, requestId: "dtr_sample", note: "A claim is pending until May." }],
    "privacy.due_soon": [{ uid: JONAS.uid, requestId: "dtr_sample", dueAt: iso(7 * DAY) }],
    "order.revision_requested": [{ note: "Please look at the second section again.", round: 1 }],
    "tax.registration_proposed": [{ what: "Germany, VAT", number: "DE123456788", from: "2026-12-01" }],
    "tax.threshold_reached": [
      {
        name: "Norway",
        crossed: true,
        measured: "NOK 51,200.00",
        sales: 64,
        threshold: "NOK 50,000.00",
        period: "Last 12 months",
      },
      {
        name: "Norway",
        crossed: false,
        measured: "NOK 41,200.00",
        sales: 64,
        threshold: "NOK 50,000.00",
        period: "Last 12 months",
      },
    ],
    "tax.end_proposed": [{ what: "Germany, VAT", endDay: "2026-12-31" }],
    "policy.proposed": [
      {
        draftId: "pol_sample",
        changes: ["Copyediting, 7 days: $0.030 per word to $0.032 per word"],
        reason: "Editors' costs went up.",
        effectiveAt: iso(7 * DAY),
      },
    ],
    "policy.declined": [{ draftId: "pol_sample", reason: "Please start this after the holidays." }],
    "policy.approved": [
      {
        version: 2,
        changes: ["Copyediting, 7 days: $0.030 per word to $0.032 per word"],
        reason: "Editors' costs went up.",
        effectiveAt: iso(7 * DAY),
        draftedBy: ADA.uid,
      },
    ],
    "policy.canceled": [{ version: 2, reason: "We found a mistake in it." }],
    "legal.proposed": [
      {
        draftId: "lgl_sample",
        document: "terms",
        summary: "Prices are held for a week longer.",
        reason: "Authors asked for more time.",
        effectiveOn: iso(30 * DAY).slice(0, 10),
      },
      {
        draftId: "lgl_sample",
        document: "cookie-policy",
        summary: "A cookie was missing in the list.",
        reason: "The list was incomplete.",
        effectiveOn: null,
      },
    ],
    "legal.declined": [{ draftId: "lgl_sample", document: "terms", reason: "Please ask our lawyer first." }],
    "legal.approved": [
      {
        document: "terms",
        version: iso(30 * DAY).slice(0, 10),
        summary: "Prices are held for a week longer.",
        reason: "Authors asked for more time.",
        effectiveAt: iso(30 * DAY),
        draftedBy: ADA.uid,
        announced: true,
      },
    ],
    "legal.canceled": [{ document: "terms", version: iso(30 * DAY).slice(0, 10), reason: "We found a mistake in it." }],
    "policy_profile.proposed": [
      { draftId: "ppv_sample", name: "University of Otago", reason: "A student asked for it." },
    ],
    "policy_profile.declined": [
      { draftId: "ppv_sample", name: "University of Otago", reason: "Its minimum length is missing." },
    ],
    "policy_profile.review_due": [{ profileId: "otago", name: "University of Otago", reviewOn: iso(0).slice(0, 10) }],
    "quote.requested": [{ quoteId: offer.quoteId, reason: "too_long", words: 312_000, dueAt: iso(DAY) }],
    "quote.asked": [{ ...offer, editorId, payMinor: 182_000, expiresAt: iso(DAY) }],
    "quote.offered": [
      {
        ...offer,
        totalMinor: 331_000,
        currency: "USD",
        windowMs: 21 * DAY,
        expiresAt: iso(7 * DAY),
        editorId,
      },
    ],
    "quote.taken_back": [{ ...offer, dueAt: iso(DAY) }],
    "quote.declined": [
      { quoteId: offer.quoteId, by: "staff" },
      { quoteId: offer.quoteId, by: "clock" },
    ],
    "quote.expired": [offer],
    "payment.not_taken": [
      { paymentId: "pay_sample", amountMinor: 24_800, why: "The coupon was used with this card before." },
    ],
    "contract.confirmed": [
      {
        version: "2026-11-21",
        text: "I ask you to begin right away.",
        givenAt: iso(0),
        untilAt: iso(14 * DAY),
      },
    ],
    "order.cancelled": [
      {
        refundMinor: 18_600,
        editorMinor: 3_410,
        editorId,
        reason: "",
        basis: ["You withdrew from the contract and pay for the part done."],
        withdrawn: true,
      },
      {
        refundMinor: 24_800,
        editorMinor: 0,
        editorId,
        reason: "Withdrawn by the journal",
        basis: ["No one had opened the manuscript."],
      },
      {
        refundMinor: 0,
        editorMinor: 6_200,
        editorId,
        reason: "Withdrawn by the journal",
        basis: ["The work had been submitted."],
      },
    ],
    "order.refunded": [{ amountMinor: 24_800 }],
    "order.compensated": [
      { refundMinor: 4_960, editorMinor: 5_000, editorId, basis: ["It was five hours late: 20% of the price."] },
    ],
    "order.held": [
      { reason: "Your bank is reviewing the payment.", untilAt: iso(5 * DAY), uid: "usr_ada" },
      { reason: "Your bank is reviewing the payment." },
    ],
    "order.hold_changed": [{ uid: "usr_ada", before: "usr_ben", untilAt: iso(5 * DAY), moved: true }],
    "order.hold_reminded": [{ uid: "usr_ada", untilAt: iso(DAY) }],
    "order.unheld": [{}],
    "order.unstarted": [{ editorId }],
    "order.idle": [{ editorId }],
    "order.unsubmitted": [{ editorId }],
    "order.overdue": [{ editorId }],
    "order.date_moved": [{ dueAt: iso(4 * DAY) }],
    "query.asked": [
      { messageId: "msg_sample", blocking: true },
      { messageId: "msg_sample", blocking: false },
    ],
    "query.answered": [{ messageId: "msg_sample", queryId: "msg_sample" }],
    "query.written": [{ fileId: "fil_sample", answers: 3, edits: 1 }],
    "query.reminded": [{ messageId: "msg_sample", hours: 24 }],
    "invite.sent": [{ inviteId: "inv_sample", editorId, payMinor: 11_160, expiresAt: iso(2 * HOUR), wave: 1 }],
    "matching.client_offered": [{ laterDueAt: iso(5 * DAY) }],
    "shared_quote.opened": [{ number: "Q-2026-0031" }],
    "shared_quote.asked": [
      { number: "Q-2026-0031", expired: true },
      { number: "Q-2026-0031", expired: false },
    ],
    "organization.left": [{ organizationId: "org_sample", name: "Volta Basin Lab", uid: "usr_amara" }],
    "organization.domain_changed": [
      { ...LAB, domain: "voltabasin.example", change: "verified", reason: "", uids: ["usr_amara"] },
      {
        ...LAB,
        domain: "voltabasin.example",
        change: "declined",
        reason: "Please ask your university's office to add it.",
        uids: ["usr_amara"],
      },
    ],
    "organization.sso_changed": [
      ...(["saved", "on", "required", "off", "removed"] as const).map((change) => ({
        ...LAB,
        change,
        failure: null,
        uids: ["usr_amara"],
      })),
      ...(["unreachable", "untrusted"] as const).map((failure) => ({
        ...LAB,
        change: "failing" as const,
        failure,
        uids: ["usr_amara"],
      })),
    ],
    "organization.exemption_changed": (["verified", "declined", "expiring"] as const).map((change) => ({
      ...LAB,
      exemptionId: "txe_sample",
      what: "New York (sales tax)",
      certificate: "EX-204417",
      lastDay: "2027-06-30",
      change,
      reason: change === "declined" ? "The certificate names another organization." : "",
      uids: ["usr_amara"],
    })),
    "courtesy.given": [{ ...COURTESY, creditId: "cyc_sample", cause: "goodwill" }],
    "courtesy.expiring": [COURTESY],
    "balance.moved": [
      { ...LAB, amountMinor: 200_000, uids: ["usr_amara"] },
      { ...LAB, amountMinor: -50_000, uids: ["usr_amara"] },
      { ...LAB, amountMinor: -50_000, uids: ["usr_amara"], by: "card" },
      { ...OWN_BALANCE, amountMinor: 5_000, by: "card" },
      { ...OWN_BALANCE, amountMinor: -5_000, by: "card" },
    ],
    "gift.sent": [{ giftId: "gft_sample", amountMinor: 5_000, currency: "USD", uids: ["usr_amara"] }],
    "gift.accepted": [{ giftId: "gft_sample", amountMinor: 5_000, currency: "USD", uids: ["usr_amara"] }],
    "deposit.return_failed": [
      { ...OWN_BALANCE, amountMinor: 5_000, reason: "The card has expired or was canceled." },
      { ...LAB, amountMinor: 50_000, reason: "The card has expired or was canceled.", uids: ["usr_amara"] },
    ],
    "deposit.disputed": [
      { ...OWN_BALANCE, amountMinor: 5_000, dueAt: null },
      { ...LAB, amountMinor: 50_000, dueAt: "2026-12-07T12:00:00.000Z", uids: ["usr_amara"] },
      { ...LAB, amountMinor: 50_000, dueAt: null, uids: ["usr_amara"] },
    ],
    "partner.discount_proposed": [
      { partnerId: "ptn_sample", name: "Journal of Soil Science", discountId: "ptd_sample", percent: 12 },
    ],
    "contract_price.proposed": [CONTRACT],
    "contract_price.agreed": [CONTRACT],
    "contract_price.ended": [CONTRACT],
    "books.closing_proposed": [
      { month: "2026-10", openItems: 3 },
      { month: "2026-10", openItems: 0 },
    ],
    "books.entry_proposed": [ENTRY],
    "books.entry_declined": [{ ...ENTRY, reason: "The invoice is in October's statement." }],
    "credit.asked": [CREDIT],
    "credit.proposed": [CREDIT],
    "credit.granted": [CREDIT],
    "credit.declined": [{ ...CREDIT, reason: "Please send your registration first." }],
    "credit.ended": [CREDIT],
    "write_off.proposed": [
      { ...LAB, writeOffId: "wof_sample", amountMinor: 61_200, reason: "The institute was dissolved." },
    ],
    "line_dispute.opened": [LINE_DISPUTE],
    "line_dispute.answered": [{ ...LINE_DISPUTE, answer: "You're right: we refunded the order to your account." }],
    "statement.issued": [
      { ...STATEMENT, amountMinor: 124_000, dueAt: iso(30 * DAY) },
      { ...STATEMENT, amountMinor: 0, dueAt: iso(30 * DAY) },
    ],
    "statement.reminded": [
      { ...STATEMENT, amountMinor: 124_000, dueAt: iso(3 * DAY) },
      { ...STATEMENT, amountMinor: 124_000, dueAt: iso(-7 * DAY) },
    ],
    "spending.requested": [{ ...LAB, requestId: "spr_sample", amountMinor: 24_800, uids: ["usr_amara"] }],
    "spending.reminded": [{ ...LAB, requestId: "spr_sample", amountMinor: 24_800, uids: ["usr_amara"] }],
    "spending.decided": [
      { ...LAB, requestId: "spr_sample", amountMinor: 24_800, uid: "usr_amara", approved: true, reason: "" },
      {
        ...LAB,
        requestId: "spr_sample",
        amountMinor: 24_800,
        uid: "usr_amara",
        approved: false,
        reason: "The grant ends this month.",
      },
    ],
    "payment.surplus": [{ paymentId: "pay_sample", amountMinor: 24_800, why: "the order had already been paid." }],
    "refund.succeeded": [
      { refundId: "ref_sample", amountMinor: 24_800 },
      { refundId: "ref_sample", amountMinor: 24_800, toAccount: true },
    ],
    "refund.failed": [{ refundId: "ref_sample", amountMinor: 24_800, reason: "Written to staff only." }],
    "earning.reversed": [
      { earningId: "ern_sample", editorId, amountMinor: 1_240, reason: "S-2041 was delivered after your deadline." },
    ],
    "payout.returned": [
      { payoutId: "pot_sample", editorId, amountMinor: 58_400, currency: "USD", code: "AC04" },
      { payoutId: "pot_sample", editorId, amountMinor: 58_400, currency: "USD", code: "MS03" },
      { payoutId: "pot_sample", editorId, amountMinor: 58_400, currency: "USD", code: "AM04" },
    ],
    "payout.paid": [{ payoutId: "pot_sample", editorId, amountMinor: 58_400, currency: "USD" }],
    "ticket.started": [{ ...ticket, category: "account", messageId: "tmsg_sample" }],
    "ticket.answered": [{ ...ticket, messageId: "tmsg_sample" }],
    "ticket.resolved": [ticket, { ...ticket, messageId: "tkm_sample" }],
  };
}

/** Sample emails for the demo cast: from notices, scheduled, and about accounts. @param now when they are written */
export function sampleEmails(now: Date): SampleEmail[] {
  const order: NonNullable<NoticeContext["order"]> = {
    ...ORDER,
    userId: AMARA.uid,
    assignedTo: JONAS.uid,
    totalMinor: 24_800,
    currency: "USD",
    dueAt: after(now, 3 * DAY),
    editorDueAt: after(now, 2 * DAY),
    autoAcceptAt: after(now, 7 * DAY),
  };
  const names = new Map([
    [AMARA.uid, AMARA.displayName],
    [JONAS.uid, JONAS.displayName],
    [ADA.uid, ADA.displayName],
  ]);
  const name = (uid: string | null) => (uid && names.get(uid)) || "Your editor";
  const found: SampleEmail[] = [];
  const known = samples(now) as Partial<Record<FactKind, readonly unknown[]>>;
  for (const kind of Object.keys(factWords()) as FactKind[]) {
    for (const [i, notice] of noticesOf(factWords(), kind).entries()) {
      if (notice.email !== true) continue;
      for (const [n, data] of (known[kind] ?? []).entries()) {
        const aboutOrder =
          /^(?:order|contract|deadline|charge|words|change|query|matching|payment|invoice|refund|dispute|earning|invite|problem|review|reading|files|quote|shared_quote|spending)\./.test(
            kind,
          );
        const byAdmin = isStaffFeed(notice.to) || /^(?:policy|policy_profile|legal|email_template)\./.test(kind);
        const fact = {
          id: "fct_sample",
          seq: 1,
          kind,
          at: now,
          actorId: byAdmin ? ADA.uid : null,
          actorRole: byAdmin ? "admin" : "system",
          orderId: aboutOrder ? ORDER.id : null,
          subjectId: "sample",
          data,
        } as Fact;
        if (notice.only && !notice.only(fact)) continue;
        const { editorId, uid } = data as { editorId?: string; uid?: string };
        const isJonas =
          notice.to === "editor" ||
          (notice.to === "subject" && (kind.startsWith("reading.") || (editorId ?? uid) === JONAS.uid));
        const reader = byAdmin ? ADA : isJonas ? JONAS : AMARA;
        const about = { order: aboutOrder ? order : null, name, timeZone: reader.timeZone, now, reader };
        found.push({
          key: `${kind}:${i}:${n}`,
          kind,
          to: reader.displayName,
          email: withSampleQuote(noticeEmail(fact, notice, about, reader), notice.quote?.(fact, about)),
        });
      }
    }
  }
  const latestAt = after(now, -12 * MINUTE);
  found.push(
    {
      key: "message.unread:client",
      kind: "message.unread",
      to: AMARA.displayName,
      email: unreadEmail({
        order: ORDER,
        as: "client",
        reader: AMARA,
        messages: [
          {
            by: "Jonas Weber",
            text: "Table 2 and the text give different dates for the first rain. Which is right?",
            files: 1,
          },
        ],
        latestAt,
        now,
      }),
    },
    {
      key: "message.unread:editor",
      kind: "message.unread",
      to: JONAS.displayName,
      email: unreadEmail({
        order: ORDER,
        as: "editor",
        reader: JONAS,
        messages: [
          { by: "The author", text: "Table 2 is right.\n\nThank you for noticing!", files: 0 },
          { by: "The author", text: "I've corrected the text, too.", files: 0 },
          { by: "Our support team", text: "We've noted the correction on the order.", files: 0 },
        ],
        latestAt,
        now,
      }),
    },
  );
  const lines = [
    {
      title: "S-2041 was delivered",
      at: after(now, -2 * HOUR),
      link: null,
      orderId: ORDER.id,
      orderTitle: ORDER.title,
    },
    {
      title: "Your invite is no longer open",
      at: after(now, -9 * HOUR),
      link: "/editor/invites",
      orderId: null,
      orderTitle: null,
    },
    {
      title: "Payouts are a day early this month",
      at: after(now, -14 * HOUR),
      link: null,
      orderId: null,
      orderTitle: null,
    },
  ];
  for (const digest of ["daily", "weekly"] as const)
    found.push({
      key: `digest:${digest}`,
      kind: "digest",
      to: JONAS.displayName,
      email: digestEmail({ reader: JONAS, digest, lines, now, total: digest === "weekly" ? 26 : 3 }),
    });
  for (const [i, it] of sampleAccountEmails({ email: "client@demo.test", name: AMARA.displayName }).entries())
    found.push({ key: `${it.kind}:email:${i}`, to: AMARA.displayName, ...it });
  found.push({
    key: "field_wait.told:0",
    kind: "field_wait.told",
    to: AMARA.displayName,
    email: waitEmail({ email: "client@demo.test", name: AMARA.displayName, subfield: "surgery", orderId: ORDER.id }),
  });
  const quote = {
    id: "shq_sample",
    createdAt: now,
    number: "Q-2026-0031",
    validUntilAt: after(now, 30 * DAY),
    price: {
      totalMinor: minor(24_800),
      currency: "USD",
      service: "copyediting",
      turnaround: "7d",
      windowMs: 7 * DAY,
    },
  } as const;
  const office = "Finance office";
  found.push(
    {
      key: "shared_quote.sent:email:0",
      kind: "shared_quote.sent",
      to: office,
      email: sharedQuoteEmail({ author: AMARA.displayName, quote }),
    },
    {
      key: "gift.offered:email:0",
      kind: "gift.offered",
      to: "A colleague",
      email: giftEmail({
        giver: AMARA.displayName,
        gift: { email: "kofi@lab.test", message: "For your first paper." },
        deposit: { amountMinor: minor(5_000), currency: "USD" },
      }),
    },
    {
      key: "shared_quote.invoice:email:0",
      kind: "shared_quote.invoice",
      to: office,
      email: payerInvoiceEmail({
        amountMinor: 24_800,
        currency: "USD",
        paidAt: now,
        invoice: "INV-2026-000123",
        quote,
      }),
    },
  );
  for (const [i, days] of [30, -7].entries())
    found.push({
      key: `statement.due:email:${i}`,
      kind: "statement.due",
      to: office,
      email: statementEmail({ ...STATEMENT, amountMinor: 124_000, dueAt: after(now, days * DAY), at: now }),
    });
  found.push({
    key: "partner.report:email:0",
    kind: "partner.report",
    to: "Prof. Ingrid Solheim",
    email: partnerReportEmail({
      name: "Journal of Soil Science",
      code: "soil-science",
      contactName: "Prof. Ingrid Solheim",
      month: "November 2026",
      inShort: "41 visits and 3 paid orders",
      figures: [
        { title: "Visits", detail: "41" },
        { title: "Paid orders", detail: "3" },
      ],
    }),
  });
  const terms = {
    document: "terms",
    version: after(now, 30 * DAY)
      .toISOString()
      .slice(0, 10),
  } as const;
  found.push(
    {
      key: "legal.approved:account",
      kind: "legal.approved",
      to: AMARA.displayName,
      email: newVersionEmail({
        ...terms,
        name: AMARA.displayName,
        summary: "We say more plainly when a refund is due.",
        effectiveAt: after(now, 30 * DAY).toISOString(),
      }),
    },
    {
      key: "legal.canceled:account",
      kind: "legal.canceled",
      to: JONAS.displayName,
      email: canceledVersionEmail({ ...terms, document: "editor-agreement", name: JONAS.displayName }),
    },
  );
  const visitor = { number: "T-1042", visitorName: "Prof. Ingrid Solheim" };
  const reply = addressOn(config().origins.public, "/contact/reply/a-sample");
  const bank = { token: "a-sample", frozenMs: 3 * DAY, holder: "Jonas Weber", account: "•••• 3000" };
  const jonas = { email: "editor@demo.test", name: JONAS.displayName };
  const unnamed: [to: string, email: EmailText][] = [
    [
      "Prof. Ingrid Solheim",
      visitorAnswer(visitor, "Yes, we edit LaTeX sources.\n\nUpload the folder as a ZIP file.", reply),
    ],
    ["Prof. Ingrid Solheim", visitorAnswer(visitor, "You're welcome.", reply)],
    ["New editor", editorInvitation(ADA.displayName, "new@demo.test")],
    [JONAS.displayName, importedEditorEmail(jonas, true)],
    [JONAS.displayName, importedEditorEmail(jonas, false)],
    [
      "New member",
      invitationEmail({
        id: "oin_sample",
        by: AMARA.displayName,
        email: "new@demo.test",
        name: LAB.name,
        role: "member",
        expiresAt: after(now, 14 * DAY),
      }),
    ],
    [JONAS.displayName, bankConfirmation(jonas, { ...bank, currency: "EUR" })],
    [JONAS.displayName, bankConfirmation(jonas, { ...bank, currency: "USD" })],
  ];
  found.push(...unnamed.map(([to, email], i) => ({ key: `${email.key}:email:${i}`, kind: email.key, to, email })));
  return found;
}
