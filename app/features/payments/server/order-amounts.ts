import type { Order } from "#app/features/orders/server/find-order.ts";
import type { OrderAmounts } from "../rules/ledger.ts";

/** The amounts that were frozen on an order, as the ledger's rules take them. */
export const amountsOf = (
  order: Pick<Order, "listMinor" | "discountMinor" | "taxMinor" | "totalMinor">,
): OrderAmounts => ({
  listMinor: order.listMinor,
  discountMinor: order.discountMinor,
  taxMinor: order.taxMinor,
  totalMinor: order.totalMinor,
});
