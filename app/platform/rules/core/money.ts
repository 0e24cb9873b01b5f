/** An amount in the smallest unit of its currency (cents, or whole yen). Always a safe integer; may be negative for reversals. */
export type Minor = number & { readonly __brand: "Minor" };

/** The currencies that orders can be priced and paid in. Operators choose which of them they sell in. */
export const CURRENCIES = {
  USD: { name: "US dollars", one: "US dollar", sign: "$" },
  EUR: { name: "euros", one: "euro", sign: "€" },
  GBP: { name: "pounds sterling", one: "pound sterling", sign: "£" },
  JPY: { name: "Japanese yen", one: "Japanese yen", sign: "¥" },
} as const satisfies Readonly<Record<string, { name: string; one: string; sign: string }>>;
export type Currency = keyof typeof CURRENCIES;
export const CURRENCY_NAMES = Object.keys(CURRENCIES) as Currency[];
/** Whether an external string is one of them. */
export const isCurrency = (value: unknown): value is Currency => typeof value === "string" && value in CURRENCIES;

/** "euros", or the code of a currency that we don't sell in. */
export const currencyName = (currency: string): string => (isCurrency(currency) ? CURRENCIES[currency].name : currency);

/** The company's own: of its books, of the price list that others are derived from, and of limits. */
export const CURRENCY: Currency = "USD";
/** What editors earn, whatever the client pays in. */
export const PAY_CURRENCY: Currency = "USD";

/** Currencies whose smallest unit isn't a hundredth (ISO 4217). */
const WHOLE = new Set("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" "));
const THOUSANDTHS = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "));

/** How many decimals an amount in a currency has: 2 for dollars, 0 for yen. */
export const digitsOf = (currency: string): number => (WHOLE.has(currency) ? 0 : THOUSANDTHS.has(currency) ? 3 : 2);
/** How many of a currency's smallest units make one of it: 100 for dollars, 1 for yen. */
export const unitsOf = (currency: string): number => 10 ** digitsOf(currency);

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

/** Rounds like `divideHalfUp`, for products that are larger than safe integers. @param denominator positive */
export function divideBigHalfUp(numerator: bigint, denominator: bigint): number {
  const n = numerator < 0n ? -numerator : numerator;
  const size = Number((2n * n + denominator) / (2n * denominator));
  return (numerator < 0n ? -size : size) || 0;
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
  return format.format(amount / unitsOf(currency) || 0).replace(/^-/, "−");
}

/** What an editor earns, for people. */
export const formatPay = (amount: number): string => formatMoney(amount, PAY_CURRENCY);

/** "$": before a field for an amount. */
export const moneySymbol = (currency: Currency): string => CURRENCIES[currency].sign;

/** "$0.038": a price per word, in thousandths of the currency. */
export const formatMills = (mills: number, currency: string): string =>
  new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: digitsOf(currency) + 1,
    maximumFractionDigits: 3,
  }).format(mills / 1_000);

/**
 * "95.00", or "95" in yen: a plain decimal for bank files and CSV, no symbol, no grouping.
 * @param amount in minor units @throws RangeError if it isn't a whole number of them
 */
export function decimalMoney(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  const sign = amount < 0 ? "-" : "";
  const n = String(Math.abs(minor(amount))).padStart(digits + 1, "0");
  return digits === 0 ? `${sign}${n}` : `${sign}${n.slice(0, -digits)}.${n.slice(-digits)}`;
}

/** An amount for a file of a list, where nothing is an empty field. */
export const csvMoney = (amount: number | null, currency: string): string | null =>
  amount === null ? null : decimalMoney(amount, currency);

/**
 * The digits before and after a decimal point as minor units: "12" and "5" are 1,250 of a currency with two decimals.
 * @returns null for more decimals than the currency has, or more digits than a number can have
 */
export function minorOfDigits(whole: string, decimals: string, digits: number): number | null {
  if (/[1-9]/.test(decimals.slice(digits))) return null;
  const found = Number(`${whole}${decimals.slice(0, digits).padEnd(digits, "0")}`);
  return Number.isSafeInteger(found) ? found : null;
}
