/** Amounts as banks' files write them: 1,234.56, 1.234,56-, ($12.50), CHF 12'500.00, 12,50 DR. */
import { minorOfDigits } from "#app/platform/rules/core/money.ts";
import { CURRENCY_CODES, SYMBOLS } from "./currencies.ts";

export type Decimal = "." | ",";
/** An amount before its currency is known. `whole` and `decimals` are digits. */
export type FileAmount = { sign: 1 | -1; whole: string; decimals: string; currency: string | null };

const NEGATIVE = new Set(["-", "dr", "d", "s", "dr.", "(dr)"]);
const POSITIVE = new Set(["", "+", "cr", "c", "h", "cr.", "(cr)", "*"]);
/** Longer cells are text. */
const LONGEST = 34;

/** What stands around the digits of an amount: its sign and currency. Null if it's something else. */
function around(text: string): { sign: 1 | -1 | 0; currency: string | null } | null {
  let sign: 1 | -1 | 0 = 0;
  let currency: string | null = null;
  for (const part of text.replaceAll(/([-+])/g, " $1 ").split(" ")) {
    const low = part.toLowerCase();
    if (part === "") continue;
    if (CURRENCY_CODES.has(part.toUpperCase())) currency = part.toUpperCase();
    else if (Object.hasOwn(SYMBOLS, low)) currency ??= SYMBOLS[low] ?? null;
    else if (NEGATIVE.has(low)) sign = -1;
    else if (POSITIVE.has(low)) sign = 1;
    else return null;
  }
  return { sign, currency };
}

const tidy = (text: string): string =>
  text
    .replaceAll(/[\u00a0\u2000-\u200a\u202f]/g, " ")
    .replaceAll(/[\u2212\u2012\u2013]/g, "-")
    .replaceAll(/[’`´]/g, "'")
    .trim();

/** @returns null for a text that isn't an amount with this decimal sign */
export function readAmount(text: string, decimal: Decimal): FileAmount | null {
  if (text.length > LONGEST || !/\d/.test(text)) return null;
  let rest = tidy(text).replace(/^'/, "");
  let sign: 1 | -1 = 1;
  if (rest.startsWith("(") && rest.endsWith(")")) {
    rest = rest.slice(1, -1);
    sign = -1;
  }
  const from = rest.search(/[.,]?\d/);
  let to = rest.length;
  while (to > from && !/\d/.test(rest[to - 1]!)) to--;
  const before = around(rest.slice(0, from));
  const after = around(rest.slice(to));
  if (!before || !after) return null;
  if (before.sign === -1 || after.sign === -1) sign = -1;
  const core = rest.slice(from, to);
  if (!/^[\d.,' ]+$/.test(core)) return null;
  const at = core.lastIndexOf(decimal);
  if (at !== core.indexOf(decimal)) return null;
  const whole = at < 0 ? core : core.slice(0, at);
  const decimals = at < 0 ? "" : core.slice(at + 1);
  if (!/^\d{0,6}$/.test(decimals) || (at >= 0 && decimals === "")) return null;
  const groups = whole.split(/[.,' ]/);
  if (groups.length > 1 && !groups.every((group, i) => (i === 0 ? /^\d{1,3}$/ : /^\d{2,3}$/).test(group))) return null;
  if (groups.length > 1 && groups.at(-1)!.length !== 3) return null;
  const digits = groups.join("");
  if (digits.length > 13) return null;
  return { sign, whole: digits || "0", decimals, currency: before.currency ?? after.currency };
}

/** An amount with the other decimal sign where the file's own doesn't fit: a column may have one of its own. */
export const readEither = (text: string, decimal: Decimal): FileAmount | null =>
  readAmount(text, decimal) ?? readAmount(text, decimal === "." ? "," : ".");

/** The amount in minor units. Null if it has more decimals than its currency. */
export function minorOf({ sign, whole, decimals }: FileAmount, digits: number): number | null {
  const minor = minorOfDigits(whole, decimals, digits);
  return minor === null ? null : sign * minor || 0;
}

/**
 * The decimal sign of a file's amounts. One that both could be, such as 1.234, says nothing.
 * @returns "." if no amount tells
 */
export function decimalOf(texts: Iterable<string>): Decimal {
  let [points, commas] = [0, 0];
  for (const text of texts) {
    const [point, comma] = [readAmount(text, "."), readAmount(text, ",")];
    const isPoint = point !== null && point.decimals.length > 0 && (point.decimals.length !== 3 || comma === null);
    const isComma = comma !== null && comma.decimals.length > 0 && (comma.decimals.length !== 3 || point === null);
    if (isPoint && !isComma) points++;
    else if (isComma && !isPoint) commas++;
  }
  return commas > points ? "," : ".";
}
