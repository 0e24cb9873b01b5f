import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { HANDED_OVER } from "#app/features/orders/rules/flow.ts";
import { can } from "#app/features/orders/rules/policy.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { DECIDED_WITHIN_DAYS, businessDaysAfter } from "../rules/refund-decision.ts";

/**
 * A client says what is wrong with a delivered order. One report at a time: while it's being looked at, another waits.
 * @returns when we'll have decided @throws not-found, refused, conflict (not_delivered, reported)
 */
export const reportProblem = command({
  input: z.object({
    orderId: z.string(),
    what: z
      .string()
      .trim()
      .min(30, "Tell us what is wrong and where, in a few sentences.")
      .max(5_000, "Use at most 5,000 characters."),
  }),
  async load({ orderId }, ctx) {
    const order = await lockOrder(ctx.tx, orderId);
    if (!can.view(ctx.actor, order)) throw notFound("order");
    return order;
  },
  allow: (actor, order) => can.decide(actor, order) || "Only the order's author can report a problem with it.",
  async run({ input, thing: order, ...ctx }): Promise<{ dueAt: Date }> {
    if (!HANDED_OVER.includes(order.status))
      throw conflict(
        "not_delivered",
        "This order hasn't been delivered.",
        "Write to your editor or to support in the order's messages.",
      );
    const open = await ctx.tx
      .selectFrom("order_problems")
      .select("id")
      .where("orderId", "=", order.id)
      .where("status", "in", ["open", "redo"])
      .executeTakeFirst();
    if (open)
      throw conflict(
        "reported",
        "We're already looking into a problem with this order.",
        "Add what's missing in the order's messages.",
      );
    const id = newId("problem");
    const dueAt = businessDaysAfter(ctx.now, DECIDED_WITHIN_DAYS);
    await ctx.tx
      .insertInto("order_problems")
      .values({
        id,
        orderId: order.id,
        reportedBy: uidOf(ctx.actor)!,
        what: input.what,
        dueAt,
        createdAt: ctx.now,
      })
      .execute();
    await orderFact(ctx, order, "problem.reported", { problemId: id, dueAt: dueAt.toISOString() }, id);
    return { dueAt };
  },
});
