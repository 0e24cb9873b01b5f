/**
 * Which tax a buyer pays: place of supply, reverse charge, and rate. Sources are the EU's VAT Directive 2006/112/EC
 * ("Directive"), its Implementing Regulation 282/2011, and the laws named beside the rates in `tax-rates.ts`.
 */
import { minor, sum, type Minor } from "#app/platform/rules/core/money.ts";
import { vatTerritory } from "#app/features/accounts/rules/vat-territory.ts";
import { type Exemption, exemptionFrom, exemptionNote } from "./exemption.ts";
import { isEu, placeName } from "./places.ts";
import { type Registration, isValidOn, taxName } from "./registration.ts";
import type { TaxRates } from "./tax-rates.ts";
import {
  type TaxEvidence,
  type TaxPart,
  type TaxRule,
  type TaxTreatment,
  formatRate,
  taxAt,
  taxParts,
} from "./tax-rule.ts";

export type TaxSeller = {
  /** Where the company is established, ISO 3166-1, or null until the setup is done. */
  country: string | null;
  registrations: readonly Registration[];
};

export type TaxBuyer = {
  country: string | null;
  /** Code of the US state or Canadian province. */
  state: string | null;
  /** Buys for an organization. */
  business: boolean;
  /**
   * A VAT ID that counts. In the EU, the official service has confirmed it, and when; elsewhere, the check digits of the
   * country's tax number are right. Without it, an organization pays like a consumer.
   */
  vatId: string | null;
  vatIdCheckedAt: string | null;
  /** Certificates that count. */
  exemptions?: readonly Exemption[];
};

/**
 * What is sold. `professional`: work by people, as translators and editors do it (for buyers outside the EU, Directive
 * Art. 59(c)).
 * `electronic`: delivered by a machine with hardly any human work (Art. 58 and Annex II; Implementing Regulation Art.
 * 7).
 */
export type Supply = "professional" | "electronic";

/**
 * What an operator sells. Editing is work by people, unless the operator registered for the One Stop Shop: that is how
 * it declares that its services count as electronic.
 */
export const supplyOf = (registrations: readonly Registration[], on: string): Supply =>
  registrations.some((it) => it.scheme === "oss" && isValidOn(it, on)) ? "electronic" : "professional";

export type TaxQuestion = { seller: TaxSeller; buyer: TaxBuyer; supply: Supply; on: string; rates: TaxRates };

/** The field of the billing details that's still needed to determine the tax, or null. */
export function missingForTax({
  seller,
  buyer,
  on,
}: Pick<TaxQuestion, "seller" | "buyer" | "on">): "country" | "state" | null {
  const valid = seller.registrations.filter((it) => isValidOn(it, on));
  if (valid.length === 0) return null;
  if (!buyer.country) return "country";
  const byState = valid.some((it) => it.place === buyer.country || it.place.startsWith(`${buyer.country}-`));
  return (buyer.country === "US" || buyer.country === "CA") && byState && !buyer.state ? "state" : null;
}

const NOTES = {
  reverse:
    "Reverse charge: VAT is accounted for by the recipient of the service (Art. 44 and 196, Directive 2006/112/EC).",
  businessOutside:
    "Not subject to EU VAT: the place of supply is where the recipient is established (Art. 44, Directive 2006/112/EC).",
  consumerOutside: "Not subject to EU VAT: the place of supply is outside the EU (Art. 59(c), Directive 2006/112/EC).",
  britishReverse:
    "Reverse charge: VAT is accounted for by the recipient of the service (section 8, Value Added Tax Act 1994).",
  norwegianReverse:
    "Reverse charge: VAT is accounted for by the recipient of the service (section 11-3, Norwegian VAT Act).",
  australianBusiness:
    "Not subject to Australian GST: the recipient is registered for GST (section 9-25(5), A New Tax System (Goods and Services Tax) Act 1999).",
  newZealandBusiness:
    "Not subject to New Zealand GST: the recipient is registered for GST (section 8(4), Goods and Services Tax Act 1985).",
  electronicOutside: "Not subject to EU VAT: the place of supply is outside the EU (Art. 58, Directive 2006/112/EC).",
} as const;

const part = (place: string, name: string, thousandths: number): TaxPart => ({
  code: place,
  label: `${name} ${formatRate(thousandths / 10)} (${placeName(place)})`,
  rateBp: thousandths / 10,
});
const REVERSE = "VAT, reverse charge";
/**
 * Countries outside the EU where a business with a tax number isn't charged by a seller established elsewhere, although
 * the seller is registered there. Switzerland isn't one: a registered seller charges everybody (Swiss VAT Act, Art.
 * 45(1)(a)). Neither is Canada, where it depends on the kind of registration.
 */
const BUSINESS_ABROAD: Readonly<Record<string, TaxRule>> = {
  GB: { kind: "reverse-charge", code: "GB", label: REVERSE, note: NOTES.britishReverse },
  NO: { kind: "reverse-charge", code: "NO", label: REVERSE, note: NOTES.norwegianReverse },
  AU: { kind: "none", note: NOTES.australianBusiness },
  NZ: { kind: "none", note: NOTES.newZealandBusiness },
};
const none = (note?: string): TaxRule => ({ kind: "none", ...(note ? { note } : {}) });
const charged = (parts: readonly TaxPart[]): TaxRule => {
  const [first, ...more] = parts;
  return first ? { kind: "rate", ...first, ...(more.length > 0 ? { more } : {}) } : none();
};

/**
 * The tax rule for one buyer and one kind of service.
 * - Nowhere registered: no tax.
 * - In the seller's own country of registration: its rate, for consumers and businesses.
 * - EU business elsewhere with a confirmed VAT ID: reverse charge (Directive Art. 44, 196; Implementing Regulation Art.
 * 18).
 * - EU consumer elsewhere: people's work is taxed in the seller's own country, when it's established in the EU (Art.
 * 45). Electronic
 * services are taxed in the consumer's country by a seller with the One Stop Shop or a registration there (Art. 58,
 * 369a), and in
 *   the seller's own below the threshold of Art. 59c. A seller from outside charges where it's registered.
 * - Outside the EU: no EU VAT (Art. 44, 58, 59(c)); the country's own tax where the seller is registered there. In some
 *   countries a business accounts for it itself when the seller is established elsewhere (`BUSINESS_ABROAD`).
 * - US and Canada: by state or province, in those where the seller is registered.
 * Monaco and the Isle of Man belong to another country's territory (`vatTerritory`). Others with their own rules, such as
 * the Canary Islands or Northern Ireland, are treated as their country.
 */
export function taxRuleFor(question: TaxQuestion): TaxRule {
  const { buyer } = question;
  const rule = exempted(bareRule(question), buyer.exemptions ?? []);
  if (!buyer.country || question.seller.registrations.every((it) => !isValidOn(it, question.on))) return rule;
  const evidence: TaxEvidence = {
    country: buyer.country,
    ...(buyer.state ? { state: buyer.state } : {}),
    ...(buyer.vatId ? { vatId: buyer.vatId } : {}),
    ...(buyer.vatId && buyer.vatIdCheckedAt ? { vatIdCheckedAt: buyer.vatIdCheckedAt } : {}),
    ...(buyer.exemptions?.length ? { exemptions: buyer.exemptions } : {}),
  };
  return { ...rule, evidence };
}

/** A rule without the taxes that certificates exempt from. */
function exempted(rule: TaxRule, exemptions: readonly Exemption[]): TaxRule {
  const parts = taxParts(rule);
  const covered = parts.flatMap((part) => {
    const by = exemptionFrom(part, exemptions);
    return by ? [{ part, note: exemptionNote(part, by) }] : [];
  });
  const [first] = covered;
  if (!first) return rule;
  const note = [...(rule.note ? [rule.note] : []), ...covered.map((it) => it.note)].join(" ");
  const left = parts.filter((part) => covered.every((it) => it.part !== part));
  return left.length > 0
    ? { ...charged(left), note }
    : { kind: "exempt", code: first.part.code, label: `${taxName(first.part.code)}, exempt`, note };
}

function bareRule({ seller, buyer, supply, on, rates }: TaxQuestion): TaxRule {
  const valid = seller.registrations.filter((it) => isValidOn(it, on));
  const registered = (place: string) => valid.some((it) => it.scheme === "domestic" && it.place === place);
  if (valid.length === 0 || !buyer.country) return none();
  const country = vatTerritory(buyer.country);
  const home = seller.country === null ? null : vatTerritory(seller.country);
  if (country === "US") return charged(usParts(buyer.state, registered, rates));
  if (country === "CA") return charged(canadaParts(buyer.state, registered, rates));
  if (isEu(country)) return inEu({ home, buyer, country, supply, rates, valid, registered });
  const own = rates.vat[country];
  if (own !== undefined && registered(country)) {
    const abroad = buyer.business && buyer.vatId && home !== country ? BUSINESS_ABROAD[country] : undefined;
    return abroad ?? charged([part(country, taxName(country), own)]);
  }
  if (!valid.some((it) => isEu(it.place))) return none();
  if (buyer.business) return none(NOTES.businessOutside);
  return none(supply === "electronic" ? NOTES.electronicOutside : NOTES.consumerOutside);
}

type InEu = Pick<TaxQuestion, "buyer" | "supply" | "rates"> & {
  /** The seller's and the buyer's VAT territory. */
  home: string | null;
  country: string;
  valid: readonly Registration[];
  registered: (place: string) => boolean;
};

function inEu({ home: established, buyer, country, supply, rates, valid, registered }: InEu): TaxRule {
  const vat = (place: string) => charged([part(place, "VAT", rates.vat[place] ?? 0)]);
  const home = established !== null && isEu(established) && registered(established) ? established : null;
  if (home === country) return vat(country);
  if (!valid.some((it) => isEu(it.place))) return none();
  if (buyer.business && buyer.vatId)
    return { kind: "reverse-charge", code: country, label: REVERSE, note: NOTES.reverse };
  const there = registered(country) || (supply === "electronic" && valid.some((it) => it.scheme === "oss"));
  // People's work for a consumer is supplied where the seller is; what a machine delivers, where the consumer is.
  if (home) return vat(supply === "electronic" && there ? country : home);
  return there ? vat(country) : none();
}

function usParts(state: string | null, registered: (place: string) => boolean, rates: TaxRates): TaxPart[] {
  const rate = state ? rates.us[state] : null;
  return rate && registered(`US-${state}`) ? [part(`US-${state}`, "Sales tax", rate)] : [];
}

/**
 * The federal tax and, where the seller is registered with the province, the province's own, both on the net amount.
 */
function canadaParts(state: string | null, registered: (place: string) => boolean, rates: TaxRates): TaxPart[] {
  const of = state ? rates.ca[state] : undefined;
  if (!of || !state) return [];
  const place = `CA-${state}`;
  const harmonized = of.gst > rates.ca["AB"]!.gst;
  return [
    ...(registered("CA") ? [part(harmonized ? place : "CA", harmonized ? "HST" : "GST", of.gst)] : []),
    ...(of.pst && registered(place) ? [part(place, taxName(place), of.pst)] : []),
  ];
}

export type TaxLine = {
  treatment: TaxTreatment;
  /** Where the tax is reported, or "" if there's none. */
  code: string;
  label: string;
  rateBp: number;
  baseMinor: Minor;
  amountMinor: Minor;
  /** The legal note for the invoice, or null. */
  note: string | null;
};

/**
 * The tax on services, a line per rate: base, amount, treatment, and the note for the invoice. Services under the same
 * rule are added up first, and each rate is rounded half up once on that sum (EN 16931, BR-CO-17), so that the tax of
 * an invoice doesn't depend on how its lines are cut.
 */
export function taxFor(
  question: Omit<TaxQuestion, "supply"> & { services: readonly { supply: Supply; netMinor: number }[] },
): { lines: TaxLine[]; totalMinor: Minor } {
  const { services, ...rest } = question;
  const sums = new Map<string, { rule: TaxRule; netMinor: number }>();
  for (const { supply, netMinor } of services) {
    const rule = taxRuleFor({ ...rest, supply });
    const key = JSON.stringify(rule);
    sums.set(key, { rule, netMinor: (sums.get(key)?.netMinor ?? 0) + netMinor });
  }
  const lines = [...sums.values()].flatMap(({ rule, netMinor }) => taxLines(netMinor, rule));
  return { lines, totalMinor: sum(lines.map((line) => line.amountMinor)) };
}

function taxLines(netMinor: number, rule: TaxRule): TaxLine[] {
  const baseMinor = minor(netMinor);
  const note = rule.note ?? null;
  if (rule.kind === "rate")
    return taxParts(rule).map((of) => ({
      treatment: "charged",
      ...of,
      baseMinor,
      amountMinor: taxAt(netMinor, of),
      note,
    }));
  const isNone = rule.kind === "none";
  return [
    {
      treatment: rule.kind,
      code: isNone ? "" : rule.code,
      label: isNone ? "No tax" : rule.label,
      rateBp: 0,
      baseMinor,
      amountMinor: minor(0),
      note,
    },
  ];
}
