import { CURRENCIES, digitsOf, isCurrency, minorOfDigits } from "../core/money.ts";

/**
 * An amount as people type it, "1,250" or "$1250.50", in minor units of the currency it's asked in. Null for anything
 * else, such as another currency's sign, or decimals in yen.
 */
export function moneyTyped(text: string, currency: string): number | null {
  const found = /^([$€£¥]?)\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found) return null;
  const sign = isCurrency(currency) ? CURRENCIES[currency].sign : "";
  if (found[1] !== "" && found[1] !== sign) return null;
  return minorOfDigits(found[2]!.replaceAll(",", ""), found[3] ?? "", digitsOf(currency));
}
