import { type RawBuilder, sql } from "kysely";

/** Whose data is collected. */
export type Subject = { uid: string; email: string };
type Where = (p: Subject) => RawBuilder<unknown>;

/** Rows of a table `t` that are about a person, as they are written into the copy of their data. */
export type PersonalTable = {
  table: string;
  where: Where;
  /** Columns left out: secrets, internal keys, and data about other people. */
  omit?: readonly string[];
};

const OWN_ORDERS = (p: Subject) => sql`(select id from orders where "userId" = ${p.uid})`;
const uid: Where = (p) => sql`t.uid = ${p.uid}`;
const userId: Where = (p) => sql`t."userId" = ${p.uid}`;
const editorId: Where = (p) => sql`t."editorId" = ${p.uid}`;
const ofOrder: Where = (p) => sql`t."orderId" in ${OWN_ORDERS(p)}`;
const ownTickets = (p: Subject) => sql`(select id from tickets where "ownerUid" = ${p.uid})`;

/**
 * All data about a person, table by table. A test fails if a table that names a person is neither here nor below.
 */
export const PERSONAL_TABLES: readonly PersonalTable[] = [
  { table: "users", where: uid },
  { table: "auth_user", where: (p) => sql`t.id = ${p.uid}` },
  { table: "auth_account", where: userId, omit: ["password", "accessToken", "refreshToken", "idToken"] },
  { table: "auth_session", where: userId, omit: ["token"] },
  { table: "auth_passkey", where: userId, omit: ["publicKey", "credentialID"] },
  { table: "auth_two_factor", where: userId, omit: ["secret", "backupCodes"] },
  { table: "auth_device", where: uid, omit: ["deviceHash"] },
  { table: "saved_views", where: uid },
  { table: "api_keys", where: (p) => sql`t."ownerId" = ${p.uid}`, omit: ["hash"] },
  { table: "legal_acceptances", where: uid },
  { table: "person_notes", where: uid, omit: ["authorId", "clientKey"] },
  { table: "notification_preferences", where: uid },
  { table: "push_subscriptions", where: uid, omit: ["endpoint", "p256dh", "auth", "sessionId"] },
  { table: "notifications", where: (p) => sql`(t."userId" = ${p.uid} or t."mailTo" = ${p.uid})`, omit: ["key"] },
  { table: "notification_reads", where: userId },
  {
    table: "mail",
    where: (p) => sql`lower(t."to") = lower(${p.email})`,
    omit: ["key", "html", "unsubscribeUrl", "claimedAt", "providerId", "replyToken"],
  },
  { table: "inbound_emails", where: (p) => sql`t.address = lower(${p.email})` },
  { table: "held_emails", where: (p) => sql`(t.uid = ${p.uid} or t.address = lower(${p.email}))` },
  { table: "mail_events", where: (p) => sql`t.address = lower(${p.email})`, omit: ["key"] },
  { table: "mail_suppressions", where: (p) => sql`t.address = lower(${p.email})`, omit: ["removedBy"] },
  {
    table: "mail_reply_addresses",
    where: (p) => sql`(t.uid = ${p.uid} or t.address = lower(${p.email}))`,
    omit: ["token"],
  },
  { table: "field_waits", where: (p) => sql`(t.uid = ${p.uid} or lower(t.email) = lower(${p.email}))` },
  { table: "thread_reads", where: uid },
  { table: "data_requests", where: uid, omit: ["storageKey", "decidedBy"] },
  {
    table: "orders",
    where: userId,
    omit: [
      "guestKeyHash",
      "editorBasisMinor",
      "editorPayMinor",
      "editorLevel",
      "keptBp",
      "payBp",
      "deliveryPayMinor",
      "revisionPayMinor",
      "qaReason",
    ],
  },
  {
    table: "files",
    where: (p) => sql`(t."orderId" in ${OWN_ORDERS(p)} or t."uploadedBy" = ${p.uid})`,
    omit: ["storageKey"],
  },
  {
    table: "file_views",
    where: (p) => sql`(t."orderId" in ${OWN_ORDERS(p)} or t."viewerId" = ${p.uid})`,
    omit: ["viewerId"],
  },
  { table: "upload_reservations", where: userId, omit: ["networkHash"] },
  { table: "document_queries", where: ofOrder },
  { table: "price_views", where: ofOrder },
  { table: "change_decisions", where: uid },
  {
    table: "submissions",
    where: (p) => sql`(t."editorId" = ${p.uid} or (t.status = 'delivered' and t."orderId" in ${OWN_ORDERS(p)}))`,
  },
  {
    table: "second_readings",
    where: (p) => sql`(t."readerId" = ${p.uid} or (t.status = 'done' and t."orderId" in ${OWN_ORDERS(p)}))`,
    omit: ["payMinor", "level"],
  },
  { table: "gate_resolutions", where: (p) => sql`t."resolvedBy" = ${p.uid}` },
  { table: "certificates", where: ofOrder, omit: ["seal"] },
  { table: "ratings", where: userId },
  { table: "client_editors", where: userId },
  {
    table: "style_entries",
    where: (p) => sql`(t."ownerId" = ${p.uid} or t."byId" = ${p.uid} or t."orderId" in ${OWN_ORDERS(p)})`,
    omit: ["byId"],
  },
  {
    table: "date_proposals",
    where: (p) => sql`(t."proposedBy" = ${p.uid} or t."orderId" in ${OWN_ORDERS(p)})`,
    omit: ["proposedBy", "payBp", "editorPayMinor"],
  },
  {
    table: "order_changes",
    where: (p) => sql`(t."proposedBy" = ${p.uid} or t."orderId" in ${OWN_ORDERS(p)})`,
    omit: ["proposedBy"],
  },
  {
    table: "messages",
    where: (p) => sql`(t."authorId" = ${p.uid} or t."orderId" in ${OWN_ORDERS(p)})`,
    omit: ["authorId", "clientKey"],
  },
  { table: "reading_messages", where: (p) => sql`t."authorId" = ${p.uid}`, omit: ["authorId", "clientKey"] },
  {
    table: "attachments",
    where: (p) =>
      sql`(t."uploadedBy" = ${p.uid} or t."orderId" in ${OWN_ORDERS(p)} or t."ticketId" in ${ownTickets(p)})`,
    omit: ["storageKey", "uploadedByKeyHash"],
  },
  { table: "payments", where: ofOrder, omit: ["cardFingerprint", "url"] },
  { table: "refunds", where: ofOrder, omit: ["requestedBy"] },
  { table: "refund_requests", where: ofOrder, omit: ["proposedBy", "firstApprovedBy", "decidedBy"] },
  { table: "order_charges", where: ofOrder, omit: ["openedBy"] },
  { table: "disputes", where: ofOrder, omit: ["sentBy", "givenUpBy", "faultBy", "faultReason"] },
  { table: "order_problems", where: (p) => sql`t."reportedBy" = ${p.uid}`, omit: ["decidedBy"] },
  { table: "coupon_uses", where: userId, omit: ["personKey", "cardFingerprint"] },
  { table: "account_discounts", where: userId },
  { table: "early_starts", where: uid },
  { table: "charge_early_starts", where: uid },
  { table: "invoices", where: (p) => sql`t."ownerId" = ${p.uid}`, omit: ["reviewedBy"] },
  { table: "journal_lines", where: (p) => sql`t.party = ${p.uid}` },
  {
    table: "facts",
    where: (p) => sql`(t."actorId" = ${p.uid} or t."subjectId" = ${p.uid})`,
    omit: ["impersonatorId"],
  },
  { table: "impersonations", where: uid, omit: ["sessionId", "staffId"] },
  {
    table: "tickets",
    where: (p) => sql`t."ownerUid" = ${p.uid}`,
    omit: ["visitorKeyHash", "assigneeId", "clientKey", "flags"],
  },
  {
    table: "ticket_messages",
    where: (p) => sql`(t."authorId" = ${p.uid} or (not t."forStaff" and t."ticketId" in ${ownTickets(p)}))`,
    omit: ["authorId", "clientKey"],
  },
  {
    table: "contact_messages",
    where: (p) => sql`(t.uid = ${p.uid} or lower(t.email) = lower(${p.email}))`,
    omit: ["key"],
  },
  { table: "editors", where: uid },
  { table: "editor_pages", where: editorId, omit: ["photo"] },
  { table: "editor_records", where: editorId },
  { table: "editor_applications", where: uid, omit: ["decidedBy"] },
  { table: "application_files", where: uid, omit: ["storageKey", "keyVersion"] },
  { table: "kyc_documents", where: uid, omit: ["signature", "reviewedBy", "reviewerId"] },
  {
    table: "kyc_files",
    where: (p) => sql`t."documentId" in (select id from kyc_documents where uid = ${p.uid})`,
    omit: ["storageKey", "keyVersion"],
  },
  { table: "kyc_requests", where: uid, omit: ["askedBy"] },
  { table: "bank_details", where: uid, omit: ["confirmTokenHash"] },
  { table: "invites", where: editorId },
  { table: "reading_invites", where: editorId },
  { table: "match_judgements", where: editorId },
  { table: "order_handovers", where: editorId },
  { table: "late_decisions", where: editorId, omit: ["decidedBy"] },
  { table: "custom_quotes", where: userId },
  {
    table: "quote_offers",
    where: (p) => sql`(t."editorId" = ${p.uid} or (t."sentAt" is not null and t."orderId" in ${OWN_ORDERS(p)}))`,
    omit: ["createdBy", "ordinaryMinor", "editorId", "editorPayMinor", "editorNote", "editorOpenWords", "brief"],
  },
  {
    table: "word_differences",
    where: (p) => sql`(t."reportedBy" = ${p.uid} or t."orderId" in ${OWN_ORDERS(p)})`,
    omit: ["reportedBy"],
  },
  {
    table: "revision_versions",
    where: (p) => sql`(t."editorId" = ${p.uid} or t."orderId" in ${OWN_ORDERS(p)})`,
    omit: ["editorId", "earningId"],
  },
  { table: "order_reservations", where: editorId, omit: ["notFor"] },
  { table: "earnings", where: editorId },
  { table: "payouts", where: editorId },
  {
    table: "qa_reviews",
    where: (p) =>
      sql`(t."reviewerId" = ${p.uid} or t."submissionId" in (select id from submissions where "editorId" = ${p.uid}))`,
    omit: ["reviewerId", "takenBy"],
  },
];

/** Tables that the copy doesn't need, and why. */
export const NOT_PERSONAL: Readonly<Record<string, string>> = {
  announcements: "a message to everyone or to a role",
  api_requests: "encrypted answers to programs, gone within a day",
  auth_rate_limit: "hashed keys, gone within a day",
  auth_used_code: "hashes of codes that were used, so that none works twice",
  auth_verification: "links in emails, gone when they expire",
  bank_report_lines: "references and codes of payouts, which name the person",
  bank_report_words: "lines of the bank's files, gone within minutes",
  bank_reports: "the bank's files that staff imported",
  rate_imports: "files of exchange rates that staff imported",
  reference_rates: "exchange rates",
  bank_statements: "the business's own bank statements",
  money_differences: "which admin looks into a difference",
  closed_months: "which admin closed a month of the books",
  closed_balances: "sums of accounts",
  bank_changes: "bank details not confirmed yet, gone within a day; confirmed ones are in bank_details",
  blog_authors: "names that were published as authors",
  blog_drafts: "the text of articles that staff write",
  bank_sums: "sums of the bank's lines",
  bank_staged_lines: "lines of bank statements, gone within minutes",
  tasks: "long tasks that staff started",
  blog_editing: "which staff have an article open",
  blog_images: "pictures of articles",
  blog_posts: "published articles",
  blog_previews: "links to articles before they're published",
  blog_author_redirects: "former addresses of authors",
  blog_redirects: "former addresses of articles",
  blog_tags: "how many articles each tag has",
  blog_versions: "earlier texts of articles",
  company: "the company that sells",
  legal_texts: "what legal documents said when somebody accepted them, the same for everyone",
  legal_versions: "the company's legal texts; staff who drafted and approved them",
  policy_versions: "the company's prices and rules; staff who drafted and approved them",
  coupons: "codes, not people",
  coupon_sums: "sums of coupon_uses",
  editor_subfields: "repeats what editors and editor_records say, in the order they are searched by",
  demo_clock: "the demo's clock",
  live_outbox: "live events on their way, gone within seconds; they carry ids alone",
  demo_world: "the demo's mark",
  journal_entries: "the headings of journal_lines, which name the person",
  kyc_details: "encrypted: written as legal-details.json",
  earning_sums: "sums of earnings, which name the person",
  ledger_checks: "sums",
  ledger_days: "sums of accounts",
  ledger_folding: "how far the ledger is summed",
  ledger_moves: "repeats journal_lines until it's added to the sums",
  ledger_parties: "sums of journal_lines, which name the person",
  ledger_service_folding: "how far the ledger is summed by service",
  ledger_services: "sums of accounts by service",
  payout_sums: "sums of payout runs",
  schema_floors: "the database's own version",
  kysely_migration: "the database's own version",
  kysely_migration_lock: "the database's own version",
  macro_uses: "which of the staff used a saved answer, and where",
  macros: "texts that support uses often",
  number_series: "counters",
  order_holds: "which of the staff answers for an order on hold",
  order_notes: "what staff write for each other about an order",
  order_threads: "what staff have to answer; the messages are in messages",
  payout_runs: "the company's batches; each person's part is in payouts",
  provider_events: "the card provider's own reports; what they changed is in payments and refunds",
  reading_files: "which files belong to which second reading",
  sales: "discounts for everybody, not people",
  setup_steps: "what the operator has set up",
  shop: "whether orders are taken",
  submission_files: "which files belong to which submission",
  tax_registrations: "where the company is registered for tax; staff who proposed and approved it",
  test_payments: "an admin's test of the card provider",
};
