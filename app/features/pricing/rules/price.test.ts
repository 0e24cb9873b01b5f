import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR, MINUTE } from "#app/platform/rules/core/time.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { SERVICES, TURNAROUNDS, type Service, type Turnaround } from "./policy.ts";
import { PRICING_POLICY } from "./pricing-figures.ts";
import { consentSentence, priceProblem } from "./price-limits.ts";
import { discountAsked } from "./price-lines.ts";
import { discountFloor, priceOrder } from "./price.ts";
import type { Discount, PriceInput } from "./price-receipt.ts";

const order = (
  service: Service,
  turnaround: Turnaround,
  words: number,
  more: Partial<PriceInput> = {},
): PriceInput => ({
  service,
  turnaround,
  billableWords: words,
  estimatePdf: false,
  addOns: {},
  consentOverflow: false,
  ...more,
});
const total = (...args: Parameters<typeof order>) => priceOrder(order(...args), PRICING_POLICY).totalMinor;
const lineOf = (input: PriceInput, code: string) =>
  priceOrder(input, PRICING_POLICY).lines.find((line) => line.code === code);
const codeOf = (input: PriceInput) => {
  try {
    priceOrder(input, PRICING_POLICY);
    return null;
  } catch (problem) {
    return problem instanceof Problem ? problem.code : "not a problem";
  }
};

/** Every cell on offer. */
const sold = SERVICES.flatMap((service) =>
  TURNAROUNDS.filter((t) => PRICING_POLICY.mills[service][t] !== null).map((turnaround) => ({ service, turnaround })),
);

const discounts: fc.Arbitrary<Discount | null> = fc.option(
  fc
    .oneof(
      fc.record({ percent: fc.integer({ min: 1, max: 30 }), capMinor: fc.option(fc.integer({ min: 1, max: 20_000 })) }),
      fc.record({ fixedMinor: fc.integer({ min: 1, max: 100_000 }) }),
    )
    .map((d) => ({ kind: "coupon", code: "X", label: "X", ...d }) as Discount),
);

const inputs: fc.Arbitrary<PriceInput> = fc
  .tuple(
    fc.constantFrom(...sold),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.boolean(),
    fc.boolean(),
    fc.nat(200),
    fc.nat(40),
    fc.boolean(),
    fc.boolean(),
    discounts,
    fc.option(fc.integer({ min: 0, max: 2_700 })),
  )
  .map(([cell, share, pdf, reader, entries, figures, letter, journal, discount, rateBp]) => {
    const words = 1 + Math.floor(share * (PRICING_POLICY.wordLimit[cell.service][cell.turnaround]! * 2 - 1));
    return order(cell.service, cell.turnaround, words, {
      estimatePdf: pdf,
      discount,
      addOns: {
        secondReader: reader,
        referenceStyling: entries,
        figuresAndTables: figures,
        coverLetter: letter,
        journalFormatting: journal && words <= 8_000,
      },
      ...(rateBp === null ? {} : { tax: { kind: "rate" as const, code: "VAT", label: "VAT", rateBp } }),
    });
  });

describe("reference prices", () => {
  test("5,000 words in 7 days cost $95, $150, $250, and $400", () => {
    expect(SERVICES.map((service) => total(service, "7d", 5_000))).toEqual([9_500, 15_000, 25_000, 40_000]);
  });
  test("5,000 words in 24 hours cost $170, $270, and $450, and expert isn't offered", () => {
    expect(
      ["proofreading", "copyediting", "substantive"].map((service) => total(service as Service, "24h", 5_000)),
    ).toEqual([17_000, 27_000, 45_000]);
    expect(codeOf(order("expert", "24h", 5_000))).toBe("not-sold");
  });
  test("5,000 words of substantive editing in 24 hours take 3 h 20 min longer and need consent", () => {
    const receipt = priceOrder(order("substantive", "24h", 5_000), PRICING_POLICY);
    expect(receipt.overflow).toEqual({ extraWords: 1_000, extraMs: 3 * HOUR + 20 * MINUTE, needsConsent: true });
    expect(receipt.windowMs).toBe(27 * HOUR + 20 * MINUTE);
    expect(consentSentence(receipt)).toBe(
      "1,000 words over the limit for 24 hours, so delivery takes 3 h 20 min longer.",
    );
    expect(
      priceOrder(order("substantive", "24h", 5_000, { consentOverflow: true }), PRICING_POLICY).overflow?.needsConsent,
    ).toBe(false);
  });
});

describe("words", () => {
  test("refuses zero, fractional, and negative counts", () => {
    expect(codeOf(order("proofreading", "7d", 0))).toBe("no-words");
    expect(codeOf(order("proofreading", "7d", 1.5))).toBe("bad-words");
    expect(codeOf(order("proofreading", "7d", -1))).toBe("bad-words");
  });
  test("a word under the limit needs no consent, twice the limit can be ordered, and one more can't", () => {
    expect(priceOrder(order("copyediting", "6h", 1_500), PRICING_POLICY).overflow).toBeNull();
    expect(priceOrder(order("copyediting", "6h", 1_501), PRICING_POLICY).overflow?.extraMs).toBe(MINUTE);
    expect(codeOf(order("copyediting", "6h", 3_000))).toBeNull();
    expect(codeOf(order("copyediting", "6h", 3_001))).toBe("too-many-words");
  });
});

describe("the order of calculation", () => {
  test("second reader and PDF are shares of the base on separate lines", () => {
    const input = order("copyediting", "7d", 5_000, { estimatePdf: true, addOns: { secondReader: true } });
    expect(priceOrder(input, PRICING_POLICY).lines.map((line) => [line.code, line.amountMinor])).toEqual([
      ["base", 15_000],
      ["second-reader", 4_500],
      ["pdf", 1_500],
    ]);
  });
  test("expert editing includes its second reader at no charge", () => {
    const receipt = priceOrder(order("expert", "7d", 5_000, { addOns: { secondReader: true } }), PRICING_POLICY);
    expect(receipt.totalMinor).toBe(40_000);
    expect(receipt.secondReader).toBe("included");
    expect(receipt.secondReaderMinor).toBe(0);
  });
  test("volume discounts are 5%, 8%, and 10% off the three lines", () => {
    expect(lineOf(order("proofreading", "14d", 20_000), "volume")?.amountMinor).toBe(-1_700);
    expect(lineOf(order("proofreading", "14d", 50_000), "volume")?.amountMinor).toBe(-6_800);
    expect(lineOf(order("proofreading", "14d", 100_000), "volume")?.amountMinor).toBe(-17_000);
    expect(
      lineOf(order("proofreading", "14d", 100_000, { estimatePdf: true, addOns: { secondReader: true } }), "volume")
        ?.amountMinor,
    ).toBe(-23_800);
  });
  test("a second reader gets a part of the volume discount", () => {
    const receipt = priceOrder(order("copyediting", "14d", 20_000, { addOns: { secondReader: true } }), PRICING_POLICY);
    expect(receipt.lines.map((line) => line.amountMinor)).toEqual([54_000, 16_200, -3_510]);
    expect(receipt.secondReaderMinor).toBe(15_390);
  });
  test("19,500 words cost no more than 20,000", () => {
    const under = priceOrder(order("proofreading", "7d", 19_500), PRICING_POLICY);
    expect(under.totalMinor).toBe(total("proofreading", "7d", 20_000));
    expect(under.lines.find((line) => line.code === "volume")?.detail).toBe("capped at the price of 20,000 words");
    expect(lineOf(order("proofreading", "7d", 19_000), "volume")).toBeUndefined();
  });
  test("a short text is raised to the minimum of its turnaround", () => {
    expect(TURNAROUNDS.map((t) => total("proofreading", t, 10))).toEqual([
      2_000, 2_000, 2_000, 2_500, 2_500, 3_500, 3_500,
    ]);
    expect(lineOf(order("proofreading", "7d", 10), "minimum")?.amountMinor).toBe(1_981);
  });
  test("flat add-ons come on top of the minimum", () => {
    const receipt = priceOrder(
      order("proofreading", "7d", 10, {
        addOns: { journalFormatting: true, referenceStyling: 30, coverLetter: true, figuresAndTables: 4 },
      }),
      PRICING_POLICY,
    );
    expect(receipt.lines.slice(-4).map((line) => line.amountMinor)).toEqual([4_500, 1_200, 2_500, 1_200]);
    expect(receipt.listMinor).toBe(2_000 + 9_400);
  });
  test("journal formatting is limited to 8,000 words", () => {
    expect(codeOf(order("proofreading", "7d", 8_000, { addOns: { journalFormatting: true } }))).toBeNull();
    expect(codeOf(order("proofreading", "7d", 8_001, { addOns: { journalFormatting: true } }))).toBe("add-on-too-long");
    expect(codeOf(order("proofreading", "7d", 100, { addOns: { referenceStyling: -1 } }))).toBe("bad-add-on");
  });
  test("an add-on no editor works on is left out of the editors' basis", () => {
    const { addOns } = PRICING_POLICY;
    const unpaid = { ...addOns.journalFormatting, editorWorks: false };
    const policy = { ...PRICING_POLICY, addOns: { ...addOns, journalFormatting: unpaid } };
    const receipt = priceOrder(order("proofreading", "7d", 5_000, { addOns: { journalFormatting: true } }), policy);
    expect([receipt.listMinor, receipt.editorBasisMinor]).toEqual([14_000, 9_500]);
  });
  test("discount comes before tax, and tax applies to the rest", () => {
    const receipt = priceOrder(
      order("proofreading", "7d", 5_000, {
        discount: { kind: "coupon", code: "TEN", label: "Ten", percent: 10 },
        tax: { kind: "rate", code: "VAT", label: "VAT", rateBp: 2_400 },
      }),
      PRICING_POLICY,
    );
    expect([receipt.listMinor, receipt.discountMinor, receipt.taxMinor, receipt.totalMinor]).toEqual([
      9_500, 950, 2_052, 10_602,
    ]);
  });
  test("reverse charge adds a line without an amount", () => {
    const receipt = priceOrder(
      order("proofreading", "7d", 5_000, {
        tax: { kind: "reverse-charge", code: "RC", label: "VAT", note: "Reverse charge" },
      }),
      PRICING_POLICY,
    );
    expect(receipt.lines.at(-1)).toMatchObject({ code: "tax", detail: "Reverse charge", amountMinor: 0 });
    expect(receipt.totalMinor).toBe(9_500);
  });
  test("a cap limits a percentage, and a fixed amount never exceeds the list price", () => {
    expect(discountAsked(10_000, { kind: "sale", code: "", label: "", percent: 20, capMinor: 1_500 })).toBe(1_500);
    expect(discountAsked(1_000, { kind: "sale", code: "", label: "", fixedMinor: 5_000 })).toBe(1_000);
  });
  test("a discount is reduced when it would go below editor pay plus 10%", () => {
    const receipt = priceOrder(
      order("copyediting", "7d", 5_000, { discount: { kind: "coupon", code: "X", label: "X", percent: 30 } }),
      PRICING_POLICY,
    );
    expect(receipt.totalMinor).toBe(10_725); // 65% of 15,000, plus 10%
    expect(receipt.discount?.askedMinor).toBe(4_500);
    expect(discountFloor("copyediting", 15_001, PRICING_POLICY)).toBe(10_727); // 9,751 plus 10%, rounded up
    const expert = priceOrder(
      order("expert", "7d", 5_000, { discount: { kind: "coupon", code: "X", label: "X", percent: 30 } }),
      PRICING_POLICY,
    );
    expect(expert.totalMinor).toBe(32_450); // 25% first, 65% of the rest, plus 10%
  });
});

describe("a re-edit", () => {
  const reEdit = { unchanged: 4_722, moved: 90 };
  test("charges changed and new words at the current rate, and lists what is free", () => {
    const { lines, totalMinor, editorBasisMinor } = priceOrder(
      order("copyediting", "7d", 852, { reEdit }),
      PRICING_POLICY,
    );
    expect(lines).toEqual([
      {
        code: "base",
        label: "Re-edit: Copyediting, 7 days",
        detail: "852 words in changed and new sentences at $0.030",
        amountMinor: 2_556,
      },
      {
        code: "unchanged",
        label: "Unchanged since delivery",
        detail: "4,812 words, 90 moved: free",
        amountMinor: 0,
      },
    ]);
    expect([totalMinor, editorBasisMinor]).toEqual([2_556, 2_556]);
  });
  test("costs at least $10, at every turnaround", () => {
    expect(TURNAROUNDS.map((t) => total("proofreading", t, 10, { reEdit }))).toEqual(TURNAROUNDS.map(() => 1_000));
    expect(lineOf(order("proofreading", "6h", 10, { reEdit }), "minimum")).toMatchObject({
      label: "Re-edit minimum",
      detail: "adjustment to the $10.00 minimum",
      amountMinor: 947,
    });
  });
  test("isn't available when nothing changed, and uses its own words for the turnaround's limit", () => {
    expect(codeOf(order("proofreading", "7d", 0, { reEdit }))).toBe("nothing-changed");
    expect(
      priceOrder(order("copyediting", "6h", 1_500, { reEdit: { unchanged: 90_000, moved: 0 } }), PRICING_POLICY)
        .overflow,
    ).toBeNull();
    expect(codeOf(order("copyediting", "6h", 3_001, { reEdit }))).toBe("too-many-words");
  });
});

describe("a response to reviewers", () => {
  const reEdit = { unchanged: 4_722, moved: 90 };
  const reviewers = { letterWords: 1_240 };
  test("costs $60 on top of the re-edit, and editors are paid from it", () => {
    const { lines, totalMinor, editorBasisMinor } = priceOrder(
      order("copyediting", "7d", 852, { reEdit, reviewers }),
      PRICING_POLICY,
    );
    expect(lines.at(-1)).toEqual({
      code: "reviewers",
      label: "Response to reviewers",
      detail: "reviewers' comments and reply letter",
      amountMinor: 6_000,
    });
    expect([totalMinor, editorBasisMinor]).toEqual([8_556, 8_556]);
    expect(total("copyediting", "7d", 10, { reEdit, reviewers })).toBe(7_000);
  });
  test("counts the letter's words toward the time, not toward the price", () => {
    const at = (letterWords: number) =>
      priceOrder(
        order("copyediting", "6h", 1_400, { reEdit, reviewers: { letterWords }, consentOverflow: true }),
        PRICING_POLICY,
      );
    expect([at(100).overflow, at(550).overflow?.extraWords]).toEqual([null, 450]);
    expect(at(550).windowMs - at(100).windowMs).toBe(3_600_000);
    expect(at(550).totalMinor).toBe(at(100).totalMinor);
    expect(codeOf(order("copyediting", "6h", 1_400, { reEdit, reviewers: { letterWords: 1_700 } }))).toBe(
      "too-many-words",
    );
  });
  test("isn't sold where nothing changed", () => {
    expect(codeOf(order("copyediting", "7d", 0, { reEdit, reviewers }))).toBe("nothing-changed");
  });
});

describe("always", () => {
  test("a response to reviewers costs the re-edit plus $60 before discounts, whatever else is ordered", () => {
    fc.assert(
      fc.property(inputs, fc.nat(5_000), fc.option(fc.nat(100_000)), (input, letterWords, unchanged) => {
        const work = { ...input, discount: null, reEdit: unchanged === null ? null : { unchanged, moved: 0 } };
        const response = { ...work, reviewers: { letterWords } };
        fc.pre(!priceProblem(work, PRICING_POLICY) && !priceProblem(response, PRICING_POLICY));
        const plain = priceOrder(work, PRICING_POLICY);
        const made = priceOrder(response, PRICING_POLICY);
        expect(made.listMinor).toBe(plain.listMinor + 6_000);
        expect(made.editorBasisMinor).toBe(plain.editorBasisMinor + 6_000);
        expect(made.windowMs).toBeGreaterThanOrEqual(plain.windowMs);
        const reduced = priceOrder({ ...response, discount: input.discount ?? null }, PRICING_POLICY);
        expect(reduced.lines.reduce((a, line) => a + line.amountMinor, 0)).toBe(reduced.totalMinor);
      }),
    );
  });
  test("a re-edit never costs more than a new order of the whole text, and never less than its minimum", () => {
    fc.assert(
      fc.property(inputs, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(100_000), (input, share, moved) => {
        const whole = { ...input, discount: null };
        const part = Math.max(1, Math.floor(input.billableWords * share));
        const r = priceOrder(
          {
            ...whole,
            billableWords: part,
            reEdit: { unchanged: input.billableWords - part, moved },
          },
          PRICING_POLICY,
        );
        expect(r.totalMinor).toBeLessThanOrEqual(priceOrder(whole, PRICING_POLICY).totalMinor);
        expect(r.listMinor).toBeGreaterThanOrEqual(PRICING_POLICY.reEditMinimumMinor);
        expect(r.lines.reduce((a, line) => a + line.amountMinor, 0)).toBe(r.totalMinor);
      }),
    );
  });
  test("the lines add up to the total, and the parts to each other", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const r = priceOrder(input, PRICING_POLICY);
        expect(r.lines.reduce((a, line) => a + line.amountMinor, 0)).toBe(r.totalMinor);
        expect(r.listMinor - r.discountMinor + r.taxMinor).toBe(r.totalMinor);
        expect(r.lines.every((line) => Number.isSafeInteger(line.amountMinor))).toBe(true);
        expect(r.editorBasisMinor).toBeLessThanOrEqual(r.listMinor);
        expect(r.secondReaderMinor).toBeGreaterThanOrEqual(0);
      }),
    );
  });
  test("no discount takes the price below editor pay plus 10%", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const r = priceOrder(input, PRICING_POLICY);
        const reader = input.service === "expert" ? r.editorBasisMinor * 0.25 : 0;
        const pay = reader + (r.editorBasisMinor - reader) * 0.65;
        // Each rounded share may be half a cent off.
        expect(r.listMinor - r.discountMinor).toBeGreaterThanOrEqual(pay * 1.1 - 2);
        expect(r.listMinor - r.discountMinor).toBeGreaterThanOrEqual(
          Math.min(r.listMinor, discountFloor(input.service, r.editorBasisMinor, PRICING_POLICY)),
        );
      }),
    );
  });
  test("more words never cost less, and never less than the minimum", () => {
    fc.assert(
      fc.property(inputs, fc.integer({ min: 1, max: 5_000 }), (input, more) => {
        const plain = { ...input, discount: null, addOns: { ...input.addOns, journalFormatting: false } };
        const bigger = { ...plain, billableWords: plain.billableWords + more };
        fc.pre(priceProblem(bigger, PRICING_POLICY) === null);
        expect(priceOrder(bigger, PRICING_POLICY).listMinor).toBeGreaterThanOrEqual(
          priceOrder(plain, PRICING_POLICY).listMinor,
        );
        expect(priceOrder(plain, PRICING_POLICY).listMinor).toBeGreaterThanOrEqual(
          PRICING_POLICY.minimumMinor[input.turnaround],
        );
      }),
    );
  });
  test("a faster turnaround never costs less", () => {
    for (const service of SERVICES)
      for (const words of [1, 500, 1_500]) {
        const prices = TURNAROUNDS.filter((t) => PRICING_POLICY.mills[service][t] !== null).map((t) =>
          total(service, t, words),
        );
        expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      }
  });
});
