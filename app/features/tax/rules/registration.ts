/** Where the seller is registered for tax, and since when. */
import { vatTerritory } from "#app/features/accounts/rules/vat-territory.ts";
import { CA_PROVINCES, EU_COUNTRIES, OTHER_VAT_COUNTRIES, US_STATES, placeName } from "./places.ts";

/**
 * `domestic`: the tax of one country, state, or province. `oss`: the EU's One Stop Shop (Directive 2006/112/EC, Art.
 * 358a to 369k), declared in the country it's kept in, for services that are taxed where a consumer lives.
 */
export type RegistrationScheme = "domestic" | "oss";

/** A registration as the rules take it. Days are UTC dates such as "2026-11-23"; both ends are included. */
export type Registration = {
  scheme: RegistrationScheme;
  /** "DE", "GB", "CA", "CA-QC", "US-NY"; for `oss`, the country it's kept in. */
  place: string;
  number: string;
  validFrom: string;
  validUntil: string | null;
};

/** Everywhere a seller can be registered, with the name of its tax. */
export const REGISTRATION_PLACES: readonly { code: string; label: string }[] = [
  ...[...EU_COUNTRIES, ...OTHER_VAT_COUNTRIES].map((code) => ({
    code,
    label: `${placeName(code)} (${taxName(code)})`,
  })),
  { code: "CA", label: "Canada (GST/HST)" },
  ...Object.keys(CA_PROVINCES)
    .filter((code) => ["BC", "MB", "QC", "SK"].includes(code))
    .map((code) => ({ code: `CA-${code}`, label: `${CA_PROVINCES[code]} (${taxName(`CA-${code}`)})` })),
  ...Object.keys(US_STATES).map((code) => ({ code: `US-${code}`, label: `${US_STATES[code]} (sales tax)` })),
].toSorted((a, b) => a.label.localeCompare(b.label, "en"));

export const isRegistrationPlace = (code: string): boolean => REGISTRATION_PLACES.some((place) => place.code === code);

/** The name of a place's tax: "VAT", "GST", "QST", "sales tax". */
export function taxName(place: string): string {
  if (place === "CA" || place === "AU" || place === "NZ") return "GST";
  if (place === "CA-QC") return "QST";
  if (place.startsWith("CA-")) return "PST";
  return place.startsWith("US-") ? "Sales tax" : "VAT";
}

/** Whether a registration applies on a day. @param on a UTC date such as "2026-11-23" */
export const isValidOn = (it: Pick<Registration, "validFrom" | "validUntil">, on: string): boolean =>
  it.validFrom <= on && (it.validUntil === null || on <= it.validUntil);

/** The seller's registration at home. Monaco's is France's, the Isle of Man's is the United Kingdom's. */
export const homeRegistration = <T extends Pick<Registration, "scheme" | "place">>(
  country: string | null | undefined,
  registrations: readonly T[],
): T | undefined =>
  country ? registrations.find((it) => it.scheme === "domestic" && it.place === vatTerritory(country)) : undefined;

/** "Germany, VAT", "EU One Stop Shop, kept in Germany". */
export const registrationName = ({ scheme, place }: Pick<Registration, "scheme" | "place">): string =>
  scheme === "oss" ? `EU One Stop Shop, kept in ${placeName(place)}` : `${placeName(place)}, ${taxName(place)}`;

/** Whether two registrations of the same place and scheme are valid on a common day. */
export const overlap = (a: Registration, b: Registration): boolean =>
  a.scheme === b.scheme &&
  (a.scheme === "oss" || a.place === b.place) &&
  a.validFrom <= (b.validUntil ?? "9999-12-31") &&
  b.validFrom <= (a.validUntil ?? "9999-12-31");
