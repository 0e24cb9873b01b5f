import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { can } from "../../rules/can.ts";
import { reviewersRefusal } from "../../rules/review/reviewers.ts";
import type { Order } from "../views/find-order.ts";
import { draftOfDelivery } from "./draft-of-delivery.ts";
import { lockOwn } from "./find-draft.ts";

/**
 * A new draft for a response to reviewers: a re-edit whose reply letter is edited too, against the reviewers' comments.
 * If the delivery's files have been deleted, all of its text is new work. Safe to repeat and to run twice at once.
 */
export const startResponse = command({
  input: z.object({ orderId: z.string() }),
  load: ({ orderId }, ctx) => lockOwn(ctx, orderId),
  allow: (actor, order) => can.decide(actor, order) || "Only the author can order a response to reviewers.",
  async run({ thing: delivered, ...ctx }): Promise<Order> {
    const refusal = reviewersRefusal(delivered, ctx.now, await deadlinesOfOrder(delivered, ctx.tx));
    if (refusal) throw conflict("no_response", refusal, "You can place a new order for the new version at any time.");
    return draftOfDelivery(ctx, delivered, true);
  },
});
