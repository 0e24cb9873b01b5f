import { z } from "zod";
import { isDay } from "#app/platform/rules/core/day.ts";
import { COUNTRY_CODES } from "#app/platform/rules/core/country.ts";
import { vatTerritory } from "#app/features/accounts/rules/vat-territory.ts";
import { OTHER_VAT_COUNTRIES, isEu } from "#app/features/tax/rules/places.ts";
import { VAT_STATUSES } from "../vat-status.ts";
import { vatIdFault } from "#app/features/accounts/rules/vat-id.ts";

const text = (most: number) => z.string().trim().max(most, `Use ${most} characters or fewer.`).default("");
const country = (missing: string) =>
  z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => COUNTRY_CODES.includes(code), missing);

/** Whether a country's invoices have to say something about VAT or GST. */
export const hasVat = (country: string): boolean =>
  isEu(country) || OTHER_VAT_COUNTRIES.includes(vatTerritory(country));

/** An editor's legal details, encrypted at rest. Days are "YYYY-MM-DD". */
export const KycDetails = z.object({
  legalName: text(120).pipe(z.string().min(2, "Enter your full legal name.")),
  dateOfBirth: z
    .string()
    .trim()
    .regex(/^\d{4}-\d{2}-\d{2}$/, "Enter your date of birth."),
  addressLine: text(200).pipe(z.string().min(1, "Enter your street address.")),
  town: text(80).pipe(z.string().min(1, "Enter your city.")),
  postCode: text(20),
  country: country("Choose your country."),
  taxCountry: country("Choose the country where you pay tax."),
  tin: text(30),
  vatId: text(20),
  /** Missing in details from before it was asked. */
  vatStatus: z.preprocess((value) => (value === "" ? undefined : value), z.enum(VAT_STATUSES).optional()),
});
export type KycDetails = z.output<typeof KycDetails>;
export type TypedDetails = Record<keyof KycDetails, string>;
export const DETAIL_NAMES = Object.keys(KycDetails.shape) as (keyof KycDetails)[];
export const EMPTY_DETAILS = Object.fromEntries(DETAIL_NAMES.map((name) => [name, ""])) as TypedDetails;

/** The details that support doesn't see. */
export const TAX_DETAILS: readonly (keyof KycDetails)[] = ["taxCountry", "tin", "vatId", "vatStatus"];

const LEAST_AGE = 18;

/** What is wrong with details as entered, by field; empty if nothing. @param today "YYYY-MM-DD" */
export function detailFaults(details: KycDetails, today: string): Partial<Record<keyof KycDetails, string>> {
  const faults: Partial<Record<keyof KycDetails, string>> = {};
  if (!isDay(details.dateOfBirth)) faults.dateOfBirth = "Enter a real date.";
  else if (details.dateOfBirth >= today || details.dateOfBirth < "1900-01-01")
    faults.dateOfBirth = "Enter a date of birth in the past.";
  else if (`${Number(details.dateOfBirth.slice(0, 4)) + LEAST_AGE}${details.dateOfBirth.slice(4)}` > today)
    faults.dateOfBirth = `Editors must be ${LEAST_AGE} or older.`;
  const tin = tinFault(details.taxCountry, details.tin);
  if (tin) faults.tin = tin;
  const vat = details.vatId === "" ? null : vatIdFault(details.taxCountry, details.vatId);
  if (vat) faults.vatId = vat;
  if (hasVat(details.taxCountry)) {
    if (!details.vatStatus) faults.vatStatus = "Say whether you're registered for VAT.";
    else if (details.vatStatus === "registered" && details.vatId === "") faults.vatId = "Enter your VAT ID.";
    else if (details.vatStatus === "none" && details.vatId !== "")
      faults.vatStatus = "You entered a VAT ID. Choose how you're registered, or remove the ID.";
  }
  return faults;
}

/** What is wrong with a tax identification number, or null. US numbers are an SSN, ITIN or EIN of nine digits. */
export function tinFault(taxCountry: string, tin: string): string | null {
  const plain = tin.replaceAll(/[\s./-]/g, "");
  if (plain === "") return "Enter your tax identification number.";
  if (taxCountry === "US") {
    if (!/^\d{9}$/.test(plain)) return "Enter the nine digits of your SSN, ITIN, or EIN.";
    return /^(?:0{9}|000|666)/.test(plain) ? "This isn't a valid SSN, ITIN, or EIN." : null;
  }
  return /^[A-Z0-9]{4,20}$/i.test(plain) && /\d/.test(plain)
    ? null
    : "Enter the number as your tax office writes it: 4 to 20 letters and digits.";
}

/** Whether two typed names are the same person's, whatever the case, spaces and accents. */
export const sameName = (a: string, b: string): boolean => nameKey(a) === nameKey(b);
const nameKey = (name: string): string =>
  name.normalize("NFKD").replaceAll(/\p{M}/gu, "").replaceAll(/\s+/g, " ").trim().toLowerCase();
