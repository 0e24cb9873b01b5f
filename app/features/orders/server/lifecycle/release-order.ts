import { z } from "zod";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { can } from "../../rules/policy.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import { moveOrder, orderTopics } from "./move-order.ts";
import { resumeClock } from "./resume-order.ts";

/** Takes an order from an editor who cannot go on: it looks for another. Files, messages and delivered rounds are kept. */
export const releaseOrder = command({
  input: z.object({
    orderId: z.string(),
    reason: z.string().trim().min(3, "Enter a reason. The editor will see it.").max(1_000, "At most 1,000 characters."),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.manage(actor, order) || "Only an admin can remove an order's editor.",
  run: ({ input, thing, ...ctx }) => release(ctx, thing, input.reason),
});

/** The release itself, for commands that have decided who may do it. */
export async function release(ctx: CommandContext, order: Order, reason: string): Promise<Order> {
  const editorId = order.assignedTo;
  await ctx.tx
    .updateTable("submissions")
    .set({ status: "released" })
    .where("orderId", "=", order.id)
    .where("status", "in", ["open", "stopped"])
    .execute();
  // A pause that was running ends here: the time it took has moved every deadline.
  const released = await moveOrder(ctx, order, "release", {
    ...resumeClock(order, ctx.now),
    assignedTo: null,
    assignedAt: null,
    editorDueAt: null,
    startedAt: null,
    progressWords: 0,
    progressAt: null,
    unreadByEditor: false,
  });
  await ctx.fact("order.released", {
    orderId: order.id,
    data: { editorId: editorId ?? "", reason },
    topics: orderTopics(released, editorId),
  });
  return released;
}
