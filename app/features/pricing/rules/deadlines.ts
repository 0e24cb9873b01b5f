/** The times of an order's life. Windows are lengths; instants are worked out from the moment that starts them. */
import { after, clamp } from "#app/platform/rules/time.ts";
import { DEADLINE_POLICY, PRICING_POLICY, type DeadlinePolicy, type PricingPolicy, type Turnaround } from "./policy.ts";

const part = (ms: number, basisPoints: number): number => Math.round((ms * basisPoints) / 10_000);
/** The instant a share (basis points) of the way from one to the other. */
const between = (from: Date, to: Date, basisPoints: number): Date =>
  after(from, part(Math.max(0, to.getTime() - from.getTime()), basisPoints));

/** When the client has it back: the window runs from confirmed payment, plus the time it was paused. */
export const clientDueAt = (paidAt: Date, windowMs: number, pausedMs = 0): Date => after(paidAt, windowMs + pausedMs);

/** The part of the client's window that is the editor's: 10 % less, at least 45 minutes and at most 24 hours less. */
export function editorWindowMs(windowMs: number, policy: DeadlinePolicy = DEADLINE_POLICY): number {
  const { shareBp, leastMs, mostMs } = policy.editorMargin;
  return windowMs - clamp(part(windowMs, shareBp), leastMs, mostMs);
}

/** The editor's deadline, pauses included. */
export const editorDueAt = (
  paidAt: Date,
  windowMs: number,
  pausedMs = 0,
  policy: DeadlinePolicy = DEADLINE_POLICY,
): Date => after(paidAt, editorWindowMs(windowMs, policy) + pausedMs);

export type EditorFlags = { unstartedAt: Date; idleAt: Date; unsubmittedAt: Date; overdueAt: Date };

/** When staff are shown that an editor is behind, by the editor's window: from accepting to the editor's deadline. */
export function editorFlags(acceptedAt: Date, dueAt: Date, policy: DeadlinePolicy = DEADLINE_POLICY): EditorFlags {
  const { flags } = policy;
  return {
    unstartedAt: between(acceptedAt, dueAt, flags.unstartedBp),
    idleAt: between(acceptedAt, dueAt, flags.idleBp),
    unsubmittedAt: between(acceptedAt, dueAt, flags.unsubmittedBp),
    overdueAt: between(acceptedAt, dueAt, flags.overdueBp),
  };
}

/** When an admin is offered to reassign: not started by the first; by the second nothing uploaded and no word of progress. */
export function reassignTimes(
  acceptedAt: Date,
  dueAt: Date,
  policy: DeadlinePolicy = DEADLINE_POLICY,
): { unstartedAt: Date; nothingUploadedAt: Date } {
  return {
    unstartedAt: between(acceptedAt, dueAt, policy.reassign.unstartedBp),
    nothingUploadedAt: between(acceptedAt, dueAt, policy.reassign.nothingUploadedBp),
  };
}

/** How long an invite stands. */
export const inviteExpiryMs = (turnaround: Turnaround, policy: DeadlinePolicy = DEADLINE_POLICY): number =>
  policy.inviteExpiryMs[turnaround];

/** How long the client's preferred editor is asked alone: 25 % of the window, 15 minutes to 12 hours. */
export function headStartMs(windowMs: number, policy: DeadlinePolicy = DEADLINE_POLICY): number {
  const { shareBp, leastMs, mostMs } = policy.headStart;
  return clamp(part(windowMs, shareBp), leastMs, mostMs);
}

/** Whether an order of this many billable words counts as long. */
export const isLong = (words: number, policy: DeadlinePolicy = DEADLINE_POLICY): boolean =>
  words >= policy.longFromWords;

/** When a delivered order is accepted by the clock. */
export const autoAcceptAt = (deliveredAt: Date, words: number, policy: DeadlinePolicy = DEADLINE_POLICY): Date =>
  after(deliveredAt, isLong(words, policy) ? policy.autoAccept.longMs : policy.autoAccept.ms);

/** When the client is reminded to look at a delivery. */
export const acceptReminderAts = (deliveredAt: Date, policy: DeadlinePolicy = DEADLINE_POLICY): Date[] =>
  policy.autoAccept.reminderMs.map((ms) => after(deliveredAt, ms));

/** Until when a free revision can be asked for. Accepting does not end it. */
export const revisionUntilAt = (deliveredAt: Date, words: number, policy: DeadlinePolicy = DEADLINE_POLICY): Date =>
  after(deliveredAt, isLong(words, policy) ? policy.revision.longWindowMs : policy.revision.windowMs);

/** New words a free revision may bring: 300, or 5 % of the order where that is more. */
export const revisionNewWords = (words: number, policy: DeadlinePolicy = DEADLINE_POLICY): number =>
  Math.max(policy.revision.newWords, Math.floor((words * policy.revision.newWordsBp) / 10_000));

/** How long a revision takes: 24 h for orders of 24 h and less, else 48 h or 20 % of the window, the longer. */
export function revisionTurnaroundMs(
  turnaround: Turnaround,
  windowMs: number,
  policy: DeadlinePolicy = DEADLINE_POLICY,
  pricing: PricingPolicy = PRICING_POLICY,
): number {
  const { revision } = policy;
  // By the turnaround that was bought: words above the limit lengthen the window, not the urgency.
  if (pricing.windowMs[turnaround] <= revision.fastUpToMs) return revision.fastMs;
  return Math.max(revision.leastMs, part(windowMs, revision.shareBp));
}

/** Why a free revision cannot be asked for, or null. */
export function revisionProblem(
  order: { deliveredAt: Date; words: number; roundsUsed: number; newWords?: number },
  now: Date,
  policy: DeadlinePolicy = DEADLINE_POLICY,
): string | null {
  if (order.roundsUsed >= policy.revision.rounds) return "All free revisions have been used.";
  if (now > revisionUntilAt(order.deliveredAt, order.words, policy)) return "The time for a free revision is over.";
  const most = revisionNewWords(order.words, policy);
  if ((order.newWords ?? 0) > most)
    return `A free revision may bring up to ${most} new words: order the rest as new work.`;
  return null;
}

/** When a quote, and an order that is not paid, expire. The price is held until then; the date is not. */
export const quoteExpiresAt = (quotedAt: Date, policy: PricingPolicy = PRICING_POLICY): Date =>
  after(quotedAt, policy.quoteHeldMs);

/** Whether cancelling costs nothing: no editor has accepted yet, or it is within 60 minutes of payment and the editor has not opened it. */
export function cancelIsFree(
  order: { paidAt: Date; acceptedAt: Date | null; openedAt: Date | null },
  now: Date,
  policy: DeadlinePolicy = DEADLINE_POLICY,
): boolean {
  if (!order.acceptedAt) return true;
  return !order.openedAt && now.getTime() - order.paidAt.getTime() <= policy.cancel.freeAfterPaymentMs;
}

/** When the client is reminded of a question that holds the work up, and when the editor need wait no longer. */
export function queryTimes(
  askedAt: Date,
  policy: DeadlinePolicy = DEADLINE_POLICY,
): { reminderAts: Date[]; giveUpAt: Date } {
  return {
    reminderAts: policy.query.reminderMs.map((ms) => after(askedAt, ms)),
    giveUpAt: after(askedAt, policy.query.giveUpMs),
  };
}

/** Until when a rating can be changed. */
export const ratingOpenUntilAt = (ratedAt: Date, policy: DeadlinePolicy = DEADLINE_POLICY): Date =>
  after(ratedAt, policy.ratingEditMs);
