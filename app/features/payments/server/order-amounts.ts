import type { Order } from "#app/features/orders/server/views/find-order.ts";
import type { OrderAmounts } from "../rules/ledger.ts";

/** An order's frozen amounts, in the form the ledger rules use. */
export const amountsOf = (
  order: Pick<Order, "listMinor" | "discountMinor" | "taxMinor" | "totalMinor">,
): OrderAmounts => ({
  listMinor: order.listMinor,
  discountMinor: order.discountMinor,
  taxMinor: order.taxMinor,
  totalMinor: order.totalMinor,
});
