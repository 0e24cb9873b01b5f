import { HOUR, after } from "#app/platform/rules/core/time.ts";
import type { OrderStatus } from "../flow.ts";

/** The states in which an order needs an editor, or their first submission, with its clock running. */
export const UNDELIVERED: readonly OrderStatus[] = ["paid", "assigned", "in_progress", "changes_required"];

export type TimedOrder = {
  status: OrderStatus;
  dueAt: Date | null;
  windowMs: number;
  /** When its search for an editor started. */
  searchBeganAt: Date | null;
  deliveredAt: Date | null;
  /** The date its client chose to wait for. */
  waitUntilAt: Date | null;
};

/** The input from an order's row. */
export const timesOf = <
  O extends Omit<TimedOrder, "searchBeganAt"> & { flags: Record<string, string>; paidAt: Date | null },
>(
  order: O,
): O & TimedOrder => ({
  ...order,
  searchBeganAt: order.flags.matchFrom ? new Date(order.flags.matchFrom) : order.paidAt,
});

/**
 * When an order that nobody delivers is refunded in full automatically: one that no editor took, at its due date; one
 * that an editor had, when it's late by as much as the agreed time, or when the date its client chose to wait for has
 * passed. A later due date moves both. Null if it doesn't end this way.
 */
export function timeOverAt(order: TimedOrder): { at: Date; why: "no-editor" | "late-beyond" } | null {
  if (!order.dueAt || order.deliveredAt || !UNDELIVERED.includes(order.status)) return null;
  // If the search started in the middle of the window, an editor left before it.
  const wholeWindow =
    order.searchBeganAt !== null && after(order.searchBeganAt, order.windowMs) <= after(order.dueAt, HOUR);
  if (order.status === "paid" && wholeWindow) return { at: order.dueAt, why: "no-editor" };
  const late = after(order.dueAt, order.windowMs);
  return { at: order.waitUntilAt && order.waitUntilAt > late ? order.waitUntilAt : late, why: "late-beyond" };
}
