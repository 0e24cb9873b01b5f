import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { longestHold } from "../../rules/deadline/hold.ts";
import { can } from "../../rules/can.ts";
import { lockOrder } from "../views/find-order.ts";
import { moveOrder, orderFact } from "../lifecycle/move-order.ts";
import { readHoldDate, readHoldOwner } from "./read-hold.ts";

/**
 * An admin puts an order on hold, with a reason, an end, and a responsible staff member. Its deadlines and payout are
 * paused until it's resumed or the hold ends.
 */
export const holdOrder = command({
  input: z.object({
    orderId: z.string(),
    reason: z
      .string()
      .trim()
      .min(3, "Enter a reason. It appears in the order's history.")
      .max(1_000, "At most 1,000 characters."),
    /** "2026-11-24T14:05" in the admin's time zone. Default: as long as the policy allows. */
    until: z.string().default(""),
    /** Default: the admin. */
    ownerId: z.string().default(""),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.manage(actor, order) || "Only an admin can put an order on hold.",
  run: async ({ input, thing, ...ctx }) => {
    const policy = await deadlinesOfOrder(thing, ctx.tx);
    const untilAt = input.until ? readHoldDate(ctx, input.until, ctx.now, policy) : longestHold(ctx.now, policy);
    const ownerId = input.ownerId ? await readHoldOwner(ctx, input.ownerId) : uidOf(ctx.actor)!;
    const held = await moveOrder(ctx, thing, "hold");
    const id = newId("hold");
    await ctx.tx
      .insertInto("order_holds")
      .values({ id, orderId: held.id, ownerId, reason: input.reason, createdAt: ctx.now, untilAt })
      .execute();
    await orderFact(
      ctx,
      held,
      "order.held",
      { reason: input.reason, untilAt: untilAt.toISOString(), uid: ownerId },
      ownerId,
    );
    return held;
  },
});
