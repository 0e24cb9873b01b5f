import type { OrderStatus } from "./flow.ts";

/** What a re-edit can be ordered of: the author has the work, and no round of it is open. */
const REEDITABLE: readonly OrderStatus[] = ["delivered", "accepted", "closed"];

/** Whether an order is one that its author may want a re-edit of. */
export const isReEditable = (status: OrderStatus): boolean => REEDITABLE.includes(status);

/** Why no re-edit of an order can be begun, or null. @param delivery clean copies of the last delivery, and how many of them are kept */
export function reEditRefusal(status: OrderStatus, delivery: { copies: number; kept: number }): string | null {
  if (!isReEditable(status)) return "A re-edit is of work that was delivered, and of which no revision is under way.";
  if (delivery.copies === 0) return "There is no clean copy of this delivery to compare a new version with.";
  if (delivery.kept === 0)
    return "The files of this delivery are no longer kept, so a new version cannot be compared with them.";
  return null;
}
