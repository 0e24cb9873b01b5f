import { expect, test } from "vitest";
import { explainEarning } from "./explain-earning.ts";

const earning = { amountMinor: 8_250, basisMinor: 15_000, shareBp: 5_500, currency: "USD", reason: "" };

test("an earning names its share and what it is a share of", () => {
  expect(explainEarning(earning)).toBe("55 % of $150.00");
});

test("an expert order's earning names what the second reader's part leaves", () => {
  expect(explainEarning({ ...earning, basisMinor: 40_000, amountMinor: 16_500 })).toBe(
    "55 % of $300.00, what the second reader's part leaves of $400.00",
  );
});

test("an earning with a reason of its own gives it, and one that fits no share says that it was promised", () => {
  expect(explainEarning({ ...earning, amountMinor: 1_234, reason: "For the part done of a cancelled order" })).toBe(
    "For the part done of a cancelled order.",
  );
  expect(explainEarning({ ...earning, amountMinor: 7_500 })).toBe("As promised when you took the order, from $150.00");
});
