import { CURRENCY } from "#app/platform/rules/core/money.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  csvMoney,
  decimalMoney,
  digitsOf,
  divideHalfUp,
  formatMills,
  formatMoney,
  minor,
  minorOfDigits,
  shareBp,
  sum,
  unitsOf,
} from "./money.ts";

describe("minor units", () => {
  test("are safe integers, and zero has no sign", () => {
    expect(() => minor(0.5)).toThrow(RangeError);
    expect(() => minor(Number.NaN)).toThrow(RangeError);
    expect(() => minor(2 ** 53)).toThrow(RangeError);
    expect(Object.is(minor(-0), 0)).toBe(true);
  });
  test("add up", () => {
    expect(sum([])).toBe(0);
    expect(sum(new Set([1, -3, 5]))).toBe(3);
    expect(() => sum([0.1])).toThrow(RangeError);
  });
});

describe("rounding", () => {
  test("is half up, away from zero for negatives", () => {
    expect([5, 4, 15, -5, -4, -15, 0].map((n) => divideHalfUp(n, 10))).toEqual([1, 0, 2, -1, 0, -2, 0]);
    expect(Object.is(divideHalfUp(-4, 10), 0)).toBe(true);
  });
  test("refuses a division that can't be exact", () => {
    expect(() => divideHalfUp(1, 0)).toThrow(RangeError);
    expect(() => divideHalfUp(1, -2)).toThrow(RangeError);
    expect(() => divideHalfUp(1.5, 2)).toThrow(RangeError);
    expect(() => divideHalfUp(2 ** 53, 2)).toThrow(RangeError);
  });
  test("is exact where floating point is not", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: 1_000_000 }), (n, d) => {
        const big = BigInt(Math.abs(n));
        const expected = Number((big * 2n + BigInt(d)) / (BigInt(d) * 2n)) * (n < 0 ? -1 : 1);
        expect(divideHalfUp(n, d)).toBe(expected || 0);
      }),
    );
  });
  test("of a negative number mirrors the positive one", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 100_000 }), (n, d) => {
        expect(divideHalfUp(-n, d)).toBe(-divideHalfUp(n, d) || 0);
      }),
    );
  });
  test("of a share is at most half a cent off, and 100% is the whole amount", () => {
    expect(shareBp(9_500, 1_000)).toBe(950);
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000_000, max: 10_000_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (amount, bp) => {
          expect(Math.abs(shareBp(amount, bp) - (amount * bp) / 10_000)).toBeLessThanOrEqual(0.5);
          expect(shareBp(amount, 10_000)).toBe(amount);
        },
      ),
    );
  });
});

describe("formatted", () => {
  test("for people with a symbol, grouping and a true minus", () => {
    expect([9_500, 123_456_789, 5, 0, -1_250].map((a) => formatMoney(a, CURRENCY))).toEqual([
      "$95.00",
      "$1,234,567.89",
      "$0.05",
      "$0.00",
      "−$12.50",
    ]);
    expect(formatMoney(-0, CURRENCY)).toBe("$0.00");
    expect([formatMoney(9_500, "EUR"), formatMoney(9_500, "GBP")]).toEqual(["€95.00", "£95.00"]);
  });
  test("for files as a plain decimal that parses back to the same cents", () => {
    expect([9_500, 5, -5, 0, -0, 123_456_789].map((n) => decimalMoney(n, "USD"))).toEqual([
      "95.00",
      "0.05",
      "-0.05",
      "0.00",
      "0.00",
      "1234567.89",
    ]);
    fc.assert(
      fc.property(fc.integer(), (cents) => {
        expect(Number(decimalMoney(cents, "USD").replace(".", ""))).toBe(cents);
      }),
    );
    expect(() => decimalMoney(1.5, "USD")).toThrow(RangeError);
  });
  test("in yen have no decimals, except for a price per word", () => {
    expect([formatMoney(14_250, "JPY"), formatMoney(-5, "JPY")]).toEqual(["¥14,250", "−¥5"]);
    expect([decimalMoney(14_250, "JPY"), decimalMoney(-5, "JPY"), csvMoney(0, "JPY")]).toEqual(["14250", "-5", "0"]);
    expect([formatMills(4_050, "JPY"), formatMills(38, "USD")]).toEqual(["¥4.05", "$0.038"]);
    expect([unitsOf("JPY"), unitsOf("EUR"), digitsOf("KWD")]).toEqual([1, 100, 3]);
  });
  test("are read back from their digits in every currency", () => {
    fc.assert(
      fc.property(fc.constantFrom("USD", "JPY", "KWD"), fc.nat(), (currency, amount) => {
        const [whole, decimals = ""] = decimalMoney(amount, currency).split(".");
        expect(minorOfDigits(whole!, decimals, digitsOf(currency))).toBe(amount);
      }),
    );
    expect(minorOfDigits("12", "5", 0)).toBeNull();
  });
});
