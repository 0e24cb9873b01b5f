import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { whoDecides } from "../../rules/refund-decision.ts";
import { approvalsNow, approvalsOfOrder } from "#app/features/pricing/server/read-approvals.ts";
import { carryOutRefund } from "./carry-out-refund.ts";
import { listRequestsOf, lockRefundRequest } from "../problems/find-problem.ts";

/**
 * An admin approves a proposed refund. If two admins are needed, the first approval is stored until another admin gives
 * the second.
 * @returns whether the money is on its way @throws not-found, refused, conflict (decided, same_admin, refund_too_much)
 */
export const approveRefund = command({
  input: z.object({ requestId: z.string() }),
  load: ({ requestId }, { tx }) => lockRefundRequest(tx, requestId),
  allow: (actor) => may(actor, "money") || only("money", "approve this refund"),
  async run({ thing: { request, order }, ...ctx }): Promise<{ done: boolean }> {
    if (request.status !== "pending") throw conflict("decided", "Someone has already decided on this refund.");
    const decidedBeforeMinor = (await listRequestsOf(order.id, ctx.tx))
      .filter((r) => r.status === "approved")
      .reduce((sum, r) => sum + r.amountMinor, 0);
    const needs = whoDecides(
      { amountMinor: request.amountMinor, decidedBeforeMinor, paidMinor: order.paidMinor },
      await approvalsOfOrder(order, await approvalsNow(ctx), ctx.tx),
    );
    const uid = uidOf(ctx.actor)!;
    if (needs === "two admins") {
      if (request.firstApprovedBy === uid)
        throw conflict("same_admin", "You've already approved this refund.", "A refund of this size needs two people.");
      if (request.firstApprovedBy === null) {
        await ctx.tx
          .updateTable("refund_requests")
          .set({ firstApprovedBy: uid })
          .where("id", "=", request.id)
          .execute();
        return { done: false };
      }
    }
    await carryOutRefund(ctx, order, request);
    return { done: true };
  },
});
