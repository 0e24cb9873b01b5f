/**
 * Billing details that two windows changed. The browser loads this with the forms, so it doesn't import the schemas.
 */
import { countryName } from "#app/platform/rules/core/country.ts";
import { readJson } from "#app/platform/rules/requests/read-json.ts";
import { type Billing, billingOf } from "./billing.ts";

const FIELDS = [
  "name",
  "organization",
  "address",
  "country",
  "state",
  "vatId",
] as const satisfies readonly (keyof Billing)[];

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
 * What a form with billing details means when they were changed elsewhere since it was filled: fields that weren't
 * touched in the form follow the change. A field changed in both, to different values, is in `clashes`.
 * @param seen what the form was filled with
 * @param typed what was sent
 * @param now what is saved
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
