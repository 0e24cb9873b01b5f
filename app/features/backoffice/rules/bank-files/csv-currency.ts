/** The currency of a CSV file that doesn't name one, by what else it shows. A person can correct it. */
import { type Language, labelOf } from "./csv-words.ts";
import { folded } from "./folded.ts";
import type { DateOrder } from "./layout-choices.ts";

const EURO = new Set("AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK SM VA".split(" "));
const OF_COUNTRY: Readonly<Record<string, string>> = {
  CH: "CHF",
  LI: "CHF",
  GB: "GBP",
  SE: "SEK",
  DK: "DKK",
  NO: "NOK",
  PL: "PLN",
  CZ: "CZK",
  HU: "HUF",
  RO: "RON",
  TR: "TRY",
  IL: "ILS",
  AE: "AED",
  SA: "SAR",
};
/** Forms of account numbers that only one country uses. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^\d{2}-\d{2}-\d{2}(?:\D{1,3}\d{8})?$/, "GBP"],
  [/^\d{3}-\d{6}-\d$/, "SGD"],
  [/^\d{2}-\d{4}-\d{7}-\d{2,3}$/, "NZD"],
  [/^\d{3}-\d{3}(?:\D{1,3}\d{6,9})?$/, "AUD"],
  [/^\d{6} \d{6,9}$/, "AUD"],
  [/^\d{5}-\d{3}(?:\D{1,3}\d{7,12})?$/, "CAD"],
];
const OF_LANGUAGE: Readonly<Record<Language, string | null>> = {
  en: null,
  de: "EUR",
  fr: "EUR",
  nl: "EUR",
  es: "EUR",
  it: "EUR",
  pt: "EUR",
  fi: "EUR",
  sv: "SEK",
  da: "DKK",
  no: "NOK",
  pl: "PLN",
  cs: "CZK",
  ja: "JPY",
  zh: "CNY",
};
/** Words of banks in one country only. */
const OF_WORD: readonly (readonly [string, string])[] = [
  ["sort code", "GBP"],
  ["bsb", "AUD"],
  ["ifsc", "INR"],
  ["narration", "INR"],
  ["transit number", "CAD"],
  ["particulars code", "NZD"],
  ["particulars", "INR"],
  ["narrative", "AUD"],
  ["paid out", "GBP"],
];

/** By the account's number: an IBAN's country, or a form that one country has. Null if it doesn't tell. */
export function currencyOfAccount(account: string): string | null {
  const country = /^([A-Z]{2})\d{2}[A-Z0-9]{8}/.exec(account.replaceAll(" ", ""))?.[1];
  if (country) return EURO.has(country) ? "EUR" : (OF_COUNTRY[country] ?? null);
  return FORMS.find(([form]) => form.test(account.trim().replace(/^'/, "")))?.[1] ?? null;
}

/** By an account's number in a column, or else in the rows above the table. */
export function currencyByAccount(account: string, records: readonly string[][]): string | null {
  const own = currencyOfAccount(account);
  if (own) return own;
  for (const record of records.slice(0, 40)) {
    const label = labelOf(record[0] ?? "");
    if (label !== "account" && label !== "iban") continue;
    for (const word of record.slice(1).join(" ").split(" ")) {
      const found = currencyOfAccount(word);
      if (found) return found;
    }
  }
  const words = ` ${folded(records.slice(0, 20).flat().join(" ").slice(0, 4_000))} `;
  return OF_WORD.find(([word]) => words.includes(` ${word} `))?.[1] ?? null;
}

/** By the language of its titles and the order of its dates. Of English-speaking countries, only the US write the month first. */
export function currencyByLanguage(of: {
  languages: readonly Language[];
  dateOrder: DateOrder;
  hasTitles: boolean;
}): string | null {
  const [language] = of.languages;
  if (language !== undefined && language !== "en") return OF_LANGUAGE[language];
  if (of.dateOrder === "MDY") return "USD";
  // British banks have titles; Australian ones often don't.
  return of.dateOrder === "DMY" ? (of.hasTitles ? "GBP" : "AUD") : null;
}
