import { DEADLINE_POLICY } from "#app/features/pricing/rules/order-life-figures.ts";
import { expect, test } from "vitest";
import { type PricingPolicy, TURNAROUNDS, type Turnaround } from "#app/features/pricing/rules/policy.ts";
import { PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import { priceNotes } from "./price-notes.ts";
import { pricingProse } from "./pricing-prose.ts";

const said = (change: Partial<PricingPolicy>) => {
  const policy = { ...PRICING_POLICY, ...change };
  const { sum, limits } = pricingProse(policy);
  const { rules } = priceNotes(policy, DEADLINE_POLICY);
  return { sum: sum.join(" "), limits, long: rules.find(({ term }) => term === "Long manuscripts")?.text };
};
const minimums = (minor: (t: Turnaround) => number) =>
  Object.fromEntries(TURNAROUNDS.map((t) => [t, minor(t)])) as PricingPolicy["minimumMinor"];

test("the price list the product comes with", () => {
  const { sum, limits, long } = said({});
  expect(sum).toContain("below the minimum of $20 to $35, depending on turnaround, a separate line");
  expect(sum).toContain("Volume discounts start at 20,000 words");
  expect(limits).toContain("up to twice as many words");
  expect(long).toBe("5% off from 20,000 words, 8% off from 50,000 words, 10% off from 100,000 words");
});

test("the smallest order is named over all turnarounds", () => {
  const { sum } = said({ minimumMinor: minimums((t) => (t === "14d" ? 1_500 : 3_500)) });
  expect(sum).toContain("minimum of $15 to $35, depending on turnaround, a separate line");
  expect(said({ minimumMinor: minimums(() => 2_000) }).sum).toContain("minimum of $20, a separate line");
});

test("a discount that's switched off isn't named", () => {
  const [first, second] = PRICING_POLICY.volume;
  const { sum, long } = said({ volume: [{ ...first!, offBp: 0 }, second!] });
  expect(sum).toContain("Volume discounts start at 50,000 words");
  expect(long).toBe("8% off from 50,000 words");
  const none = said({ volume: [{ ...first!, offBp: 0 }] });
  expect(none.sum).not.toContain("Volume discounts");
  expect(none.long).toBeUndefined();
});

test("words above the limit are offered only if there are any", () => {
  expect(said({ overflowFactor: 3 }).limits).toContain("up to 3 times as many words");
  expect(said({ overflowFactor: 1 }).limits).not.toContain("as many words");
});
