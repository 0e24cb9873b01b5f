import fc from "fast-check";
import { expect, test } from "vitest";
import { LEVELS, payFor } from "./editor-pay.ts";
import { PAY_POLICY, PRICING_POLICY } from "./pricing-figures.ts";
import { discountFloor, priceOrder } from "./price.ts";

test("shares are 50%, 55%, 60%, and 65% by level", () => {
  const receipt = { editorBasisMinor: 15_000, secondReader: "none", secondReaderMinor: 0 } as Parameters<
    typeof payFor
  >[0];
  expect(LEVELS.map((level) => payFor(receipt, level, PAY_POLICY).editorMinor)).toEqual([7_500, 8_250, 9_000, 9_750]);
});

test("on expert orders the second reader's 25% is deducted first", () => {
  const receipt = priceOrder(
    {
      service: "expert",
      turnaround: "7d",
      billableWords: 5_000,
      estimatePdf: false,
      addOns: {},
      consentOverflow: false,
    },
    PRICING_POLICY,
  );
  expect(payFor(receipt, "senior", PAY_POLICY)).toEqual({ editorMinor: 18_000, secondReaderMinor: 10_000 });
});

test("an add-on second reader is paid from that line, the editor from the rest", () => {
  const receipt = priceOrder(
    {
      service: "copyediting",
      turnaround: "7d",
      billableWords: 5_000,
      estimatePdf: false,
      addOns: { secondReader: true },
      consentOverflow: false,
    },
    PRICING_POLICY,
  );
  expect(payFor(receipt, "trial", PAY_POLICY, "lead")).toEqual({ editorMinor: 7_500, secondReaderMinor: 2_925 });
});

test("the discount floor follows the shares of its price list", () => {
  const raised = { ...PRICING_POLICY, pay: { ...PAY_POLICY, shareBp: { ...PAY_POLICY.shareBp, lead: 8_000 } } };
  expect([PRICING_POLICY, raised].map((list) => discountFloor("copyediting", 10_000, list))).toEqual([7_150, 8_800]);
  const reader = { ...PRICING_POLICY, pay: { ...PAY_POLICY, includedSecondReaderShareBp: 4_000 } };
  expect([PRICING_POLICY, reader].map((list) => discountFloor("expert", 10_000, list))).toEqual([8_113, 8_690]);
});

test("the discount floor uses the highest possible pay", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("copyediting" as const, "expert" as const),
      fc.integer({ min: 1, max: 6_000 }),
      fc.boolean(),
      fc.constantFrom(...LEVELS),
      (service, words, reader, level) => {
        const receipt = priceOrder(
          {
            service,
            turnaround: "3d",
            billableWords: words,
            estimatePdf: false,
            addOns: { secondReader: reader },
            consentOverflow: false,
          },
          PRICING_POLICY,
        );
        const pay = payFor(receipt, level, PAY_POLICY, "lead");
        // Two rounded shares may add up to a cent more than the one the floor rounds.
        expect(discountFloor(service, receipt.editorBasisMinor, PRICING_POLICY)).toBeGreaterThanOrEqual(
          Math.floor((pay.editorMinor + pay.secondReaderMinor - 1) * 1.1),
        );
      },
    ),
  );
});
