import { database } from "#app/platform/server/core/database.ts";
import { type Payment, findPayment } from "../find-payment.ts";
import { stripe } from "../stripe.ts";

/**
 * The payment that something of the provider's is about, by its payment intent. An event can come before the one that told us of the
 * intent: then the provider is asked whose it is. Null for one that isn't ours. Never call it inside a transaction.
 */
export async function paymentOfDispute(of: { paymentIntentId: string | null }): Promise<Payment | null> {
  if (!of.paymentIntentId) return null;
  const payment = await database()
    .selectFrom("payments")
    .selectAll()
    .where("paymentIntentId", "=", of.paymentIntentId)
    .executeTakeFirst();
  if (payment) return payment;
  const { metadata } = await stripe().paymentIntents.retrieve(of.paymentIntentId);
  return findPayment(metadata.paymentId ?? "");
}
