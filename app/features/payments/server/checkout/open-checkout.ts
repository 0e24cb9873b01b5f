import { readClaims, resolveRoles } from "#app/features/accounts/rules/claims.ts";
import { clientPath } from "#app/features/accounts/rules/client-pages.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { formatBillable } from "#app/features/pricing/rules/word-counts.ts";
import {
  SERVICE_LABELS,
  TURNAROUND_LABELS,
  type Service,
  type Turnaround,
} from "#app/features/pricing/rules/policy.ts";
import { CHARGE_LABELS } from "#app/features/orders/rules/change/charge.ts";
import { readChoices } from "#app/features/orders/rules/draft/choices.ts";
import { extrasOf } from "#app/features/orders/rules/draft/extras.ts";
import { orderCharges } from "#app/features/orders/server/charges/order-charges.ts";
import { getOrder, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { releaseHold } from "./release-hold.ts";
import { PROVIDER } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { createSession } from "./create-session.ts";
import type { Payment } from "./find-payment.ts";
import { payUrl } from "../shared-quotes/find-shared-quote.ts";
import { findPayer, forgetPayer } from "../shared-quotes/payer.ts";
import { isProviderDown, isProviderRefusal, providerDown } from "../provider/stripe.ts";

/**
 * Opens the provider's checkout for a payment that is `starting` and stores its URL. Repeating it after a crash gives
 * the same checkout, because the payment's id is the idempotency key and the parameters come from rows that don't
 * change.
 * @returns the checkout URL, or null when the payment has been closed
 * @throws Problem `busy` when the provider doesn't respond. Nothing is lost, and it is retried.
 */
export async function openCheckout(payment: Payment): Promise<string | null> {
  const db = database();
  const order = await getOrder(payment.orderId);
  const { email, claims, ...profile } = await db
    .selectFrom("users as u")
    .leftJoin("auth_user as a", "a.id", "u.uid")
    .select(["u.email", "u.role", "u.isAdmin", "u.isEditor", "a.claims"])
    .where("u.uid", "=", order.userId)
    .executeTakeFirstOrThrow();
  const roles = resolveRoles(readClaims(claims), profile);
  const { app } = config().origins;
  const payer = await findPayer(payment.id, db);
  const charge = payment.chargeId ? await orderCharges.find(payment.chargeId, db) : null;
  // Don't send the manuscript's title or staff's text to the provider.
  const name = charge
    ? CHARGE_LABELS[charge.kind]
    : `${SERVICE_LABELS[order.service as Service]}, ${order.price?.custom ? "custom quote" : TURNAROUND_LABELS[order.turnaround as Turnaround]}`;
  // People whose bank or institution sees nothing else still see what they paid for.
  const extras = extrasOf(readChoices(order.choices).addOns ?? {}).map((extra) => extra.toLowerCase());
  const description = charge
    ? `Extra charge for order ${order.number}`
    : [`Order ${order.number}`, formatBillable(order.billableWords), ...extras].join(", ");
  const shared = payer
    ? payUrl(
        await db
          .selectFrom("shared_quotes")
          .select(["id", "createdAt"])
          .where("id", "=", payer.sharedQuoteId)
          .executeTakeFirstOrThrow(),
      )
    : null;
  const returnTo = (page: string, chargePage: string): string =>
    `${app}${clientPath(roles, charge ? chargePage : `${page}?order=${order.id}`)}`;
  let session;
  try {
    session = await createSession(payment, {
      shown: { name, description },
      about: { paymentId: payment.id, orderId: order.id },
      memo: `Order ${order.number}`,
      email: payer?.email ?? email,
      back: {
        paid: shared
          ? `${shared}?payment=${payment.id}`
          : returnTo("/payment-success", `/order/${order.id}?paid=${payment.chargeId}`),
        cancelled: shared ?? returnTo("/payment-cancelled", `/order/${order.id}`),
      },
      isHeld: payment.heldFirst,
    });
  } catch (error) {
    log.error("couldn't open checkout", error, { paymentId: payment.id });
    if (isProviderDown(error) || !isProviderRefusal(error)) throw providerDown();
    // The next attempt is a new payment with its own key.
    await db
      .updateTable("payments")
      .set({ status: "failed", failure: error.message })
      .where("id", "=", payment.id)
      .where("status", "=", "starting")
      .execute();
    await transact(PROVIDER, async (ctx) => {
      await lockOrder(ctx.tx, order.id);
      await forgetPayer(ctx.tx, payment.id);
      await releaseHold(ctx.tx, order.id);
    });
    throw new Problem(
      "busy",
      "checkout_refused",
      "The card provider didn't accept this payment.",
      "You haven't been charged. Try again, and contact us if it keeps happening.",
    );
  }
  await db
    .updateTable("payments")
    .set({
      status: "open",
      checkoutSessionId: session.id,
      url: session.url,
      expiresAt: new Date(session.expires_at * 1000),
    })
    .where("id", "=", payment.id)
    .where("status", "=", "starting")
    .execute();
  const { url, status } = await db
    .selectFrom("payments")
    .select(["url", "status"])
    .where("id", "=", payment.id)
    .executeTakeFirstOrThrow();
  return status === "open" ? url : null;
}
