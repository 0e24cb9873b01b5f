import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import type { Order } from "../views/find-order.ts";
import { moveOrder } from "./move-order.ts";

/**
 * Ends a revision that wasn't delivered: the earlier delivery is accepted, and the order belongs to the editor who
 * delivered it again. A step of the command that refunds a part of the price.
 * @param order locked
 * @returns the order, accepted, and the editor whose work on the revision ends
 */
export async function closeRevision(
  ctx: CommandContext,
  order: Order,
): Promise<{ closed: Order; editorId: string | null }> {
  const { tx, now } = ctx;
  await tx
    .updateTable("submissions")
    .set({ status: "released" })
    .where("orderId", "=", order.id)
    .where("status", "in", ["open", "stopped", "changes_required"])
    .execute();
  const last = await tx
    .selectFrom("submissions")
    .select("editorId")
    .where("orderId", "=", order.id)
    .where("status", "=", "delivered")
    .orderBy("deliveredAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const closed = await moveOrder(ctx, order, "close_revision", {
    assignedTo: last?.editorId ?? order.assignedTo,
    acceptedAt: order.acceptedAt ?? now,
    autoAcceptAt: null,
    revisionDueAt: null,
    revisionPromisedAt: null,
    newWordsMinor: 0,
    flags: json({ ...order.flags, revisionClosed: now.toISOString() }),
  });
  return { closed, editorId: order.assignedTo };
}
