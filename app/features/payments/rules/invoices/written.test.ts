import { expect, test } from "vitest";
import { COUNTRY_CODES } from "#app/platform/rules/core/country.ts";
import { writtenDay, writtenMoney, writtenText } from "./written.ts";

const at = new Date("2026-11-25T23:59:00Z");

test.each([
  ["US", "$1,234,567.50", "Nov 25, 2026"],
  [null, "$1,234,567.50", "Nov 25, 2026"],
  ["DE", "USD 1.234.567,50", "25 Nov 2026"],
  ["FR", "USD 1 234 567,50", "25 Nov 2026"],
  ["CH", "USD 1'234'567.50", "25 Nov 2026"],
  ["GB", "USD 1,234,567.50", "25 Nov 2026"],
  ["IN", "USD 12,34,567.50", "25 Nov 2026"],
  ["JP", "USD 1,234,567.50", "Nov 25, 2026"],
  ["CA", "USD 1,234,567.50", "Nov 25, 2026"],
  ["BR", "USD 1.234.567,50", "25 Nov 2026"],
  ["MX", "USD 1,234,567.50", "25 Nov 2026"],
  ["EG", "USD 1,234,567.50", "25 Nov 2026"],
])("writes amounts and days as %s does", (country, money, day) => {
  expect(writtenMoney(123_456_750, "USD", country).replaceAll("\u00a0", " ")).toBe(money);
  expect(writtenDay(at, country)).toBe(day);
});

test("has a way for every country: our digits, two decimals, no invisible marks", () => {
  for (const country of COUNTRY_CODES) {
    if (country === "US") continue;
    expect(writtenMoney(-123_450, "USD", country), country).toMatch(/^−USD 1[.,'\u00a0]?234[.,٫]50$/);
    expect(writtenDay(at, country), country).toMatch(/^(?:25 Nov 2026|Nov 25, 2026)$/);
  }
});

test("negative amounts, zero, and small ones", () => {
  expect(writtenMoney(-5, "EUR", "DE")).toBe("−EUR 0,05");
  expect(writtenMoney(0, "EUR", "DE")).toBe("EUR 0,00");
  expect(writtenMoney(-5, "USD", null)).toBe("−$0.05");
});

test("figures in our own texts follow, and numbers that aren't figures stay", () => {
  const german = (text: string) => writtenText(text, "DE");
  expect(german("1,234,567 words at $0.030")).toBe("1.234.567 words at USD 0,030");
  expect(german("adjustment to the $10.00 minimum, 9.975% of $1,000")).toBe(
    "adjustment to the USD 10,00 minimum, 9,975% of USD 1.000",
  );
  expect(german("INV-2026-000123 of Nov 25, 2026")).toBe("INV-2026-000123 of 25 Nov 2026");
  for (const same of [
    "12 tables, 3 figures, 19%",
    "Section 2.1 and 10.1.2",
    "Copyediting, 7 days",
    "S-10041",
    "DE89 3704 0044 0532 0130 00",
    "Order 4,5,6",
    "PO 1234567",
    "",
  ])
    expect(german(same)).toBe(same);
  expect(writtenText("5,000 words, Nov 25, 2026", "US")).toBe("5,000 words, Nov 25, 2026");
});
