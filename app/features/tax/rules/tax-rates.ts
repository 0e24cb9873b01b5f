/**
 * Tax rates on services, in thousandths of a percent: 19000 is 19%. These are the defaults; admins change them as
 * versions of the policy, whose effective dates are the rates' first days. An order is taxed at those of the day on
 * which its payment begins.
 */
export type TaxRates = {
  /** Standard rates by country. */
  vat: Readonly<Record<string, number>>;
  /**
   * Canada by province: `gst` is the federal GST, or the HST where both are one tax. `pst` is the province's own, null
   * where it taxes no editing.
   */
  ca: Readonly<Record<string, { gst: number; pst: number | null }>>;
  /** By state, or null if a state doesn't tax editing. */
  us: Readonly<Record<string, number | null>>;
};

const PROVINCE = (gst: number, pst: number | null = null) => ({ gst, pst });

/**
 * States that tax services in general, editing among them; the others tax only services they list, and editing isn't
 * listed.
 */
const US_TAXING: Readonly<Record<string, number>> = { HI: 4_000, NM: 4_875, SD: 4_200, WV: 6_000 };

/**
 * Rates as of November 2026.
 * - EU: standard rates, "Taxes in Europe" database of the European Commission (taxation-customs.ec.europa.eu/tedb),
 * with the latest
 *   changes: Finland 25.5% (2024-09-01), Slovakia 23% (2025-01-01), Estonia 24% (2025-07-01), Romania 21% (2025-08-01).
 * - GB: VAT Act 1994, section 2 (20%). CH: Art. 25 VAT Act (8.1% since 2024). NO: VAT Act § 5-1 (25%). AU: GST Act 1999
 * (10%).
 *   NZ: GST Act 1985 (15%).
 * - Canada: Excise Tax Act, section 165 and Schedule VIII (GST 5%; HST 13% ON, 15% NB, NL, PE, 14% NS since
 * 2025-04-01); Quebec
 * Sales Tax Act (9.975%). British Columbia, Manitoba, and Saskatchewan don't tax editing under their provincial sales
 * taxes.
 * - US: state rates of Hawaii (HRS § 237-13), New Mexico (NMSA § 7-9-4), South Dakota (SDCL 10-45-4), West Virginia (W.
 * Va. Code
 *   § 11-15-3). Rates of counties and cities aren't included: an operator who owes them enters the sum.
 */
export const FIRST_RATES: TaxRates = {
  vat: {
    AT: 20_000,
    BE: 21_000,
    BG: 20_000,
    CY: 19_000,
    CZ: 21_000,
    DE: 19_000,
    DK: 25_000,
    EE: 24_000,
    ES: 21_000,
    FI: 25_500,
    FR: 20_000,
    GR: 24_000,
    HR: 25_000,
    HU: 27_000,
    IE: 23_000,
    IT: 22_000,
    LT: 21_000,
    LU: 17_000,
    LV: 21_000,
    MT: 18_000,
    NL: 21_000,
    PL: 23_000,
    PT: 23_000,
    RO: 21_000,
    SE: 25_000,
    SI: 22_000,
    SK: 23_000,
    AU: 10_000,
    CH: 8_100,
    GB: 20_000,
    NO: 25_000,
    NZ: 15_000,
  },
  ca: {
    AB: PROVINCE(5_000),
    BC: PROVINCE(5_000),
    MB: PROVINCE(5_000),
    NB: PROVINCE(15_000),
    NL: PROVINCE(15_000),
    NT: PROVINCE(5_000),
    NS: PROVINCE(14_000),
    NU: PROVINCE(5_000),
    ON: PROVINCE(13_000),
    PE: PROVINCE(15_000),
    QC: PROVINCE(5_000, 9_975),
    SK: PROVINCE(5_000),
    YT: PROVINCE(5_000),
  },
  us: Object.fromEntries(
    "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY"
      .split(" ")
      .map((state) => [state, US_TAXING[state] ?? null]),
  ),
};
