import { clamp } from "#app/platform/rules/core/time.ts";

/**
 * The share of the work done: the editor's last reported progress in words, or else what earlier editors did and the
 * elapsed share of the present editor's window without pauses.
 */
export function partDoneBp(
  order: {
    acceptedAt: Date | null;
    editorDueAt: Date | null;
    pausedMs: number;
    billableWords: number;
    progressWords: number | null;
    /** What earlier editors did, if the order changed hands. */
    keptBp?: number;
  },
  now: Date,
): number {
  if (!order.acceptedAt) return 0;
  if (order.progressWords !== null)
    return clamp(Math.round((order.progressWords * 10_000) / order.billableWords), 0, 10_000);
  const keptBp = order.keptBp ?? 0;
  if (!order.editorDueAt) return keptBp;
  const windowMs = order.editorDueAt.getTime() - order.acceptedAt.getTime() - order.pausedMs;
  const elapsedMs = now.getTime() - order.acceptedAt.getTime() - order.pausedMs;
  if (windowMs <= 0) return elapsedMs > 0 ? 10_000 : keptBp;
  return keptBp + clamp(Math.round((elapsedMs * (10_000 - keptBp)) / windowMs), 0, 10_000 - keptBp);
}

/** Whether anybody has worked on an order: time that passed before the editor opened the files is none. */
const hasBegun = (order: { openedAt: Date | null; progressWords: number | null; keptBp?: number }): boolean =>
  order.openedAt !== null || (order.progressWords ?? 0) > 0 || (order.keptBp ?? 0) > 0;

/** The share of the work done, as a consumer who withdraws pays for it. */
export const begunBp = (order: Parameters<typeof partDoneBp>[0] & { openedAt: Date | null }, now: Date): number =>
  hasBegun(order) ? partDoneBp(order, now) : 0;
