import { divideHalfUp, minor, type Minor } from "#app/platform/rules/core/money.ts";

/** The tax rule for one buyer, frozen with the price. Tax is added to the price. */
export type TaxRule =
  | { kind: "none" }
  | { kind: "rate"; code: string; label: string; rateBp: number }
  /** The buyer accounts for the tax: we charge none, and the invoice must say so. */
  | { kind: "reverse-charge"; code: string; label: string; note: string };

export const NO_TAX: TaxRule = { kind: "none" };

/** The tax on a net amount in cents, rounded half up once. */
export function taxOn(netMinor: number, rule: TaxRule): Minor {
  return minor(rule.kind === "rate" ? divideHalfUp(netMinor * rule.rateBp, 10_000) : 0);
}
