import { createContext, use } from "react";
import type { PricingPolicy } from "../rules/policy.ts";

/** The price list that a page's loader read. Everything that shows a price below it uses this one. */
export const PricingContext = createContext<PricingPolicy | null>(null);

/** The page's price list. @throws outside of a `PricingContext` */
export function usePricing(): PricingPolicy {
  const pricing = use(PricingContext);
  if (!pricing) throw new Error("This page has no price list");
  return pricing;
}
