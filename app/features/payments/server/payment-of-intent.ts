import type Stripe from "stripe";
import { database } from "#app/platform/server/core/database.ts";
import { type Payment, findPayment } from "./find-payment.ts";
import { stripe } from "./stripe.ts";

/**
 * The payment that something of the provider's is about, by its payment intent. An event can come before the one that
 * told us of the intent: then the provider is asked whose it is. Null for one that isn't ours. Never call it inside a
 * transaction.
 * @param intent as the provider's objects have it: its id, the whole intent, or none
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
