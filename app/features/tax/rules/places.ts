/** The countries, states, and provinces where a seller can be registered for a tax on what we sell. */
import { vatTerritory } from "#app/features/accounts/rules/vat-territory.ts";
import { countryName } from "#app/platform/rules/core/country.ts";

/** Member states of the European Union, ISO 3166-1. VAT IDs of Greece begin with EL. */
export const EU_COUNTRIES: readonly string[] =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");
/** Whether the EU's VAT applies in a country. */
export const isEu = (country: string | null | undefined): boolean =>
  !!country && EU_COUNTRIES.includes(vatTerritory(country));

/** Countries outside the EU with one tax for the whole country. */
export const OTHER_VAT_COUNTRIES: readonly string[] = ["AU", "CH", "GB", "NO", "NZ"];

export const US_STATES: Readonly<Record<string, string>> = {
  AL: "Alabama",
  AK: "Alaska",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  DC: "District of Columbia",
  FL: "Florida",
  GA: "Georgia",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
};

export const CA_PROVINCES: Readonly<Record<string, string>> = {
  AB: "Alberta",
  BC: "British Columbia",
  MB: "Manitoba",
  NB: "New Brunswick",
  NL: "Newfoundland and Labrador",
  NT: "Northwest Territories",
  NS: "Nova Scotia",
  NU: "Nunavut",
  ON: "Ontario",
  PE: "Prince Edward Island",
  QC: "Quebec",
  SK: "Saskatchewan",
  YT: "Yukon",
};

/** The states of a country whose taxes depend on them, or null for other countries. */
export const statesOf = (country: string): Readonly<Record<string, string>> | null =>
  country === "US" ? US_STATES : country === "CA" ? CA_PROVINCES : null;

/** The name of a state or province, or null if the country has none with that code. */
export const stateName = (country: string, state: string): string | null => {
  const states = statesOf(country);
  return states && Object.hasOwn(states, state) ? states[state]! : null;
};

/** "Germany", "Quebec", "New York": the place of a code such as "DE", "CA-QC", or "US-NY". */
export function placeName(code: string): string {
  const [country, state] = code.split("-");
  return (state && stateName(country!, state)) || countryName(country!);
}
