/** Certificates that exempt an organization from a tax that it would pay otherwise. */
import { countryName } from "#app/platform/rules/core/country.ts";
import { isEu, placeName } from "./places.ts";
import { REGISTRATION_PLACES, taxName } from "./registration.ts";
import type { TaxPart } from "./tax-rule.ts";

/** Sent by the organization, checked and counting, refused, or over. */
export const EXEMPTION_STATES = ["asked", "active", "declined", "ended"] as const;
export type ExemptionState = (typeof EXEMPTION_STATES)[number];

/** A certificate that was checked. `place`: the tax it's about, or "EU" for the VAT of any member state. */
export type Exemption = { place: string; certificate: string };

/** One certificate covers the VAT of every member state: bodies of the EU, embassies, international organizations. */
const EU = "EU";
export const EXEMPTION_BOUNDS = { perOrganization: 60, waiting: 10 };
/** Days before its last one at which an organization is told that a certificate expires. */
export const EXEMPTION_WARNED_DAYS = 30;

/** Every tax that a certificate can be about, with its name. */
export const EXEMPTION_PLACES: readonly { code: string; label: string }[] = [
  { code: EU, label: "European Union (VAT, Art. 151)" },
  ...REGISTRATION_PLACES.filter(({ code }) => !isEu(code)),
];
export const isExemptionPlace = (code: string): boolean => EXEMPTION_PLACES.some((it) => it.code === code);

/** Those of a seller's registrations. */
export const exemptionPlacesOf = (registrations: readonly { place: string }[]): typeof EXEMPTION_PLACES =>
  EXEMPTION_PLACES.filter(({ code }) =>
    registrations.some(({ place }) => place === code || (code === EU && isEu(place))),
  );

/** "New York (sales tax)" */
export const exemptionPlaceName = (code: string): string =>
  EXEMPTION_PLACES.find((it) => it.code === code)?.label ?? countryName(code);

const covers = ({ place }: Exemption, { code }: Pick<TaxPart, "code">): boolean =>
  place === code || (place === EU && isEu(code));

/** The certificate that exempts a buyer from a tax, or undefined. @param of those that count on the day */
export const exemptionFrom = (tax: Pick<TaxPart, "code">, of: readonly Exemption[]): Exemption | undefined =>
  of.find((one) => covers(one, tax));

/** What invoices say instead of a tax. */
export function exemptionNote({ code }: Pick<TaxPart, "code">, { place, certificate }: Exemption): string {
  if (place === EU) return `Exempt from VAT (Art. 151, Directive 2006/112/EC): certificate ${certificate}.`;
  const name = taxName(code);
  return `Exempt from ${name === "Sales tax" ? "sales tax" : name} in ${placeName(code)}: exemption certificate ${certificate}.`;
}

/** A certificate as far as its time goes. Days are UTC, such as "2027-06-30", and the last one counts. */
export type ExemptionTerm = { state: ExemptionState; lastDay: string };

/** Whether it counts on a day, or why not. */
export const exemptionPhase = ({ state, lastDay }: ExemptionTerm, today: string): ExemptionState | "expired" =>
  state === "active" && today > lastDay ? "expired" : state;
