import { PROVIDER } from "#app/platform/rules/actor.ts";
import type { Fact } from "#app/platform/rules/fact.ts";
import { transact } from "#app/platform/server/command.ts";
import { database } from "#app/platform/server/database.ts";
import type { Payment } from "./find-payment.ts";
import { checkPayment, settlePayment } from "./settle-payment.ts";
import { isProviderDown, isProviderRefusal, providerDown, stripe } from "./stripe.ts";

/**
 * Closes a payment that is under way, so that nobody pays a price that no longer holds. If it was paid first, that counts.
 * @throws Problem `busy` when the provider does not answer
 */
export async function closeCheckout(payment: Payment): Promise<void> {
  const sessionId = payment.checkoutSessionId;
  // Nobody was ever sent to a checkout whose address we do not have.
  if (sessionId === null)
    return void (await transact(PROVIDER, (deed) => settlePayment(deed, payment, "", { state: "expired" })));
  try {
    await stripe().checkout.sessions.expire(sessionId);
  } catch (error) {
    if (isProviderDown(error)) throw providerDown();
    // Paid or ended already: which of the two is read below.
    if (!isProviderRefusal(error)) throw error;
  }
  await checkPayment(payment, sessionId);
}

/** Reaction: an order that can no longer be paid as it was takes its open checkout with it. */
export async function closeOpenCheckout(fact: Fact): Promise<void> {
  const open = await database()
    .selectFrom("payments")
    .selectAll()
    .where("orderId", "=", fact.orderId)
    .where("status", "in", ["starting", "open"])
    .executeTakeFirst();
  if (open) await closeCheckout(open);
}
