import { describe, expect, test } from "vitest";
import { figureText, figuresIn, figuresOf, readFigure } from "#app/features/policy/rules/figures.ts";
import type { PricingPolicy } from "./policy.ts";
import { PRICING_PART, PRICING_POLICY } from "./pricing-figures.ts";

const figures = figuresOf(PRICING_PART.subjects);
const faults = (policy: PricingPolicy) => PRICING_PART.faults(figuresIn(PRICING_PART.subjects, "pricing", policy));
type Writable<T> = { -readonly [K in keyof T]: T[K] extends object ? Writable<T[K]> : T[K] };
const changed = (change: (policy: Writable<PricingPolicy>) => void) => {
  const policy = structuredClone(PRICING_POLICY);
  change(policy as Writable<PricingPolicy>);
  return faults(policy).map((fault) => `${fault.key}: ${fault.message}`);
};

describe("the price list as figures", () => {
  test("each figure has a unique key and its default is in range", () => {
    expect(new Set(figures.map((f) => f.key)).size).toBe(figures.length);
    const defaults = figuresIn(PRICING_PART.subjects, "pricing", PRICING_POLICY);
    for (const figure of figures)
      expect([figure.key, readFigure(figure, figureText(figure, defaults[figure.key]!))]).toEqual([
        figure.key,
        { value: defaults[figure.key] },
      ]);
  });

  test("the defaults are the price list, and contradict nothing", () => {
    expect(PRICING_PART.of(figuresIn(PRICING_PART.subjects, "pricing", PRICING_POLICY))).toEqual(PRICING_POLICY);
    expect(faults(PRICING_POLICY)).toEqual([]);
  });

  test("each figure reaches the price list", () => {
    for (const figure of figures)
      expect([figure.key, PRICING_PART.of({ [figure.key]: 7 })]).not.toEqual([figure.key, PRICING_POLICY]);
  });
});

describe("a price list that contradicts itself is refused with what to do", () => {
  test("faster work that is cheaper", () =>
    expect(changed((p) => (p.mills.copyediting["3d"] = 29))).toEqual([
      "pricing.mills.copyediting.3d: Copyediting in 3 days costs less than in 7 days. Enter at least $0.030, because faster work can't be cheaper.",
    ]));
  test("deeper work that is cheaper", () =>
    expect(changed((p) => (p.mills.proofreading["6h"] = 90))).toEqual([
      "pricing.mills.copyediting.6h: Copyediting in 6 hours costs less than proofreading. Enter at least $0.090.",
    ]));
  test("more words in less time", () =>
    expect(changed((p) => (p.wordLimit.expert["48h"] = 7_000))[0]).toContain("Enter at most 6,000."));
  test("a rate without a limit, and a limit without a rate", () => {
    expect(changed((p) => (p.wordLimit.copyediting["6h"] = null))[0]).toContain("has a rate but no word limit");
    expect(changed((p) => (p.mills.copyediting["6h"] = null))[0]).toContain("has a word limit but no rate");
  });
  test("a smaller minimum for faster work", () =>
    expect(changed((p) => (p.minimumMinor["6h"] = 3_400))[0]).toContain("Enter at least $35.00."));
  test("discounts that don't grow", () => {
    expect(changed((p) => (p.volume[1]!.fromWords = 20_000))[0]).toContain("has to start above 20,000 words");
    expect(changed((p) => (p.volume[2]!.offBp = 700))[0]).toContain("has to be at least 8%");
  });
});
