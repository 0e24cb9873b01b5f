import { expect, test } from "vitest";
import { moneyTyped } from "./typed-money.ts";

test.each([
  ["1,250", 125_000],
  ["$1,250.50", 125_050],
  [" 20.5 ", 2_050],
  ["1000000", 100_000_000],
  ["", null],
  ["1,25", null],
  ["12.345", null],
  ["-5", null],
  ["1e5", null],
  ["twelve", null],
  ["€5", null],
] as const)("an amount typed as “%s” is %s cents", (typed, cents) => {
  expect(moneyTyped(typed, "USD")).toBe(cents);
});

test("an amount is read in its own currency", () => {
  expect(moneyTyped("€1,250.5", "EUR")).toBe(125_050);
  expect(moneyTyped("¥12,500", "JPY")).toBe(12_500);
  expect(moneyTyped("12.5", "JPY")).toBeNull();
  expect(moneyTyped("12.00", "JPY")).toBe(12);
  expect(moneyTyped("$5", "GBP")).toBeNull();
});
