/**
 * The second reading: a senior or lead editor goes through the first editor's tracked copy before it's checked and
 * delivered.
 */
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { defineFlow } from "#app/platform/rules/core/flow.ts";
import { minor, shareBp, type Minor } from "#app/platform/rules/core/money.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { readerDueFrom, readerSearchAt } from "#app/features/pricing/rules/deadlines.ts";
import { type Level, type PayBasis, type PayPolicy, payFor } from "#app/features/pricing/rules/editor-pay.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import type { OrderStatus } from "../flow.ts";
import { NO_QA } from "./qa.ts";

/** The states of a second reading. An order has at most one. */
export const readingFlow = defineFlow({
  name: "second reading",
  start: "searching",
  states: ["searching", "taken", "done", "skipped", "void"],
  ends: ["done", "skipped", "void"],
  moves: {
    take: {
      from: ["searching"],
      to: "taken",
      by: ["editor", "admin"],
      when: "a senior or lead editor in the field accepted, or an admin chose; never an editor of the order",
      clock: "they have until the end of the editor's window",
    },
    hand_back: {
      from: ["taken"],
      to: "searching",
      by: ["editor", "admin"],
      when: "the reader can't do it, or an admin removes them",
    },
    finish: {
      from: ["taken"],
      to: "done",
      by: ["editor"],
      when: "the gate passed every copy, and every removed change of the first editor's was confirmed",
      ledger: "the reader's share is earned on delivery",
    },
    skip: {
      from: ["searching", "taken"],
      to: "skipped",
      by: ["clock", "admin", "product"],
      when: "the window is over, the first editor submitted too late for it, or an admin skips it",
      ledger: "the second reader's part of the price is refunded",
    },
    end: { from: ["searching", "taken"], to: "void", by: ["product"], when: "the order was canceled or refunded" },
  },
});
export type ReadingStatus = (typeof readingFlow.states)[number];

/** Why an order continued without its second reading. */
export const SKIP_REASONS = ["nobody", "reader_late", "editor_late", "staff"] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const READER_LEVELS: readonly Level[] = ["senior", "lead"];
/** How many readings one editor can have at once. */
export const READINGS_AT_ONCE = 3;

/** The states in which an order can still be waiting for its second reading, and somebody may take it. */
const READABLE: readonly OrderStatus[] = [
  "paid",
  "assigned",
  "in_progress",
  "awaiting_client",
  "submitted",
  "second_reading",
];
/** The states in which the search for a reader continues. */
const SEARCHED: readonly OrderStatus[] = ["assigned", "in_progress", "submitted", "second_reading"];

type Dated = {
  dueAt: Date | null;
  windowMs: number;
  qaReason: string | null;
  service: string | null;
};

/**
 * When the second reading ends at the latest: at the end of the editor's window. Follows the due date, so pauses and
 * agreements move it.
 */
export function readingDueAt(order: Dated): Date | null {
  const reviewed = order.qaReason === null ? order.service === "expert" : order.qaReason !== NO_QA;
  return order.dueAt && readerDueFrom(order.dueAt, order.windowMs, reviewed);
}

/** Whether invites to second readers are sent at `now`. */
export function searchesReader(
  order: Dated & {
    status: OrderStatus;
    secondReader: boolean;
    deliveredAt: Date | null;
    assignedAt: Date | null;
    editorDueAt: Date | null;
    pausedMs: number;
  },
  now: Date,
): boolean {
  if (!order.secondReader || order.deliveredAt || !SEARCHED.includes(order.status)) return false;
  const dueAt = readingDueAt(order);
  if (!dueAt || dueAt <= now || !order.assignedAt) return false;
  if (order.status === "submitted" || order.status === "second_reading") return true;
  return (
    order.editorDueAt !== null && readerSearchAt(after(order.assignedAt, order.pausedMs), order.editorDueAt) <= now
  );
}

/** Why a reading can't be taken at `now`, or null. */
export function takeRefusal(
  order: Dated & { status: OrderStatus; deliveredAt: Date | null },
  now: Date,
): { code: string; message: string; advice: string } | null {
  if (order.status === "on_hold" || order.status === "disputed")
    return { code: "on_hold", message: "This order is on hold right now.", advice: "Try again later." };
  const dueAt = readingDueAt(order);
  if (order.deliveredAt || !READABLE.includes(order.status) || !dueAt || dueAt <= now)
    return {
      code: "reading_over",
      message: "This second reading is no longer available.",
      advice: "You don't need to do anything.",
    };
  return null;
}

/** What a second reader is paid for an order, by level. */
export const readerPay = (order: { price: PayBasis; payBp: number }, level: Level, pay: PayPolicy): Minor =>
  minor(Math.floor((payFor(order.price, level, pay, level).secondReaderMinor * order.payBp) / 10_000));

/** The second reader's part of the list price, in cents: their line, or the share that's included in the service. */
export function readerPart(
  price: Pick<PriceReceipt, "secondReader" | "secondReaderMinor" | "listMinor">,
  pay: PayPolicy,
): Minor {
  if (price.secondReader === "none") return minor(0);
  return price.secondReader === "add-on"
    ? price.secondReaderMinor
    : shareBp(price.listMinor, pay.includedSecondReaderShareBp);
}

/**
 * What the author gets back when an order goes on without its second reader: the reader's part of what they paid,
 * rounded in their favor.
 * @param paidMinor what the order costs them now, without goodwill and refunds for lateness
 */
export function readerRefund(
  price: Pick<PriceReceipt, "secondReader" | "secondReaderMinor" | "listMinor">,
  paidMinor: number,
  pay: PayPolicy,
): Minor {
  const part = readerPart(price, pay);
  return minor(price.listMinor === 0 ? 0 : Math.min(paidMinor, Math.ceil((part * paidMinor) / price.listMinor)));
}

/** The part of a reading that permissions are decided on. */
export type ReadingForPolicy = {
  status: string;
  readerId: string | null;
};

const personUid = (actor: Actor): string | null => (actor.kind === "person" && actor.emailVerified ? actor.uid : null);

/** Who may do what with a second reading, checked by the pages, the files and the commands. */
export const canRead = {
  /** See and edit the manuscript: its reader, from accepting the reading until it ends. */
  work: (actor: Actor, reading: ReadingForPolicy): boolean =>
    reading.status === "taken" && reading.readerId !== null && personUid(actor) === reading.readerId,
  /** See the outcome: its reader and admins. */
  view: (actor: Actor, reading: ReadingForPolicy): boolean =>
    may(actor, "orders") || (reading.readerId !== null && personUid(actor) === reading.readerId),
  manage: (actor: Actor): boolean => may(actor, "orders"),
};
