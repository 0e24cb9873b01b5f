import type { OrderStatus } from "../flow.ts";

/** States in which a re-edit can be ordered: the work is delivered and no round is open. */
const REEDITABLE: readonly OrderStatus[] = ["delivered", "accepted", "closed"];

/** Whether an order's status allows a re-edit. */
export const isReEditable = (status: OrderStatus): boolean => REEDITABLE.includes(status);

/**
 * Why a re-edit can't be ordered, or null.
 * @param delivery clean copies of the last delivery, and how many of them still exist
 */
export function reEditRefusal(status: OrderStatus, delivery: { copies: number; kept: number }): string | null {
  if (!isReEditable(status)) return "You can order a re-edit after delivery, while no revision is in progress.";
  if (delivery.copies === 0) return "This delivery has no clean copy to compare a new version with.";
  if (delivery.kept === 0)
    return "We no longer have the files of this delivery, so we can't compare a new version with them.";
  return null;
}
