/**
 * Places that belong to another country's territory for VAT: Monaco to France (Directive 2006/112/EC, Art. 7(1)), the Isle
 * of Man to the United Kingdom (Art. 7(1); Isle of Man Act 1979). The Channel Islands, Gibraltar, San Marino, Andorra,
 * Åland, and Greenland are outside, as their codes say.
 */
const PART_OF: Readonly<Record<string, string>> = { MC: "FR", IM: "GB" };

/** What people call the number that a business gives instead of a VAT ID. */
const NUMBER_NAMES: Readonly<Record<string, string>> = { AU: "ABN", NZ: "GST number" };
export const taxNumberName = (country: string): string => NUMBER_NAMES[country] ?? "VAT ID";

/** The country whose VAT applies in a country. */
export const vatTerritory = (country: string): string => PART_OF[country] ?? country;
