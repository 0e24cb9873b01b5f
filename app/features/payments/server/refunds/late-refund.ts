import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { isOwedFirstEdit } from "#app/features/orders/rules/deadline/late-order.ts";
import { takenOverLate } from "#app/features/orders/rules/work/takeover.ts";
import { lateCase, refundFor } from "../../rules/refund.ts";
import type { RefundCase } from "../../rules/refund-table.ts";
import { refundFactsOf } from "../cancel/cancellation.ts";

/** The refund when a very late order is delivered, in minor units. */
export const lateRefundOf = async (order: Order): Promise<number> =>
  refundFor("late-much", await refundFactsOf(order)).clientMinor;

/** What a late order costs the editor who has it, and refunds its author, if it's delivered now. Minor units. */
export type Lateness = {
  /** Whether the author's due date has passed by more than the grace period, so that something is refunded. */
  isRefunded: boolean;
  /** What the author is refunded if it's delivered now. */
  refundMinor: number;
  /** What the editor loses if it's delivered now, and if it's later still; 0 for one who took it over late. */
  losesMinor: number;
  laterLosesMinor: number;
  /** Whether the editor loses nothing because the order was late when they took it. */
  wasLateBefore: boolean;
};

/** @returns null for an order that isn't past its editor's deadline, or isn't a first edit that's owed */
export async function latenessOf(order: Order, at: Date): Promise<Lateness | null> {
  if (!order.dueAt || !order.editorDueAt || !isOwedFirstEdit(order) || at <= order.editorDueAt) return null;
  const wasLateBefore = takenOverLate(order);
  const facts = { ...(await refundFactsOf(order)), editorFault: !wasLateBefore, delivered: true };
  const loses = (row: RefundCase) => facts.editorPayMinor - refundFor(row, facts).editorMinor;
  const row = lateCase(at.getTime() - order.dueAt.getTime(), order.windowMs, facts.table);
  const next = row === null ? "late-some" : row === "late-some" ? "late-much" : "late-beyond";
  return {
    isRefunded: row !== null,
    refundMinor: row === null ? 0 : refundFor(row, facts).clientMinor,
    losesMinor: row === null ? 0 : loses(row),
    laterLosesMinor: loses(next),
    wasLateBefore,
  };
}
