import type { Actor, Person } from "./actor.ts";

/** The roles of people who work here, by the flag that the claims set. */
type StaffRole = "isAdmin" | "isSupport";
const ADMINS: readonly StaffRole[] = ["isAdmin"];
const STAFF: readonly StaffRole[] = ["isAdmin", "isSupport"];

/**
 * What people who work here do, and which of their roles do it. Commands, pages, and buttons ask `may`, so that a role
 * is a change of these rows. A rule about one thing (somebody's own, not one's own) is in its noun's `can`.
 */
export const DUTIES = {
  /** Help clients and editors: threads, tickets, orders' records, quotes, documents to review. */
  care: STAFF,
  articles: STAFF,
  /** Assign, review, and manage orders. */
  orders: ADMINS,
  /** Payments, refunds above support's limits, payouts, tax, bank statements, and the books. */
  money: ADMINS,
  /** Coupons, sales, discounts, and quotes below the price list. */
  prices: ADMINS,
  /** The figures of the policy. */
  policy: ADMINS,
  legal: ADMINS,
  announcements: ADMINS,
  /** Accounts and their roles, editors' applications, documents, and levels. */
  people: ADMINS,
  /** Setup, jobs, email health, the audit trail, and reports. */
  operations: ADMINS,
} as const satisfies Record<string, readonly StaffRole[]>;
export type Duty = keyof typeof DUTIES;

/** Whether somebody has this duty. Their address must be verified. */
export const may = (actor: Actor, duty: Duty): actor is Person =>
  actor.kind === "person" && actor.emailVerified && DUTIES[duty].some((role) => actor[role]);
