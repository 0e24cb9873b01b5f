/** The tax lines of a price. */
import { formatMoney, minor, sum, CURRENCY } from "#app/platform/rules/core/money.ts";
import { taxAt, taxOn, taxParts, type TaxRule } from "#app/features/tax/rules/tax-rule.ts";
import type { PriceLine, PriceReceipt } from "./price-receipt.ts";

/** A line for each tax on a net amount in cents. Empty if there is nothing to state. */
export function taxLines(netMinor: number, tax: TaxRule): PriceLine[] {
  if (tax.kind === "reverse-charge" || tax.kind === "exempt")
    return [{ code: "tax", label: tax.label, detail: tax.note, amountMinor: minor(0) }];
  return taxParts(tax).map((part) => ({
    code: "tax",
    label: part.label,
    detail: `on ${formatMoney(netMinor, CURRENCY)}`,
    amountMinor: taxAt(netMinor, part),
  }));
}

/** The same price for a buyer with another tax: its tax lines and total are calculated again. */
export function withTax(price: PriceReceipt, tax: TaxRule): PriceReceipt {
  const netMinor = price.listMinor - price.discountMinor;
  const lines = [...price.lines.filter((line) => line.code !== "tax"), ...taxLines(netMinor, tax)];
  return {
    ...price,
    lines,
    tax,
    taxMinor: taxOn(netMinor, tax),
    totalMinor: sum(lines.map((line) => line.amountMinor)),
  };
}
