import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { changeOrder, orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { laterDate } from "./follow-orders.ts";

/** The client of an order without an editor chooses a later date. The search restarts with a whole window. */
export const takeLaterDate = command({
  input: z.object({ orderId: z.string() }),
  load: ({ orderId }, { tx }) => lockOrder(tx, orderId),
  allow: (actor, order) => can.decide(actor, order),
  run: async ({ thing: order, ...ctx }) => {
    if (order.status !== "paid" || !order.flags.clientOffered)
      throw conflict("not_offered", "An editor was found, or a later date isn't available.");
    const dueAt = laterDate(ctx.now, order.windowMs);
    const { supportTold: _s, clientOffered: _c, openPool: _p, ...flags } = order.flags;
    await ctx.tx
      .updateTable("invites")
      .set({ status: "expired" })
      .where("orderId", "=", order.id)
      .where("status", "=", "sent")
      .execute();
    const moved = await changeOrder(ctx, order, {
      dueAt,
      takeoverDueAt: null,
      waitUntilAt: null,
      flags: json({ ...flags, matchFrom: ctx.now.toISOString() }),
    });
    await orderFact(ctx, moved, "order.date_moved", { dueAt: dueAt.toISOString() });
    return { dueAt };
  },
});
