import { expect, test } from "vitest";
import { explainEarning, readingReason } from "./explain-earning.ts";
import { PAY_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";

const earning = {
  amountMinor: 8_250,
  basisMinor: 15_000,
  shareBp: 5_500,
  readerShareBp: 2_500,
  currency: "USD",
  reason: "",
};

test("names the share and what it is a share of", () => {
  expect(explainEarning(earning)).toBe("55% of $150.00");
});

test("names what is left after the second reader's share of an expert order", () => {
  expect(explainEarning({ ...earning, basisMinor: 40_000, amountMinor: 16_500 })).toBe(
    "55% of $300.00, the rest of $400.00 after the second reader's share",
  );
  expect(explainEarning({ ...earning, basisMinor: 40_000, amountMinor: 17_600, readerShareBp: 2_000 })).toBe(
    "55% of $320.00, the rest of $400.00 after the second reader's share",
  );
});

test("gives an earning's own reason, or says that the amount was agreed when no share matches", () => {
  expect(explainEarning({ ...earning, amountMinor: 1_234, reason: "For the work done on a canceled order" })).toBe(
    "For the work done on a canceled order.",
  );
  expect(explainEarning({ ...earning, amountMinor: 7_500 })).toBe(
    "As agreed when you accepted the order, from $150.00",
  );
});

test("names the part of the price that a second reading's pay is a share of", () => {
  const included = { editorBasisMinor: 40_000, secondReader: "included" as const, secondReaderMinor: 0 };
  expect(readingReason(included as never, "lead", 10_000, PAY_POLICY)).toBe("Second reading, 25% of $400.00");
  const addOn = { editorBasisMinor: 19_500, secondReader: "add-on" as const, secondReaderMinor: 4_500 };
  expect(readingReason(addOn as never, "senior", 2_700, PAY_POLICY)).toBe("Second reading, 60% of $45.00");
  expect(readingReason(addOn as never, "senior", 2_000, PAY_POLICY)).toBe(
    "Second reading, as agreed when you accepted it",
  );
});
