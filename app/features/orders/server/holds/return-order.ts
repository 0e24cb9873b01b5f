import { after } from "#app/platform/rules/core/time.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { shiftDeadlines } from "../../rules/change/deadline-shift.ts";
import { shiftDecision } from "../late/shift-decision.ts";
import { moveOrder } from "../lifecycle/move-order.ts";
import { shiftReviews } from "../review/shift-reviews.ts";
import type { Order } from "../views/find-order.ts";

/**
 * Returns an order to where it was before a hold or dispute. Every deadline moves by the length of the stop. If the
 * order was also paused, its deadlines move when the query ends.
 */
export async function returnOrder(
  ctx: CommandContext,
  order: Order,
  move: "unhold" | "settle_dispute",
  stoppedMs: number,
): Promise<Order> {
  const moved = order.pausedAt
    ? {}
    : { ...shiftDeadlines(order, stoppedMs), ...(order.assignedTo ? { pausedMs: order.pausedMs + stoppedMs } : {}) };
  // The start of a search for another editor moves by the same amount.
  const { matchFrom } = order.flags;
  const flags = matchFrom
    ? { flags: json({ ...order.flags, matchFrom: after(new Date(matchFrom), stoppedMs).toISOString() }) }
    : {};
  const back = await moveOrder(ctx, order, move, { ...moved, ...flags });
  await shiftReviews(ctx, order.id, stoppedMs);
  await shiftDecision(ctx, order.id, stoppedMs);
  return back;
}
