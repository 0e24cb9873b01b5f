import { NO_TAX, type TaxRule } from "#app/features/pricing/rules/tax-rule.ts";

export type Buyer = {
  /** ISO 3166-1 alpha-2, or null when it is not known. */
  country: string | null;
  business: boolean;
  /** A VAT id that was checked; without one, a business is taxed as a consumer where that matters. */
  vatId: string | null;
};

/** One line of the configured table. "*" stands for every other country. */
export type TaxRow = { country: string; buyer: "consumer" | "business" | "any"; rule: TaxRule };

export type TaxTable = { registered: boolean; rows: readonly TaxRow[] };

/** The default: the house is not registered for tax anywhere and charges none. */
export const NOT_REGISTERED: TaxTable = { registered: false, rows: [] };

/** The rule for a buyer: the named country before "*", the kind of buyer before "any"; none where no row fits. */
export function taxRuleFor(buyer: Buyer, table: TaxTable = NOT_REGISTERED): TaxRule {
  if (!table.registered) return NO_TAX;
  const kind = buyer.business && buyer.vatId ? "business" : "consumer";
  const fitting = table.rows.filter(
    (row) => (row.country === buyer.country || row.country === "*") && (row.buyer === kind || row.buyer === "any"),
  );
  const weight = (row: TaxRow) => (row.country === "*" ? 0 : 2) + (row.buyer === "any" ? 0 : 1);
  return fitting.toSorted((a, b) => weight(b) - weight(a))[0]?.rule ?? NO_TAX;
}
