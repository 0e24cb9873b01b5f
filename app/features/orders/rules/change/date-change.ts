/** Changing an order's due date by agreement of the author and the editor. Money in minor units. */
import { defineFlow } from "#app/platform/rules/core/flow.ts";
import { sum } from "#app/platform/rules/core/money.ts";
import { DAY, HOUR, after, formatDays } from "#app/platform/rules/core/time.ts";
import {
  type DeadlinePolicy,
  type PricingPolicy,
  TURNAROUNDS,
  TURNAROUND_MS,
  type Turnaround,
} from "#app/features/pricing/rules/policy.ts";
import { editorDueFrom, editorWindowMs } from "#app/features/pricing/rules/deadlines.ts";
import { ADD_ON_LINES } from "#app/features/pricing/rules/add-ons.ts";
import { orderedOf } from "#app/features/pricing/rules/ordered.ts";
import type { LineCode, PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import { overflowOf, priceProblem, timedWords } from "#app/features/pricing/rules/price-limits.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { totalsAt } from "./charge.ts";
import type { OrderStatus } from "../flow.ts";

export const DATE_POLICY = {
  leastLaterMs: HOUR,
  mostLaterMs: 60 * DAY,
} as const;

/**
 * The states in which a date can be agreed. While a question is open or the order is on hold, the date moves
 * automatically.
 */
const MOVABLE: readonly OrderStatus[] = [
  "assigned",
  "in_progress",
  "changes_required",
  "revision_requested",
  "in_revision",
];
export const isMovable = (status: OrderStatus): boolean => MOVABLE.includes(status);

/** The states of a proposal. */
export const dateProposalFlow = defineFlow({
  name: "due date proposal",
  start: "open",
  states: ["open", "agreed", "declined", "withdrawn", "expired", "ended"],
  ends: ["agreed", "declined", "withdrawn", "expired", "ended"],
  moves: {
    agree: {
      from: ["open"],
      to: "agreed",
      by: ["client", "editor"],
      when: "the author and the editor have both agreed; the due date hasn't changed since the proposal",
      ledger: "if the later date is cheaper, the difference is refunded",
      clock: "the due date, the editor's deadline, the window, and the flags move",
    },
    decline: { from: ["open"], to: "declined", by: ["client", "editor"] },
    withdraw: {
      from: ["open"],
      to: "withdrawn",
      by: ["client", "editor", "support", "admin"],
      when: "they made the proposal",
    },
    expire: {
      from: ["open"],
      to: "expired",
      by: ["clock"],
      when: "nobody answered in time, or the due date has passed",
    },
    end: {
      from: ["open"],
      to: "ended",
      by: ["product"],
      when: "the order was submitted, reassigned, put on hold, or canceled",
    },
  },
});
export type DateProposalStatus = (typeof dateProposalFlow.states)[number];
/** Whose proposal it is. Staff need both sides' agreement. */
export type DateSide = "client" | "editor" | "staff";

/** The date the author is waiting for now: a revision's, or the order's. */
export const currentDueAt = (order: {
  deliveredAt: Date | null;
  revisionDueAt: Date | null;
  dueAt: Date | null;
}): Date | null => (order.deliveredAt ? order.revisionDueAt : order.dueAt);

type EditorsDates = { deliveredAt: Date | null; dueAt: Date | null; editorDueAt: Date | null; windowMs: number };

/** Whether the editor took the order over late: their deadline is after the author's date. */
const hasOwnDate = (order: EditorsDates): boolean =>
  order.dueAt !== null && order.editorDueAt !== null && order.editorDueAt > order.dueAt;

/**
 * The editor's deadline if the author's date were this one. It moves by the same amount. A deadline set by a late
 * takeover becomes a normal one again.
 */
export function editorDateFor(order: EditorsDates, newDueAt: Date): Date {
  if (order.deliveredAt || !order.dueAt || !order.editorDueAt) return newDueAt;
  return hasOwnDate(order)
    ? editorDueFrom(newDueAt, order.windowMs, false)
    : after(order.editorDueAt, newDueAt.getTime() - order.dueAt.getTime());
}

/** The author's date if the editor's deadline were this one. */
export function authorDateFor(order: EditorsDates, editorDueAt: Date): Date {
  if (order.deliveredAt || !order.dueAt || !order.editorDueAt) return editorDueAt;
  return hasOwnDate(order)
    ? after(editorDueAt, order.windowMs - editorWindowMs(order.windowMs))
    : after(order.dueAt, editorDueAt.getTime() - order.editorDueAt.getTime());
}

/**
 * When a proposal expires: after the time to answer, or at the due date.
 * @param policy the one the order was sold with
 */
export function proposalExpiresAt(dueAt: Date, now: Date, { answer }: Pick<DeadlinePolicy, "answer">): Date {
  const latest = after(now, answer.dateMs);
  return dueAt > now && dueAt < latest ? dueAt : latest;
}

/** Why a date can't be proposed, as a field's message, or null. */
export function dateFault(oldDueAt: Date, newDueAt: Date, now: Date): string | null {
  const later = newDueAt.getTime() - oldDueAt.getTime();
  if (later < DATE_POLICY.leastLaterMs) return "Choose a date at least an hour after the current one.";
  if (newDueAt.getTime() < now.getTime() + DATE_POLICY.leastLaterMs) return "Choose a date at least an hour from now.";
  if (later > DATE_POLICY.mostLaterMs)
    return `Choose a date up to ${formatDays(DATE_POLICY.mostLaterMs)} after the current one.`;
  return null;
}

/** The list price of the same work at another turnaround, or null if it isn't sold. */
function listAt(price: PriceReceipt, turnaround: Turnaround, policy: PricingPolicy): number | null {
  const { addOns, ...work } = orderedOf(price, policy);
  const input = {
    service: price.service,
    turnaround,
    billableWords: price.billableWords,
    ...work,
    // The add-ons cost the same at every turnaround, and may be over a limit that didn't apply when they were ordered.
    addOns: { secondReader: addOns.secondReader ?? false },
    reviewers: price.reviewers ?? null,
    consentOverflow: true,
  };
  if (priceProblem(input, policy)) return null;
  const flat = price.lines.filter(({ code }) => (ADD_ON_LINES as readonly LineCode[]).includes(code));
  return priceOrder(input, policy).listMinor + sum(flat.map((line) => line.amountMinor));
}

/**
 * What an order costs with a window of this length: the cheapest turnaround that fits, never more than quoted.
 * @param policy the version the order was priced with
 * @returns the share of the editors' basis that still applies, in basis points, and the new total
 */
export function priceForWindow(
  price: PriceReceipt,
  windowMs: number,
  policy: PricingPolicy,
): { payBp: number; totalMinor: number } {
  // A custom quote isn't on the price list, so the agreed price applies.
  if (price.custom) return { payBp: 10_000, totalMinor: price.totalMinor };
  let list: number = price.listMinor;
  for (const turnaround of TURNAROUNDS) {
    const extraMs = overflowOf(price.service, turnaround, timedWords(price), policy)?.extraMs ?? 0;
    if (TURNAROUND_MS[turnaround] + extraMs > windowMs) continue;
    list = Math.min(list, listAt(price, turnaround, policy) ?? list);
  }
  if (list >= price.listMinor || price.listMinor === 0) return { payBp: 10_000, totalMinor: price.totalMinor };
  const unpaidPart = price.listMinor - price.editorBasisMinor;
  return {
    payBp: Math.min(10_000, Math.ceil(((list - unpaidPart) * 10_000) / Math.max(1, price.editorBasisMinor))),
    totalMinor: totalsAt(price, list).totalMinor,
  };
}

/** An editor's agreed pay after the order became cheaper. */
export const payAfter = (agreedMinor: number, oldBp: number, newBp: number): number =>
  newBp >= oldBp ? agreedMinor : Math.floor((agreedMinor * newBp) / oldBp);

/** Which side still has to agree. */
export const missingAgreement = (it: {
  clientAgreedAt: Date | null;
  editorAgreedAt: Date | null;
}): ("client" | "editor")[] => [
  ...(it.clientAgreedAt ? [] : (["client"] as const)),
  ...(it.editorAgreedAt ? [] : (["editor"] as const)),
];
