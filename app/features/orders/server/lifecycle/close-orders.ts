import { sweep } from "#app/platform/server/core/sweep.ts";
import { database } from "#app/platform/server/core/database.ts";
import { lockOrder } from "../views/find-order.ts";
import { moveOrder, orderFact } from "./move-order.ts";

/**
 * Clock rule: closes accepted orders whose revision window is over. Nothing else can be open by then, because a
 * question or revision would have changed their status.
 */
export async function closeOrders(now: Date): Promise<void> {
  const due = database()
    .selectFrom("orders")
    .select("id")
    .where("status", "=", "accepted")
    .where("revisionUntilAt", "<", now);
  await sweep("close an order", due, async (ctx, { id }) => {
    const order = await lockOrder(ctx.tx, id);
    if (order.status !== "accepted" || !order.revisionUntilAt || order.revisionUntilAt >= now) return;
    const closed = await moveOrder(ctx, order, "close", { closedAt: ctx.now });
    await orderFact(ctx, closed, "order.closed", {
      filesUntilAt: closed.deletionStartedAt ? null : (closed.filesDueAt?.toISOString() ?? null),
    });
  });
}
