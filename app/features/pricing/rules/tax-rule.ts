import { divideHalfUp, minor, type Minor } from "#app/platform/rules/money.ts";

/** The rule that was found for one buyer, frozen with the price. Tax comes on top of the price. */
export type TaxRule =
  | { kind: "none" }
  | { kind: "rate"; code: string; label: string; rateBp: number }
  /** The buyer owes the tax: nothing is charged and the invoice must say so. */
  | { kind: "reverse-charge"; code: string; label: string; note: string };

export const NO_TAX: TaxRule = { kind: "none" };

/** The tax on a net amount in cents, rounded half up once. */
export function taxOn(netMinor: number, rule: TaxRule): Minor {
  return minor(rule.kind === "rate" ? divideHalfUp(netMinor * rule.rateBp, 10_000) : 0);
}
