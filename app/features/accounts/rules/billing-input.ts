import { z } from "zod";
import { COUNTRY_CODES } from "#app/platform/rules/core/country.ts";
import type { Billing } from "./billing.ts";
import { vatIdFault } from "./vat-id.ts";

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
export const withoutUnusedState = <T extends Pick<Billing, "country" | "state">>(billing: T): T =>
  billing.country === "US" || billing.country === "CA" ? billing : { ...billing, state: "" };
