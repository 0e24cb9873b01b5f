import { z } from "zod";
import { countryName } from "#app/platform/rules/core/country.ts";

/** The company that sells, as it appears on invoices, legal texts, and the about page. */
export type Company = {
  legalName: string;
  /** Street and postal lines, without town and country. */
  address: string;
  town: string;
  /** Two letters, ISO 3166-1. */
  country: string;
  registration: string;
};

/** The company's details in words, in the order of its form. */
export const COMPANY_FIELDS = {
  legalName: "legal name",
  address: "address",
  town: "city",
  country: "country",
  registration: "registration number",
} as const satisfies Record<keyof Company, string>;

const line = (most: number) => z.string().trim().max(most, `Use at most ${most} characters.`);

/** The form's fields. Where the company is registered for tax is at /admin/tax, and nowhere else. */
export const CompanyInput = z.object({
  legalName: line(120).min(1, "Enter the company's legal name."),
  address: z
    .string()
    .transform((text) => text.replace(/\r\n?/g, "\n").trim())
    .pipe(z.string().min(1, "Enter the street address.").max(300, "Use at most 300 characters.")),
  town: line(80).min(1, "Enter the city."),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => countryName(code) !== code, "Choose a country."),
  registration: line(80).min(1, "Enter the registration number, or “none” for a sole trader without one."),
  /** The version the form was filled with. */
  version: z.coerce.number().int().min(0),
});

/** "Frankfurt am Main, Germany"; empty until the company is saved. */
export const seatOf = (company: Pick<Company, "town" | "country">): string =>
  [company.town, countryName(company.country)].filter((it) => it !== "").join(", ");
