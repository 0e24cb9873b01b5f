import { divideHalfUp, minor, type Minor } from "#app/platform/rules/core/money.ts";
import type { Exemption } from "./exemption.ts";

/** One tax at one rate: "VAT 19% (Germany)". */
export type TaxPart = {
  /** Where it's reported: a country, "US-NY", "CA-QC". */
  code: string;
  label: string;
  /** Basis points; a tenth of one for rates such as 9.975%. */
  rateBp: number;
};

/** The basis of a tax, stored with the price: the buyer's country and state, checked VAT ID, and certificates. */
export type TaxEvidence = {
  country: string;
  state?: string;
  vatId?: string;
  vatIdCheckedAt?: string;
  exemptions?: readonly Exemption[];
};

/** The tax rule for one buyer, frozen with the price. Tax is added to the price. */
export type TaxRule = (
  | { kind: "none"; note?: string }
  /** `more`: further taxes on the same net amount, such as a province's beside the federal one. */
  | ({ kind: "rate"; more?: readonly TaxPart[]; note?: string } & TaxPart)
  /** The buyer accounts for the tax: we charge none, and the invoice must say so. */
  | { kind: "reverse-charge"; code: string; label: string; note: string }
  /** The buyer has a certificate, which the note names. `code`: whose tax it would have been. */
  | { kind: "exempt"; code: string; label: string; note: string }
) & { evidence?: TaxEvidence };

/** How a tax applies to an amount. */
export const TAX_TREATMENTS = ["charged", "reverse-charge", "exempt", "none"] as const;
export type TaxTreatment = (typeof TAX_TREATMENTS)[number];
export const TREATMENT_WORDS: Readonly<Record<TaxTreatment, string>> = {
  charged: "Charged",
  "reverse-charge": "Reverse charge",
  exempt: "Exempt",
  none: "Not subject to tax",
};

export const NO_TAX: TaxRule = { kind: "none" };

/** The taxes of a rule, each at its own rate. None where nothing is charged. */
export const taxParts = (rule: TaxRule): readonly TaxPart[] =>
  rule.kind === "rate" ? [{ code: rule.code, label: rule.label, rateBp: rule.rateBp }, ...(rule.more ?? [])] : [];

/** One tax on a net amount in cents, rounded half up once. */
export const taxAt = (netMinor: number, { rateBp }: Pick<TaxPart, "rateBp">): Minor =>
  minor(divideHalfUp(netMinor * Math.round(rateBp * 10), 100_000));

/** The tax on a net amount in cents: each rate is rounded half up once, on the whole amount. */
export const taxOn = (netMinor: number, rule: TaxRule): Minor =>
  minor(taxParts(rule).reduce((total, part) => total + taxAt(netMinor, part), 0));

/** "19%", "9.975%", "25.5%". */
export const formatRate = (rateBp: number): string => `${rateBp / 100}%`;
