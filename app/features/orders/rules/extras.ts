import { type FlatAddOnCode, PRICING_POLICY } from "#app/features/pricing/rules/policy.ts";
import { quantity } from "#app/features/pricing/rules/price-limits.ts";
import type { AddOns } from "#app/features/pricing/rules/price-receipt.ts";

/** The add-ons that were ordered, with how many of each. */
export function extrasOf(addOns: AddOns): string[] {
  const flat = Object.entries(PRICING_POLICY.addOns).flatMap(([code, { label, unit }]) => {
    const ordered = quantity(addOns, code as FlatAddOnCode);
    if (ordered === 0) return [];
    return [unit ? `${label}, ${ordered.toLocaleString("en-US")} ${ordered === 1 ? unit.one : unit.many}` : label];
  });
  return addOns.secondReader ? ["Second reader", ...flat] : flat;
}
