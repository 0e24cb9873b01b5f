import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { sumFewerWords } from "#app/features/orders/server/words/find-difference.ts";
import { listRefundsOf } from "./find-refund.ts";
import { refundableOf } from "./refund-terms.ts";
import { refundOrder } from "./request-refund.ts";

/**
 * Reaction to fewer words than paid for: refunds the author the difference, at most what is left of the payments. What
 * was refunded for fewer words before counts, so running it twice refunds once.
 */
export async function refundFewerWords(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    const refunded = (await listRefundsOf(order.id, ctx.tx))
      .filter((r) => r.cause === "fewer-words")
      .reduce((sum, r) => sum + r.amountMinor, 0);
    const owed = (await sumFewerWords(order.id, ctx.tx)) - refunded;
    const amountMinor = Math.min(owed, await refundableOf(order, ctx.tx));
    if (amountMinor <= 0) return;
    await refundOrder(ctx, order, {
      amountMinor,
      cause: "fewer-words",
      basis: ["The manuscript has fewer words than you paid for.", "The difference is refunded automatically."],
      requestedBy: null,
    });
  });
}
