import { joinWords } from "../text/join-words.ts";
import { type Actor, type Person, type RoleHolder, type StaffRole, hasRole } from "./actor.ts";

const ADMINS: readonly StaffRole[] = ["admin"];
const DESK: readonly StaffRole[] = ["admin", "support"];
const FINANCE: readonly StaffRole[] = ["admin", "finance"];
const WRITERS: readonly StaffRole[] = ["admin", "content"];

/**
 * What people who work here do, and which of their roles do it. Commands, pages, and buttons ask `may`, so that a role
 * is a change of these rows. A rule about one thing (somebody's own, not one's own) is in its noun's `can`.
 */
export const DUTIES = {
  /** Help clients and editors: threads, tickets, orders' records, quotes, documents to review. */
  care: DESK,
  articles: ["admin", "support", "content"],
  /** Assign, review, and manage orders. */
  orders: ADMINS,
  /** Payments, refunds above support's limits, payouts, tax, bank statements, and the books. */
  money: FINANCE,
  /** Coupons, sales, discounts, and quotes below the price list. */
  prices: ADMINS,
  /** The figures of the policy. */
  policy: ADMINS,
  /** Drafts and proposals of legal texts and policy profiles. */
  legalDrafts: WRITERS,
  /** Decisions about proposed legal texts and policy profiles. */
  legal: ADMINS,
  announcements: WRITERS,
  /** Accounts and their roles, editors' applications, documents, and levels. */
  people: ADMINS,
  /** Setup, jobs, email health, the audit trail, and reports. */
  operations: ADMINS,
} as const satisfies Record<string, readonly StaffRole[]>;
export type Duty = keyof typeof DUTIES;

/** Whether somebody has this duty. Their address must be verified. */
export const may = (actor: Actor, duty: Duty): actor is Person =>
  actor.kind === "person" && actor.emailVerified && DUTIES[duty].some((role) => hasRole(actor, role));

const WHO: Readonly<Record<StaffRole, string>> = {
  admin: "admins",
  support: "the support team",
  finance: "the finance team",
  content: "the content team",
};
/** Why somebody else can't: "Only admins and the finance team can approve payouts." @param what completes "can" */
export function only(duty: Duty, what: string): string {
  return `Only ${joinWords(DUTIES[duty].map((role) => WHO[role]))} can ${what}.`;
}

/** The role in which somebody of the desk writes, and whose desk their links open. */
export const deskRole = (who: RoleHolder): "admin" | "support" => (hasRole(who, "admin") ? "admin" : "support");
