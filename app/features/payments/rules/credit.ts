/** Buying now and paying later: an organization's terms, its purchase orders, and the monthly statements that are due. */
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { DAY } from "#app/platform/rules/core/time.ts";

export const CREDIT_KINDS = ["terms", "purchase_order"] as const;
export type CreditKind = (typeof CREDIT_KINDS)[number];

/** Asked by the organization, agreed to by the first of two people, in use, refused, or over. */
export const CREDIT_STATES = ["asked", "proposed", "active", "declined", "ended"] as const;
export type CreditState = (typeof CREDIT_STATES)[number];

/** Proposed by one person and then booked or declined by another; a booked one can be taken back. */
export const WRITE_OFF_STATES = ["proposed", "booked", "declined", "taken_back"] as const;
export type WriteOffState = (typeof WRITE_OFF_STATES)[number];

/** A line of a statement that an organization disputes: until it's answered by us or taken back by the organization. */
export const LINE_DISPUTE_STATES = ["open", "answered", "taken_back"] as const;
export type LineDisputeState = (typeof LINE_DISPUTE_STATES)[number];

/** Days from a statement to the day it's due. */
export const NET_DAYS = [15, 30, 45, 60] as const;
export type NetDays = (typeof NET_DAYS)[number];

/** Limits in cents of a dollar, and how many requests of an organization can wait. */
export const CREDIT_BOUNDS = { leastMinor: 10_000, mostMinor: 100_000_000, waiting: 10 };

/** What credit is, as far as ordering on it goes. Days are UTC, such as "2026-11-28". */
export type CreditLine = {
  kind: CreditKind;
  state: CreditState;
  limitMinor: number;
  currency: string;
  netDays: NetDays;
  firstDay: string;
  lastDay: string | null;
  poNumber: string;
};

/** "Monthly statement, net 30", "Purchase order 4500123" */
export const creditName = ({ kind, netDays, poNumber }: Pick<CreditLine, "kind" | "netDays" | "poNumber">): string =>
  kind === "terms" ? `Monthly statement, net ${netDays}` : `Purchase order ${poNumber}`;

/** Whether it can be used on a day, or why not. A line that ended stays on the orders that were placed on it. */
export function creditPhase(line: CreditLine, today: string): CreditState | "future" | "expired" {
  if (line.state !== "active") return line.state;
  if (today < line.firstDay) return "future";
  return line.lastDay !== null && today > line.lastDay ? "expired" : "active";
}

/**
 * What can still be ordered on it, in minor units and never negative.
 * @param usedMinor terms: what the organization owes, less what it has prepaid. A purchase order: what was ordered on it,
 *   less refunds.
 */
export const creditLeft = ({ limitMinor }: Pick<CreditLine, "limitMinor">, usedMinor: number): number =>
  Math.max(0, limitMinor - Math.max(0, usedMinor));

/** Why an order can't be placed on it, or null if it can. */
export function creditFault(
  line: CreditLine,
  of: { usedMinor: number; totalMinor: number; currency: string; today: string; overdue: string | null },
): string | null {
  const money = (amount: number) => formatMoney(amount, of.currency);
  const name = creditName(line);
  if (line.currency !== of.currency) return `${name} is in ${line.currency}.`;
  const phase = creditPhase(line, of.today);
  if (phase === "future") return `${name} begins on ${line.firstDay}.`;
  if (phase === "expired") return `${name} ended on ${line.lastDay}.`;
  if (phase !== "active") return `${name} can't be used.`;
  if (of.overdue !== null) return `Statement ${of.overdue} is overdue.`;
  const left = creditLeft(line, of.usedMinor);
  return left < of.totalMinor
    ? `${money(left)} is left of ${name}, and this order costs ${money(of.totalMinor)}.`
    : null;
}

/**
 * What is open of each statement. Money pays the oldest first, so what's owed now belongs to the newest, and what was
 * written off to the oldest that are open.
 * @param statements newest first @param owedMinor what's owed of all statements together
 * @returns in the same order
 */
export function openParts(statements: readonly { amountMinor: number }[], owedMinor: number): number[] {
  let left = Math.max(0, owedMinor);
  return statements.map(({ amountMinor }) => {
    const open = Math.min(amountMinor, left);
    left -= open;
    return open;
  });
}

/** What of the open parts of statements, newest first, was written off: the oldest. @returns in the same order */
export function writtenOffParts(openMinor: readonly number[], writtenOffMinor: number): number[] {
  let left = writtenOffMinor;
  return openMinor
    .toReversed()
    .map((open) => {
      const part = Math.min(open, left);
      left -= part;
      return part;
    })
    .toReversed();
}

/** When managers are reminded of a statement, in days after it's due. */
export const REMINDED_ON = [-3, 0, 7, 14, 30] as const;

/** How many reminders of a statement are due. */
export const remindersDue = (dueAt: Date, at: Date): number =>
  REMINDED_ON.filter((days) => at.getTime() >= dueAt.getTime() + days * DAY).length;

/** How late money is: not due, and up to or beyond so many days. */
export const AGES = ["current", "to30", "to60", "to90", "beyond90"] as const;
export type Age = (typeof AGES)[number];
const AGE_ROWS: Readonly<Record<Age, { words: string; mostDays: number }>> = {
  current: { words: "Not due", mostDays: 0 },
  to30: { words: "1 to 30 days", mostDays: 30 },
  to60: { words: "31 to 60 days", mostDays: 60 },
  to90: { words: "61 to 90 days", mostDays: 90 },
  beyond90: { words: "Over 90 days", mostDays: Number.POSITIVE_INFINITY },
};
export const ageWords = (age: Age): string => AGE_ROWS[age].words;
export const ageOf = (dueAt: Date, at: Date): Age =>
  AGES.find((age) => at.getTime() <= dueAt.getTime() + AGE_ROWS[age].mostDays * DAY)!;
