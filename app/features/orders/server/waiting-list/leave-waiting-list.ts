import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "../../rules/can.ts";
import { lockOwn } from "../drafts/find-draft.ts";

/** Removes the author of a draft from its waiting list. Safe to repeat. */
export const leaveWaitingList = command({
  input: z.object({ orderId: z.string() }),
  load: ({ orderId }, ctx) => lockOwn(ctx, orderId),
  allow: (actor, order) => can.edit(actor, order) || "Only the author of an order can leave the list for it.",
  async run({ thing: order, ...ctx }): Promise<void> {
    const left = await ctx.tx
      .deleteFrom("field_waits")
      .where("orderId", "=", order.id)
      .where("toldAt", "is", null)
      .returning(["id", "subfield"])
      .execute();
    for (const { id, subfield } of left) await ctx.fact("field_wait.left", { subjectId: id, data: { subfield } });
  },
});
