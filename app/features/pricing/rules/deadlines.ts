/** The deadlines of an order. Windows are durations, and instants are calculated from the moment that starts them. */
import { after, clamp } from "#app/platform/rules/core/time.ts";
import { FIXED_DEADLINES, type DeadlinePolicy, type PricingPolicy, type Turnaround, TURNAROUND_MS } from "./policy.ts";

const part = (ms: number, basisPoints: number): number => Math.round((ms * basisPoints) / 10_000);
/** The instant at a share (basis points) of the time between two others. */
const between = (from: Date, to: Date, basisPoints: number): Date =>
  after(from, part(Math.max(0, to.getTime() - from.getTime()), basisPoints));

/** The client's due date: the window from confirmed payment, plus paused time. */
export const clientDueAt = (paidAt: Date, windowMs: number, pausedMs = 0): Date => after(paidAt, windowMs + pausedMs);

/** The time for quality review: 20% of the client's window, but at least 45 minutes and at most 12 hours. */
export function qaWindowMs(windowMs: number, policy = FIXED_DEADLINES): number {
  const { shareBp, leastMs, mostMs } = policy.qa;
  return clamp(part(windowMs, shareBp), leastMs, mostMs);
}

/**
 * The editor's part of the client's window: 10% less, but at least 45 minutes and at most 24 hours less. Where the work
 * is reviewed before delivery, the time for the review is subtracted, too. Of an order with a second reader, the last
 * quarter is theirs.
 */
export function editorWindowMs(
  windowMs: number,
  reviewed = false,
  secondReader = false,
  policy = FIXED_DEADLINES,
): number {
  const { shareBp, leastMs, mostMs } = policy.editorMargin;
  const margin = clamp(part(windowMs, shareBp), leastMs, mostMs);
  const both = windowMs - margin - (reviewed ? qaWindowMs(windowMs, policy) : 0);
  return secondReader ? both - part(both, policy.secondReader.windowBp) : both;
}

/** The editor's deadline for an order that is due to the client then. */
export const editorDueFrom = (dueAt: Date, windowMs: number, reviewed: boolean, secondReader = false): Date =>
  after(dueAt, editorWindowMs(windowMs, reviewed, secondReader) - windowMs);

/** The second reader's deadline: the end of the window that the two editors share. */
export const readerDueFrom = (dueAt: Date, windowMs: number, reviewed: boolean): Date =>
  editorDueFrom(dueAt, windowMs, reviewed);

/** When the search for a second reader starts: once half of the first editor's time is over. */
export const readerSearchAt = (assignedAt: Date, editorDueAt: Date, policy = FIXED_DEADLINES): Date =>
  between(assignedAt, editorDueAt, policy.secondReader.searchFromBp);

/** When an order that is due then is delivered at the latest, reviewed or not. */
export const deliverBy = (dueAt: Date, policy = FIXED_DEADLINES): Date => after(dueAt, -policy.qa.spareMs);

/**
 * When a review of work that is submitted now is due: at the end of its window, but before the order must be delivered.
 */
export function reviewDueAt(submittedAt: Date, windowMs: number, dueAt: Date | null): Date {
  const end = after(submittedAt, qaWindowMs(windowMs));
  const latest = dueAt ? deliverBy(dueAt) : end;
  return latest < end ? latest : end;
}

/**
 * The editor's deadline, pauses included. Where the work is reviewed before delivery, it's earlier: see
 * `editorDueFrom`.
 */
export const editorDueAt = (paidAt: Date, windowMs: number, pausedMs = 0, secondReader = false): Date =>
  after(paidAt, editorWindowMs(windowMs, false, secondReader) + pausedMs);

export type EditorFlags = { unstartedAt: Date; idleAt: Date; unsubmittedAt: Date; overdueAt: Date };

/** When staff see that an editor is behind, as shares of the window from acceptance to the editor's deadline. */
export function editorFlags(acceptedAt: Date, dueAt: Date, policy: DeadlinePolicy): EditorFlags {
  const { flags } = policy;
  return {
    unstartedAt: between(acceptedAt, dueAt, flags.unstartedBp),
    idleAt: between(acceptedAt, dueAt, flags.idleBp),
    unsubmittedAt: between(acceptedAt, dueAt, flags.unsubmittedBp),
    overdueAt: between(acceptedAt, dueAt, flags.overdueBp),
  };
}

/** When an admin can reassign: not started by the first, or nothing uploaded and no progress reported by the second. */
export function reassignTimes(
  acceptedAt: Date,
  dueAt: Date,
  policy: DeadlinePolicy,
): { unstartedAt: Date; nothingUploadedAt: Date } {
  return {
    unstartedAt: between(acceptedAt, dueAt, policy.reassign.unstartedBp),
    nothingUploadedAt: between(acceptedAt, dueAt, policy.reassign.nothingUploadedBp),
  };
}

/** Whether an order of this many billable words counts as long. */
export const isLong = (words: number, policy: DeadlinePolicy): boolean => words >= policy.longFromWords;

/** When a delivered order is accepted automatically. */
export const autoAcceptAt = (deliveredAt: Date, words: number, policy: DeadlinePolicy): Date =>
  after(deliveredAt, isLong(words, policy) ? policy.autoAccept.longMs : policy.autoAccept.ms);

/** When the client is reminded to review a delivery. */
export const acceptReminderAts = (deliveredAt: Date, policy: DeadlinePolicy): Date[] =>
  policy.autoAccept.reminderMs.map((ms) => after(deliveredAt, ms));

/** How long a free revision can be requested after each delivery. */
export const revisionMs = (words: number, policy: DeadlinePolicy): number =>
  isLong(words, policy) ? policy.revision.longWindowMs : policy.revision.windowMs;

/** The deadline for requesting a free revision. Accepting doesn't end it. */
export const revisionUntilAt = (deliveredAt: Date, words: number, policy: DeadlinePolicy): Date =>
  after(deliveredAt, revisionMs(words, policy));

/** New words a free revision may include: a number, or a share of the order if that's more. */
export const revisionNewWords = (words: number, policy: DeadlinePolicy): number =>
  Math.max(policy.revision.newWords, Math.floor((words * policy.revision.newWordsBp) / 10_000));

/** How long a revision takes: 24 h for orders of up to 24 h, or else 48 h or 20% of the window, whichever is longer. */
export function revisionTurnaroundMs(turnaround: Turnaround, windowMs: number, policy: DeadlinePolicy): number {
  const { revision } = policy;
  // Uses the purchased turnaround, because words over the limit extend the window but not the urgency.
  if (TURNAROUND_MS[turnaround] <= revision.fastUpToMs) return revision.fastMs;
  return Math.max(revision.leastMs, part(windowMs, revision.shareBp));
}

/** When a quote or unpaid order expires. The price is held until then, but the date isn't. */
export const quoteExpiresAt = (quotedAt: Date, policy: PricingPolicy): Date => after(quotedAt, policy.quoteHeldMs);

/**
 * Whether canceling is free: no editor has accepted yet, or it's within 60 minutes of payment and the editor hasn't
 * opened it.
 */
export function cancelIsFree(
  order: { paidAt: Date; acceptedAt: Date | null; openedAt: Date | null },
  now: Date,
  { cancel }: Pick<DeadlinePolicy, "cancel">,
): boolean {
  if (!order.acceptedAt) return true;
  return !order.openedAt && now.getTime() - order.paidAt.getTime() <= cancel.freeAfterPaymentMs;
}

/** When the client is reminded of a blocking question, and when the editor can stop waiting. */
export function queryTimes(askedAt: Date, policy: DeadlinePolicy): { reminderAts: Date[]; giveUpAt: Date } {
  return {
    reminderAts: policy.query.reminderMs.map((ms) => after(askedAt, ms)),
    giveUpAt: after(askedAt, policy.query.giveUpMs),
  };
}

/** The deadline for changing a rating. */
export const ratingOpenUntilAt = (ratedAt: Date, policy: Pick<DeadlinePolicy, "ratingEditMs">): Date =>
  after(ratedAt, policy.ratingEditMs);
