import { expect, test } from "vitest";
import { explainEarning } from "./explain-earning.ts";

const earning = { amountMinor: 8_250, basisMinor: 15_000, shareBp: 5_500, currency: "USD", reason: "" };

test("names the share and what it is a share of", () => {
  expect(explainEarning(earning)).toBe("55% of $150.00");
});

test("names what is left after the second reader's share of an expert order", () => {
  expect(explainEarning({ ...earning, basisMinor: 40_000, amountMinor: 16_500 })).toBe(
    "55% of $300.00, the rest of $400.00 after the second reader's share",
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
