import type { OrderStatus } from "../flow.ts";

/**
 * The page of the request for a custom quote that an unpaid order is part of, or null. Such an order isn't changed in
 * the order form: its price is an offer.
 */
export const quotePage = (order: {
  id: string;
  status: OrderStatus;
  price: { custom?: object } | null;
}): string | null =>
  order.status === "quote_requested" || order.price?.custom ? `/order/custom-quote?order=${order.id}` : null;
