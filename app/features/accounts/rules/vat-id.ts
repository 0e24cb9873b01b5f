/** VAT IDs, and the tax numbers that stand for them: which territory issues them, their formats and check digits. */
import * as library from "jsvat-next";
import { ownValue } from "#app/platform/rules/core/own-value.ts";
import { billingOf, plainVatId, vatCheckOf } from "./billing.ts";
import { taxNumberName, vatTerritory } from "./vat-territory.ts";

/** Node reads it as CommonJS and sees its names on the default only. Bundled, it's a module without one. */
// oxlint-disable-next-line import/namespace -- only one of them has it
const jsvat = "default" in library ? (library.default as typeof library) : library;

type Form = {
  /** Without the prefix, after `plainVatId`. */
  form: RegExp;
  /** Letters in front. Greek VAT IDs begin with EL. None: the country's code. */
  prefix?: string;
  example?: string;
};

/** Where a number has a fixed form: the European Union, the United Kingdom, Switzerland, Norway, and beyond. */
const FORMS: Readonly<Record<string, Form>> = {
  AT: { form: /^U\d{8}$/ },
  BE: { form: /^[01]\d{9}$/ },
  BG: { form: /^\d{9,10}$/ },
  CY: { form: /^\d{8}[A-Z]$/ },
  CZ: { form: /^\d{8,10}$/ },
  DE: { form: /^\d{9}$/ },
  DK: { form: /^\d{8}$/ },
  EE: { form: /^\d{9}$/ },
  GR: { form: /^\d{9}$/, prefix: "EL" },
  ES: { form: /^[A-Z0-9]\d{7}[A-Z0-9]$/ },
  FI: { form: /^\d{8}$/ },
  FR: { form: /^[A-HJ-NP-Z0-9]{2}\d{9}$/ },
  HR: { form: /^\d{11}$/ },
  HU: { form: /^\d{8}$/ },
  IE: { form: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/ },
  IT: { form: /^\d{11}$/ },
  LT: { form: /^(?:\d{9}|\d{12})$/ },
  LU: { form: /^\d{8}$/ },
  LV: { form: /^\d{11}$/ },
  MT: { form: /^\d{8}$/ },
  NL: { form: /^\d{9}B\d{2}$/ },
  PL: { form: /^\d{10}$/ },
  PT: { form: /^\d{9}$/ },
  RO: { form: /^\d{2,10}$/ },
  SE: { form: /^\d{12}$/ },
  SI: { form: /^\d{8}$/ },
  SK: { form: /^\d{10}$/ },
  GB: { form: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/ },
  CH: { form: /^\d{9}(?:MWST|TVA|IVA)?$/, prefix: "CHE", example: "CHE-123.456.788 MWST" },
  NO: { form: /^\d{9}(?:MVA)?$/, example: "NO974760673MVA" },
  AU: { form: /^\d{11}$/, prefix: "", example: "51 824 753 556" },
  NZ: { form: /^\d{8,9}$/, prefix: "", example: "49-091-850" },
};

/** The letters that a territory's VAT IDs begin with. @param country a country or territory */
export function vatPrefix(country: string): string {
  const territory = vatTerritory(country);
  return ownValue(FORMS, territory)?.prefix ?? territory;
}

/** A number as the library writes it. */
const AS_CHECKED: Readonly<Record<string, (id: string) => string>> = {
  AU: (id) => `AU${id}`,
  CH: (id) => id.replace(/(?:MWST|TVA|IVA)$/, ""),
  NO: (id) => `${id.replaceAll(/\D/g, "")}MVA`,
};

/** Whether its check digits are right, where the library knows them. @param id with its prefix */
function hasCheckDigits(territory: string, id: string): boolean {
  const its = jsvat.countries.filter((it) => it.codes.includes(territory));
  return its.length === 0 || jsvat.checkVAT(ownValue(AS_CHECKED, territory)?.(id) ?? id, its).isValid;
}

/** What is wrong with a VAT ID, or null if it's fine or empty. @param vatId as typed */
export function vatIdFault(country: string, vatId: string): string | null {
  if (vatId.trim() === "") return null;
  if (country === "") return "Choose the country that issued this VAT ID.";
  const plain = plainVatId(vatId);
  const territory = vatTerritory(country);
  const known = ownValue(FORMS, territory);
  if (!known) return /^[A-Z0-9/]{4,20}$/.test(plain) ? null : "Enter 4 to 20 letters and digits.";
  const { form, example } = known;
  const name = taxNumberName(territory);
  const prefix = vatPrefix(territory);
  const like = example ? `, like ${example}` : "";
  if (!plain.startsWith(prefix)) return `VAT IDs from this country start with ${prefix}${like}.`;
  if (!form.test(plain.slice(prefix.length))) return `This isn't a valid ${name} for this country${like}.`;
  return hasCheckDigits(territory, plain)
    ? null
    : `This isn't a valid ${name}: its check digits don't match. Compare it with your registration.`;
}

/** Whether somebody has a VAT ID, or a tax number that stands for one, that can be right. */
export const isVatId = (country: string, vatId: string): boolean =>
  vatId.trim() !== "" && country !== "" && vatIdFault(country, vatId) === null;

/**
 * A person's VAT ID, normalized, as far as we know that it's theirs: its form and check digits are right, and the
 * official service hasn't denied it. Null otherwise.
 * @param kept their stored billing details
 */
export function knownVatId(kept: Record<string, unknown> | null): string | null {
  const { country, vatId } = billingOf(kept);
  return isVatId(country, vatId) && vatCheckOf(kept)?.answer !== "invalid" ? plainVatId(vatId) : null;
}
