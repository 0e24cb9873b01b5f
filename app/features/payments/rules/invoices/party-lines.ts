import { countryName } from "#app/platform/rules/core/country.ts";
import type { InvoiceParty } from "./invoice.ts";
import { printedNumber } from "./seller-registrations.ts";

/** A seller or buyer as documents print it, line by line. */
export function partyLines(of: InvoiceParty): string[] {
  return [
    of.name,
    ...of.address,
    of.country ? countryName(of.country) : null,
    of.registration ? `Registration ${of.registration}` : null,
    of.vatId ? `VAT ID ${printedNumber(of.vatId)}` : null,
    of.taxNumber ? `Tax number ${of.taxNumber}` : null,
    ...(of.registrations ?? []),
    of.email,
  ].filter((line): line is string => !!line);
}
