import { z } from "zod";
import { COUNTRY_CODES, countryName } from "#app/platform/rules/core/country.ts";
import { readJson } from "#app/platform/rules/core/read-json.ts";
import { type Billing, billingOf, vatIdFault } from "./billing.ts";

const line = (most: number) => z.string().trim().max(most, `Use at most ${most} characters.`).default("");

/** The fields of billing details as forms send them. */
export const BILLING_FIELDS = {
  name: line(120),
  organization: line(120),
  address: line(400)
    .refine((text) => text.split(/\r?\n/).length <= 8, "Use at most 8 lines.")
    .transform((text) => text.replace(/\r\n/g, "\n")),
  country: z
    .string()
    .refine((code) => code === "" || COUNTRY_CODES.includes(code), "Choose a country.")
    .default(""),
  state: z
    .string()
    .trim()
    .refine((code) => /^(?:[A-Z]{2})?$/.test(code), "Choose a state.")
    .default(""),
  vatId: line(30),
};

/** What is wrong with billing details together, by field; null when they're fine. */
export function billingFault(typed: Pick<Billing, "country" | "vatId">): { field: string; message: string } | null {
  const fault = vatIdFault(typed.country, typed.vatId);
  return fault ? { field: typed.country === "" ? "country" : "vatId", message: fault } : null;
}

/** A state only belongs to a country that has some. */
export const withoutStray = <T extends Pick<Billing, "country" | "state">>(billing: T): T =>
  billing.country === "US" || billing.country === "CA" ? billing : { ...billing, state: "" };

const FIELDS = Object.keys(BILLING_FIELDS) as (keyof Billing)[];

/** The mark of the billing details that a form was filled with, for its hidden field. */
export const billingMark = (billing: Billing): string => JSON.stringify(billing);

/** The billing details that a mark was made of; null if it isn't one. */
export function billingMarked(mark: string): Billing | null {
  const found = readJson(mark);
  return typeof found === "object" && found !== null && !Array.isArray(found)
    ? billingOf(found as Record<string, unknown>)
    : null;
}

/**
 * What a form with billing details means when they were changed elsewhere since it was filled: fields that weren't touched in the
 * form follow the change. A field changed in both, to different values, is in `clashes`.
 * @param seen what the form was filled with @param typed what was sent @param now what is saved
 */
export function mergeBilling(
  seen: Billing,
  typed: Billing,
  now: Billing,
): { next: Billing; clashes: (keyof Billing)[] } {
  const next = { ...now };
  const clashes: (keyof Billing)[] = [];
  for (const field of FIELDS) {
    if (typed[field] === seen[field]) continue;
    next[field] = typed[field];
    if (now[field] !== seen[field] && now[field] !== typed[field]) clashes.push(field);
  }
  return { next, clashes };
}

/** What a field was changed to elsewhere, in a sentence to show beside it. */
export const changedTo = (field: keyof Billing, now: Billing): string =>
  now[field] === ""
    ? "Removed in another window."
    : `Changed to “${field === "country" ? countryName(now.country) : now[field].replaceAll("\n", ", ")}” in another window.`;
