import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tries } from "#boot/testing/tries.ts";
import { faultsOf } from "#app/platform/rules/core/flow.ts";
import { minor } from "#app/platform/rules/core/money.ts";
import { SERVICES } from "#app/features/pricing/rules/policy.ts";
import { PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { chargeFor, withExtra } from "./charge.ts";
import { extraTimeFor, reprice } from "./reprice.ts";
import { countToApply, letterWithEnd, sectionWhere, wordFlow } from "./word-difference.ts";

const priceOf = (words: number, more: Partial<Parameters<typeof priceOrder>[0]> = {}): PriceReceipt =>
  priceOrder(
    {
      service: "copyediting",
      turnaround: "7d",
      billableWords: words,
      estimatePdf: false,
      addOns: {},
      consentOverflow: true,
      ...more,
    },
    PRICING_POLICY,
  );

test("every state of a word difference leads to an end", () => {
  expect(faultsOf(wordFlow)).toEqual([]);
});

describe("which count applies", () => {
  test("is ours if it agrees with the report, within what is absorbed", () => {
    expect(countToApply({ side: "editor", reportedWords: 5_400, recountedWords: 5_390 })).toBe(5_390);
    expect(countToApply({ side: "staff", reportedWords: 5_400, recountedWords: 5_390 })).toBe(5_390);
  });
  test("is staff's own if ours doesn't agree, and for an editor's report none yet", () => {
    expect(countToApply({ side: "staff", reportedWords: 5_400, recountedWords: 5_000 })).toBe(5_400);
    expect(countToApply({ side: "editor", reportedWords: 5_400, recountedWords: 5_000 })).toBeNull();
    expect(countToApply({ side: "editor", reportedWords: 5_400, recountedWords: null })).toBeNull();
  });
});

test("a letter states once where the edit ends", () => {
  const letter = letterWithEnd("Dear Dr. Osei,", "after heavy rain");
  expect(letter).toContain("“after heavy rain”");
  expect(letterWithEnd(letter, "after heavy rain")).toBe(letter);
});

test("the paid words end in the section where they run out, not counting excluded sections", () => {
  const sections = [
    { title: "Abstract", billable: 200, edited: true },
    { title: "References", billable: 900, edited: false },
    { title: "Methods", billable: 800, edited: true },
    { title: "Results", billable: 500, edited: true },
  ];
  expect(sectionWhere(sections, 900)).toBe("Methods");
  expect(sectionWhere(sections, 1_000)).toBe("Results");
  expect(sectionWhere(sections, 1_500)).toBeNull();
});

describe("a price calculated again", () => {
  test("is the price of the same order with another word count", () => {
    const addOns = { figuresAndTables: 3, referenceStyling: 12, coverLetter: true, secondReader: true };
    const before = priceOf(5_000, { addOns });
    const { discount: _none, overflow: _over, ...after } = priceOf(6_000, { addOns });
    expect(reprice(before, { billableWords: 6_000 }, PRICING_POLICY)).toMatchObject(after);
  });
  test("keeps what was added after payment, and has the same minimum", () => {
    const line = { code: "extra" as const, label: "Index", detail: "", amountMinor: minor(900) };
    const after = reprice(withExtra(priceOf(5_000), line), { billableWords: 4_000 }, PRICING_POLICY);
    expect(after).toMatchObject({ listMinor: 12_900, editorBasisMinor: 12_900, billableWords: 4_000 });
    expect(chargeFor(priceOf(100), reprice(priceOf(100), { billableWords: 300 }, PRICING_POLICY), line)).toBeNull();
  });
  test("is refused if the list doesn't sell it, or the price isn't from the list", () => {
    expect(() => reprice(priceOf(80_000), { billableWords: 95_000 }, PRICING_POLICY)).toThrow(/Too many words/);
    const custom = { ...priceOf(5_000), lines: [{ ...priceOf(5_000).lines[0]!, code: "fee" as const }] };
    expect(() => reprice(custom, { billableWords: 6_000 }, PRICING_POLICY)).toThrow(
      /has a custom price, which isn't calculated by the word/,
    );
  });
  test("adds time only for words above the limit", () => {
    expect(extraTimeFor(priceOf(5_000), 6_000, PRICING_POLICY)).toBe(0);
    expect(extraTimeFor(priceOf(45_000), 45_450, PRICING_POLICY)).toBe(3_600_000);
  });
  test("after charges and refunds in any order, is the price of the last count", () => {
    const counts = fc.array(fc.integer({ min: 1, max: 12_000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        counts,
        fc.constantFrom(...SERVICES.slice(0, 3)),
        fc.constantFrom(0, 10, 25),
        (words, service, percent) => {
          const discount = percent ? { kind: "coupon" as const, code: "X", label: "X", percent } : null;
          let price = priceOf(3_000, { service, discount });
          let paid: number = price.totalMinor;
          for (const found of words) {
            const after = reprice(price, { billableWords: found }, PRICING_POLICY);
            const charge = chargeFor(price, after, after.lines[0]!);
            paid += charge ? charge.totalMinor : after.totalMinor - price.totalMinor;
            price = after;
          }
          expect(paid).toBe(price.totalMinor);
          expect(price.listMinor).toBe(priceOf(words.at(-1)!, { service }).listMinor);
          expect(price.lines.reduce((a, l) => a + l.amountMinor, 0)).toBe(price.totalMinor);
        },
      ),
      tries(300),
    );
  });
});
