import { expect, test } from "vitest";
import { NO_EXCHANGE, agrees, freeze, isChargeOf, paidAmount, paidWords, rateWords } from "./exchange.ts";

const RATE = { on: "2026-11-30", micros: 1_082_800 };
const dollars = { amountMinor: 9_000, currency: "USD", ...NO_EXCHANGE };
const euros = { amountMinor: 9_000, currency: "USD", ...freeze(9_000, RATE, new Date("2026-12-01T09:00:00Z")) };

test("a payout in euros keeps its rate, its day, and its source", () => {
  expect(euros).toMatchObject({ paidCurrency: "EUR", paidMinor: 8_312, rateMicros: 1_082_800, rateOn: "2026-11-30" });
  expect([paidAmount(euros), paidAmount(dollars)]).toEqual([
    { minor: 8_312, currency: "EUR" },
    { minor: 9_000, currency: "USD" },
  ]);
  expect([paidWords(euros), paidWords(dollars)]).toEqual(["€83.12 ($90.00)", "$90.00"]);
  expect(rateWords(euros)).toBe("€1 = $1.0828 (European Central Bank, Nov 30, 2026)");
  expect(rateWords(dollars)).toBeNull();
});

test("what a bank says is about a payout's amount, exactly in its own currency and roughly in that of our account", () => {
  const says = (amountMinor: number | null, currency: string | null) => ({ amountMinor, currency });
  for (const word of [says(8_312, "EUR"), says(8_312, null), says(null, "EUR"), says(null, null), says(9_055, "USD")])
    expect([word, agrees(word, euros)]).toEqual([word, true]);
  for (const word of [
    says(8_311, "EUR"),
    says(9_901, "USD"),
    says(8_099, "USD"),
    says(8_000, null),
    says(9_000, "GBP"),
  ])
    expect([word, agrees(word, euros)]).toEqual([word, false]);
  for (const word of [says(9_000, "USD"), says(9_000, null), says(null, "USD")])
    expect([word, agrees(word, dollars)]).toEqual([word, true]);
  for (const word of [says(9_001, "USD"), says(9_000, "EUR"), says(null, "EUR")])
    expect([word, agrees(word, dollars)]).toEqual([word, false]);
});

test("a charge in the books' currency is exact, and one for euros within a tenth", () => {
  expect([8_999, 9_000, 9_001].map((minor) => isChargeOf(dollars, minor))).toEqual([false, true, false]);
  expect([8_099, 8_100, 9_000, 9_900, 9_901].map((minor) => isChargeOf(euros, minor))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});
