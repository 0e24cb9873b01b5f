/** The tax lines of a price. */
import { type Minor, formatMoney, minor, sum } from "#app/platform/rules/core/money.ts";
import { taxAt, taxOn, taxParts, type TaxRule } from "#app/features/tax/rules/tax-rule.ts";
import type { PriceLine, PriceReceipt } from "./price-receipt.ts";

/** A line for each tax on a net amount. Empty if there is nothing to state. */
export function taxLines(netMinor: number, tax: TaxRule, currency: string): PriceLine[] {
  if (tax.kind === "reverse-charge" || tax.kind === "exempt")
    return [{ code: "tax", label: tax.label, detail: tax.note, amountMinor: minor(0) }];
  return taxParts(tax).map((part) => ({
    code: "tax",
    label: part.label,
    detail: `on ${formatMoney(netMinor, currency)}`,
    amountMinor: taxAt(netMinor, part),
  }));
}

/** What a price is before tax: the list price less the discount and courtesy credit. */
export const netOf = ({
  listMinor,
  discountMinor,
  creditMinor = minor(0),
}: Pick<PriceReceipt, "listMinor" | "discountMinor" | "creditMinor">): Minor =>
  minor(listMinor - discountMinor - creditMinor);

/** The same price with this much courtesy credit, or without any: it comes off before tax. */
export function withCredit(price: PriceReceipt, creditMinor: number): PriceReceipt {
  const { creditMinor: _before, ...rest } = price;
  const lines = price.lines.filter((line) => line.code !== "credit" && line.code !== "tax");
  if (creditMinor === 0) return withTax({ ...rest, lines }, price.tax);
  lines.push({ code: "credit", label: "Courtesy credit", detail: "", amountMinor: minor(-creditMinor) });
  return withTax({ ...rest, lines, creditMinor: minor(creditMinor) }, price.tax);
}

/** The same price for a buyer with another tax: its tax lines and total are calculated again. */
export function withTax(price: PriceReceipt, tax: TaxRule): PriceReceipt {
  const netMinor = netOf(price);
  const lines = [...price.lines.filter((line) => line.code !== "tax"), ...taxLines(netMinor, tax, price.currency)];
  return {
    ...price,
    lines,
    tax,
    taxMinor: taxOn(netMinor, tax),
    totalMinor: sum(lines.map((line) => line.amountMinor)),
  };
}
