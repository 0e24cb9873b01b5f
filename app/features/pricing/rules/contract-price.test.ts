import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ContractPercents, contractDiscounts, contractWords, highestPercent } from "./contract-price.ts";
import { SERVICES, TURNAROUNDS } from "./policy.ts";
import { discountFloor, priceOrder } from "./price.ts";
import { PRICING_POLICY } from "./pricing-figures.ts";
import { standingDiscount } from "./standing-discount.ts";

const agreed = {
  id: "cpr_1",
  percents: { copyediting: 12, proofreading: 8 },
  turnarounds: { "3d": 10, "24h": 1 },
  steps: [{ fromMinor: 100_000, points: 3 }],
  endsAt: null,
};
const percentOf = (
  contract: Parameters<typeof contractDiscounts>[0],
  service: (typeof SERVICES)[number],
  turnaround: (typeof TURNAROUNDS)[number],
  orderedMinor = 0,
) => standingDiscount(contractDiscounts(contract, orderedMinor), { service, turnaround })?.percent ?? null;

describe("an organization's prices", () => {
  test("add a turnaround's points to the service's percentage, or have them alone", () => {
    expect(percentOf(agreed, "copyediting", "7d")).toBe(12);
    expect(percentOf(agreed, "copyediting", "3d")).toBe(22);
    expect(percentOf(agreed, "proofreading", "24h")).toBe(9);
    expect(percentOf(agreed, "copyediting", "3d", 100_000)).toBe(25);
    // Volume is about services that have a percentage.
    expect(percentOf(agreed, "expert", "3d", 100_000)).toBe(10);
    expect(percentOf(agreed, "expert", "7d", 100_000)).toBeNull();
    expect(percentOf({ ...agreed, percents: {}, steps: [] }, "substantive", "24h")).toBe(1);
  });

  test("without turnarounds are those of the services, one for each", () => {
    expect(contractDiscounts({ ...agreed, turnarounds: {} }, 0).map((one) => [one.services, one.turnarounds])).toEqual([
      [["proofreading"], null],
      [["copyediting"], null],
    ]);
  });

  test("say what is agreed", () => {
    expect(contractWords(agreed, "USD")).toBe(
      "Proofreading 8%, Copyediting 12%, 10 points more for 3 days, 1 point more for 24 hours (3 points more from $1,000.00 in a calendar year)",
    );
    expect(contractWords({ percents: {}, turnarounds: { "3d": 10 }, steps: [] }, "USD")).toBe("10% for 3 days");
  });

  const terms = fc.record({
    percents: fc.dictionary(
      fc.constantFrom(...SERVICES),
      fc.integer({ min: 1, max: 20 }),
    ) as fc.Arbitrary<ContractPercents>,
    turnarounds: fc.dictionary(fc.constantFrom(...TURNAROUNDS), fc.integer({ min: 1, max: 20 })),
    points: fc.option(fc.integer({ min: 1, max: 9 })),
  });
  test("are never more than the highest that was checked, nor pay editors less than their floor", () => {
    fc.assert(
      fc.property(terms, fc.integer({ min: 100, max: 6_000 }), ({ points, ...rest }, billableWords) => {
        const contract = { ...agreed, ...rest, steps: points === null ? [] : [{ fromMinor: 1, points }] };
        for (const service of SERVICES)
          for (const turnaround of ["14d", "3d"] as const) {
            const discount = standingDiscount(contractDiscounts(contract, 1), { service, turnaround });
            expect(discount?.percent ?? 0).toBeLessThanOrEqual(highestPercent(contract));
            const input = { service, turnaround, billableWords, estimatePdf: false, addOns: {}, consentOverflow: true };
            const full = priceOrder(input, PRICING_POLICY);
            const cut = priceOrder({ ...input, discount }, PRICING_POLICY);
            expect(cut.editorBasisMinor).toBe(full.editorBasisMinor);
            expect(cut.totalMinor).toBeGreaterThanOrEqual(
              Math.min(full.listMinor, discountFloor(service, full.editorBasisMinor, PRICING_POLICY)),
            );
          }
      }),
    );
  });
});
