import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { SERVICE_LABELS, SERVICES, type PricingPolicy } from "./policy.ts";
import { discountFloor } from "./price.ts";

export type DiscountLimits = {
  /** The most percent that a discount may have. */
  maxPercent: number;
  /** What is left of it where the editor's pay and our margin need more. Empty if orders can get all of it. */
  floor: string;
};

/** What people who give a discount need to know about its size. */
export function discountLimits(policy: PricingPolicy): DiscountLimits {
  const { maxPercent } = policy.coupon;
  const cut = SERVICES.flatMap((service) => {
    // Of a thousand dollars without extras, rounded down to a tenth of a percent.
    const percent = Math.floor((100_000 - discountFloor(service, 100_000, policy)) / 100) / 10;
    return percent < maxPercent ? [{ service, percent }] : [];
  });
  const percents = [...new Set(cut.map((one) => one.percent))];
  const groups = percents.map((percent) => {
    const names = cut.filter((one) => one.percent === percent).map((one) => SERVICE_LABELS[one.service].toLowerCase());
    return `${percent}% off ${joinWords(names)}`;
  });
  return {
    maxPercent,
    floor: groups.length > 0 ? `Editors' pay and our margin allow at most ${groups.join(", and ")}.` : "",
  };
}
