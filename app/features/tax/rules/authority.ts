/**
 * The tax offices that we owe tax to. Each has an account of its own: the lines of "Tax payable" name it as their
 * party. It's the office's and not a registration's, because what's owed stays when a number or its first day changes.
 */
import { REGISTRATION_PLACES, type Registration, isRegistrationPlace, registrationName } from "./registration.ts";
import { EU_COUNTRIES, isEu } from "./places.ts";

/** "DE", "CA-QC", "US-NY", or "OSS-DE" for the One Stop Shop that's kept in Germany. */
export type Authority = string;

/** Of tax whose authority isn't known: what was booked before there were accounts for each, and nothing else. */
export const NOT_ATTRIBUTED = "unknown";
const OSS = "OSS-";

/** The One Stop Shop that's kept in Germany, whose portal imports a file. */
export const OSS_GERMANY: Authority = `${OSS}DE`;

/** The authority that a registration's tax is owed to. */
export const authorityOf = ({ scheme, place }: Pick<Registration, "scheme" | "place">): Authority =>
  scheme === "oss" ? `${OSS}${place}` : place;

/** The scheme and place of an authority, or null if it isn't attributed. */
export function registrationOf(authority: Authority): Pick<Registration, "scheme" | "place"> | null {
  if (authority === NOT_ATTRIBUTED) return null;
  return authority.startsWith(OSS)
    ? { scheme: "oss", place: authority.slice(OSS.length) }
    : { scheme: "domestic", place: authority };
}

/** Every authority that there can be. */
export const AUTHORITIES: readonly Authority[] = [
  ...REGISTRATION_PLACES.map(({ code }) => code),
  ...EU_COUNTRIES.map((code) => `${OSS}${code}`),
  NOT_ATTRIBUTED,
];

/** Whether a text is an authority. @param text untrusted */
export const isAuthority = (text: string): boolean => {
  const of = registrationOf(text);
  return of === null || (of.scheme === "oss" ? EU_COUNTRIES.includes(of.place) : isRegistrationPlace(of.place));
};

/** "Germany, VAT", "EU One Stop Shop, kept in Germany", or "Not attributed". */
export const authorityName = (authority: Authority): string => {
  const of = registrationOf(authority);
  return of ? registrationName(of) : "Not attributed";
};

/** Currencies of the places that don't declare in euros. */
const CURRENCIES = {
  AU: "AUD",
  CA: "CAD",
  CH: "CHF",
  CZ: "CZK",
  DK: "DKK",
  GB: "GBP",
  HU: "HUF",
  NO: "NOK",
  NZ: "NZD",
  PL: "PLN",
  RO: "RON",
  SE: "SEK",
  US: "USD",
} as const satisfies Readonly<Record<string, string>>;

/**
 * The currency that an authority's tax is declared in, or null if it isn't attributed. The One Stop Shop is declared in
 * the currency of the country that it's kept in (Directive 2006/112/EC, Art. 369h).
 */
export function authorityCurrency(authority: Authority): string | null {
  const country = registrationOf(authority)?.place.split("-")[0];
  if (country === undefined) return null;
  return Object.hasOwn(CURRENCIES, country)
    ? CURRENCIES[country as keyof typeof CURRENCIES]
    : isEu(country)
      ? "EUR"
      : null;
}

/** Tax owed to one authority, in minor units. */
export type TaxOwed = { authority: Authority; amountMinor: number };
