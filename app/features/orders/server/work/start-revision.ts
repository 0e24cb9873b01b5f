import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "../../rules/can.ts";
import { lockOrder } from "../views/find-order.ts";
import { moveOrder, orderFact } from "../lifecycle/move-order.ts";

/** The editor takes up a revision. */
export const startRevision = command({
  input: z.object({ orderId: z.string() }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.work(actor, order) || "Only the editor of this order can start the revision.",
  run: async (ctx) => {
    const started = await moveOrder(ctx, ctx.thing, "start_revision");
    await orderFact(ctx, started, "order.revision_started", {});
    return started;
  },
});
