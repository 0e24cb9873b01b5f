import { z } from "zod";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { isReEditable } from "../../rules/draft/re-edit.ts";
import { can } from "../../rules/can.ts";
import { whyNoReEdit } from "../work/find-delivery.ts";
import { draftOfDelivery } from "./draft-of-delivery.ts";
import { lockOwn } from "./find-draft.ts";
import type { Order } from "../views/find-order.ts";

/**
 * A new draft for the changed sentences of a delivered manuscript, with the choices of its order, and its editor
 * invited first. An unpaid re-edit of the same order is continued, so it's safe to repeat and to run twice at once.
 * @throws gone when the delivery's files have been deleted
 */
export const startReEdit = command({
  input: z.object({ orderId: z.string() }),
  load: ({ orderId }, ctx) => lockOwn(ctx, orderId),
  allow: (actor, order) => can.decide(actor, order) || "Only the author can order a re-edit.",
  async run({ thing: delivered, ...ctx }): Promise<Order> {
    const refusal = await whyNoReEdit(delivered, ctx.tx);
    if (refusal)
      throw new Problem(
        isReEditable(delivered.status) ? "gone" : "conflict",
        "no_delivery",
        refusal,
        "Place a new order for the new version, or contact support.",
      );
    return draftOfDelivery(ctx, delivered, false);
  },
});
