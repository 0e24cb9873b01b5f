import { NO_TAX, type TaxRule } from "#app/features/pricing/rules/tax-rule.ts";

export type Buyer = {
  /** ISO 3166-1 alpha-2, or null when unknown. */
  country: string | null;
  business: boolean;
  /** A verified VAT ID. Without one, a business is taxed like a consumer where that matters. */
  vatId: string | null;
};

/** One line of the configured table. "*" means every other country. */
export type TaxRow = { country: string; buyer: "consumer" | "business" | "any"; rule: TaxRule };

export type TaxTable = { registered: boolean; rows: readonly TaxRow[] };

/** The default: not registered for tax anywhere, so no tax is charged. */
export const NOT_REGISTERED: TaxTable = { registered: false, rows: [] };

/** The rule for a buyer: a named country before "*", a kind of buyer before "any", or none. */
export function taxRuleFor(buyer: Buyer, table: TaxTable = NOT_REGISTERED): TaxRule {
  if (!table.registered) return NO_TAX;
  const kind = buyer.business && buyer.vatId ? "business" : "consumer";
  const fitting = table.rows.filter(
    (row) => (row.country === buyer.country || row.country === "*") && (row.buyer === kind || row.buyer === "any"),
  );
  const weight = (row: TaxRow) => (row.country === "*" ? 0 : 2) + (row.buyer === "any" ? 0 : 1);
  return fitting.toSorted((a, b) => weight(b) - weight(a))[0]?.rule ?? NO_TAX;
}
