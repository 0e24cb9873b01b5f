/** The deadline of an editor who takes over work when its own time is over, or nearly. */
import { editorDueFrom, revisionTurnaroundMs } from "#app/features/pricing/rules/deadlines.ts";
import { isTurnaround } from "#app/features/pricing/rules/policy.ts";
import { HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import { type TimedOrder, timeOverAt } from "../deadline/lateness.ts";

type Taken = TimedOrder & { turnaround: string | null; revisionDueAt: Date | null };

const part = (ms: number, bp: number): number => Math.round((ms * bp) / 10_000);
/**
 * Rounds up to the next hour, or for short windows to the next five minutes, so that people can remember the deadline.
 */
const rounded = (at: Date, windowMs: number): Date => {
  const step = windowMs >= 24 * HOUR ? HOUR : 5 * MINUTE;
  return new Date(Math.ceil(at.getTime() / step) * step);
};

/**
 * The deadline to offer to the next editor, if the usual one leaves less than half of the time a takeover gets. Null if
 * the usual one applies.
 * @param offeredAt the deadline offered so far, which doesn't change while enough time is left
 */
export function takeoverDueAt(order: Taken, offeredAt: Date | null, now: Date, policy: DeadlinePolicy): Date | null {
  const revision = order.deliveredAt !== null;
  if (revision && (!order.revisionDueAt || !isTurnaround(order.turnaround))) return null;
  if (!revision && !order.dueAt) return null;
  const least = revision
    ? part(revisionTurnaroundMs(order.turnaround as never, order.windowMs, policy), policy.takeover.revisionBp)
    : part(order.windowMs, policy.takeover.editBp);
  const usual = revision ? order.revisionDueAt! : editorDueFrom(order.dueAt!, order.windowMs, false);
  const enough = after(now, Math.round(least / 2));
  if (usual >= enough) return null;
  if (offeredAt && offeredAt >= enough) return offeredAt;
  const offered = rounded(after(now, least), order.windowMs);
  if (revision) return offered;
  // Work that arrives after the automatic refund is too late.
  const over = timeOverAt({ ...order, status: "paid" });
  const last = over ? editorDueFrom(over.at, order.windowMs, false) : offered;
  const at = offered < last ? offered : last;
  return at > usual && at > now ? at : null;
}

/**
 * The dates that change on an order looking for its next editor. A revision's date moves, but the promised one is kept,
 * because its lateness counts from that.
 */
export function takeoverDates(
  order: Taken & { takeoverDueAt: Date | null; revisionPromisedAt: Date | null },
  now: Date,
  policy: DeadlinePolicy,
): { takeoverDueAt?: Date | null; revisionDueAt?: Date; revisionPromisedAt?: Date | null } {
  if (order.deliveredAt) {
    const at = takeoverDueAt(order, null, now, policy);
    return at ? { revisionDueAt: at, revisionPromisedAt: order.revisionPromisedAt ?? order.revisionDueAt } : {};
  }
  const at = takeoverDueAt(order, order.takeoverDueAt, now, policy);
  return at?.getTime() === order.takeoverDueAt?.getTime() ? {} : { takeoverDueAt: at };
}

/**
 * Whether an editor took an order over when it was already late, or got a deadline after its due date. That never
 * counts against them.
 */
export const takenOverLate = (order: {
  assignedAt: Date | null;
  editorDueAt: Date | null;
  dueAt: Date | null;
}): boolean =>
  order.editorDueAt !== null &&
  ((order.assignedAt !== null && order.assignedAt > order.editorDueAt) ||
    (order.dueAt !== null && order.editorDueAt > order.dueAt));
