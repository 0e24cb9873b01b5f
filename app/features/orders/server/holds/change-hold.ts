import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { orderFact } from "../lifecycle/move-order.ts";
import { lockHold, mayEndHold } from "./find-hold.ts";
import { readHoldDate, readHoldOwner } from "./read-hold.ts";

/**
 * Makes another staff member responsible for a hold, or changes its end, as far as the policy allows. Without a change it
 * does nothing.
 * @throws conflict when the order isn't on hold (anymore); invalid
 */
export const changeHold = command({
  input: z.object({
    orderId: z.string(),
    ownerId: z.string().min(1, "Choose a staff member."),
    /** "2026-11-24T14:05" in the time zone of the person who changes it. */
    until: z.string(),
  }),
  load: ({ orderId }, ctx) => lockHold(ctx, orderId),
  allow: (actor, { order, hold }) =>
    mayEndHold(actor, order, hold) || "Only an admin or the person responsible for a hold can change it.",
  run: async ({ input, thing: { order, hold }, ...ctx }) => {
    if (!hold || order.status !== "on_hold")
      throw conflict("not_held", "This order isn't on hold anymore.", "Reload the page to see what it's waiting for.");
    const untilAt = readHoldDate(ctx, input.until, hold.createdAt, await deadlinesOfOrder(order, ctx.tx));
    const ownerId = input.ownerId === hold.ownerId ? hold.ownerId : await readHoldOwner(ctx, input.ownerId);
    // The date and time field has no seconds.
    const sameDate = Math.abs(untilAt.getTime() - hold.untilAt.getTime()) < 60_000;
    if (sameDate && ownerId === hold.ownerId) return;
    const until = sameDate ? hold.untilAt : untilAt;
    await ctx.tx
      .updateTable("order_holds")
      .set({ ownerId, untilAt: until, ...(sameDate ? {} : { halfwayToldAt: null, lastDayToldAt: null }) })
      .where("id", "=", hold.id)
      .execute();
    const data = { uid: ownerId, before: hold.ownerId, untilAt: until.toISOString(), moved: !sameDate };
    await orderFact(ctx, order, "order.hold_changed", data, ownerId);
  },
});
