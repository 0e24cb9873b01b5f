import { z } from "zod";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { holdReminders } from "../../rules/deadline/hold.ts";
import { orderFact } from "../lifecycle/move-order.ts";
import type { Order } from "../views/find-order.ts";
import { returnOrder } from "./return-order.ts";
import { type Hold, lockHold, mayEndHold } from "./find-hold.ts";

const AT_ONCE = 500;

/**
 * Resumes an order where it was. Every deadline moves by the length of the hold. If the order was also paused, its
 * deadlines move when the query ends.
 */
export const unholdOrder = command({
  input: z.object({ orderId: z.string() }),
  load: ({ orderId }, ctx) => lockHold(ctx, orderId),
  allow: (actor, { order, hold }) =>
    mayEndHold(actor, order, hold) || "Only an admin or the person responsible for the hold can resume an order.",
  run: ({ thing: { order, hold }, ...ctx }) => unhold(ctx, order, hold, "resumed"),
});

async function unhold(ctx: CommandContext, order: Order, hold: Hold | null, why: "resumed" | "ended"): Promise<Order> {
  const { now } = ctx;
  const heldMs = hold ? Math.max(0, now.getTime() - hold.createdAt.getTime()) : 0;
  const freed = await returnOrder(ctx, order, "unhold", heldMs);
  if (hold) await ctx.tx.updateTable("order_holds").set({ endedAt: now }).where("id", "=", hold.id).execute();
  await orderFact(ctx, freed, "order.unheld", { why, ...(hold ? { uid: hold.ownerId } : {}) });
  return freed;
}

/** Clock: reminds the people responsible for holds, and resumes orders whose hold has ended. */
export async function watchHolds(now: Date): Promise<void> {
  const open = await database()
    .selectFrom("order_holds as h")
    .innerJoin("orders as o", "o.id", "h.orderId")
    .selectAll("h")
    .where("h.endedAt", "is", null)
    .where("o.status", "=", "on_hold")
    .orderBy("h.untilAt")
    .limit(AT_ONCE)
    .execute();
  await sweep(
    "follow a hold",
    open.filter((hold) => stepOf(hold, now) !== null),
    async (ctx, { orderId }) => {
      const { order, hold } = await lockHold(ctx, orderId);
      const step = hold && order.status === "on_hold" ? stepOf(hold, ctx.now) : null;
      if (!hold || !step) return;
      if (step === "end") {
        await unhold(ctx, order, hold, "ended");
        return;
      }
      // A missed reminder isn't sent along with a later one.
      const told = step === "halfway" ? { halfwayToldAt: ctx.now } : { halfwayToldAt: ctx.now, lastDayToldAt: ctx.now };
      await ctx.tx.updateTable("order_holds").set(told).where("id", "=", hold.id).execute();
      const data = { uid: hold.ownerId, untilAt: hold.untilAt.toISOString() };
      await orderFact(ctx, order, "order.hold_reminded", data, hold.ownerId);
    },
  );
}

/** What is due about a hold now. */
function stepOf(hold: Hold, now: Date): "end" | "last-day" | "halfway" | null {
  if (hold.untilAt <= now) return "end";
  const { halfwayAt, lastDayAt } = holdReminders(hold);
  if (lastDayAt && lastDayAt <= now && !hold.lastDayToldAt) return "last-day";
  if (halfwayAt && halfwayAt <= now && !hold.halfwayToldAt) return "halfway";
  return null;
}
