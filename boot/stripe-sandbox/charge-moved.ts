/** The balance transaction of a captured charge: its amount and the provider's fee, pending for two days. */
import { moveMoney, nowSeconds } from "./objects.ts";
import type { StripeObject, Transaction } from "./store.ts";

const PENDING_SECONDS = 2 * 86_400;

/** Stripe's price for a card payment in the United States: 2.9% and 30 cents. */
const cardFee = (amount: number): number => Math.round((amount * 29) / 1_000) + 30;

/** Saves a captured charge's transaction and references it from the charge, which the caller saves. */
export async function chargeMoved(tx: Transaction, charge: StripeObject): Promise<void> {
  const amount = charge["amount_captured"] as number;
  const fee = cardFee(amount);
  const moved = await moveMoney(tx, {
    type: "charge",
    source: charge.id,
    currency: charge["currency"],
    amount,
    fee,
    reportingCategory: "charge",
    description: charge["description"],
    feeDetails: [
      {
        amount: fee,
        application: null,
        currency: charge["currency"],
        description: "Stripe processing fees",
        type: "stripe_fee",
      },
    ],
    availableOn: nowSeconds() + PENDING_SECONDS,
  });
  charge["balance_transaction"] = moved.id;
}
