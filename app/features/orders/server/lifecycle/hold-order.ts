import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "../../rules/policy.ts";
import { lockOrder } from "../views/find-order.ts";
import { moveOrder, orderFact } from "./move-order.ts";
import { raiseFlag } from "./raise-flag.ts";

/** An admin puts an order on hold, with a reason: its clocks and payout stop until it's resumed. */
export const holdOrder = command({
  input: z.object({
    orderId: z.string(),
    reason: z
      .string()
      .trim()
      .min(3, "Enter a reason. It appears in the order's history.")
      .max(1_000, "At most 1,000 characters."),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.manage(actor, order) || "Only an admin can put an order on hold.",
  run: async (ctx) => {
    const held = await moveOrder(ctx, ctx.thing, "hold");
    await raiseFlag(ctx, held.id, "held");
    await orderFact(ctx, held, "order.held", { reason: ctx.input.reason });
    return held;
  },
});
