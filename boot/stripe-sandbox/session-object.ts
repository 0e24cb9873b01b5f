import { missingResource } from "./failures.ts";
import { emit, nowSeconds, paymentIntentObject } from "./objects.ts";
import type { Payer, StoredCard } from "./charge-object.ts";
import type { StripeObject, Transaction } from "./store.ts";

export type Caller = { id: string | null; key: string | null };
/** Actions of the page itself have no API request. */
export const NOBODY: Caller = { id: null, key: null };

/** A session's internal data, which Stripe doesn't expose. */
export type SessionInside = {
  items: StripeObject[];
  intentData: {
    metadata: Record<string, string>;
    description: string | null;
    receiptEmail: string | null;
    transferGroup: string | null;
    captureMethod: string;
  };
  intent: string | null;
  /** The card and payer between the form and the bank's authentication page. */
  waiting: { payer: Payer; card: StoredCard } | null;
};
export const inside = (session: StripeObject): SessionInside => session["sandbox"] as SessionInside;

export const payerDetails = (payer: { email: string; name: string | null }) => ({
  address:
    payer.name === null
      ? null
      : { city: null, country: "US", line1: null, line2: null, postal_code: null, state: null },
  business_name: null,
  email: payer.email,
  individual_name: null,
  name: payer.name,
  phone: null,
  tax_exempt: "none",
  tax_ids: payer.name === null ? null : [],
});

/** The session, expired if its time has come. @throws StripeFailure 404 */
export async function findSession(tx: Transaction, id: string, lock?: "lock"): Promise<StripeObject> {
  const session = await tx.find(id, lock);
  if (session?.object !== "checkout.session") throw missingResource("checkout.session", id, "session");
  if (lock && session["status"] === "open" && (session["expires_at"] as number) <= nowSeconds())
    await close(tx, session, NOBODY);
  return session;
}

export async function close(tx: Transaction, session: StripeObject, caller: Caller): Promise<void> {
  session["status"] = "expired";
  session["url"] = null;
  const { intent: intentId } = inside(session);
  inside(session).waiting = null;
  await tx.save(session);
  if (intentId !== null) {
    const intent = (await tx.find(intentId, "lock"))!;
    await tx.save({
      ...intent,
      status: "canceled",
      canceled_at: nowSeconds(),
      cancellation_reason: "automatic",
      next_action: null,
    });
  }
  await emit(tx, "checkout.session.expired", session, caller);
}

export async function intentOf(tx: Transaction, session: StripeObject): Promise<StripeObject> {
  const known = inside(session).intent;
  if (known !== null) return (await tx.find(known, "lock"))!;
  const intent = paymentIntentObject(session, inside(session).intentData);
  inside(session).intent = intent.id;
  return intent;
}
