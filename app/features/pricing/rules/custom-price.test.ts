import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { APPROVAL_POLICY } from "./approval-figures.ts";
import { DAY, HOUR } from "#app/platform/rules/core/time.ts";
import {
  type CustomWork,
  customLimits,
  customPrice,
  customPriceFault,
  standardPrice,
  turnaroundFor,
} from "./custom-price.ts";
import { payFor } from "./editor-pay.ts";
import { SERVICES } from "./policy.ts";
import { PRICING_POLICY } from "./pricing-figures.ts";
import { priceOrder } from "./price.ts";
import { PAY_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";

const work = (it: Partial<CustomWork> = {}): CustomWork => ({
  service: "copyediting",
  billableWords: 5_000,
  addOns: {},
  estimatePdf: false,
  windowMs: 7 * DAY,
  ...it,
});

const anyWork = fc.record({
  service: fc.constantFrom(...SERVICES),
  billableWords: fc.integer({ min: 1, max: 600_000 }),
  estimatePdf: fc.boolean(),
  windowMs: fc.integer({ min: HOUR, max: 180 * DAY }),
  addOns: fc.record(
    {
      journalFormatting: fc.boolean(),
      coverLetter: fc.boolean(),
      secondReader: fc.boolean(),
      referenceStyling: fc.integer({ min: 0, max: 500 }),
      figuresAndTables: fc.integer({ min: 0, max: 200 }),
    },
    { requiredKeys: [] },
  ),
});

describe("the standard price", () => {
  test("is the list price where the list has one", () => {
    const list = priceOrder(
      {
        service: "copyediting",
        turnaround: "7d",
        billableWords: 5_000,
        estimatePdf: false,
        addOns: {},
        consentOverflow: true,
      },
      PRICING_POLICY,
    );
    expect(standardPrice(work(), PRICING_POLICY).listMinor).toBe(list.listMinor);
    expect(list.listMinor).toBe(15_000);
  });

  test("lifts the word limit, and keeps the volume discount", () => {
    // 300,000 words at 27 mills, less 10%.
    expect(standardPrice(work({ billableWords: 300_000, windowMs: 30 * DAY }), PRICING_POLICY).listMinor).toBe(729_000);
  });

  test.each([
    ["copyediting", 30 * DAY, "14d"],
    ["copyediting", 10 * DAY, "7d"],
    ["copyediting", 2 * HOUR, "6h"],
    // Substantive editing isn't sold in 6 hours, expert editing not in 24.
    ["substantive", 2 * HOUR, "12h"],
    ["expert", 5 * HOUR, "48h"],
  ] as const)("of %s in %d ms is that of %s", (service, windowMs, turnaround) => {
    expect(turnaroundFor(service, windowMs, PRICING_POLICY)).toBe(turnaround);
  });
});

describe("who may set which price", () => {
  const limits = {
    support: customLimits(work(), "support", PRICING_POLICY, APPROVAL_POLICY),
    admin: customLimits(work(), "admin", PRICING_POLICY, APPROVAL_POLICY),
  };

  test("support stays between 10% below and twice the standard price", () => {
    expect(limits.support).toMatchObject({ ordinaryMinor: 15_000, leastMinor: 13_500, mostMinor: 30_000 });
    expect(customPriceFault(13_500, limits.support, "support")).toBeNull();
    expect(customPriceFault(30_000, limits.support, "support")).toBeNull();
    expect(customPriceFault(13_499, limits.support, "support")).toContain("ask an admin");
    expect(customPriceFault(30_001, limits.support, "support")).toContain("between $135.00 and $300.00");
  });

  test("an admin may go as low as discounts: editors' pay for the standard price plus 10%", () => {
    // 65% of $150.00 is $97.50, and 10% more is $107.25.
    expect(limits.admin.leastMinor).toBe(10_725);
    expect(customPriceFault(10_725, limits.admin, "admin")).toBeNull();
    expect(customPriceFault(10_724, limits.admin, "admin")).toContain("The standard price is $150.00.");
  });

  test.each([[0], [-1], [10.5], [Number.NaN]])("%d is no price", (amount) => {
    expect(customPriceFault(amount, limits.admin, "admin")).toContain("Enter a price");
  });
});

describe("the receipt of a custom quote", () => {
  test("adds up to the price, pays editors a share of it, and leaves the client's price above their pay plus 10%", () => {
    fc.assert(
      fc.property(anyWork, fc.double({ min: 0, max: 1, noNaN: true }), (it, where) => {
        const { leastMinor, mostMinor } = customLimits(it, "admin", PRICING_POLICY, APPROVAL_POLICY);
        const totalMinor = Math.round(leastMinor + (mostMinor - leastMinor) * where);
        const receipt = customPrice(it, totalMinor, "qof_1", PRICING_POLICY);
        expect(receipt.lines.reduce((sum, line) => sum + line.amountMinor, 0)).toBe(totalMinor);
        expect(receipt).toMatchObject({ listMinor: totalMinor, totalMinor, discountMinor: 0, taxMinor: 0 });
        expect(receipt.windowMs).toBe(it.windowMs);
        const { editorMinor, secondReaderMinor } = payFor(receipt, "lead", PAY_POLICY, "lead");
        const pay = editorMinor + secondReaderMinor;
        expect(pay).toBeGreaterThan(0);
        expect(totalMinor * 10_000).toBeGreaterThanOrEqual(pay * (10_000 + PRICING_POLICY.marginOverPayBp) - 20_000);
        // The lowest offer is never above the standard price.
        expect(leastMinor).toBeLessThanOrEqual(standardPrice(it, PRICING_POLICY).listMinor);
      }),
      { numRuns: 300 },
    );
  });

  test("gives a second reader their own line", () => {
    const receipt = customPrice(work({ addOns: { secondReader: true } }), 26_000, "qof_1", PRICING_POLICY);
    // 30% of the work beside the work itself: 30 of 130 parts.
    expect(receipt.lines.map((l) => [l.code, l.amountMinor])).toEqual([
      ["base", 20_000],
      ["second-reader", 6_000],
    ]);
    expect(receipt).toMatchObject({ secondReader: "add-on", secondReaderMinor: 6_000 });
  });

  test("names what's included", () => {
    const { lines } = customPrice(
      work({ addOns: { coverLetter: true, referenceStyling: 120 }, estimatePdf: true }),
      30_000,
      "qof_1",
      PRICING_POLICY,
    );
    expect(lines[0]!.label).toBe("Copyediting, custom quote");
    expect(lines[0]!.detail).toBe(
      "5,000 words in 7 d, with reference styling (120), cover-letter edit, PDF annotations",
    );
  });
});
