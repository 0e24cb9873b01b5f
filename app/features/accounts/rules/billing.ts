import { DAY } from "#app/platform/rules/core/time.ts";
import { ownValue } from "#app/platform/rules/core/own-value.ts";
/** Billing details for invoices, and how they are checked. */

export type Billing = {
  name: string;
  /** University or company that buys, or empty if a person buys for themselves. */
  organization: string;
  address: string;
  country: string;
  /** Code of a US state or Canadian province. */
  state: string;
  vatId: string;
};

/** The official service's answer about a VAT ID. It counts for that ID alone. */
export type VatCheck = {
  vatId: string;
  /** `unavailable`: the service didn't answer. */
  answer: "valid" | "invalid" | "unavailable";
  /** ISO instant. */
  checkedAt: string;
  /** The service's number for the question, as proof of having asked. */
  requestId: string | null;
};

/** How long a VAT ID stays confirmed before the service is asked again. */
export const VAT_CHECK_LASTS_MS = 30 * DAY;

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
  return {
    name: text("name"),
    organization: text("organization"),
    address: text("address"),
    country: text("country"),
    state: text("state"),
    vatId: text("vatId"),
  };
}

/** The last answer about a person's current VAT ID, or null if it was about another one. */
export function vatCheckOf(kept: Record<string, unknown> | null): VatCheck | null {
  const check = kept?.["vatCheck"];
  if (typeof check !== "object" || check === null) return null;
  const { vatId, answer, checkedAt, requestId } = check as Partial<VatCheck>;
  const current = plainVatId(billingOf(kept).vatId);
  if (vatId !== current || current === "" || typeof checkedAt !== "string" || !answer) return null;
  return { vatId, answer, checkedAt, requestId: requestId ?? null };
}

/** Whether a VAT ID counts as confirmed at a moment. */
export const isConfirmed = (check: VatCheck | null, now: Date): boolean =>
  check?.answer === "valid" && now.getTime() - Date.parse(check.checkedAt) <= VAT_CHECK_LASTS_MS;

/** Billing details as stored, without empty ones. The answer about the VAT ID stays as long as the ID does. */
export function billingToKeep(billing: Billing, kept: Record<string, unknown> | null): Record<string, unknown> | null {
  const check = vatCheckOf(kept);
  const given: Record<string, unknown> = Object.fromEntries(
    Object.entries(billing).filter(([, value]) => value !== ""),
  );
  if (check && check.vatId === plainVatId(billing.vatId)) given["vatCheck"] = check;
  return Object.keys(given).length > 0 ? given : null;
}
