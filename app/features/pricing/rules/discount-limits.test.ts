import { expect, test } from "vitest";
import { discountLimits } from "./discount-limits.ts";
import { PRICING_POLICY } from "./pricing-figures.ts";

test("says how much of the largest discount each service can get", () => {
  expect(discountLimits(PRICING_POLICY)).toEqual({
    maxPercent: 30,
    floor:
      "Editors' pay and our margin allow at most 28.5% off proofreading, copyediting, and substantive editing, and 18.8% off expert editing.",
  });
  expect(discountLimits({ ...PRICING_POLICY, coupon: { maxPercent: 20 } }).floor).toBe(
    "Editors' pay and our margin allow at most 18.8% off expert editing.",
  );
  expect(discountLimits({ ...PRICING_POLICY, coupon: { maxPercent: 10 } }).floor).toBe("");
});
