import { clientDueAt, editorDueAt } from "#app/features/pricing/rules/deadlines.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { FactData } from "#app/platform/rules/core/fact.ts";
import type { Order } from "../views/find-order.ts";
import { moveOrder, orderFact } from "./move-order.ts";
import { keepReservation } from "./reserve-editor.ts";

type PaidByOther = Pick<FactData["order.paid"], "sharedQuote" | "poNumber" | "account">;

/**
 * The provider confirmed the whole price: the client's window starts now. A step of the command that books the payment.
 * @param order locked in this transaction
 * @param amountMinor what was paid, in minor units of the order's currency
 * @param other the shared quote with which somebody else paid, or the organization that pays, if so
 * @throws conflict when the order isn't waiting for payment
 */
export async function markPaid(
  ctx: CommandContext,
  order: Order,
  amountMinor: number,
  other: PaidByOther | null = null,
): Promise<Order> {
  const dueAt = clientDueAt(ctx.now, order.windowMs);
  const paid = await moveOrder(ctx, order, "pay", {
    paidMinor: amountMinor,
    paidAt: ctx.now,
    dueAt,
    editorDueAt: editorDueAt(ctx.now, order.windowMs, 0, order.secondReader),
  });
  await keepReservation(ctx.tx, paid.id);
  const earlier = await ctx.tx
    .selectFrom("facts")
    .select("id")
    .where("kind", "=", "order.paid")
    .limit(1)
    .executeTakeFirst();
  await orderFact(ctx, paid, "order.paid", {
    amountMinor,
    currency: paid.currency,
    dueAt: dueAt.toISOString(),
    ...(earlier ? {} : { first: true }),
    ...other,
  });
  return paid;
}
