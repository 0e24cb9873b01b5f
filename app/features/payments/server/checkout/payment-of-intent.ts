import type Stripe from "stripe";
import { database } from "#app/platform/server/core/database.ts";
import { type Payment, findPayment } from "./find-payment.ts";
import { stripe } from "../provider/stripe.ts";

/**
 * The payment that a provider's object is about, by its payment intent. If an event arrives before the one that tells
 * us the intent, this asks the provider. Null if it isn't ours. Never call it inside a transaction.
 * @param intent as in the provider's objects: its ID, the whole intent, or none
 */
export async function paymentOfIntent(
  intent: string | Stripe.PaymentIntent | null | undefined,
): Promise<Payment | null> {
  const id = typeof intent === "string" ? intent : intent?.id;
  if (!id) return null;
  const payment = await database()
    .selectFrom("payments")
    .selectAll()
    .where("paymentIntentId", "=", id)
    .executeTakeFirst();
  if (payment) return payment;
  const { metadata } = await stripe().paymentIntents.retrieve(id);
  return findPayment(metadata.paymentId ?? "");
}
