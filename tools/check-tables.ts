/**
 * Every table has an owner. A feature only writes its own tables, and only reads those of features at or below its
 * place on the ladder. What it has to know from above travels as a fact or is passed in by a screen. There are no
 * exceptions. Checks both Kysely calls and raw SQL under `app/`.
 */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { LADDER } from "./check-boundaries.ts";
import { type SourceNode, parseSource, walk } from "./parse-source.ts";

type Noun = (typeof LADDER)[number];

/** The feature each table belongs to; "platform" for tables that every feature uses. */
export const TABLE_OWNERS: Readonly<Record<string, Noun | "platform">> = {
  facts: "platform",
  mail: "platform",
  mail_events: "platform",
  mail_suppressions: "platform",
  mail_reply_addresses: "platform",
  inbound_emails: "platform",
  held_emails: "platform",
  live_outbox: "platform",
  demo_clock: "platform",
  demo_world: "platform",
  number_series: "platform",
  encryption_checks: "platform",
  tasks: "platform",
  company: "company",
  shop: "company",
  email_template_versions: "platform",
  policy_versions: "policy",
  users: "accounts",
  legal_acceptances: "accounts",
  legal_texts: "accounts",
  legal_versions: "accounts",
  person_notes: "accounts",
  auth_user: "accounts",
  auth_session: "accounts",
  auth_account: "accounts",
  auth_verification: "accounts",
  auth_rate_limit: "accounts",
  auth_two_factor: "accounts",
  auth_passkey: "accounts",
  auth_used_code: "accounts",
  auth_device: "accounts",
  saved_views: "accounts",
  impersonations: "accounts",
  imported_accounts: "accounts",
  import_rows: "backoffice",
  tax_registrations: "tax",
  tax_exemptions: "tax",
  tax_returns: "payments",
  tax_threshold_alerts: "payments",
  coupons: "pricing",
  policy_profile_versions: "policy-profiles",
  coupon_sums: "pricing",
  coupon_uses: "pricing",
  sales: "pricing",
  account_discounts: "pricing",
  courtesy_credits: "payments",
  referral_links: "payments",
  referrals: "payments",
  editors: "editors",
  editor_subfields: "editors",
  editor_pages: "editors",
  snippets: "editors",
  kyc_documents: "editors",
  kyc_files: "editors",
  kyc_details: "editors",
  kyc_requests: "editors",
  editor_applications: "editors",
  application_files: "editors",
  orders: "orders",
  past_orders: "orders",
  client_editors: "orders",
  files: "orders",
  manuscript_checks: "orders",
  kept_findings: "orders",
  shared_quotes: "payments",
  payment_payers: "payments",
  order_policies: "orders",
  style_entries: "style-sheets",
  organizations: "organizations",
  organization_members: "organizations",
  organization_invitations: "organizations",
  organization_domains: "organizations",
  organization_removals: "organizations",
  organization_sign_in: "organizations",
  sign_in_attempts: "organizations",
  top_ups: "payments",
  deposits: "payments",
  deposit_returns: "payments",
  gifts: "payments",
  spending_requests: "payments",
  credit_lines: "payments",
  write_offs: "payments",
  line_disputes: "payments",
  preferred_editors: "matching",
  contract_prices: "pricing",
  partners: "partners",
  partner_discounts: "pricing",
  account_statements: "payments",
  api_keys: "integrations",
  api_requests: "integrations",
  webhook_endpoints: "integrations",
  calendar_feeds: "integrations",
  webhook_events: "integrations",
  webhook_deliveries: "integrations",
  file_views: "orders",
  price_views: "orders",
  upload_reservations: "orders",
  field_waits: "orders",
  date_proposals: "orders",
  order_charges: "orders",
  revision_versions: "orders",
  late_decisions: "orders",
  word_differences: "orders",
  order_holds: "orders",
  order_changes: "orders",
  order_handovers: "orders",
  order_reservations: "orders",
  submissions: "orders",
  submission_files: "orders",
  gate_resolutions: "orders",
  document_queries: "orders",
  change_decisions: "orders",
  qa_reviews: "orders",
  second_readings: "orders",
  reading_files: "orders",
  ratings: "orders",
  order_notes: "orders",
  work_times: "orders",
  certificates: "certificates",
  custom_quotes: "quotes",
  quote_offers: "quotes",
  invites: "matching",
  reading_invites: "matching",
  match_judgements: "matching",
  editor_records: "matching",
  messages: "messages",
  reading_messages: "messages",
  order_threads: "messages",
  attachments: "messages",
  thread_reads: "messages",
  payments: "payments",
  early_starts: "payments",
  charge_early_starts: "payments",
  provider_events: "payments",
  refunds: "payments",
  disputes: "payments",
  provider_transactions: "payments",
  provider_payouts: "payments",
  provider_reads: "payments",
  provider_balances: "payments",
  bank_statements: "backoffice",
  bank_lines: "backoffice",
  bank_sums: "backoffice",
  bank_staged_lines: "backoffice",
  bank_layouts: "backoffice",
  bank_rules: "backoffice",
  money_differences: "backoffice",
  reconciliations: "backoffice",
  closed_months: "backoffice",
  month_closings: "backoffice",
  manual_entries: "backoffice",
  closed_balances: "backoffice",
  journal_entries: "payments",
  journal_lines: "payments",
  ledger_checks: "payments",
  ledger_days: "payments",
  ledger_folding: "payments",
  ledger_moves: "payments",
  ledger_parties: "payments",
  ledger_service_folding: "payments",
  ledger_services: "payments",
  invoices: "payments",
  test_payments: "payments",
  order_problems: "payments",
  refund_requests: "payments",
  bank_details: "payouts",
  bank_changes: "payouts",
  earnings: "payouts",
  earning_sums: "payouts",
  payout_runs: "payouts",
  payouts: "payouts",
  payout_items: "payouts",
  payout_sums: "payouts",
  bank_reports: "payouts",
  bank_report_lines: "payouts",
  bank_report_words: "payouts",
  rate_imports: "payments",
  reference_rates: "payments",
  tickets: "support",
  ticket_messages: "support",
  ticket_tags: "support",
  desk_presence: "support",
  contact_messages: "support",
  macros: "support",
  macro_uses: "support",
  notifications: "notifications",
  notification_reads: "notifications",
  notification_preferences: "notifications",
  push_subscriptions: "notifications",
  announcements: "notifications",
  blog_author_redirects: "blog",
  blog_authors: "blog",
  blog_posts: "blog",
  blog_drafts: "blog",
  blog_versions: "blog",
  blog_images: "blog",
  blog_redirects: "blog",
  blog_tags: "blog",
  blog_previews: "blog",
  blog_editing: "blog",
  data_requests: "privacy",
  setup_steps: "backoffice",
  daily_numbers: "backoffice",
  numbers_rollup: "backoffice",
};

export type TableUse = { table: string; writes: boolean };

const READS = new Set(["selectFrom", "innerJoin", "leftJoin", "rightJoin", "fullJoin", "using"]);
const WRITES = new Set(["insertInto", "updateTable", "deleteFrom", "mergeInto"]);
const SQL_READ = /\b(?:from|join)\s+(?:only\s+|lateral\s+)?"?([a-z_]+)"?/gi;
const SQL_WRITE = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?"?([a-z_]+)"?/gi;

/** The tables that a source file reads and writes, without duplicates. */
export function tablesIn(file: string, source: string): TableUse[] {
  const uses = new Map<string, TableUse>();
  const note = (name: string, writes: boolean) => {
    if (!Object.hasOwn(TABLE_OWNERS, name)) return;
    uses.set(`${name} ${writes}`, { table: name, writes });
  };
  const { program } = parseSource(file, source);
  walk(program, (node) => {
    if (node.type === "CallExpression") {
      const callee = node["callee"] as SourceNode;
      const method =
        callee.type === "MemberExpression"
          ? (((callee["property"] as SourceNode)["name"] as string | undefined) ?? "")
          : "";
      if (READS.has(method) || WRITES.has(method)) {
        const [first] = node["arguments"] as SourceNode[];
        const named = first?.type === "ArrayExpression" ? (first["elements"] as SourceNode[]) : first ? [first] : [];
        for (const one of named)
          if (one.type === "Literal" && typeof one["value"] === "string")
            note(one["value"].split(" ")[0]!, WRITES.has(method));
      }
    }
    if (node.type === "TemplateLiteral") {
      const text = source.slice(node.start, node.end);
      for (const [, name] of text.matchAll(SQL_READ)) note(name!.toLowerCase(), false);
      for (const [, name] of text.matchAll(SQL_WRITE)) note(name!.toLowerCase(), true);
    }
    return true;
  });
  return [...uses.values()];
}

/** Why this use breaks the rule, or null. `feature` is the noun whose file it is in. */
export function objectionToTable(feature: string, { table, writes }: TableUse): string | null {
  const owner = TABLE_OWNERS[table]!;
  if (owner === "platform" || owner === feature) return null;
  if (writes) return `${feature} writes ${table}, which belongs to ${owner}`;
  const above = LADDER.indexOf(owner) > LADDER.indexOf(feature as Noun);
  return above ? `${feature} reads ${table}, which belongs to ${owner}, above it on the ladder` : null;
}

/** Every use of a table under `app/features` that breaks the rule, except in tests, and tables without an owner. */
export function checkTables(root: string): { files: number; violations: string[] } {
  const files = readdirSync(path.join(root, "app/features"), { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        /\.tsx?$/.test(entry.name) &&
        !/\.test\.tsx?$/.test(entry.name) &&
        !/[\\/]testing(?:[\\/]|$)/.test(entry.parentPath),
    )
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .sort();
  const all = files.flatMap((file) => {
    const feature = file.split("/")[2]!;
    return tablesIn(file, readFileSync(path.join(root, file), "utf8")).flatMap((use) => {
      const reason = objectionToTable(feature, use);
      return reason === null ? [] : [`${file}: ${reason}`];
    });
  });
  const missing = [...readFileSync(path.join(root, "db/schema.ts"), "utf8").matchAll(/^ {2}([a-z_]+): \w+Table;/gm)]
    .map((match) => match[1]!)
    .filter((table) => !Object.hasOwn(TABLE_OWNERS, table))
    .map((table) => `db/schema.ts: the table ${table} has no owner (tools/check-tables.ts)`);
  return { files: files.length, violations: [...missing, ...all] };
}

if (import.meta.main) {
  const { files, violations } = checkTables(path.resolve(import.meta.dirname, ".."));
  for (const line of violations) console.error(line);
  console.log(`${files} files, ${violations.length} tables used across a boundary`);
  process.exitCode = violations.length === 0 && files > 0 ? 0 : 1;
}
