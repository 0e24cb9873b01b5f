import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { command } from "#app/platform/server/core/command.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { lockRefundRequest } from "../problems/find-problem.ts";

/** An admin declines a proposed refund and tells its proposer why. @throws not-found, refused, conflict (decided) */
export const declineRefund = command({
  input: z.object({
    requestId: z.string(),
    note: reasonText("Enter a reason.", 5),
  }),
  load: ({ requestId }, { tx }) => lockRefundRequest(tx, requestId),
  allow: (actor) => may(actor, "money") || only("money", "decline this refund"),
  async run({ input, thing: { request, order }, ...ctx }): Promise<void> {
    if (request.status !== "pending") throw conflict("decided", "Someone has already decided on this refund.");
    await ctx.tx
      .updateTable("refund_requests")
      .set({ status: "declined", note: input.note, decidedBy: uidOf(ctx.actor), decidedAt: ctx.now })
      .where("id", "=", request.id)
      .execute();
    const { amountMinor, proposedBy } = request;
    const data = { requestId: request.id, amountMinor, note: input.note, proposedBy };
    await orderFact(ctx, order, "refund.declined", data, request.id);
  },
});
