import { z } from "zod";
import { moneyTyped } from "#app/platform/rules/text/typed-money.ts";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";

/** In minor units, and how many pro forma invoices of an organization can be open. */
export const TOP_UP_LIMITS = { leastMinor: 5_000, mostMinor: 10_000_000, open: 10 } as const;
const { leastMinor, mostMinor } = TOP_UP_LIMITS;

/** A typed amount, such as "1,000" or "$250.50", in minor units. */
export const TopUpAmount = z
  .string()
  .transform((text) => moneyTyped(text, CURRENCY))
  .pipe(z.number("Enter an amount such as 1000 or 1,000.00."))
  .refine(
    (amount) => amount >= leastMinor && amount <= mostMinor,
    `Enter ${formatMoney(leastMinor, CURRENCY)} to ${formatMoney(mostMinor, CURRENCY)}.`,
  );
