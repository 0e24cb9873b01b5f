import type { FactKind } from "#app/platform/rules/core/fact.ts";
import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";

/** Views of personal data by staff, also as another person, and copies of it. */
export const ACCESS_KINDS: readonly FactKind[] = [
  "access.person_viewed",
  "access.list_exported",
  "account.impersonated",
  "account.impersonation_ended",
  "files.opened_by_staff",
  "kyc.opened",
  "application.file_opened",
  "privacy.export_requested",
  "privacy.export_ready",
  "privacy.export_downloaded",
];

/**
 * The areas of the audit trail and the nouns of the facts in each. "access" lists kinds, because they belong to other
 * areas, too.
 */
const NOUNS = {
  orders: ["order", "files", "deadline", "change", "words", "charge", "query", "certificate", "problem", "contract"],
  matching: ["invite", "preferred_editor", "matching", "reading", "review", "field_wait"],
  money: [
    "payment",
    "shared_quote",
    "balance",
    "credit",
    "write_off",
    "line_dispute",
    "contract_price",
    "partner",
    "statement",
    "topup",
    "deposit",
    "gift",
    "spending",
    "organization",
    "refund",
    "dispute",
    "invoice",
    "coupon",
    "sale",
    "discount",
    "courtesy",
    "referral",
    "books",
  ],
  payouts: ["earning", "payout_run", "payout", "bank", "bank_report", "rates"],
  quotes: ["quote"],
  support: ["ticket", "thread", "message", "contact", "macro"],
  people: ["account", "accounts", "editor", "privacy", "access", "api_key", "webhook", "calendar"],
  kyc: ["kyc", "application"],
  content: ["blog", "announcement", "email_template"],
  company: ["company", "shop", "setup", "policy", "policy_profile", "legal", "tax", "job", "task", "file"],
} as const;

export type AuditArea = "access" | keyof typeof NOUNS;

export const AREA_LABELS: Readonly<Record<AuditArea, string>> = {
  access: "Access to personal data",
  orders: "Orders",
  matching: "Matching and quality",
  money: "Payments",
  payouts: "Payouts",
  quotes: "Custom quotes",
  support: "Support",
  people: "Accounts",
  kyc: "KYC and applications",
  content: "Content",
  company: "Company, policy, and setup",
};
export const AUDIT_AREAS = Object.keys(AREA_LABELS) as AuditArea[];

const nounOf = (kind: string): string => kind.split(".")[0]!;

/** The kinds of an area. @param words every kind there is */
export function kindsOfArea(words: FactWordsTable, area: AuditArea): FactKind[] {
  const kinds = Object.keys(words) as FactKind[];
  const nouns: readonly string[] = area === "access" ? [] : NOUNS[area];
  return area === "access" ? [...ACCESS_KINDS] : kinds.filter((kind) => nouns.includes(nounOf(kind)));
}

/** The kinds that a filter offers, by label: those of an area, or all. @param words every kind there is */
export function kindChoices(words: FactWordsTable, area: AuditArea | ""): (readonly [FactKind, string])[] {
  const kinds = area === "" ? (Object.keys(words) as FactKind[]) : kindsOfArea(words, area);
  return kinds.map((kind) => [kind, words[kind].audit.title] as const).toSorted((a, b) => a[1].localeCompare(b[1]));
}
