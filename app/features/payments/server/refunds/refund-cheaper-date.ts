import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { sumAgreedRefunds } from "#app/features/orders/server/due-date/find-date-proposal.ts";
import { listRefundsOf } from "./find-refund.ts";
import { refundOrder } from "./request-refund.ts";
import { refundableOf } from "./refund-terms.ts";

/**
 * Reaction to a later date that costs less: refunds the author the difference, at most what is left of the payment.
 * What was refunded for such dates before counts, so running it twice refunds once.
 */
export async function refundCheaperDate(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    const refunded = (await listRefundsOf(order.id, ctx.tx))
      .filter((r) => r.cause === "later-date")
      .reduce((sum, r) => sum + r.amountMinor, 0);
    const owed = (await sumAgreedRefunds(order.id, ctx.tx)) - refunded;
    const amountMinor = Math.min(owed, await refundableOf(order, ctx.tx));
    if (amountMinor <= 0) return;
    await refundOrder(ctx, order, {
      amountMinor,
      cause: "later-date",
      basis: ["You agreed to a later due date, which costs less.", "The difference is refunded automatically."],
      requestedBy: null,
    });
  });
}
