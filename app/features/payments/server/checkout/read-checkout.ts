import type Stripe from "stripe";
import { type SeenTransaction, seenTransactionIn } from "../provider/seen-transaction.ts";
import { stripe } from "../provider/stripe.ts";

/** The current state of a checkout at the provider. */
export type SeenCheckout =
  | { state: "open"; url: string | null }
  /** Finished, with the money still on its way. */
  | { state: "pending" }
  | { state: "expired" }
  /** The money is held on the card but not captured. */
  | ({ state: "authorized" } & CardMoney)
  /** Held money was released. */
  | { state: "released" }
  | ({ state: "paid" } & CardMoney);

export type CardMoney = {
  amountMinor: number;
  currency: string;
  paymentIntentId: string;
  cardFingerprint: string | null;
  cardLabel: string | null;
  /** Its transaction at the provider, with the fee. Null if the provider hasn't listed it yet. */
  moved: SeenTransaction | null;
};

const BRANDS: Record<string, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

/** "Visa ending 4242" */
function labelOf(card: Stripe.Charge.PaymentMethodDetails.Card): string | null {
  if (!card.last4) return null;
  return `${BRANDS[card.brand ?? ""] ?? "Card"} ending ${card.last4}`;
}

function movedBy(intent: Stripe.PaymentIntent, charge: Stripe.Charge | null): SeenTransaction | null {
  const moved = charge?.balance_transaction;
  if (!moved || typeof moved === "string") return null;
  const { paymentId, depositId } = intent.metadata;
  return { ...seenTransactionIn(moved), paymentIntentId: intent.id, paymentId: paymentId ?? depositId ?? null };
}

/** @param session retrieved with its payment intent and latest charge's transaction expanded */
export function seenIn(session: Stripe.Checkout.Session): SeenCheckout {
  const intent = session.payment_intent;
  if (session.status === "complete" && intent !== null && typeof intent === "object") {
    if (intent.status === "canceled") return { state: "released" };
    const paid = session.payment_status === "paid" || intent.status === "succeeded";
    if (!paid && intent.status !== "requires_capture") return { state: "pending" };
    const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
    const card = charge?.payment_method_details?.card ?? null;
    return {
      state: paid ? "paid" : "authorized",
      amountMinor: paid ? intent.amount_received : intent.amount_capturable,
      currency: intent.currency.toUpperCase(),
      paymentIntentId: intent.id,
      cardFingerprint: card?.fingerprint ?? null,
      cardLabel: card ? labelOf(card) : null,
      moved: movedBy(intent, charge),
    };
  }
  if (session.status === "expired") return { state: "expired" };
  return session.status === "complete" ? { state: "pending" } : { state: "open", url: session.url };
}

/** Asks the provider. Never call it inside a transaction. */
export async function readCheckout(sessionId: string): Promise<SeenCheckout> {
  return seenIn(
    await stripe().checkout.sessions.retrieve(sessionId, {
      expand: ["payment_intent.latest_charge.balance_transaction"],
    }),
  );
}
