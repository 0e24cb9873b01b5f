import { z } from "zod";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { can } from "../../rules/can.ts";
import { lockOwn } from "./find-draft.ts";
import type { Order } from "../views/find-order.ts";
import { moveOrder, orderFact } from "../lifecycle/move-order.ts";

/** Withdraws an order that hasn't been paid. Its files are deleted from storage within the hour. */
export const discardDraft = command({
  input: z.object({ orderId: z.string() }),
  load: ({ orderId }, ctx) => lockOwn(ctx, orderId),
  allow: (actor, order) => can.edit(actor, order) || "Only the author can discard an order, and only before it's paid.",
  run: ({ thing, ...ctx }) => withdraw(ctx, thing),
});

/** Withdraws the draft without checking who asks. */
export async function withdraw(ctx: CommandContext, order: Order): Promise<Order> {
  const gone = await moveOrder(ctx, order, "withdraw", { cancelledAt: ctx.now });
  await ctx.tx
    .updateTable("files")
    .set({ removedAt: ctx.now })
    .where("orderId", "=", order.id)
    .where("removedAt", "is", null)
    .execute();
  await orderFact(ctx, gone, "order.withdrawn", {});
  return gone;
}
