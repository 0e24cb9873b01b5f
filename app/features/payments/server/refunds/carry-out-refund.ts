import { uidOf } from "#app/platform/rules/core/actor.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import type { DecidedCause } from "../../rules/refund-decision.ts";
import type { RefundRequest } from "../problems/find-problem.ts";
import { mayTakeBalance } from "./may-take-balance.ts";
import { refundOrder } from "./request-refund.ts";

/**
 * Refunds the approved amount, and closes the request and the problem it answers.
 * @throws conflict if it exceeds what is left
 */
export async function carryOutRefund(ctx: CommandContext, order: Order, request: RefundRequest): Promise<void> {
  const decided = { decidedBy: uidOf(ctx.actor), decidedAt: ctx.now };
  await refundOrder(ctx, order, {
    toBalance: await isForBalance(ctx, order, request.problemId),
    amountMinor: request.amountMinor,
    cause: request.cause as DecidedCause,
    basis: request.basis,
    requestedBy: request.proposedBy,
  });
  await ctx.tx
    .updateTable("refund_requests")
    .set({ status: "approved", ...decided })
    .where("id", "=", request.id)
    .execute();
  if (request.problemId)
    await ctx.tx
      .updateTable("order_problems")
      .set({ status: "refunded", ...decided })
      .where("id", "=", request.problemId)
      .where("status", "in", ["open", "redo"])
      .execute();
  const { id: requestId, amountMinor, cause, reason } = request;
  await orderFact(ctx, order, "refund.approved", { requestId, amountMinor, cause, reason }, request.id);
}

/**
 * Whether a refund goes on its author's balance: they asked for it with the problem, paid with their own card, and
 * haven't had it before for this order.
 */
async function isForBalance({ tx }: CommandContext, order: Order, problemId: string | null): Promise<boolean> {
  if (problemId === null || order.userId === null) return false;
  const { refundTo } = await tx
    .selectFrom("order_problems")
    .select("refundTo")
    .where("id", "=", problemId)
    .executeTakeFirstOrThrow();
  return refundTo === "balance" && (await mayTakeBalance(order, tx));
}
