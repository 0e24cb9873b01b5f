/**
 * The price list in another currency. It's the list in dollars at one rate that the policy has for the currency, so a
 * single figure keeps the whole list consistent, and prices change only with a version of the policy. Rates per word
 * are rounded to thousandths. Amounts from ten dollars are rounded up to half of the currency's unit or ten yen.
 */
import {
  type Currency,
  CURRENCY,
  CURRENCY_NAMES,
  divideHalfUp,
  minor,
  unitsOf,
} from "#app/platform/rules/core/money.ts";
import { ownValue } from "#app/platform/rules/core/own-value.ts";
import { eachAddOn } from "./add-ons.ts";
import { SERVICES, TURNAROUNDS, type PricingPolicy } from "./policy.ts";
import { IN_DOLLARS, type PricedIn, fromDollars } from "./priced-in.ts";

/** What the policy has for a dollar in a currency; null for dollars and where it isn't sold. */
const perDollarIn = ({ perDollar }: PricingPolicy, currency: string): number | null =>
  ownValue<number | null>(perDollar, currency) ?? null;

/** The currencies that the price list is sold in, dollars first. */
export const soldIn = (policy: PricingPolicy): Currency[] =>
  CURRENCY_NAMES.filter((one) => one === CURRENCY || perDollarIn(policy, one) !== null);

/** What a dollar of the list is in a currency, or null if it isn't sold in it. */
export function listRate(policy: PricingPolicy, currency: string): PricedIn | null {
  const sold = soldIn(policy).find((one) => one === currency);
  if (sold === undefined) return null;
  return sold === CURRENCY ? IN_DOLLARS : { currency: sold, perDollar: perDollarIn(policy, sold)! };
}

const ROUNDED_FROM = 1_000;
/** An amount of the price list, as people like it. */
function likedAmount(cents: number, at: PricedIn): number {
  const exact = fromDollars(cents, at);
  if (cents < ROUNDED_FROM) return cents > 0 ? Math.max(1, exact) : exact;
  const step = unitsOf(at.currency) === 1 ? 10 : unitsOf(at.currency) / 2;
  return minor(Math.ceil(exact / step) * step);
}

/** A table with each number replaced, and null where there is none. */
const mapped = <K extends string, V extends number | null>(
  keys: readonly K[],
  of: Readonly<Record<K, V>>,
  make: (value: number) => number,
) => Object.fromEntries(keys.map((key) => [key, of[key] === null ? null : make(of[key])])) as Record<K, V>;

/**
 * The price list in a currency, from the one in dollars.
 * @throws RangeError if it isn't sold in that currency
 */
export function pricingIn(policy: PricingPolicy, currency: string): PricingPolicy {
  if (policy.pricedIn.currency === currency) return policy;
  if (policy.pricedIn !== IN_DOLLARS && policy.pricedIn.currency !== CURRENCY)
    throw new RangeError(`A price list in ${policy.pricedIn.currency} can't become one in ${currency}`);
  const at = listRate(policy, currency);
  if (at === null) throw new RangeError(`The price list isn't sold in ${currency}`);
  const amount = (cents: number): number => likedAmount(cents, at);
  const mills = (value: number): number => Math.max(1, divideHalfUp(value * at.perDollar, IN_DOLLARS.perDollar));
  return {
    ...policy,
    pricedIn: at,
    mills: Object.fromEntries(
      SERVICES.map((service) => [service, mapped(TURNAROUNDS, policy.mills[service], mills)]),
    ) as PricingPolicy["mills"],
    minimumMinor: mapped(TURNAROUNDS, policy.minimumMinor, amount),
    reEditMinimumMinor: amount(policy.reEditMinimumMinor),
    reviewersMinor: amount(policy.reviewersMinor),
    addOns: eachAddOn((code) => ({ ...policy.addOns[code], unitMinor: amount(policy.addOns[code].unitMinor) })),
    pay: { ...policy.pay, pricedIn: at },
  };
}

/** The euro's countries (ISO 3166-1), without territories. */
const EURO = new Set("AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK AD MC SM VA ME XK".split(" "));

/** The currency that a buyer in a country gets at first: their own if the list is sold in it, or else dollars. */
export function currencyOfCountry(country: string | null, policy: PricingPolicy): Currency {
  const own: Currency = EURO.has(country ?? "")
    ? "EUR"
    : country === "GB"
      ? "GBP"
      : country === "JP"
        ? "JPY"
        : CURRENCY;
  return soldIn(policy).includes(own) ? own : CURRENCY;
}

/** The currency of a draft: the one that was chosen, while the list is sold in it. */
export const currencyOfDraft = ({ currency }: { currency?: string | undefined }, policy: PricingPolicy): Currency =>
  soldIn(policy).find((one) => one === currency) ?? CURRENCY;
