/** The tax on what the company buys from a supplier: an editor whose invoice the company issues itself. */
import { vatTerritory } from "#app/features/accounts/rules/vat-territory.ts";
import { isEu, placeName } from "./places.ts";
import { taxName } from "./registration.ts";
import type { TaxRates } from "./tax-rates.ts";
import { type TaxRule, formatRate } from "./tax-rule.ts";

export type Supplier = {
  /** Where they're established. */
  country: string;
  vatId: string | null;
  /** `small`: exempt as a small business. */
  status: "registered" | "small" | "none";
};

const NOTES = {
  reverse:
    "Reverse charge: VAT is accounted for by the recipient of the service (Art. 44 and 196, Directive 2006/112/EC).",
  small: "No VAT is charged: the seller is exempt as a small business",
  unregistered: "No VAT is charged: the seller isn't registered for VAT.",
  fromOutside:
    "Outside the scope of VAT in the seller's country: the place of supply is where the recipient is established, and the recipient accounts for any VAT there.",
  toOutside:
    "Not subject to EU VAT: the place of supply is where the recipient is established (Art. 44, Directive 2006/112/EC).",
} as const;

/** The rule that a small business names in its country. */
const SMALL_BUSINESS: Readonly<Record<string, string>> = {
  AT: "§ 6 Abs. 1 Z 27 UStG",
  DE: "§ 19 UStG",
  FR: "art. 293 B du CGI",
  NL: "art. 25 Wet OB 1968",
};

const none = (note: string): TaxRule => ({ kind: "none", note });

/**
 * The tax on a supplier's services to a business, which are supplied where the business is established (Directive
 * 2006/112/EC, Art. 44; the United Kingdom, Norway, and Switzerland have the same rule).
 * @param buyerCountry where the company is; null before its details are entered
 */
export function supplierTax(supplier: Supplier, buyerCountry: string | null, rates: TaxRates): TaxRule {
  if (buyerCountry === null) return { kind: "none" };
  const from = vatTerritory(supplier.country);
  const to = vatTerritory(buyerCountry);
  const rate = rates.vat[to];
  const unregistered =
    supplier.status === "small" ? none(smallNote(from)) : supplier.vatId ? null : none(NOTES.unregistered);
  if (from === to) {
    if (rate === undefined) return { kind: "none" };
    const label = `${taxName(to)} ${formatRate(rate / 10)} (${placeName(to)})`;
    return unregistered ?? { kind: "rate", code: to, label, rateBp: rate / 10 };
  }
  if (isEu(from)) {
    if (!supplier.vatId) return unregistered ?? none(NOTES.unregistered);
    return isEu(to)
      ? { kind: "reverse-charge", code: to, label: "VAT, reverse charge", note: NOTES.reverse }
      : none(NOTES.toOutside);
  }
  return none(NOTES.fromOutside);
}

/** Outside the EU, the laws by which a business owes the tax on services from abroad, although it gets it all back. */
const RECIPIENT_LAWS: Readonly<Record<string, string>> = {
  CH: "Swiss VAT Act, Art. 45 and 28",
  GB: "Value Added Tax Act 1994, section 8",
  NO: "Norwegian VAT Act, sections 3-30, 11-3, and 8-1",
};

/**
 * The law by which a business that's registered here owes the tax on a foreign supplier's services, and gets it back in
 * the same return; null where it owes none.
 */
export const recipientLaw = (home: string): string | null =>
  isEu(home) ? "Directive 2006/112/EC, Art. 44, 196, and 168(a)" : (RECIPIENT_LAWS[home] ?? null);

/** Tax that the company owes on a supplier's invoice. */
export type RecipientTax = {
  /** Of the net amount. */
  rateBp: number;
  /** Whether the supplier is in another EU country than the company, which the return of some countries tells apart. */
  inEu: boolean;
};

/**
 * What the company owes as the recipient of an editor's services from abroad, while it's registered at home; null if it
 * owes none. Whether the editor is registered for VAT or exempt there doesn't matter: that's about what's taxed in the
 * editor's country, and these services are taxed in the company's. Anyone who edits for pay on their own account is a
 * taxable person (Directive 2006/112/EC, Art. 9(1); Swiss VAT Act, Art. 10(1bis)), and the British and Norwegian laws ask
 * for none.
 */
export function recipientTax(
  supplier: Pick<Supplier, "country">,
  buyerCountry: string | null,
  rates: TaxRates,
): RecipientTax | null {
  if (buyerCountry === null) return null;
  const [from, to] = [vatTerritory(supplier.country), vatTerritory(buyerCountry)];
  const rate = rates.vat[to];
  if (from === to || rate === undefined || recipientLaw(to) === null) return null;
  return { rateBp: rate / 10, inEu: isEu(from) && isEu(to) };
}

function smallNote(country: string): string {
  const rule = SMALL_BUSINESS[country] ?? (isEu(country) ? "Art. 284, Directive 2006/112/EC" : null);
  return `${NOTES.small}${rule ? ` (${rule})` : ""}.`;
}
