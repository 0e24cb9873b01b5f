import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { transact } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import type { Unearned } from "../../rules/ledger/ledger.ts";
import { lessPromised } from "../../rules/ledger/refund-entries.ts";
import { orderAccepted, orderDelivered } from "../../rules/ledger/order-entries.ts";
import { listPaymentsOf } from "../checkout/find-payment.ts";
import { promisedOf, unearnedOf } from "../refunds/post-refund.ts";
import { postEntry } from "./post-entry.ts";

/**
 * Reaction to a delivery: books its payment as earned, except what will be refunded, at the moment of the delivery,
 * like the editors' cost. Reaction to an acceptance: does the same with payments since the last delivery for which
 * there will be no revision. Safe to repeat.
 */
export async function recognizeRevenue(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    const promised = await promisedOf(ctx.tx, order, fact.at);
    const later = await paidAfter(ctx.tx, order.id, fact.at);
    const earned = lessPromised(await unearnedOf(ctx.tx, order.id), {
      listMinor: promised.listMinor + later.listMinor,
      discountMinor: promised.discountMinor + later.discountMinor,
    });
    if (earned.listMinor <= 0) return;
    const isDelivery = fact.kind === "order.delivered";
    const { kind, lines } = isDelivery ? orderDelivered(earned) : orderAccepted(earned, []);
    await postEntry(ctx, {
      key: `earned:${order.id}:${fact.id}`,
      kind,
      orderId: order.id,
      causeType: "order",
      causeId: order.id,
      memo: `Order ${order.number} ${isDelivery ? "delivered" : "accepted"}: price recognized as revenue`,
      currency: order.currency,
      happenedAt: fact.at,
      lines,
    });
  });
}

/** Payments after a moment, such as for new words in the next revision, which aren't earned by what happened before. */
async function paidAfter(tx: Tx, orderId: string, at: Date): Promise<Unearned> {
  const later = (await listPaymentsOf(orderId, tx)).filter(
    (p) => p.status === "succeeded" && !p.surplus && p.succeededAt !== null && p.succeededAt > at,
  );
  return {
    listMinor: later.reduce((sum, p) => sum + (p.listMinor ?? 0), 0),
    discountMinor: later.reduce((sum, p) => sum + (p.discountMinor ?? 0), 0),
  };
}
