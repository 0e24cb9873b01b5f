import { HOUR, after } from "#app/platform/rules/core/time.ts";
import type { OrderStatus } from "./flow.ts";

/** How long an order may be on hold. */
export const LONGEST_HOLD_DAYS = 14;

/** The states in which an order needs an editor, or their first submission, with its clock running. */
export const UNDELIVERED: readonly OrderStatus[] = ["paid", "assigned", "in_progress", "changes_required"];

type Waiting = {
  status: OrderStatus;
  dueAt: Date | null;
  windowMs: number;
  /** When its search for an editor started. */
  searchBeganAt: Date | null;
  deliveredAt: Date | null;
};

/**
 * When an order that nobody delivers is refunded in full automatically: one that no editor took, at its due date; one that an editor had, when it's
 * late by the agreed time itself. A later due date moves both. Null if it doesn't end this way.
 */
export function timeOverAt(order: Waiting): { at: Date; why: "no-editor" | "late-beyond" } | null {
  if (!order.dueAt || order.deliveredAt || !UNDELIVERED.includes(order.status)) return null;
  // A search that started in the middle of the window follows an editor who left.
  const wholeWindow =
    order.searchBeganAt !== null && after(order.searchBeganAt, order.windowMs) <= after(order.dueAt, HOUR);
  if (order.status === "paid" && wholeWindow) return { at: order.dueAt, why: "no-editor" };
  return { at: after(order.dueAt, order.windowMs), why: "late-beyond" };
}
