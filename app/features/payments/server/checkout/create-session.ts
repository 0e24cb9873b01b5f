import type Stripe from "stripe";
import { stripe } from "../provider/stripe.ts";

/**
 * Opens the card provider's page. Repeating it gives the same page, because the payment's id is the idempotency key; all
 * else must come from what doesn't change.
 * @param payment its id, and an amount in minor units @param shown on the page: what is paid for
 * @param about says on each of the provider's objects what it belongs to
 */
export const createSession = (
  payment: { id: string; amountMinor: number; currency: string },
  {
    shown,
    about,
    memo,
    email,
    back,
    isHeld = false,
  }: {
    shown: { name: string; description: string };
    about: Record<string, string>;
    memo: string;
    email?: string;
    back: { paid: string; cancelled: string };
    /** Hold the money on the card, and take it later. */
    isHeld?: boolean;
  },
): Promise<Stripe.Checkout.Session> =>
  stripe().checkout.sessions.create(
    {
      mode: "payment",
      submit_type: "pay",
      client_reference_id: payment.id,
      ...(email === undefined ? {} : { customer_email: email }),
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: payment.currency.toLowerCase(),
            unit_amount: payment.amountMinor,
            product_data: shown,
          },
        },
      ],
      metadata: about,
      payment_intent_data: {
        metadata: about,
        description: memo,
        ...(isHeld ? { capture_method: "manual" as const } : {}),
      },
      success_url: back.paid,
      cancel_url: back.cancelled,
    },
    { idempotencyKey: payment.id },
  );
