import { FREQUENCIES } from "#app/features/tax/rules/returns.ts";
import { CLEARING_CODES, HOLDER_TYPES } from "#app/features/payouts/rules/account-types.ts";
import { CERTIFICATE_KINDS } from "#app/features/certificates/rules/certificate-facts.ts";
import { VERSION_STATES } from "#app/features/orders/rules/change/new-words.ts";
import { TASK_STATES } from "#app/platform/rules/core/task.ts";
import { versionFlow } from "#app/features/policy/rules/version-flow.ts";
import type { Selectable } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "#boot/testing/database.ts";
import { applicationFlow } from "#app/features/editors/rules/application-flow.ts";
import { kycFlow } from "#app/features/editors/rules/kyc/kyc-flow.ts";
import { DOCUMENT_KINDS, KYC_STATES, TAX_FORMS } from "#app/features/editors/rules/kyc/kyc.ts";
import { NUMBERS } from "#app/features/backoffice/rules/numbers.ts";
import { DECLINE_REASONS } from "#app/features/matching/rules/decline.ts";
import { inviteFlow } from "#app/features/matching/rules/flow.ts";
import { postFlow } from "#app/features/blog/rules/post-flow.ts";
import { announcementFlow } from "#app/features/notifications/rules/announcement-flow.ts";
import { CHARGE_KINDS, chargeFlow } from "#app/features/orders/rules/change/charge.ts";
import { dateProposalFlow } from "#app/features/orders/rules/change/date-change.ts";
import { lateDecisionFlow } from "#app/features/orders/rules/deadline/late-order.ts";
import { FILE_ROLES } from "#app/features/orders/rules/draft/file-role.ts";
import { orderFlow } from "#app/features/orders/rules/flow.ts";
import { SKIP_REASONS, readingFlow } from "#app/features/orders/rules/review/second-reading.ts";
import { NO_QA, QA_REASON_WORDS } from "#app/features/orders/rules/review/qa.ts";
import { changeFlow } from "#app/features/orders/rules/change/order-change.ts";
import { wordFlow } from "#app/features/orders/rules/change/word-difference.ts";
import { UPLOAD_PURPOSES } from "#app/features/orders/server/uploads/upload-policy.ts";
import { DISPUTE_KINDS as disputeKinds, disputeFlow } from "#app/features/payments/rules/dispute.ts";
import { PROVIDER_PAYOUT_STATUSES, PROVIDER_TRANSACTION_KINDS } from "#app/features/payments/rules/provider-account.ts";
import { STATEMENT_FORMATS, STATEMENT_STATES } from "#app/features/backoffice/rules/reconciliation/bank-statement.ts";
import { ASSIGNABLE, DIFFERENCE_KINDS } from "#app/features/backoffice/rules/reconciliation/reconciliation.ts";
import { DIRECTIONS } from "#app/features/backoffice/rules/reconciliation/suggestions.ts";
import { ACCOUNTS } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { OUTCOME_WORDS, VERDICT_WORDS } from "#app/features/payouts/rules/bank-report.ts";
import { earningFlow, payoutFlow, runFlow } from "#app/features/payouts/rules/flow.ts";
import { PAYOUT_SCHEMES } from "#app/features/payouts/rules/scheme.ts";
import { KIND_WORDS, REQUEST_STATUS_WORDS } from "#app/features/privacy/rules/data-request.ts";
import { QUOTE_REASONS, offerFlow, quoteFlow } from "#app/features/quotes/rules/quote-flow.ts";
import { LEVELS } from "#app/features/pricing/rules/editor-pay.ts";
import { contactFlow } from "#app/features/support/rules/contact-flow.ts";
import { EXEMPTION_STATES } from "#app/features/tax/rules/exemption.ts";
import { CURRENCY_NAMES } from "#app/platform/rules/core/money.ts";
import { DOMAIN_PROOFS, DOMAIN_STATES } from "#app/features/organizations/rules/domain.ts";
import { SSO_PROTOCOLS, SSO_PURPOSES, SSO_STATES } from "#app/features/organizations/rules/single-sign-on.ts";
import { GIVEN_ROLES, COST_CENTER_RULES, ORGANIZATION_ROLES } from "#app/features/organizations/rules/organization.ts";
import { WEBHOOK_FORMATS } from "#app/features/integrations/rules/alerts.ts";
import { IMPORTED_AS } from "#app/features/accounts/server/people/import-account.ts";
import { PARTNER_KINDS } from "#app/features/partners/rules/partner.ts";
import { CONTRACT_STATES } from "#app/features/pricing/rules/contract-price.ts";
import { REFERRAL_FAULTS, REFERRAL_STATES } from "#app/features/payments/rules/courtesy/referral.ts";
import { REFUND_TO } from "#app/features/payments/rules/refund-to.ts";
import { GIFT_STATES } from "#app/features/payments/rules/gift.ts";
import { CREDIT_CAUSES } from "#app/features/payments/rules/courtesy/courtesy.ts";
import {
  CREDIT_KINDS,
  CREDIT_STATES,
  LINE_DISPUTE_STATES,
  WRITE_OFF_STATES,
} from "#app/features/payments/rules/credit.ts";
import { MANUAL_ENTRY_STATES } from "#app/features/backoffice/rules/manual-entry.ts";
import { FEED_KINDS } from "#app/features/integrations/rules/calendar-feed.ts";
import { OWNER_KINDS } from "#app/features/integrations/rules/owner.ts";
import { PART_CODES } from "#app/features/style-sheets/rules/entry.ts";
import { ticketFlow } from "#app/features/support/rules/ticket-flow.ts";
import type { Database } from "./schema.ts";

type Row<T extends keyof Database> = Selectable<Database[T]>;
/** "table.column" of every column typed as a union of strings. If KNOWN lacks one, that's a type error. */
type WordColumn = {
  [T in keyof Database]: {
    [C in keyof Row<T> & string]: [NonNullable<Row<T>[C]>] extends [string]
      ? string extends NonNullable<Row<T>[C]>
        ? never
        : `${T}.${C}`
      : never;
  }[keyof Row<T> & string];
}[keyof Database];

/** All values of a union, checked by the compiler: a missing or extra one is a type error. */
const all = <T extends string | null>(values: Record<NonNullable<T>, true>): string[] => Object.keys(values);

/** The values each column may hold, from the code's flow or type. */
const KNOWN: Readonly<Record<WordColumn, readonly string[]>> = {
  "orders.status": orderFlow.states,
  "orders.heldFrom": orderFlow.states,
  "reading_messages.authorRole": all<Row<"reading_messages">["authorRole"]>({
    reader: true,
    editor: true,
    support: true,
    admin: true,
  }),
  "orders.editorLevel": LEVELS,
  "orders.qaReason": [NO_QA, "trial", "expert", "sample"],
  "policy_versions.status": versionFlow.states,
  "legal_versions.status": versionFlow.states,
  "email_template_versions.status": versionFlow.states,
  "policy_profile_versions.status": versionFlow.states,
  "tax_threshold_alerts.level": all<Row<"tax_threshold_alerts">["level"]>({ near: true, crossed: true }),
  "tax_registrations.frequency": FREQUENCIES,
  "tax_registrations.scheme": all<Row<"tax_registrations">["scheme"]>({ domestic: true, oss: true }),
  "tax_registrations.status": all<Row<"tax_registrations">["status"]>({
    proposed: true,
    approved: true,
    declined: true,
  }),
  "editors.kycStatus": KYC_STATES,
  "editors.level": LEVELS,
  "editor_applications.status": applicationFlow.states,
  "data_requests.kind": Object.keys(KIND_WORDS),
  "data_requests.status": Object.keys(REQUEST_STATUS_WORDS),
  "kyc_documents.kind": DOCUMENT_KINDS,
  "kyc_requests.kind": DOCUMENT_KINDS,
  "kyc_documents.status": kycFlow.states,
  "kyc_documents.form": TAX_FORMS,
  "application_files.kind": all<Row<"application_files">["kind"]>({ cv: true, degree: true }),
  "bank_details.clearingSystem": Object.keys(CLEARING_CODES).filter((system) => system !== "USABA"),
  "bank_details.accountType": all<Row<"bank_details">["accountType"]>({ checking: true, savings: true }),
  "bank_details.holderType": HOLDER_TYPES,
  "organization_members.role": ORGANIZATION_ROLES,
  "organization_invitations.role": GIVEN_ROLES,
  "organization_invitations.state": all<Row<"organization_invitations">["state"]>({
    open: true,
    accepted: true,
    revoked: true,
  }),
  "organization_domains.state": DOMAIN_STATES,
  "tax_exemptions.state": EXEMPTION_STATES,
  "organization_domains.proof": DOMAIN_PROOFS,
  "payments.method": all<Row<"payments">["method"]>({ card: true, balance: true }),
  "deposits.status": all<Row<"deposits">["status"]>({
    starting: true,
    open: true,
    succeeded: true,
    expired: true,
    failed: true,
  }),
  "gifts.state": GIFT_STATES,
  "deposit_returns.status": all<Row<"deposit_returns">["status"]>({
    requested: true,
    sent: true,
    succeeded: true,
    failed: true,
  }),
  "top_ups.state": all<Row<"top_ups">["state"]>({ open: true, paid: true, canceled: true }),
  "spending_requests.state": all<Row<"spending_requests">["state"]>({
    open: true,
    approved: true,
    declined: true,
    ended: true,
  }),
  "contract_prices.state": CONTRACT_STATES,
  "partner_discounts.state": CONTRACT_STATES,
  "webhook_endpoints.format": WEBHOOK_FORMATS,
  "partners.kind": PARTNER_KINDS,
  "imported_accounts.kind": IMPORTED_AS,
  "referrals.state": REFERRAL_STATES,
  "referrals.why": REFERRAL_FAULTS,
  "courtesy_credits.cause": CREDIT_CAUSES,
  "order_problems.refundTo": REFUND_TO,
  "credit_lines.kind": CREDIT_KINDS,
  "credit_lines.state": CREDIT_STATES,
  "write_offs.state": WRITE_OFF_STATES,
  "line_disputes.state": LINE_DISPUTE_STATES,
  "organizations.costCenterRule": COST_CENTER_RULES,
  "organization_sign_in.protocol": SSO_PROTOCOLS,
  "organization_sign_in.state": SSO_STATES,
  "sign_in_attempts.purpose": SSO_PURPOSES,
  "organizations.currency": CURRENCY_NAMES,
  "shared_quotes.endedWhy": all<Row<"shared_quotes">["endedWhy"]>({ revoked: true, replaced: true }),
  "api_keys.ownerKind": OWNER_KINDS,
  "api_requests.ownerKind": OWNER_KINDS,
  "calendar_feeds.kind": FEED_KINDS,
  "webhook_endpoints.ownerKind": OWNER_KINDS,
  "webhook_events.ownerKind": OWNER_KINDS,
  "webhook_endpoints.status": all<Row<"webhook_endpoints">["status"]>({ active: true, paused: true, removed: true }),
  "webhook_deliveries.status": all<Row<"webhook_deliveries">["status"]>({
    pending: true,
    delivered: true,
    failed: true,
    held: true,
  }),
  "style_entries.part": PART_CODES,
  "style_entries.role": all<Row<"style_entries">["role"]>({ client: true, editor: true, import: true }),
  "style_entries.state": all<Row<"style_entries">["state"]>({ open: true, kept: true, conflict: true, past: true }),
  "files.purpose": all<Row<"files">["purpose"]>({
    source: true,
    version: true,
    working: true,
    reference: true,
    tracked: true,
    clean: true,
    answered: true,
    letter: true,
    attachment: true,
  }),
  "files.state": all<Row<"files">["state"]>({ stored: true, counting: true, counted: true, refused: true }),
  "files.role": FILE_ROLES,
  "upload_reservations.purpose": UPLOAD_PURPOSES,
  "submissions.status": all<Row<"submissions">["status"]>({
    open: true,
    stopped: true,
    submitted: true,
    delivered: true,
    changes_required: true,
    released: true,
  }),
  "date_proposals.side": all<Row<"date_proposals">["side"]>({ client: true, editor: true, staff: true }),
  "date_proposals.status": dateProposalFlow.states,
  "word_differences.side": all<Row<"word_differences">["side"]>({ editor: true, staff: true }),
  "word_differences.status": wordFlow.states,
  "order_changes.side": all<Row<"order_changes">["side"]>({ client: true, staff: true }),
  "order_changes.status": changeFlow.states,
  "order_charges.kind": CHARGE_KINDS,
  "order_charges.status": chargeFlow.states,
  "revision_versions.status": VERSION_STATES,
  "custom_quotes.status": quoteFlow.states,
  "custom_quotes.reason": QUOTE_REASONS,
  "quote_offers.status": offerFlow.states,
  "order_handovers.phase": all<Row<"order_handovers">["phase"]>({ edit: true, revision: true }),
  "order_handovers.by": all<Row<"order_handovers">["by"]>({ editor: true, staff: true, clock: true }),
  "late_decisions.status": lateDecisionFlow.states,
  "document_queries.state": all<Row<"document_queries">["state"]>({ open: true, answered: true, skipped: true }),
  "document_queries.writtenAs": all<Row<"document_queries">["writtenAs"]>({
    none: true,
    made: true,
    kept: true,
    left: true,
    lost: true,
  }),
  "change_decisions.to": all<Row<"change_decisions">["to"]>({
    accept: true,
    reject: true,
    keep: true,
    undo: true,
    redo: true,
  }),
  "certificates.kind": CERTIFICATE_KINDS,
  "qa_reviews.status": all<Row<"qa_reviews">["status"]>({ waiting: true, passed: true, failed: true, void: true }),
  "qa_reviews.kind": all<Row<"qa_reviews">["kind"]>({ delivery: true, rating: true, appeal: true }),
  "qa_reviews.reason": Object.keys(QA_REASON_WORDS),
  "invites.status": inviteFlow.states,
  "invites.declineReason": Object.keys(DECLINE_REASONS),
  "client_editors.kind": all<Row<"client_editors">["kind"]>({ preferred: true, backup: true, blocked: true }),
  "price_views.capacity": all<Row<"price_views">["capacity"]>({ free: true, some_dates: true, none: true }),
  "daily_numbers.what": NUMBERS,
  "users.role": all<Row<"users">["role"]>({ client: true, editor: true, admin: true }),
  "messages.kind": all<Row<"messages">["kind"]>({ message: true, query: true, answer: true }),
  "messages.authorRole": all<Row<"messages">["authorRole"]>({
    client: true,
    editor: true,
    support: true,
    admin: true,
    system: true,
  }),
  "payments.status": all<Row<"payments">["status"]>({
    starting: true,
    open: true,
    succeeded: true,
    expired: true,
    failed: true,
  }),
  "refunds.status": all<Row<"refunds">["status"]>({ requested: true, sent: true, succeeded: true, failed: true }),
  "refund_requests.status": all<Row<"refund_requests">["status"]>({ pending: true, approved: true, declined: true }),
  "test_payments.status": all<Row<"test_payments">["status"]>({
    starting: true,
    open: true,
    paid: true,
    refunded: true,
    failed: true,
  }),
  "order_problems.status": all<Row<"order_problems">["status"]>({
    open: true,
    redo: true,
    refunded: true,
    declined: true,
  }),
  "journal_lines.account": Object.keys(ACCOUNTS),
  "disputes.kind": disputeKinds,
  "disputes.status": disputeFlow.states,
  "bank_statements.format": STATEMENT_FORMATS,
  "bank_statements.state": STATEMENT_STATES,
  "bank_lines.match": all<Row<"bank_lines">["match"]>({
    provider_payout: true,
    payout: true,
    payout_run: true,
    balance: true,
    assigned: true,
    split: true,
    parts: true,
    duplicate: true,
    reversed: true,
  }),
  "bank_rules.direction": DIRECTIONS,
  "manual_entries.state": MANUAL_ENTRY_STATES,
  "bank_rules.account": ASSIGNABLE,
  "tasks.state": TASK_STATES,
  "money_differences.kind": DIFFERENCE_KINDS,
  "provider_transactions.kind": PROVIDER_TRANSACTION_KINDS,
  "provider_payouts.status": PROVIDER_PAYOUT_STATUSES,
  "invoices.kind": all<Row<"invoices">["kind"]>({ invoice: true, credit_note: true, self_billed: true }),
  "coupon_uses.state": all<Row<"coupon_uses">["state"]>({ reserved: true, redeemed: true, released: true }),
  "earnings.status": earningFlow.states,
  "earnings.level": LEVELS,
  "second_readings.status": readingFlow.states,
  "second_readings.why": SKIP_REASONS,
  "second_readings.level": LEVELS,
  "reading_invites.status": inviteFlow.states,
  "reading_invites.level": LEVELS,
  "earnings.part": all<Row<"earnings">["part"]>({
    part: true,
    delivery: true,
    revision: true,
    review: true,
    reading: true,
    new_words: true,
  }),
  "payouts.status": payoutFlow.states,
  "bank_reports.kind": all<Row<"bank_reports">["kind"]>({ "pain.002": true, camt: true, nacha: true }),
  "bank_report_lines.verdict": Object.keys(VERDICT_WORDS),
  "bank_report_lines.outcome": Object.keys(OUTCOME_WORDS),
  "payout_runs.status": runFlow.states,
  "payout_runs.scheme": PAYOUT_SCHEMES,
  "mail.status": all<Row<"mail">["status"]>({
    waiting: true,
    sending: true,
    sent: true,
    failed: true,
    bounced: true,
    complained: true,
    suppressed: true,
  }),
  "mail_events.kind": all<Row<"mail_events">["kind"]>({ bounce: true, soft_bounce: true, complaint: true }),
  "mail_events.source": all<Row<"mail_events">["source"]>({ smtp: true, ses: true, postmark: true, report: true }),
  "mail_suppressions.reason": all<Row<"mail_suppressions">["reason"]>({ bounce: true, complaint: true }),
  "mail_suppressions.source": all<Row<"mail_suppressions">["source"]>({
    smtp: true,
    ses: true,
    postmark: true,
    report: true,
  }),
  "inbound_emails.outcome": all<Row<"inbound_emails">["outcome"]>({
    posted: true,
    refused: true,
    ignored: true,
    report: true,
    opened: true,
    held: true,
  }),
  "held_emails.proof": all<Row<"held_emails">["proof"]>({ passed: true, none: true, failed: true }),
  "tickets.status": ticketFlow.states,
  "tickets.channel": all<Row<"tickets">["channel"]>({ ticket: true, contact: true, chat: true }),
  "tickets.ownerRole": all<Row<"tickets">["ownerRole"]>({ client: true, editor: true, visitor: true }),
  "tickets.category": all<Row<"tickets">["category"]>({
    order: true,
    refunds: true,
    payment: true,
    account: true,
    technical: true,
    kyc: true,
    other: true,
  }),
  "tickets.priority": all<Row<"tickets">["priority"]>({ urgent: true, high: true, normal: true, low: true }),
  "ticket_messages.authorRole": all<Row<"ticket_messages">["authorRole"]>({
    client: true,
    editor: true,
    visitor: true,
    support: true,
    admin: true,
    system: true,
  }),
  "ticket_messages.kind": all<Row<"ticket_messages">["kind"]>({ message: true, note: true, event: true }),
  "contact_messages.status": contactFlow.states,
  "contact_messages.topic": all<Row<"contact_messages">["topic"]>({
    ordering: true,
    order: true,
    payment: true,
    account: true,
    technical: true,
    editing: true,
    other: true,
  }),
  "announcements.status": announcementFlow.states,
  "announcements.audience": all<Row<"announcements">["audience"]>({
    global: true,
    client: true,
    editor: true,
    support: true,
    admin: true,
  }),
  "notification_preferences.digest": all<Row<"notification_preferences">["digest"]>({
    off: true,
    daily: true,
    weekly: true,
  }),
  "blog_posts.status": postFlow.states,
  "blog_versions.kind": all<Row<"blog_versions">["kind"]>({
    saved: true,
    published: true,
    restored: true,
    imported: true,
    kept: true,
  }),
};

/** Columns with such names hold one of a few values, */
const NAMED_LIKE_A_STATUS = "(status|state|heldfrom|level|purpose|role|kind|account)$";
/** except these: kinds declared by each feature, and roles that are only recorded. */
const OPEN = new Set([
  // The names in app/long-tasks.ts. A worker of an older version refuses those it doesn't know.
  "tasks.kind",
  // The bank's own name for it.
  "bank_layouts.account",
  "bank_statements.account",
  // A number of days: KEEP_DAYS of orders/rules/retention/retention.ts.
  "orders.keepDays",
  "facts.kind",
  "facts.actorRole",
  "journal_entries.kind",
  // Copied from journal_lines.account, which has the constraint.
  "closed_balances.account",
  "ledger_days.account",
  "ledger_moves.account",
  "ledger_parties.account",
  "ledger_services.account",
  // Copied from earnings.status and payouts.status.
  "earning_sums.status",
  "payout_sums.status",
  // Copied from journal_entries.kind.
  "ledger_days.kind",
  "ledger_moves.kind",
  "ledger_services.kind",
  "notifications.kind",
  "notifications.forRole",
  "mail.kind",
  "gate_resolutions.kind",
  "order_threads.lastRole",
  "tickets.lastRole",
]);

let database: TestDatabase;
/** The values that the database allows, by column. */
const allowed = new Map<string, string[]>();

beforeAll(async () => {
  database = await testDatabase();
  const { rows } = await database.pool.query<{ column: string; rule: string }>(`
    select t.relname || '.' || a.attname as column, pg_get_constraintdef(c.oid) as rule
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    where c.contype = 'c' and t.relnamespace = 'public'::regnamespace and cardinality(c.conkey) = 1`);
  // As PostgreSQL writes it: CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text])))
  for (const { column, rule } of rows)
    if (/^CHECK \(\("?\w+"? = ANY \(ARRAY\[[^[\]]*\]\)\)\)$/.test(rule))
      allowed.set(
        column,
        [...rule.matchAll(/'([^']*)'::text/g)].map((match) => match[1]!),
      );
});
afterAll(() => database.drop());

describe("columns with a fixed set of values", () => {
  test.each(Object.entries(KNOWN))("%s allows exactly the values the code knows", (column, words) => {
    expect(allowed.get(column)?.sort()).toEqual([...words].sort());
  });

  test("are all listed here, so a new one needs its constraint", async () => {
    const { rows } = await database.pool.query<{ column: string }>(
      `select table_name || '.' || column_name as column from information_schema.columns
       where table_schema = 'public' and data_type = 'text' and column_name ~* $1`,
      [NAMED_LIKE_A_STATUS],
    );
    const columns = new Set([...rows.map((row) => row.column), ...allowed.keys()]);
    expect([...columns].filter((column) => !(column in KNOWN) && !OPEN.has(column))).toEqual([]);
  });

  test("refuse anything else", async () => {
    const mail = `insert into mail (id, key, "to", subject, html, text, kind, status, "createdAt") values ('1', '1', '', '', '', '', '', $1, now())`;
    await database.pool.query(mail, ["sent"]);
    await expect(database.pool.query(mail, ["lost"])).rejects.toThrow(pg.DatabaseError);
    await expect(database.pool.query(mail, ["lost"])).rejects.toThrow("mail_status_known");
  });
});
