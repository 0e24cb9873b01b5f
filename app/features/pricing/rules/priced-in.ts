/** The currency of prices, and what a dollar of the price list is in it. */
import {
  type Currency,
  CURRENCY,
  divideHalfUp,
  isCurrency,
  minor,
  type Minor,
  unitsOf,
} from "#app/platform/rules/core/money.ts";

export type PricedIn = {
  currency: Currency;
  /** For one dollar, in ten-thousandths of the currency: 9,200 are 0.92 euros. */
  perDollar: number;
};

const ONE = 10_000;
export const IN_DOLLARS: PricedIn = { currency: CURRENCY, perDollar: ONE };

/** An amount of a price in cents of a dollar, at the price list's rate: what editors' shares and limits are of. */
export const inDollars = (amountMinor: number, { currency, perDollar }: PricedIn): Minor =>
  perDollar === ONE && currency === CURRENCY
    ? minor(amountMinor)
    : minor(divideHalfUp(amountMinor * 100 * ONE, unitsOf(currency) * perDollar));

/** Cents of a dollar in the currency of prices, at the price list's rate. */
export const fromDollars = (cents: number, { currency, perDollar }: PricedIn): Minor =>
  perDollar === ONE && currency === CURRENCY
    ? minor(cents)
    : minor(divideHalfUp(cents * unitsOf(currency) * perDollar, 100 * ONE));

/** The currency of an order's prices, from its receipt. */
export const pricedInOf = ({ currency, perDollar }: { currency: string; perDollar?: number | null }): PricedIn =>
  isCurrency(currency) && perDollar ? { currency, perDollar } : IN_DOLLARS;
