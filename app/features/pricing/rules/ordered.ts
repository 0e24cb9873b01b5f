import { ADD_ONS, ADD_ON_CODES, type AddOns } from "./add-ons.ts";
import type { PricingPolicy } from "./policy.ts";
import type { LineCode, Ordered, PriceReceipt } from "./price-receipt.ts";

/**
 * What was ordered for a price. Receipts from before it was recorded only say it in their lines: this is the only place
 * that reads them.
 * @param policy the version the order was priced with
 */
export function orderedOf(price: PriceReceipt, policy: PricingPolicy): Ordered {
  if (price.ordered) return price.ordered;
  const amountOf = (code: LineCode): number => price.lines.find((line) => line.code === code)?.amountMinor ?? 0;
  const addOns = Object.fromEntries(
    ADD_ON_CODES.map((code) => {
      const ordered = amountOf(ADD_ONS[code].line) / policy.addOns[code].unitMinor;
      return [code, ADD_ONS[code].unit ? ordered : ordered > 0];
    }),
  ) as AddOns;
  return {
    addOns: { ...addOns, secondReader: amountOf("second-reader") > 0 },
    estimatePdf: price.lines.some((line) => line.code === "pdf"),
    reEdit: price.lines[0]?.label.startsWith("Re-edit") ? { unchanged: 0, moved: 0 } : null,
  };
}
