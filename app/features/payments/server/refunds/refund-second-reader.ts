import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { readerRefund } from "#app/features/orders/rules/review/second-reading.ts";
import { lockOrder, quotedPrice } from "#app/features/orders/server/views/find-order.ts";
import { refundFactsOf } from "../cancel/cancellation.ts";
import { listRefundsOf } from "./find-refund.ts";
import { refundOrder } from "./request-refund.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

/** Refunds that lower the price itself. The reader's part is a share of what's left after them. */
const PRICE_CUTS = ["fewer-words", "later-date", "changed-order"];

/**
 * Reaction to an order that continues without its second reader: refunds the author the reader's part of the price,
 * once, at most what is left of the payment. Safe to repeat.
 */
export async function refundSecondReader(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    const known = await listRefundsOf(order.id, ctx.tx);
    if (known.some((r) => r.cause === "second-reader")) return;
    const { paidMinor, refundedMinor } = await refundFactsOf(order, ctx.tx);
    const cut = known.filter((r) => PRICE_CUTS.includes(r.cause)).reduce((sum, r) => sum + r.amountMinor, 0);
    const part = readerRefund(quotedPrice(order), paidMinor - cut, await payOfOrder(order, ctx.tx));
    const amountMinor = Math.min(part, paidMinor - refundedMinor);
    if (amountMinor <= 0) return;
    await refundOrder(ctx, order, {
      amountMinor,
      cause: "second-reader",
      basis: ["Your order continued without its second reader.", "The second reader's part of the price is refunded."],
      requestedBy: null,
    });
  });
}
