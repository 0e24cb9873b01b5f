import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";

/** Staff mark a support request on an order's thread as handled without writing. @returns whether it was still open */
export const settleOrderThread = command({
  input: z.object({ orderId: z.string() }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor) => may(actor, "care") || "Only staff can mark support requests as handled.",
  run: async (ctx) => {
    const { thing: order, tx } = ctx;
    const settled = await tx
      .updateTable("order_threads")
      .set({ needsStaffAt: null })
      .where("orderId", "=", order.id)
      .where("needsStaffAt", "is not", null)
      .returning("orderId")
      .executeTakeFirst();
    if (settled) await orderFact(ctx, order, "thread.staff_done", {});
    return { changed: settled !== undefined };
  },
});
