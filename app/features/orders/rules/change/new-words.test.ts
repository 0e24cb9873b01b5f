import { describe, expect, test } from "vitest";
import { DEADLINE_POLICY } from "#app/features/pricing/rules/order-life-figures.ts";
import { PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import {
  chargeForNewWords,
  freeNewWords,
  letterWithFreeEnd,
  mostNewWords,
  versionFault,
  whereFreeWordsEnd,
} from "./new-words.ts";

const price = (turnaround: "7d" | "24h" = "7d", percent = 0) =>
  priceOrder(
    {
      service: "copyediting",
      turnaround,
      billableWords: 5_000,
      estimatePdf: false,
      addOns: {},
      consentOverflow: true,
      discount: percent > 0 ? { kind: "coupon", code: "C", label: "Coupon", percent } : null,
    },
    PRICING_POLICY,
  );

describe("new words in a revision", () => {
  test("are free up to 300, or 5% of the order if that's more", () => {
    expect([5_000, 6_000, 20_000].map((words) => freeNewWords(words, DEADLINE_POLICY))).toEqual([300, 300, 1_000]);
    expect(chargeForNewWords(price(), 0, PRICING_POLICY)).toBeNull();
    expect(chargeForNewWords(price(), -40, PRICING_POLICY)).toBeNull();
  });

  test("above that cost as much as a re-edit: the order's rate, at least its minimum", () => {
    expect(chargeForNewWords(price(), 600, PRICING_POLICY)).toMatchObject({ listMinor: 1_800, totalMinor: 1_800 });
    expect(chargeForNewWords(price("24h"), 600, PRICING_POLICY)!.totalMinor).toBe(3_240);
    const small = chargeForNewWords(price(), 20, PRICING_POLICY)!;
    expect(small.totalMinor).toBe(1_000);
    expect(small.lines[0]).toMatchObject({ code: "extra", label: "20 words above the free ones" });
    expect(small.lines[0]!.detail).toContain("minimum of $10.00");
    expect(small.price.totalMinor).toBe(price().totalMinor + 1_000);
    expect(small.price.billableWords).toBe(5_000);
  });

  test("get the order's own discount share, and no more", () => {
    const charge = chargeForNewWords(price("7d", 10), 600, PRICING_POLICY)!;
    expect(charge).toMatchObject({ listMinor: 1_800, discountMinor: 180, totalMinor: 1_620 });
  });

  test("are at most what fits a revision's time", () => {
    // Within 48 hours, and within 24 for an order of 24 hours.
    expect(mostNewWords(price(), 300, PRICING_POLICY, DEADLINE_POLICY)).toBe(12_300);
    expect(mostNewWords(price("24h"), 300, PRICING_POLICY, DEADLINE_POLICY)).toBe(7_300);
  });

  test("are counted in document order, to find where the free ones end", () => {
    const sentence = (kind: "changed" | "new" | "moved" | "removed", words: number, text: string) => ({
      kind,
      words,
      parts: [
        { what: "out" as const, text: "gone " },
        { what: "in" as const, text },
      ],
    });
    const all = [
      sentence("new", 100, "the first ends here."),
      sentence("moved", 500, "moved."),
      sentence("removed", 500, "removed."),
      sentence("changed", 150, "the second ends here."),
      sentence("new", 51, "the third."),
      sentence("new", 1, "the last."),
    ];
    expect(whereFreeWordsEnd(all, 300)).toBe("the second ends here.");
    expect(whereFreeWordsEnd(all, 301)).toBe("the third.");
    expect(whereFreeWordsEnd(all, 302)).toBeNull();
    expect(whereFreeWordsEnd([sentence("new", 400, "one long sentence.")], 300)).toBe("one long sentence.");
  });

  test("a letter states once where the edit ends", () => {
    const letter = letterWithFreeEnd("Dear author,\n", "ends here.");
    expect(letter).toContain("“ends here.”");
    expect(letterWithFreeEnd(letter, "ends here.")).toBe(letter);
  });
});

test("a new version that can't be compared or tracked is refused, and says what to do", () => {
  const fault = (it: object) =>
    versionFault({
      name: "v2.docx",
      state: "counted",
      format: "docx",
      refusal: null,
      fallback: null,
      stale: false,
      ...it,
    });
  expect(fault({})).toBeNull();
  expect(fault({ state: "counting" })).toMatchObject({ counting: true });
  expect(fault({ state: "refused", refusal: { message: "Locked.", advice: "Unlock it." } })).toMatchObject({
    message: "Locked.",
  });
  for (const format of ["pdf", "tex", "tex-zip"]) expect(fault({ format })!.message).toContain("tracked");
  expect(fault({ fallback: "another" })!.message).toContain("different text");
  for (const fallback of ["gone", "unread"]) expect(fault({ fallback })!.message).toContain("compare");
  expect(fault({ stale: true })!.message).toContain("earlier delivery");
});
