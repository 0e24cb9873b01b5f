/**
 * From which sales on a seller has to register in a place where it isn't established. Figures and laws as read on `AS_OF`
 * at each source. Of the states of the US, those that tax services in general (`tax-rates.ts`) and whose figure could be read there.
 */
import { vatTerritory } from "#app/features/accounts/rules/vat-territory.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { COUNTRY_CODES } from "#app/platform/rules/core/country.ts";
import { isEu, placeName, stateName } from "./places.ts";
import { type Registration, isValidOn } from "./registration.ts";

export const AS_OF = "2026-11-28";
/** From this share of a threshold on, the finance team is told. */
const NEAR = 0.8;

export type Threshold = {
  id: string;
  /** "EU", "NO", "US-SD": where the tax is. */
  place: string;
  /** Sellers it applies to, if not all that aren't established in `place`. */
  seller?: "in EU" | "outside EU";
  /** `consumers`: buyers without a tax number. */
  buyers: "consumers" | "all";
  /** Sales in `place`, or everywhere once there's a sale in it. */
  scope: "there" | "worldwide";
  /** Calendar years are this one and the one before. */
  period: "calendar year" | "12 months";
  amountMinor: number;
  currency: string;
  /** A number of sales that crosses it too. */
  count?: number;
  /** Whether the amount itself crosses it. */
  inclusive: boolean;
  /** What the rule says, once it's crossed. */
  effect: string;
  source: { name: string; url: string };
};

const usState = (state: string, of: Pick<Threshold, "inclusive" | "source"> & Partial<Threshold>): Threshold => ({
  id: `us-${state.toLowerCase()}`,
  place: `US-${state}`,
  buyers: "all",
  scope: "there",
  period: "calendar year",
  amountMinor: 100_000_00,
  currency: "USD",
  effect: "Sellers from elsewhere register and collect the state's tax.",
  ...of,
});

export const THRESHOLDS: readonly Threshold[] = [
  {
    id: "eu-59c",
    place: "EU",
    seller: "in EU",
    buyers: "consumers",
    scope: "there",
    period: "calendar year",
    amountMinor: 10_000_00,
    currency: "EUR",
    inclusive: false,
    effect:
      "Electronic services are taxed where the consumer is, through the One Stop Shop. Work by people isn't counted: ask your tax adviser which it is.",
    source: { name: "Directive 2006/112/EC, Art. 59c", url: "https://eur-lex.europa.eu/eli/dir/2006/112" },
  },
  {
    id: "eu-outside",
    place: "EU",
    seller: "outside EU",
    buyers: "consumers",
    scope: "there",
    period: "calendar year",
    amountMinor: 0,
    currency: "EUR",
    inclusive: false,
    effect:
      "The EU's threshold is only for sellers established in one member state. Electronic services of others are taxed where the consumer is from the first sale.",
    source: { name: "Directive 2006/112/EC, Art. 58 and 59c", url: "https://eur-lex.europa.eu/eli/dir/2006/112" },
  },
  {
    id: "gb",
    place: "GB",
    buyers: "consumers",
    scope: "there",
    period: "12 months",
    amountMinor: 0,
    currency: "GBP",
    inclusive: false,
    effect:
      "Sellers without a UK establishment register with the first taxable supply in the UK. Ask your tax adviser whether the service is supplied there.",
    source: {
      name: "HMRC, VATREG37050 (VAT Act 1994, Schedule 1A)",
      url: "https://www.gov.uk/hmrc-internal-manuals/vat-registration-manual/vatreg37050",
    },
  },
  {
    id: "no",
    place: "NO",
    buyers: "consumers",
    scope: "there",
    period: "12 months",
    amountMinor: 50_000_00,
    currency: "NOK",
    inclusive: true,
    effect: "Foreign sellers register in the VOEC or the VAT register.",
    source: {
      name: "Skatteetaten, Registration in the VOEC Register",
      url: "https://www.skatteetaten.no/en/business-and-organisation/vat-and-duties/vat/foreign/e-commerce-voec/register",
    },
  },
  {
    id: "ch",
    place: "CH",
    buyers: "consumers",
    scope: "worldwide",
    period: "12 months",
    amountMinor: 100_000_00,
    currency: "CHF",
    inclusive: true,
    effect:
      "Foreign companies that supply services in Switzerland are liable for VAT. Those that only supply services under reverse charge aren't.",
    source: {
      name: "ESTV, Foreign companies",
      url: "https://www.estv.admin.ch/estv/en/home/value-added-tax/vat-tax-liability/foreign-companies.html",
    },
  },
  {
    id: "ca",
    place: "CA",
    buyers: "consumers",
    scope: "there",
    period: "12 months",
    amountMinor: 30_000_00,
    currency: "CAD",
    inclusive: false,
    effect: "Sellers that aren't resident register for GST/HST. A simplified registration is available.",
    source: {
      name: "CRA, Cross-border digital products and services threshold amounts",
      url: "https://www.canada.ca/en/revenue-agency/services/tax/businesses/topics/gst-hst-businesses/digital-economy-gsthst/find-out-need-register/cross-border-threshold-amounts.html",
    },
  },
  {
    id: "ca-qc",
    place: "CA-QC",
    buyers: "consumers",
    scope: "there",
    period: "12 months",
    amountMinor: 30_000_00,
    currency: "CAD",
    inclusive: false,
    effect: "Suppliers outside Canada register under the specified QST system.",
    source: {
      name: "Revenu Québec, Registration under the specified system",
      url: "https://www.revenuquebec.ca/en/businesses/consumption-taxes/gsthst-and-qst/special-cases-gsthst-and-qst/suppliers-outside-quebec/qst-registration-for-suppliers-outside-quebec/registration-under-the-specified-system-suppliers-outside-canada-who-are-not-registered-under-the-general-gsthst-system/",
    },
  },
  {
    id: "au",
    place: "AU",
    buyers: "consumers",
    scope: "there",
    period: "12 months",
    amountMinor: 75_000_00,
    currency: "AUD",
    inclusive: true,
    effect: "Sellers of imported services register for GST. A simplified registration is available.",
    source: {
      name: "ATO, GST on imported services and digital products: Registration",
      url: "https://www.ato.gov.au/Business/International-tax-for-business/GST-on-imported-services-and-digital-products/Registration/",
    },
  },
  {
    id: "nz",
    place: "NZ",
    buyers: "consumers",
    scope: "there",
    period: "12 months",
    amountMinor: 60_000_00,
    currency: "NZD",
    inclusive: true,
    effect: "Overseas sellers of remote services register for GST.",
    source: {
      name: "Inland Revenue, Supplying remote services into New Zealand",
      url: "https://www.ird.govt.nz/gst/gst-for-overseas-businesses/supplying-remote-services-into-new-zealand",
    },
  },
  usState("SD", {
    inclusive: false,
    source: {
      name: "SDCL 10-64-2, as amended by Senate Bill 30 (2023)",
      url: "https://sdlegislature.gov/Statutes/10-64-2",
    },
  }),
  usState("WV", {
    count: 200,
    inclusive: false,
    source: {
      name: "West Virginia Tax Division, Remote Sellers",
      url: "https://tax.wv.gov/Business/SalesAndUseTax/ECommerce/RemoteSellers/Pages/RemoteSellersAndWestVirginiaTax.aspx",
    },
  }),
];

/** The thresholds of a seller, without those of the place where it's established. @param home null until it's known */
export const thresholdsOf = (home: string | null): Threshold[] =>
  THRESHOLDS.filter(({ place, seller }) => {
    if (seller) return home !== null && (seller === "in EU") === isEu(home);
    return home === null || place !== vatTerritory(home);
  });

export const thresholdName = ({ place }: Pick<Threshold, "place">): string =>
  place === "EU" ? "European Union" : placeName(place);

/** The buyers' countries that count as a threshold's place. @param home the seller's */
export function countriesOf({ place }: Pick<Threshold, "place">, home: string | null): string[] {
  const own = home === null ? null : vatTerritory(home);
  return COUNTRY_CODES.filter((code) =>
    place === "EU" ? isEu(code) && vatTerritory(code) !== own : vatTerritory(code) === place.split("-")[0],
  );
}

/** The state's name, as documents have it in the last line of an address. Null for a whole country. */
export const stateOf = ({ place }: Pick<Threshold, "place">): string | null => {
  const [country, state] = place.split("-");
  return state ? stateName(country!, state) : null;
};

export type Window = { key: string; label: string; from: string; until: string };

/** The periods that a threshold is measured in on a day, both days included. `key` tells periods apart for a year. */
export function windowsOf({ period }: Pick<Threshold, "period">, today: string): Window[] {
  const year = Number(today.slice(0, 4));
  if (period === "12 months") {
    const from = new Date(`${today}T00:00:00Z`);
    from.setUTCFullYear(year - 1);
    from.setUTCDate(from.getUTCDate() + 1);
    return [{ key: String(year), label: "Last 12 months", from: dayOf(from), until: today }];
  }
  return [year, year - 1].map((it) => ({
    key: String(it),
    label: String(it),
    from: `${it}-01-01`,
    until: `${it}-12-31`,
  }));
}

/** "$75,000.00 AUD": several of these currencies have the same sign. */
export const amountIn = (amountMinor: number, currency: string): string =>
  `${formatMoney(amountMinor, currency)} ${currency}`;

export type Measured = { amountMinor: number; count: number };
export type ThresholdState = "registered" | "crossed" | "near" | "below";

/** How much of a threshold is reached: 1 is all of it. A threshold of zero is reached by the first sale. */
export function shareOf(of: Threshold, { amountMinor, count }: Measured): number {
  if (of.amountMinor === 0) return amountMinor > 0 ? 1 : 0;
  return Math.max(amountMinor / of.amountMinor, of.count ? count / of.count : 0, 0);
}

export function stateOfThreshold(of: Threshold, measured: Measured, registered: boolean): ThresholdState {
  if (registered) return "registered";
  const { amountMinor, count } = measured;
  const crossed = of.inclusive && of.amountMinor > 0 ? amountMinor >= of.amountMinor : amountMinor > of.amountMinor;
  if (crossed || (of.count !== undefined && count >= of.count)) return "crossed";
  return shareOf(of, measured) >= NEAR ? "near" : "below";
}

/** Whether a registration that's valid on a day covers a threshold's place. */
export const isCovered = ({ place }: Threshold, registrations: readonly Registration[], on: string): boolean =>
  registrations.some(
    (it) =>
      isValidOn(it, on) && (place === "EU" ? it.scheme === "oss" : it.scheme === "domestic" && it.place === place),
  );
