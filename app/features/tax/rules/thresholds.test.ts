import { describe, expect, test } from "vitest";
import {
  THRESHOLDS,
  type Threshold,
  countriesOf,
  isCovered,
  stateOfThreshold,
  thresholdsOf,
  windowsOf,
} from "./thresholds.ts";

const of = (id: string): Threshold => THRESHOLDS.find((it) => it.id === id)!;
const stateAt = (id: string, amountMinor: number, count = 1) => stateOfThreshold(of(id), { amountMinor, count }, false);

describe("thresholds of tax registration", () => {
  test("are crossed above the amount, or by the amount itself where the rule says so", () => {
    expect(stateAt("eu-59c", 7_999_99)).toBe("below");
    expect(stateAt("eu-59c", 8_000_00)).toBe("near");
    expect(stateAt("eu-59c", 10_000_00)).toBe("near");
    expect(stateAt("eu-59c", 10_000_01)).toBe("crossed");
    expect(stateAt("no", 49_999_99)).toBe("near");
    expect(stateAt("no", 50_000_00)).toBe("crossed");
  });

  test("are crossed by a number of sales where it's enough", () => {
    expect(stateAt("us-wv", 100, 159)).toBe("below");
    expect(stateAt("us-wv", 100, 160)).toBe("near");
    expect(stateAt("us-wv", 100, 200)).toBe("crossed");
    expect(stateAt("us-sd", 100, 200)).toBe("below");
  });

  test("of zero are crossed by the first sale", () => {
    expect(stateAt("gb", 0, 0)).toBe("below");
    expect(stateAt("gb", 1)).toBe("crossed");
  });

  test("are covered by a registration that's valid", () => {
    const oss = { scheme: "oss" as const, place: "DE", number: "DE1", validFrom: "2026-07-01", validUntil: null };
    expect(isCovered(of("eu-59c"), [oss], "2026-06-30")).toBe(false);
    expect(isCovered(of("eu-59c"), [oss], "2026-07-01")).toBe(true);
    expect(isCovered(of("no"), [oss], "2026-07-01")).toBe(false);
    expect(stateOfThreshold(of("no"), { amountMinor: 90_000_00, count: 1 }, true)).toBe("registered");
  });

  test("apply to sellers from elsewhere, and the EU's by where the seller is", () => {
    const ids = (home: string | null) => thresholdsOf(home).map((it) => it.id);
    expect(ids("DE")).toContain("eu-59c");
    expect(ids("DE")).not.toContain("eu-outside");
    expect(ids("US")).toContain("eu-outside");
    expect(ids("NO")).not.toContain("no");
    expect(ids(null)).not.toContain("eu-59c");
    expect(countriesOf(of("eu-59c"), "DE")).toEqual(expect.arrayContaining(["FR", "MC"]));
    expect(countriesOf(of("eu-59c"), "DE")).not.toContain("DE");
    expect(countriesOf(of("gb"), "DE")).toEqual(["GB", "IM"]);
  });

  test("are measured in this and the last calendar year, or in 12 months", () => {
    expect(windowsOf(of("us-sd"), "2026-11-21").map((it) => [it.from, it.until])).toEqual([
      ["2026-01-01", "2026-12-31"],
      ["2025-01-01", "2025-12-31"],
    ]);
    expect(windowsOf(of("no"), "2026-11-21")).toMatchObject([{ from: "2025-11-22", until: "2026-11-21", key: "2026" }]);
  });
});
