/** The rules of EN 16931 about an e-invoice, by their numbers in the standard, such as "BR-CO-10". */
import { taxAt } from "#app/features/tax/rules/tax-rule.ts";
import { COUNTRY_CODES } from "#app/platform/rules/core/country.ts";
import { decimalMoney, sum } from "#app/platform/rules/core/money.ts";
import { type EInvoice, type ElectronicFacts, type Vat, eInvoiceOf } from "./e-invoice.ts";
import { printedSeller } from "./seller-registrations.ts";
import type { InvoiceDocument } from "./invoice.ts";

/**
 * A document with the seller's registrations that matter for it, and with its e-invoice's facts, or without them if it isn't about VAT or if the seller or buyer lacks
 * something the standard requires (a country, a number). We owe an invoice in any case.
 */
export function withElectronic(document: InvoiceDocument, electronic: ElectronicFacts): InvoiceDocument {
  const { electronic: _before, ...rest } = document;
  const bare = { ...rest, seller: printedSeller(rest) };
  const candidate = { ...bare, electronic };
  const invoice = eInvoiceOf({ ...candidate, issuedAt: candidate.issuedAt.toISOString() });
  return invoice && eInvoiceFaults(invoice).length === 0 ? candidate : bare;
}

const key = ({ category, rateBp }: Vat): string => `${category} ${rateBp ?? "-"}`;

/**
 * Each business rule of EN 16931 that an e-invoice breaks, in a sentence that begins with the rule's number. Empty if
 * there are none.
 */
export function eInvoiceFaults(e: EInvoice): string[] {
  const faults: string[] = [];
  const money = (minor: number) => decimalMoney(minor, e.currency);
  const must = (rule: string, holds: boolean, sentence: string) => void (holds || faults.push(`${rule}: ${sentence}`));
  const { totals, seller, buyer, lines, allowances, breakdown } = e;

  must("BR-02", e.number.trim() !== "", "there's no number.");
  must("BR-03", /^\d{4}-\d{2}-\d{2}$/.test(e.issuedOn), "there's no date.");
  must("BR-05", /^[A-Z]{3}$/.test(e.currency), "there's no currency.");
  must(
    "BR-53",
    e.declared === null || (/^[A-Z]{3}$/.test(e.declared.currency) && e.declared.currency !== e.currency),
    "the currency of the VAT isn't another one.",
  );
  must("BR-06", seller.name !== "", "the seller has no name.");
  must("BR-07", buyer.name !== "", "the buyer has no name.");
  must("BR-09", COUNTRY_CODES.includes(seller.country), "the seller has no country.");
  must("BR-11", COUNTRY_CODES.includes(buyer.country), "the buyer has no country.");
  must("BR-16", lines.length > 0, "there's no line.");
  must(
    "BR-55",
    e.preceding.every((it) => it.number !== ""),
    "a reference has no number.",
  );
  must(
    "BR-CO-09",
    [seller, buyer].every((it) => it.vatId === null || /^[A-Z]{2}/.test(it.vatId)),
    "a VAT ID has no country.",
  );
  must("BR-CO-26", seller.legalId !== null || seller.vatId !== null, "the seller can't be identified.");
  must("BR-CO-18", breakdown.length > 0, "there's no VAT breakdown.");

  const linesSum = sum(lines.map((it) => it.netMinor));
  const allowancesSum = sum(allowances.map((it) => it.amountMinor));
  const taxSum = sum(breakdown.map((it) => it.taxMinor));
  const equal = (rule: string, what: string, is: number, should: number) =>
    must(rule, is === should, `${what} is ${money(is)} instead of ${money(should)}.`);
  equal("BR-CO-10", "the sum of the lines", totals.linesMinor, linesSum);
  equal("BR-CO-11", "the sum of the allowances", totals.allowancesMinor, allowancesSum);
  equal("BR-CO-13", "the total without VAT", totals.netMinor, linesSum - allowancesSum);
  equal("BR-CO-14", "the total VAT", totals.taxMinor, taxSum);
  equal("BR-CO-15", "the total with VAT", totals.grossMinor, totals.netMinor + totals.taxMinor);
  must("BR-CO-25", totals.dueMinor <= 0 || e.paymentTerms !== null, "it's due, and doesn't say when.");
  equal("BR-CO-16", "the amount due", totals.dueMinor, totals.grossMinor - totals.prepaidMinor);

  for (const line of lines) {
    must("BR-25", line.name.trim() !== "", "a line has no name.");
    must("BR-27", line.netMinor >= 0, `the price of “${line.name}” is negative.`);
  }
  for (const allowance of allowances) {
    must("BR-33", allowance.reason.trim() !== "", "an allowance has no reason.");
    must("BR-31", allowance.amountMinor >= 0, `the allowance “${allowance.reason}” is negative.`);
  }

  const used = [...lines, ...allowances].map((it) => it.vat);
  for (const vat of used)
    must(
      `BR-${vat.category}-01`,
      breakdown.some((it) => key(it) === key(vat)),
      `the breakdown lacks ${key(vat)}.`,
    );
  must("BR-CO-18", new Set(breakdown.map(key)).size === breakdown.length, "a rate is in the breakdown twice.");
  for (const part of breakdown) {
    const rule = (n: string) => `BR-${part.category}-${n}`;
    const ofPart = (it: { vat: Vat }) => key(it.vat) === key(part);
    const base =
      sum(lines.filter(ofPart).map((it) => it.netMinor)) - sum(allowances.filter(ofPart).map((it) => it.amountMinor));
    equal(rule("08"), "the base", part.baseMinor, base);
    const tax = part.rateBp === null ? 0 : taxAt(part.baseMinor, { rateBp: part.rateBp });
    must(
      "BR-CO-17",
      Math.abs(part.taxMinor - tax) <= (part.category === "S" ? e.taxMarginMinor : 0),
      `the VAT is ${money(part.taxMinor)} instead of ${money(tax)}.`,
    );
    const charged = part.category === "S" || part.category === "Z";
    must(rule("10"), charged === (part.reason === null), charged ? "a reason is given." : "there's no reason.");
    if (part.category === "S") must(rule("05"), (part.rateBp ?? 0) > 0, "the rate isn't above zero.");
    else if (part.category === "O") must(rule("05"), part.rateBp === null, "there's a rate.");
    else must(rule("05"), part.rateBp === 0, "the rate isn't zero.");
    if (part.category === "O") {
      must(rule("02"), seller.vatId === null && buyer.vatId === null, "a VAT ID is given.");
      must(rule("11"), breakdown.length === 1, "there's another category beside it.");
    } else must(rule("02"), seller.vatId !== null || seller.taxNumber !== null, "the seller has no VAT ID.");
    if (part.category === "AE")
      must(rule("02"), buyer.vatId !== null || buyer.legalId !== null, "the buyer has no VAT ID.");
  }
  return faults;
}
