import { describe, expect, test } from "vitest";
import { SERVICES, type Turnaround } from "#app/features/pricing/rules/policy.ts";
import { PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import { HOUR, MINUTE } from "#app/platform/rules/core/time.ts";
import { addressOf, calculate, readAsked } from "./calculator.ts";

const asked = (search: string) => readAsked(new URLSearchParams(search));
const totals = (search: string, turnaround: Turnaround) => {
  const { matrix } = calculate(asked(search), PRICING_POLICY)!;
  return SERVICES.map((service) => {
    const cell = matrix[service][turnaround];
    return cell.offered ? cell.receipt.totalMinor / 100 : null;
  });
};

describe("the calculator", () => {
  test("gives the prices that the product design lists for 5,000 words", () => {
    expect(totals("words=5000", "7d")).toEqual([95, 150, 250, 400]);
    expect(totals("words=5000", "24h")).toEqual([170, 270, 450, null]);
    const cell = calculate(asked("words=5000"), PRICING_POLICY)!.matrix.substantive["24h"];
    expect(cell.offered && cell.receipt.overflow).toEqual({
      extraWords: 1_000,
      extraMs: 3 * HOUR + 20 * MINUTE,
      needsConsent: true,
    });
  });

  test("starts with an example, and reads numbers the way people type them", () => {
    expect(asked("")).toMatchObject({
      words: 5_000,
      service: "copyediting",
      turnaround: "7d",
      addOns: { referenceStyling: 0 },
    });
    for (const typed of ["12,500", "12 500", "12\u00a0500", "12.500", "12’500"])
      expect(asked(`words=${encodeURIComponent(typed)}`).words).toBe(12_500);
    for (const typed of ["", "0", "-5", "many", "5e3", "9999999999", "1000001"])
      expect(asked(`words=${encodeURIComponent(typed)}`)).toMatchObject({ words: null, typed });
    expect(calculate(asked("words=many"), PRICING_POLICY)).toBeNull();
  });

  test("falls back to defaults for unknown values", () => {
    expect(asked("service=toString&turnaround=1d&references=-3&figures=x")).toMatchObject({
      service: "copyediting",
      turnaround: "7d",
      addOns: { referenceStyling: 0, figuresAndTables: 0 },
    });
  });

  test("adds extras, and says which aren't available", () => {
    expect(totals("words=5000&cover=1&figures=4&references=10", "7d")[0]).toBe(95 + 25 + 12 + 4);
    expect(totals("words=5000&reader=1", "7d")).toEqual([123.5, 195, 325, 400]);
    const long = calculate(asked("words=9000&formatting=1"), PRICING_POLICY)!;
    expect(long.notes).toEqual([expect.stringContaining("8,000 words")]);
    expect(long.matrix.proofreading["7d"].offered).toBe(true);
  });

  test("an address keeps the inputs and changes the service and turnaround", () => {
    const search =
      "words=12%2C500&service=expert&turnaround=3d&pdf=1&reader=1&formatting=1&cover=1&references=41&figures=5";
    const before = asked(search);
    expect(asked(addressOf(before, { service: "expert", turnaround: "3d" }).slice(1))).toEqual(before);
    // Dollars are what an address without a currency means.
    const to = { service: "expert", turnaround: "3d" } as const;
    expect([addressOf(before, to, "EUR"), addressOf(before, to, "USD")]).toEqual([
      expect.stringContaining("currency=EUR"),
      addressOf(before, to),
    ]);
    expect(asked(addressOf(before, { service: "proofreading", turnaround: "6h" }).slice(1))).toEqual({
      ...before,
      service: "proofreading",
      turnaround: "6h",
    });
  });
});
