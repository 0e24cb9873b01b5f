import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { lockDispute } from "./lock-dispute.ts";

/**
 * An admin finds that the editor was at fault for a lost dispute, so the pay for the order is deducted. Otherwise,
 * editors keep it.
 */
export const findFault = command({
  input: z.object({
    disputeId: z.string(),
    reason: z.string().trim().min(10, "Say what was wrong with the work. The editor will see it.").max(1_000),
  }),
  load: ({ disputeId }, ctx) => lockDispute(ctx, disputeId),
  allow: (actor) => may(actor, "money") || only("money", "take back an editor's pay"),
  run: async ({ input, thing: { order, dispute }, ...ctx }) => {
    if (dispute.status !== "lost")
      throw conflict("not_lost", "Only the pay for an order whose dispute was lost can be taken back.");
    if (dispute.faultAt) throw conflict("done", "The pay for this order has already been taken back.");
    if (!order.assignedTo) throw conflict("no_editor", "No editor has worked on this order.");
    await ctx.tx
      .updateTable("disputes")
      .set({ faultBy: uidOf(ctx.actor), faultReason: input.reason, faultAt: ctx.now })
      .where("id", "=", dispute.id)
      .execute();
    const data = { disputeId: dispute.id, editorId: order.assignedTo, reason: input.reason };
    await orderFact(ctx, order, "dispute.fault_found", data, order.assignedTo);
  },
});
