import { href, redirectDocument } from "react-router";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { formText } from "#app/platform/rules/text/form-text.ts";
import { startPayment } from "./start-payment.ts";

/**
 * Sends the client to checkout, or back to the order form with the new price if their coupon was used up first. Either
 * way as a full page load, because checkout isn't ours and an open form must forget the old price.
 * @param form with the box a consumer ticks to ask for work to begin right away
 * @throws what startPayment throws, except for a used-up coupon
 */
export async function goToCheckout(actor: Actor, orderId: string, form: FormData): Promise<Response> {
  try {
    return redirectDocument((await startPayment(actor, { orderId, earlyStart: formText(form, "earlyStart") })).url);
  } catch (error) {
    if (error instanceof Problem && error.code === "coupon_used_up")
      return redirectDocument(`${href("/order/new/form")}?order=${orderId}&code=used-up`);
    throw error;
  }
}
