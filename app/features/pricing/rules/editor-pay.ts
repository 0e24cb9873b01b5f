import { minor, shareBp, type Minor } from "#app/platform/rules/core/money.ts";
import type { PriceReceipt } from "./price-receipt.ts";
import type { PricingPolicy } from "./policy.ts";
import { inDollars } from "./priced-in.ts";

export const LEVELS = ["trial", "standard", "senior", "lead"] as const;
export type Level = (typeof LEVELS)[number];
export const LEVEL_LABELS: Record<Level, string> = {
  trial: "Trial",
  standard: "Standard",
  senior: "Senior",
  lead: "Lead",
};

/** Shares in basis points. */
export type PayPolicy = PricingPolicy["pay"];

/** An amount of an order's price in the currency of pay, at the rate of the price list that it was sold with. */
export const inPay = (amountMinor: number, { pricedIn }: Pick<PayPolicy, "pricedIn">): Minor =>
  inDollars(amountMinor, pricedIn);

/**
 * The pay for a quality review. It doesn't reduce the editor's pay.
 * @param listMinor the order's list price, in its currency
 */
export const reviewPay = (listMinor: number, policy: Pick<PayPolicy, "reviewer" | "pricedIn">): Minor =>
  minor(Math.max(policy.reviewer.leastMinor, shareBp(inPay(listMinor, policy), policy.reviewer.shareBp)));

/** The largest share of the basis that any level earns, in basis points. */
export const highestShareBp = ({ shareBp: shares }: PayPolicy): number => Math.max(...Object.values(shares));

export type PayBasis = Pick<PriceReceipt, "editorBasisMinor" | "secondReader" | "secondReaderMinor">;

/**
 * What an order pays, in the currency of pay, from the frozen receipt.
 * If the service includes a second reader, their share is deducted first and the editor gets a share of the rest. If
 * one was ordered as an add-on, each is paid by level for their own part.
 */
export function payFor(
  receipt: PayBasis,
  level: Level,
  policy: PayPolicy,
  secondReaderLevel: Level = "standard",
): { editorMinor: Minor; secondReaderMinor: Minor } {
  const basis = inPay(receipt.editorBasisMinor, policy);
  if (receipt.secondReader === "included") {
    const reader = shareBp(basis, policy.includedSecondReaderShareBp);
    return { editorMinor: shareBp(basis - reader, policy.shareBp[level]), secondReaderMinor: reader };
  }
  const readersPart = receipt.secondReader === "add-on" ? inPay(receipt.secondReaderMinor, policy) : 0;
  return {
    editorMinor: shareBp(basis - readersPart, policy.shareBp[level]),
    secondReaderMinor: minor(readersPart === 0 ? 0 : shareBp(readersPart, policy.shareBp[secondReaderLevel])),
  };
}
