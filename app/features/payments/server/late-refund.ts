import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { refundFor } from "../rules/refund.ts";
import { refundFactsOf } from "./cancellation.ts";

/** The refund when a very late order is delivered, in minor units. */
export const lateRefundOf = async (order: Order): Promise<number> =>
  refundFor("late-much", await refundFactsOf(order)).clientMinor;
