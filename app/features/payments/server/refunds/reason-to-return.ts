import { whyChargeUnpayable } from "#app/features/orders/server/charges/apply-charge.ts";
import type { OrderCharge } from "#app/features/orders/server/charges/order-charges.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import type { Payment } from "../checkout/find-payment.ts";
import type { CardMoney } from "../checkout/read-checkout.ts";

/** Why a payment can't be applied, in words for the client, or null when it pays the order. */
export function reasonToReturn(
  order: Order,
  charge: OrderCharge | null,
  payment: Payment,
  seen: CardMoney,
  now: Date,
): string | null {
  if (charge)
    return (
      (payment.status === "succeeded" ? "This charge was already paid." : whyChargeUnpayable(order, charge, now)) ??
      mismatch(charge, seen)
    );
  if (payment.status === "succeeded" || order.paidAt !== null) return "The order was already paid.";
  if (order.status === "expired" || (order.quoteExpiresAt !== null && order.quoteExpiresAt <= now))
    return "The quote had expired when the payment arrived.";
  if (order.status !== "quoted" && order.status !== "awaiting_payment")
    return order.status === "cancelled" ? "The order was canceled." : "The order isn't awaiting payment.";
  return mismatch(order, seen);
}

function mismatch(priced: { currency: string; totalMinor: number }, seen: CardMoney): string | null {
  if (seen.currency !== priced.currency) return "The payment was in a different currency from the order.";
  return seen.amountMinor === priced.totalMinor ? null : "The amount didn't match the order's price.";
}
