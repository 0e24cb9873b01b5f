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
    // A revision's new words are paid after an acceptance and recognized at the next one.
    const again = await ctx.tx
      .selectFrom("journal_entries")
      .select("id")
      .where("key", "=", `recognized:${order.id}`)
      .executeTakeFirst();
    const { kind, lines } = orderAccepted(deferred, []);
    await postEntry(ctx, {
      key: again ? `recognized:${order.id}:${fact.id}` : `recognized:${order.id}`,
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
