/** Courtesy credit: what was given free of charge, spent before it expires, and never paid out. Minor units. */
import type { PolicyOf } from "#app/features/policy/rules/policy-part.ts";
import { type PricedIn, fromDollars } from "#app/features/pricing/rules/priced-in.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import type { COURTESY_PART } from "./courtesy-figures.ts";

export type CourtesyPolicy = PolicyOf<typeof COURTESY_PART>;

/**
 * Why somebody has it: staff gave it, a refund returned what they had spent, they referred somebody or were, or they took
 * a refund on their balance.
 */
export const CREDIT_CAUSES = ["goodwill", "refund", "referral", "balance"] as const;
export type CreditCause = (typeof CREDIT_CAUSES)[number];
export const CREDIT_CAUSE_WORDS: Readonly<Record<CreditCause, string>> = {
  goodwill: "Goodwill",
  refund: "Returned by a refund",
  referral: "Referral",
  balance: "For a refund on the balance",
};

/** One amount that was given. */
export type Given = { amountMinor: number; expiresAt: Date };

/**
 * What is left of each amount. The one that expires first is spent first, so a balance belongs to those that expire
 * last.
 */
export function leftOf<G extends Given>(balanceMinor: number, given: readonly G[]): (G & { leftMinor: number })[] {
  let rest = balanceMinor;
  return given
    .toSorted((a, b) => b.expiresAt.getTime() - a.expiresAt.getTime())
    .map((one) => {
      const leftMinor = Math.max(0, Math.min(rest, one.amountMinor));
      rest -= leftMinor;
      return { ...one, leftMinor };
    })
    .toReversed();
}

/** The part of a balance that expires by a moment. */
export const expiringBy = (balanceMinor: number, given: readonly Given[], at: Date): number =>
  Math.max(0, balanceMinor - given.reduce((sum, one) => (one.expiresAt > at ? sum + one.amountMinor : sum), 0));

/**
 * How much credit pays a price: as much as there is, and never all of it.
 * @param freeMinor what its client has and isn't held for other orders
 */
export const creditFor = (
  price: Pick<PriceReceipt, "listMinor" | "discountMinor">,
  freeMinor: number,
  policy: Pick<CourtesyPolicy, "leastPaidMinor">,
  pricedIn: PricedIn,
): number =>
  Math.max(
    0,
    Math.min(freeMinor, price.listMinor - price.discountMinor - fromDollars(policy.leastPaidMinor, pricedIn)),
  );
