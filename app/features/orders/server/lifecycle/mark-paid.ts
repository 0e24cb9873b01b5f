import { clientDueAt, editorDueAt } from "#app/features/pricing/rules/deadlines.ts";
import type { Deed } from "#app/platform/server/core/command.ts";
import type { Order } from "../views/find-order.ts";
import { moveOrder, orderFact } from "./move-order.ts";

/**
 * The provider confirmed the whole price: the client's window starts now. A step of the deed that books the payment.
 * @param order locked in this transaction @param amountMinor what was paid, in minor units of the order's currency
 * @throws conflict when the order is not waiting to be paid
 */
export async function markPaid(deed: Deed, order: Order, amountMinor: number): Promise<Order> {
  const dueAt = clientDueAt(deed.now, order.windowMs);
  const paid = await moveOrder(deed, order, "pay", {
    paidMinor: amountMinor,
    paidAt: deed.now,
    dueAt,
    editorDueAt: editorDueAt(deed.now, order.windowMs),
  });
  await orderFact(deed, paid, "order.paid", { amountMinor, currency: paid.currency, dueAt: dueAt.toISOString() });
  return paid;
}
