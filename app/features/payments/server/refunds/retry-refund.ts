import { z } from "zod";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { enqueue } from "#app/platform/server/core/jobs.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { SEND_REFUND_JOB, reserve } from "./request-refund.ts";

/** Retries a failed refund as a new request to the provider. @throws not-found, refused, conflict */
export const retryRefund = command({
  input: z.object({ refundId: z.string() }),
  async load({ refundId }, ctx) {
    const known = await ctx.tx.selectFrom("refunds").select("orderId").where("id", "=", refundId).executeTakeFirst();
    if (!known?.orderId) throw notFound("refund");
    const order = await lockOrder(ctx.tx, known.orderId);
    const refund = await ctx.tx
      .selectFrom("refunds")
      .selectAll()
      .where("id", "=", refundId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    return { order, refund };
  },
  allow: (actor) => may(actor, "money") || only("money", "retry a refund"),
  async run({ thing: { order, refund }, ...ctx }): Promise<void> {
    if (refund.status !== "failed") throw conflict("not_failed", "This refund hasn't failed.");
    await reserve(ctx, refund.paymentId, refund.amountMinor);
    await ctx.tx
      .updateTable("refunds")
      .set({ status: "requested", attempt: refund.attempt + 1, providerRefundId: null, failure: null, settledAt: null })
      .where("id", "=", refund.id)
      .execute();
    await orderFact(
      ctx,
      order,
      "refund.requested",
      { refundId: refund.id, amountMinor: refund.amountMinor },
      refund.id,
    );
    await enqueue(ctx.tx, SEND_REFUND_JOB, { refundId: refund.id });
  },
});
