import { zoneOf } from "#app/platform/rules/core/actor.ts";
import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { instantOf } from "#app/platform/rules/core/wall-clock.ts";
import { command } from "#app/platform/server/core/command.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { mayWaitBeyond, waitFault } from "../../rules/deadline/late-order.ts";
import { can } from "../../rules/can.ts";
import { timesOf } from "../../rules/deadline/lateness.ts";
import { changeOrder, orderFact } from "../lifecycle/move-order.ts";
import { lockOrder } from "../views/find-order.ts";

/**
 * The client of a very late order waits until a date of their choice, instead of being refunded automatically before
 * that. They still get the compensation for lateness, and can cancel for a full refund at any time. Choosing the same
 * date twice does nothing.
 * @throws conflict when the order isn't late enough, or was delivered or ended
 */
export const chooseToWait = command({
  input: z.object({
    orderId: z.string(),
    /** "2026-11-24T14:05" in the client's time zone. */
    until: z.string(),
  }),
  load: ({ orderId }, { tx }) => lockOrder(tx, orderId),
  allow: (actor, order) => can.decide(actor, order) || "Only the order's author can choose to wait for it.",
  run: async ({ input, thing: order, ...ctx }) => {
    const refundAt = mayWaitBeyond(timesOf(order), ctx.now, await deadlinesOfOrder(order, ctx.tx));
    if (!refundAt)
      throw conflict(
        "not_late",
        "This order isn't waiting for a late delivery.",
        "Reload the page to see what it's waiting for now.",
      );
    const zone = zoneOf(ctx.actor);
    const until = instantOf(input.until, zone);
    if (until && until.getTime() === order.waitUntilAt?.getTime()) return { until };
    const fault = until ? waitFault(until, refundAt, ctx.now) : "Choose a date and a time.";
    if (!until || fault)
      throw invalid("date", fault ?? "", "Choose another date and confirm again.", { until: fault ?? "" });
    const waiting = await changeOrder(ctx, order, { waitUntilAt: until });
    await orderFact(ctx, waiting, "order.wait_chosen", {
      untilAt: until.toISOString(),
      refundAt: refundAt.toISOString(),
    });
    return { until };
  },
});
