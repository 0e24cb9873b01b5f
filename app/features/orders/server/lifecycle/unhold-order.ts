import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { shiftDeadlines } from "../../rules/deadline-shift.ts";
import { can } from "../../rules/policy.ts";
import { lockOrder } from "../views/find-order.ts";
import { moveOrder, orderFact } from "./move-order.ts";

/** Lets an order go on where it was. Every deadline moves by the time it was held; one that was also paused moves when its query ends. */
export const unholdOrder = command({
  input: z.object({ orderId: z.string() }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.manage(actor, order) || "Only an admin can resume an order on hold.",
  run: async (ctx) => {
    const { thing: order, now } = ctx;
    const { held, ...flags } = order.flags;
    const heldMs = held ? Math.max(0, now.getTime() - new Date(held).getTime()) : 0;
    const moved = order.pausedAt
      ? {}
      : { ...shiftDeadlines(order, heldMs), ...(order.assignedTo ? { pausedMs: order.pausedMs + heldMs } : {}) };
    const freed = await moveOrder(ctx, order, "unhold", { ...moved, flags: json(flags) });
    await orderFact(ctx, freed, "order.unheld", {});
    return freed;
  },
});
