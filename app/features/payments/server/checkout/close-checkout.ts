import { PROVIDER } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { Payment } from "./find-payment.ts";
import { checkPayment, settlePayment } from "./settle-payment.ts";
import { isProviderDown, isProviderRefusal, providerDown, stripe } from "../provider/stripe.ts";

/**
 * Closes a payment in progress, so that nobody pays an outdated price. If it was paid first, that payment counts.
 * @throws Problem `busy` if the provider doesn't respond
 */
export async function closeCheckout(payment: Payment): Promise<void> {
  const sessionId = payment.checkoutSessionId;
  // Without a session, nobody was ever sent to this checkout.
  if (sessionId === null)
    return void (await transact(PROVIDER, (ctx) => settlePayment(ctx, payment, "", { state: "expired" })));
  try {
    await stripe().checkout.sessions.expire(sessionId);
  } catch (error) {
    if (isProviderDown(error)) throw providerDown();
    // Already paid or ended. Which one is read below.
    if (!isProviderRefusal(error)) throw error;
  }
  await checkPayment(payment, sessionId);
}

/** Reaction: closes the open checkout of an order that can no longer be paid at that price. */
export async function closeOpenCheckout(fact: Fact): Promise<void> {
  const open = await database()
    .selectFrom("payments")
    .selectAll()
    .where("orderId", "=", fact.orderId)
    .where("status", "in", ["starting", "open"])
    .executeTakeFirst();
  if (open) await closeCheckout(open);
}

/** Reaction: closes the open checkout of a charge that can no longer be paid. */
export async function closeChargeCheckout(fact: Fact): Promise<void> {
  const open = await database()
    .selectFrom("payments")
    .selectAll()
    .where("chargeId", "=", fact.subjectId)
    .where("status", "in", ["starting", "open"])
    .executeTakeFirst();
  if (open) await closeCheckout(open);
}
