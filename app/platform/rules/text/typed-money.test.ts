import { expect, test } from "vitest";
import { centsTyped } from "./typed-money.ts";

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
] as const)("an amount typed as “%s” is %s cents", (typed, cents) => {
  expect(centsTyped(typed)).toBe(cents);
});
