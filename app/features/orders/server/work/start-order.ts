import { z } from "zod";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { command, transact } from "#app/platform/server/core/command.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { can } from "../../rules/can.ts";
import { type Order, findOrder, lockOrder } from "../views/find-order.ts";
import { moveOrder, orderFact } from "../lifecycle/move-order.ts";

async function begin(ctx: CommandContext, order: Order): Promise<Order> {
  const started = await moveOrder(ctx, order, "start", { startedAt: ctx.now });
  await orderFact(ctx, started, "order.started", {});
  return started;
}

/** The editor starts, so from now on canceling is no longer free. */
export const startOrder = command({
  input: z.object({ orderId: z.string() }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.work(actor, order) || "Only the editor of this order can start it.",
  run: (ctx) => begin(ctx, ctx.thing),
});

/**
 * Opening the source starts the order: called when the editor clicks "Start and download". Does nothing for anyone but
 * the order's editor. Safe to repeat.
 */
export async function startOrderIfAssigned(actor: Actor, orderId: string): Promise<void> {
  const seen = await findOrder(orderId);
  if (!seen || seen.status !== "assigned" || !can.work(actor, seen)) return;
  await transact(actor, async (ctx) => {
    const order = await lockOrder(ctx.tx, orderId);
    if (order.status === "assigned" && can.work(actor, order)) await begin(ctx, order);
  });
}
