import { href, redirectDocument } from "react-router";
import type { Actor } from "#app/platform/rules/actor.ts";
import { Problem } from "#app/platform/rules/errors.ts";
import { startPayment } from "./start-payment.ts";

/**
 * Sends the client to the card provider's page; or, when their coupon was used up before they paid, back to the order form, which shows
 * the new price. A whole new document either way: the provider's page isn't ours, and an open form must forget the old price.
 * @throws what startPayment throws, but for a coupon that was used up
 */
export async function goToCheckout(actor: Actor, orderId: string): Promise<Response> {
  try {
    return redirectDocument((await startPayment(actor, { orderId })).url);
  } catch (error) {
    if (error instanceof Problem && error.code === "coupon_used_up")
      return redirectDocument(`${href("/order/new/form")}?order=${orderId}&code=used-up`);
    throw error;
  }
}
