import { conflict } from "#app/platform/rules/core/errors.ts";
import { closeCheckout } from "./close-checkout.ts";
import type { Payment } from "./find-payment.ts";
import { openCheckout } from "./open-checkout.ts";
import { checkHeldPayment } from "./check-held-payment.ts";
import { checkPayment } from "./settle-payment.ts";
import { isProviderDown, providerDown } from "../provider/stripe.ts";

const ROUNDS = 4;

/**
 * Opens the checkout of a payment, or returns the open one. If it ended, was paid, or no longer fits, the payment is
 * settled and `take` is called again.
 * @param take returns the payment, and whether its checkout still charges the right amount
 * @throws what `take` throws; conflict payment_pending; busy if the provider doesn't respond
 */
export async function continueCheckout(
  take: () => Promise<{ payment: Payment; fits: boolean }>,
): Promise<{ url: string; paymentId: string }> {
  for (let round = 0; round < ROUNDS; round++) {
    const { payment, fits } = await take();
    if (!fits) {
      await closeCheckout(payment);
      continue;
    }
    if (payment.status === "starting" || payment.checkoutSessionId === null) {
      const url = await openCheckout(payment);
      if (url) return { url, paymentId: payment.id };
      continue;
    }
    // It may have ended or been paid without our knowing.
    const seen = await checkHeldPayment(payment, payment.checkoutSessionId).catch((error: unknown) => {
      throw isProviderDown(error) ? providerDown() : error;
    });
    if (seen.state === "open" && seen.url) return { url: seen.url, paymentId: payment.id };
    if (seen.state === "pending" || seen.state === "authorized")
      throw conflict("payment_pending", "Your payment is on its way.", "This page will show it as soon as it arrives.");
    await checkPayment(payment, payment.checkoutSessionId);
  }
  throw providerDown();
}
