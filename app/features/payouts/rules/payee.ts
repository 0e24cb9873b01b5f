/** An editor as the supplier on a self-billed invoice: who they are, from their legal details. */
import { isVatId, vatIdFault } from "#app/features/accounts/rules/vat-id.ts";
import { plainVatId } from "#app/features/accounts/rules/billing.ts";
import { vatTerritory } from "#app/features/accounts/rules/vat-territory.ts";
import { type KycDetails, hasVat } from "#app/features/editors/rules/kyc/kyc-details.ts";
import type { InvoiceParty } from "#app/features/payments/rules/invoices/invoice.ts";
import type { Supplier } from "#app/features/tax/rules/supplier-tax.ts";

const NEEDED: readonly (readonly [keyof KycDetails, string])[] = [
  ["legalName", "legal name"],
  ["addressLine", "street address"],
  ["town", "city"],
  ["country", "country"],
  ["taxCountry", "tax residence"],
  ["tin", "tax number"],
];
const HOW = "Enter it under Identity and documents, so that we can issue the invoice.";

/**
 * Why no invoice can be issued for an editor, as a sentence with what to do, or null if it can.
 * @param companyCountry where the company is
 */
export function payeeFault(details: KycDetails | null, companyCountry: string | null): string | null {
  if (!details) return `The legal name, address, and tax number are missing. ${HOW.replace("it", "them")}`;
  const missing = NEEDED.filter(([field]) => !details[field]?.trim()).map(([, words]) => words);
  if (missing.length > 0)
    return `The legal details lack this: ${missing.join(", ")}. ${missing.length > 1 ? HOW.replace("it", "them") : HOW}`;
  if (vatIdFault(details.taxCountry, details.vatId))
    return `The VAT ID isn't valid. Correct it under Identity and documents.`;
  const { vatStatus, vatId, taxCountry } = details;
  // Only there do our invoices charge VAT or name an exemption.
  const domestic = companyCountry !== null && vatTerritory(companyCountry) === vatTerritory(taxCountry);
  if (domestic && hasVat(taxCountry) && !vatStatus && vatId.trim() === "")
    return "The legal details don't say whether this editor is registered for VAT. Choose it under Identity and documents.";
  if (vatStatus === "registered" && vatId.trim() === "") return `The VAT ID is missing. ${HOW}`;
  return null;
}

/** @param details without a fault */
export function supplierOf(details: KycDetails): Supplier {
  const vatId = isVatId(details.taxCountry, details.vatId) ? plainVatId(details.vatId) : null;
  return { country: details.taxCountry, vatId, status: details.vatStatus ?? (vatId ? "registered" : "none") };
}

/**
 * The editor as a party. Where there's VAT, an invoice needs a tax number if there's no VAT ID; elsewhere it stays
 * private, as with social security numbers in the US.
 * @param details without a fault
 */
export function payeeParty(details: KycDetails, email: string): InvoiceParty {
  const { vatId } = supplierOf(details);
  return {
    name: details.legalName.trim(),
    address: [
      details.addressLine.trim(),
      [details.postCode, details.town]
        .map((it) => it.trim())
        .filter(Boolean)
        .join(" "),
    ],
    country: details.country,
    vatId,
    ...(vatId
      ? { taxNumbers: [{ scheme: "domestic", place: vatTerritory(details.taxCountry), number: vatId }] }
      : hasVat(details.taxCountry)
        ? { taxNumber: details.tin.trim() }
        : {}),
    email,
  };
}
