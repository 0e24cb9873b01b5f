import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { orderAccepted } from "../rules/ledger.ts";
import { deferredOf } from "./post-refund.ts";
import { postEntry } from "./post-entry.ts";

/** Reaction: books an accepted order's price minus refunds as revenue, once. Payouts posts the editors' share. */
export async function recogniseRevenue(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    const deferred = await deferredOf(ctx.tx, order.id);
    if (deferred <= 0) return;
    const { kind, lines } = orderAccepted(deferred, []);
    await postEntry(ctx, {
      key: `recognized:${order.id}`,
      kind,
      orderId: order.id,
      causeType: "order",
      causeId: order.id,
      memo: `Order ${order.number} accepted: price recognized as revenue`,
      currency: order.currency,
      lines,
    });
  });
}
