import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Order } from "../views/find-order.ts";
import { moveOrder, orderFact } from "./move-order.ts";

/**
 * Part of asking a blocking query: every deadline is paused until it's answered. Only work in progress can be paused.
 */
export async function pauseOrder(ctx: CommandContext, order: Order, queryId: string): Promise<Order> {
  const paused = await moveOrder(ctx, order, "pause", { pausedAt: ctx.now });
  await orderFact(ctx, paused, "order.paused", { queryId }, queryId);
  return paused;
}
