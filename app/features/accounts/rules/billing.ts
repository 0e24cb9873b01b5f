import { ownValue } from "#app/platform/rules/core/own-value.ts";
/** Billing details for invoices, and how they are checked. */

export type Billing = { name: string; address: string; country: string; vatId: string };

/** Countries with a fixed VAT ID format, given without the prefix. */
const VAT_FORMS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  GB: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};
/** Greek VAT IDs begin with EL. */
const prefixOf = (country: string): string => (country === "GR" ? "EL" : country);

/** Normalizes a VAT ID for comparison: no spaces, dots, or hyphens, in capitals. */
export const plainVatId = (vatId: string): string => vatId.replace(/[\s.-]/g, "").toUpperCase();

/** What is wrong with the format of a VAT ID, or null if it's fine or empty. @param vatId as typed */
export function vatIdFault(country: string, vatId: string): string | null {
  if (vatId.trim() === "") return null;
  if (country === "") return "Choose the country that issued this VAT ID.";
  const plain = plainVatId(vatId);
  const prefix = prefixOf(country);
  const form = ownValue(VAT_FORMS, prefix);
  if (!form) return /^[A-Z0-9/]{4,20}$/.test(plain) ? null : "Enter 4 to 20 letters and digits.";
  if (!plain.startsWith(prefix)) return `VAT IDs from this country start with ${prefix}.`;
  return form.test(plain.slice(prefix.length)) ? null : "This isn't a valid VAT ID for this country.";
}

/** Reads a person's stored billing details. Missing ones become empty strings. */
export function billingOf(kept: Record<string, unknown> | null): Billing {
  const text = (key: string): string => (typeof kept?.[key] === "string" ? kept[key] : "");
  return { name: text("name"), address: text("address"), country: text("country"), vatId: text("vatId") };
}
