/** Which of a seller's tax registrations a document is about, and how their numbers are printed. */
import type { PriceLine } from "#app/features/pricing/rules/price-receipt.ts";
import { type Authority, NOT_ATTRIBUTED, type TaxOwed, authorityOf } from "#app/features/tax/rules/authority.ts";
import { isEu } from "#app/features/tax/rules/places.ts";
import { homeRegistration, registrationName } from "#app/features/tax/rules/registration.ts";
import { type TaxRule, taxParts } from "#app/features/tax/rules/tax-rule.ts";
import { taxAmounts } from "./invoice-taxes.ts";
import type { InvoiceDocument, InvoiceParty, InvoiceTax } from "./invoice.ts";

type TaxNumber = NonNullable<InvoiceParty["taxNumbers"]>[number];

const homeOf = ({ country, taxNumbers = [] }: InvoiceParty): TaxNumber | undefined =>
  homeRegistration(country, taxNumbers);

/** The registration under which a tax is declared, or undefined without one. */
export function registrationFor(
  seller: InvoiceParty,
  tax: Pick<InvoiceTax, "treatment" | "code">,
): TaxNumber | undefined {
  const numbers = seller.taxNumbers ?? [];
  const at = (place: string) => numbers.find((it) => it.scheme === "domestic" && it.place === place);
  const oneStop = numbers.find((it) => it.scheme === "oss");
  const home = homeOf(seller);
  // The federal part of a province's tax is declared with the country.
  const there = at(tax.code) ?? at(tax.code.split("-")[0]!);
  if (tax.treatment === "charged" || tax.treatment === "exempt") return there ?? oneStop ?? home;
  if (there && !isEu(tax.code)) return there;
  return home && isEu(home.place)
    ? home
    : (numbers.find((it) => it.scheme === "domestic" && isEu(it.place)) ?? oneStop ?? home);
}

/** The authority that a tax is owed to, or that it isn't attributed: without a registration for it. */
export function authorityFor(seller: InvoiceParty, tax: Pick<InvoiceTax, "treatment" | "code">): Authority {
  const used = registrationFor(seller, tax);
  return used ? authorityOf(used) : NOT_ATTRIBUTED;
}

/**
 * What of a price's tax is owed to whom, in the order of its taxes. The last one gets what rounding leaves, so that it
 * adds up to the tax that's paid.
 */
export function taxOwed(
  seller: InvoiceParty,
  priced: { lines: readonly PriceLine[]; taxMinor: number },
  rule: TaxRule,
): TaxOwed[] {
  const amounts = taxAmounts(priced.lines, rule);
  let left = priced.taxMinor;
  return taxParts(rule).map(({ code }, i) => {
    const amountMinor = i === amounts.length - 1 ? left : Math.min(left, amounts[i]!);
    left -= amountMinor;
    return { authority: authorityFor(seller, { treatment: "charged", code }), amountMinor };
  });
}

/** A number as its country writes it. */
export const printedNumber = (number: string): string =>
  number.replace(
    /^CHE(\d{3})(\d{3})(\d{3})(MWST|TVA|IVA)?$/,
    (_, a: string, b: string, c: string, tax?: string) => `CHE-${a}.${b}.${c}${tax ? ` ${tax}` : ""}`,
  );

/** The seller as a document names it: with its own registration, and of the others those that the document is about. */
export function printedSeller({ seller, taxes = [] }: Pick<InvoiceDocument, "seller" | "taxes">): InvoiceParty {
  if (!seller.taxNumbers) return seller;
  const { registrations: _all, ...bare } = seller;
  const home = homeOf(seller);
  const used = new Set(
    taxes.map((tax) => registrationFor(seller, tax)).filter((it) => it !== undefined && it !== home),
  );
  const registrations = [...used].map((it) => `${registrationName(it!)}: ${printedNumber(it!.number)}`);
  return registrations.length > 0 ? { ...bare, registrations } : bare;
}
