import { count } from "#app/platform/rules/core/count.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { type BulkReply, onEach, readSelected } from "#app/platform/server/core/on-each.ts";
import { addOrderNote } from "./add-order-note.ts";

/**
 * Adds one internal note to each selected order. Notes can't be deleted, so the page delays sending the form for a few
 * seconds.
 */
export async function noteOrders(actor: Actor, form: FormData, body: string): Promise<BulkReply & { done?: string }> {
  const ids = readSelected(form, "order", "orders");
  const { done, left } = await onEach(
    ids.map((id) => ({ id })),
    ({ id }) => addOrderNote(actor, { orderId: id, body }),
  );
  const n = done.length;
  return { left, ...(n > 0 ? { done: `Note added to ${count(n, "order")}.` } : {}) };
}
