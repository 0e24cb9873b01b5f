import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { sumChangeRefunds } from "#app/features/orders/server/changes/find-change.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { listRefundsOf } from "./find-refund.ts";
import { refundableOf } from "./refund-terms.ts";
import { refundOrder } from "./request-refund.ts";

/**
 * Reaction to a change that costs less: refunds the author the difference, at most what is left of the payments. What
 * was refunded for changes before counts, so running it twice refunds once.
 */
export async function refundChangedOrder(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    const refunded = (await listRefundsOf(order.id, ctx.tx))
      .filter((r) => r.cause === "changed-order")
      .reduce((sum, r) => sum + r.amountMinor, 0);
    const owed = (await sumChangeRefunds(order.id, ctx.tx)) - refunded;
    const amountMinor = Math.min(owed, await refundableOf(order, ctx.tx));
    if (amountMinor <= 0) return;
    await refundOrder(ctx, order, {
      amountMinor,
      cause: "changed-order",
      basis: ["You agreed to a change of your order, which costs less.", "The difference is refunded automatically."],
      requestedBy: null,
    });
  });
}
