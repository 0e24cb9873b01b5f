/** An amount in the smallest unit of its currency (cents). Always a safe integer; may be negative for reversals. */
export type Minor = number & { readonly __brand: "Minor" };

export type Currency = "USD" | "EUR" | "GBP";
/** The company's own: of its prices, its books, and what editors earn. */
export const CURRENCY: Currency = "USD";

/**
 * Brands a number as minor units.
 * @throws RangeError if it isn't a safe integer: a fraction of a cent is always a bug of the caller.
 */
export function minor(value: number): Minor {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of minor units: ${value}`);
  return (value === 0 ? 0 : value) as Minor;
}

/** The sum of amounts in minor units. */
export function sum(amounts: Iterable<number>): Minor {
  let total = 0;
  for (const amount of amounts) total += amount;
  return minor(total);
}

/**
 * Rounds numerator / denominator half up, away from zero for negatives, in exact integer arithmetic.
 * @param numerator safe integer @param denominator positive safe integer
 */
export function divideHalfUp(numerator: number, denominator: number): number {
  if (!Number.isSafeInteger(numerator) || !Number.isSafeInteger(denominator) || denominator <= 0)
    throw new RangeError(`Cannot divide ${numerator} by ${denominator}`);
  const sign = numerator < 0 ? -1 : 1;
  const n = Math.abs(numerator);
  const whole = Math.floor(n / denominator);
  const rest = n - whole * denominator;
  return sign * (rest * 2 >= denominator ? whole + 1 : whole) || 0;
}

/** A share of an amount given in basis points (1 bp = 0.01%), rounded half up once. */
export function shareBp(amount: number, basisPoints: number): Minor {
  return minor(divideHalfUp(amount * basisPoints, 10_000));
}

const formats = new Map<string, Intl.NumberFormat>();

/** "$95.00": for people. The same on the server and in the browser (fixed locale, no time zone). */
export function formatMoney(amount: number, currency: string): string {
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat("en-US", { style: "currency", currency, currencyDisplay: "narrowSymbol" });
    formats.set(currency, format);
  }
  // Otherwise negative zero would show its sign.
  return format.format(amount / 100 || 0).replace(/^-/, "−");
}

/** "$": before a field for an amount. */
export const moneySymbol = (currency: string): string => formatMoney(0, currency).split("0")[0] ?? "";

/** "$0.038": a price per word, in thousandths of the currency. */
export const formatMills = (mills: number, currency: string): string =>
  new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: 3,
  }).format(mills / 1_000);

/**
 * "95.00": a plain decimal for bank files and CSV, no symbol, no grouping.
 * @throws RangeError if it isn't a whole number of minor units
 */
export function decimalMoney(amount: number): string {
  const sign = amount < 0 ? "-" : "";
  const n = Math.abs(minor(amount));
  return `${sign}${Math.floor(n / 100)}.${String(n % 100).padStart(2, "0")}`;
}

/** An amount for a file of a list, where nothing is an empty field. */
export const csvMoney = (amount: number | null): string | null => (amount === null ? null : decimalMoney(amount));
