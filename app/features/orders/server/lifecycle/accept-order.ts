import { z } from "zod";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { type CommandContext, command, transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { isLong } from "#app/features/pricing/rules/deadlines.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { can } from "../../rules/can.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import { moveOrder, orderFact } from "./move-order.ts";
import { raiseFlag } from "./raise-flag.ts";

async function accept(ctx: CommandContext, order: Order, by: "client" | "clock"): Promise<Order> {
  const accepted = await moveOrder(ctx, order, "accept", {
    acceptedAt: order.acceptedAt ?? ctx.now,
    autoAcceptAt: null,
  });
  await orderFact(ctx, accepted, "order.accepted", { by });
  return accepted;
}

/** The author accepts the delivery. The right to a free revision stays until its window ends. */
export const acceptOrder = command({
  input: z.object({ orderId: z.string() }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.decide(actor, order) || "Only the author can accept the order.",
  run: (ctx) => accept(ctx, ctx.thing, "client"),
});

/** Clock rule: accepts deliveries whose time for acceptance has passed. */
export async function acceptByClock(now: Date): Promise<void> {
  const due = database()
    .selectFrom("orders")
    .select("id")
    .where("status", "=", "delivered")
    .where("autoAcceptAt", "<=", now);
  await sweep("accept an order by the clock", due, async (ctx, { id }) => {
    const order = await lockOrder(ctx.tx, id);
    if (order.status === "delivered" && order.autoAcceptAt && order.autoAcceptAt <= now)
      await accept(ctx, order, "clock");
  });
}

/**
 * Clock rule: reminds the author twice after a delivery. The times count back from automatic acceptance, which moves
 * when the order is on hold.
 */
export async function remindToAccept(now: Date): Promise<void> {
  const waiting = await database()
    .selectFrom("orders")
    .select(["id", "autoAcceptAt", "billableWords", "flags", "policyVersion"])
    .where("status", "=", "delivered")
    .where("autoAcceptAt", ">", now)
    .limit(1_000)
    .execute();
  for (const it of waiting) {
    const policy = await deadlinesOfOrder(it);
    const { autoAccept } = policy;
    const deliveredAt = after(
      it.autoAcceptAt!,
      -(isLong(it.billableWords, policy) ? autoAccept.longMs : autoAccept.ms),
    );
    for (const ms of autoAccept.reminderMs) {
      const day = Math.round(ms / DAY);
      const flag = `accept_reminder_${day}`;
      if (now < after(deliveredAt, ms) || it.flags[flag]) continue;
      await transact(CLOCK, async (ctx) => {
        const order = await lockOrder(ctx.tx, it.id);
        if (order.status === "delivered" && (await raiseFlag(ctx, it.id, flag)))
          await orderFact(ctx, order, "order.accept_reminder", { day });
      });
    }
  }
}
