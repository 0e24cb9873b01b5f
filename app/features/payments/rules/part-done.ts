import { clamp } from "#app/platform/rules/core/time.ts";

/** What a share of the work is measured by. Elapsed time says little about work, so people are told which it is. */
export type DoneMeasure = "words" | "time" | "earlier work and time" | "nothing";

type Work = {
  acceptedAt: Date | null;
  editorDueAt: Date | null;
  pausedMs: number;
  billableWords: number;
  progressWords: number | null;
  /** The earlier editors' share, if the order changed hands. */
  keptBp?: number;
};

/** What `partDoneBp` measures this work by. */
export const measureOf = (order: Work): DoneMeasure => {
  if (!order.acceptedAt) return "nothing";
  if (order.progressWords !== null) return "words";
  return (order.keptBp ?? 0) > 0 ? "earlier work and time" : "time";
};

/**
 * The share of the work done: the editor's last reported progress in words, or else the earlier editors' share plus the
 * elapsed share of the current editor's window, without pauses.
 */
export function partDoneBp(order: Work, now: Date): number {
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

/** Whether anyone has worked on an order. Time before the editor opened the files doesn't count. */
export const hasBegun = (order: { openedAt: Date | null; progressWords: number | null; keptBp?: number }): boolean =>
  order.openedAt !== null || (order.progressWords ?? 0) > 0 || (order.keptBp ?? 0) > 0;

/** The share of the work done, as a consumer who withdraws pays for it. */
export const begunBp = (order: Work & { openedAt: Date | null }, now: Date): number =>
  hasBegun(order) ? partDoneBp(order, now) : 0;
