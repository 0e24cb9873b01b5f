import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { publish } from "#app/platform/server/live/live.ts";
import { lockOrder } from "../views/find-order.ts";

/** Adds an internal note to an order. Its author and editor never see it. */
export const addOrderNote = command({
  input: z.object({
    orderId: z.string(),
    body: z.string().trim().min(1, "Write a note.").max(2_000, "Use at most 2,000 characters."),
  }),
  load: ({ orderId }, { tx }) => lockOrder(tx, orderId),
  allow: (actor) => may(actor, "care") || "Only staff can add notes.",
  async run({ input, thing: order, tx, actor, now }): Promise<void> {
    await tx
      .insertInto("order_notes")
      .values({
        id: newId("orderNote"),
        orderId: order.id,
        authorId: uidOf(actor)!,
        body: input.body,
        createdAt: now,
      })
      .execute();
    await publish(tx, ["staff"], { kind: "order.noted", orderId: order.id });
  },
});
