import { z } from "zod";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { type CommandContext, command, transact } from "#app/platform/server/core/command.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import { shiftDeadlines } from "../../rules/deadline-shift.ts";
import { LONGEST_HOLD_DAYS } from "../../rules/time-over.ts";
import { can } from "../../rules/policy.ts";
import { shiftDecision } from "../late/shift-decision.ts";
import { shiftReviews } from "../review/shift-reviews.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import { moveOrder, orderFact } from "./move-order.ts";

/** Lets an order go on where it was. Every deadline moves by the time it was held; one that was also paused moves when its query ends. */
export const unholdOrder = command({
  input: z.object({ orderId: z.string() }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.manage(actor, order) || "Only an admin can resume an order on hold.",
  run: ({ thing, ...ctx }) => unhold(ctx, thing),
});

async function unhold(ctx: CommandContext, order: Order): Promise<Order> {
  const { now } = ctx;
  const { held, ...flags } = order.flags;
  const heldMs = held ? Math.max(0, now.getTime() - new Date(held).getTime()) : 0;
  const moved = order.pausedAt
    ? {}
    : { ...shiftDeadlines(order, heldMs), ...(order.assignedTo ? { pausedMs: order.pausedMs + heldMs } : {}) };
  const freed = await moveOrder(ctx, order, "unhold", { ...moved, flags: json(flags) });
  await shiftReviews(ctx, order.id, heldMs);
  await shiftDecision(ctx, order.id, heldMs);
  await orderFact(ctx, freed, "order.unheld", {});
  return freed;
}

/** Clock rule: no order stays on hold for more than two weeks. */
export async function endLongHolds(now: Date): Promise<void> {
  const held = (await database()
    .selectFrom("orders")
    .selectAll()
    .where("status", "=", "on_hold")
    .limit(1_000)
    .execute()) as Order[];
  const over = (order: Order) =>
    order.status === "on_hold" &&
    order.flags.held !== undefined &&
    after(new Date(order.flags.held), LONGEST_HOLD_DAYS * DAY) <= now;
  for (const { id } of held.filter(over))
    await transact(CLOCK, async (ctx) => {
      const order = await lockOrder(ctx.tx, id);
      if (over(order)) await unhold(ctx, order);
    });
}
