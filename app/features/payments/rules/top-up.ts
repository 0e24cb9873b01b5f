import { invalid } from "#app/platform/rules/core/errors.ts";
import { type Currency, decimalMoney, formatMoney, unitsOf } from "#app/platform/rules/core/money.ts";
import { moneyTyped } from "#app/platform/rules/text/typed-money.ts";
import { type PricedIn, fromDollars } from "#app/features/pricing/rules/priced-in.ts";

/** In cents of a dollar, and how many pro forma invoices of an organization can be open. */
export const TOP_UP_LIMITS = { leastMinor: 5_000, mostMinor: 10_000_000, open: 10 } as const;
/** The same for a payment by card, whose fee grows with the amount. It may pay a small statement. */
export const DEPOSIT_LIMITS = { leastMinor: 100, mostMinor: 1_000_000, open: 10 } as const;

/** Bounds that are set in dollars, such as "$50.00 to $100,000.00", in the currency of an account. */
export type Bounds = { leastMinor: number; mostMinor: number };

/**
 * A typed amount, such as "1,000" or "$250.50", in minor units of the currency.
 * @param bounds in cents of a dollar. They count at the price list's rate @throws invalid at the field
 */
export function amountWithin(typed: string, field: string, { leastMinor, mostMinor }: Bounds, at: PricedIn): number {
  const amount = moneyTyped(typed, at.currency);
  const [least, most] = [fromDollars(leastMinor, at), fromDollars(mostMinor, at)];
  if (amount !== null && amount >= least && amount <= most) return amount;
  const fault =
    amount === null
      ? `Enter an amount such as ${example(at.currency)}.`
      : `Enter ${formatMoney(least, at.currency)} to ${formatMoney(most, at.currency)}.`;
  throw invalid(field, fault, "Nothing was saved.", { [field]: fault });
}

function example(currency: Currency): string {
  const exact = decimalMoney(1_000 * unitsOf(currency), currency);
  return `1000 or 1,${exact.slice(1)}`;
}
