import { pricingOfOrder } from "#app/features/pricing/server/read-pricing.ts";
import { after } from "#app/platform/rules/core/time.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { extraTimeFor } from "../../rules/change/reprice.ts";
import { changeOrder } from "../lifecycle/move-order.ts";
import { type Order, quotedPrice } from "../views/find-order.ts";
import type { Ending } from "../agreements/agreement.ts";
import type { OrderCharge } from "../charges/order-charges.ts";

const OUTCOME = { declined: "unpaid", expired: "unpaid", withdrawn: "withdrawn", ended: "ended" } as const;

/** The author didn't pay for more words: the difference is closed with its charge. */
export async function leaveWords(ctx: CommandContext, charge: OrderCharge, how: Ending): Promise<void> {
  await ctx.tx
    .updateTable("word_differences")
    .set({ status: OUTCOME[how], decidedAt: ctx.now })
    .where("chargeId", "=", charge.id)
    .where("status", "=", "charged")
    .execute();
}

/**
 * The author paid for more words: words above the turnaround's limit move the dates.
 * @param before the order as it was priced
 */
export async function takeMoreWords(
  ctx: CommandContext,
  before: Order,
  order: Order,
  charge: OrderCharge,
): Promise<Order> {
  await ctx.tx
    .updateTable("word_differences")
    .set({ status: "paid", decidedAt: ctx.now })
    .where("chargeId", "=", charge.id)
    .execute();
  const extraMs = extraTimeFor(quotedPrice(before), charge.price.billableWords, await pricingOfOrder(before, ctx.tx));
  if (extraMs === 0) return order;
  const moved = (at: Date | null) => (at ? after(at, extraMs) : null);
  return changeOrder(ctx, order, {
    windowMs: order.windowMs + extraMs,
    dueAt: moved(order.dueAt),
    editorDueAt: moved(order.editorDueAt),
  });
}
