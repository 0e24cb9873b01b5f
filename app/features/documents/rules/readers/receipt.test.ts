import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { billableWords, type CountReceipt, type SectionCount } from "./receipt.ts";
import { receiptOf } from "./receipt-of.ts";
import { newModel } from "./text-model.ts";

const receiptWith = (sections: Partial<SectionCount>[]): CountReceipt => ({
  ...receiptOf(newModel("docx")),
  sections: sections.map((section, i) => ({
    id: `s${i}`,
    title: "",
    level: 1,
    words: 0,
    billable: 0,
    references: false,
    ...section,
  })),
});
const halves = fc.integer({ min: 0, max: 100_000 }).map((n) => n / 2);
const receipts = fc.array(
  fc.array(fc.record({ billable: halves, references: fc.boolean() }), { maxLength: 12 }).map(receiptWith),
  { maxLength: 5 },
);

describe("billable words", () => {
  it("halves the references and rounds the total up once", () => {
    const list = [
      receiptWith([{ billable: 100 }, { billable: 11, references: true }]),
      receiptWith([{ billable: 3, references: true }]),
    ];
    expect(billableWords(list, { excluded: [], referencesChecked: true })).toBe(107);
    expect(billableWords(list, { excluded: [], referencesChecked: false })).toBe(100);
    expect(
      billableWords([receiptWith([{ billable: 0.5 }]), receiptWith([{ billable: 0.5 }])], {
        excluded: [],
        referencesChecked: false,
      }),
    ).toBe(1);
  });

  it("excludes the named section of its file, and no other file's", () => {
    const list = [receiptWith([{ billable: 10 }, { billable: 20 }]), receiptWith([{ billable: 40 }])];
    expect(billableWords(list, { excluded: [{ file: 0, section: "s0" }], referencesChecked: false })).toBe(60);
    expect(billableWords(list, { excluded: [{ file: 1, section: "s1" }], referencesChecked: false })).toBe(70);
  });

  it("is a whole number that never grows when a section is excluded", () => {
    fc.assert(
      fc.property(receipts, fc.boolean(), fc.nat(4), fc.nat(11), (list, referencesChecked, file, section) => {
        const all = billableWords(list, { excluded: [], referencesChecked });
        const less = billableWords(list, { excluded: [{ file, section: `s${section}` }], referencesChecked });
        expect(Number.isInteger(all)).toBe(true);
        expect(less).toBeLessThanOrEqual(all);
        const exact = list
          .flatMap((one) => one.sections)
          .reduce((sum, one) => sum + (one.references ? (referencesChecked ? one.billable / 2 : 0) : one.billable), 0);
        expect(all - exact).toBeGreaterThanOrEqual(0);
        expect(all - exact).toBeLessThan(1);
      }),
    );
  });
});
