import fc from "fast-check";
import { expect, test } from "vitest";
import { type CountReceipt, type SectionCount, billableWords } from "#app/features/documents/rules/readers/receipt.ts";
import { type CountedFile, draftSum, whyBillable } from "./draft-sum.ts";

const receipt = (sections: SectionCount[]): CountReceipt => ({
  format: "docx",
  estimate: false,
  words: 0,
  billable: 0,
  body: 0,
  tables: 0,
  textBoxes: 0,
  footnotes: 0,
  endnotes: 0,
  inserted: 0,
  deleted: 0,
  hidden: 0,
  equations: 0,
  references: 0,
  cjkCharacters: 0,
  figures: 2,
  tableCount: 1,
  referenceEntries: 7,
  comments: 0,
  trackedChanges: 0,
  language: "en",
  variant: null,
  sections,
  notes: [],
});
const section = (id: string, words: number, references = false): SectionCount => ({
  id,
  title: id,
  level: 1,
  words,
  billable: words,
  references,
});
const file = (id: string, sections: SectionCount[], change: Partial<CountedFile> = {}): CountedFile => ({
  id,
  name: id,
  purpose: "source",
  state: "counted",
  pdf: false,
  receipt: receipt(sections),
  ...change,
});

const TWO = [file("a", [section("s0", 100), section("s1", 300, true)]), file("b", [section("s0", 51)])];

test("several files add up, with references excluded, or halved and rounded up once in total", () => {
  expect(draftSum(TWO, {})).toMatchObject({
    words: 451,
    billable: 151,
    references: 300,
    figures: 4,
    tables: 2,
    referenceEntries: 14,
  });
  expect(draftSum([...TWO, file("c", [section("s0", 3, true)])], { referencesChecked: true }).billable).toBe(
    100 + 150 + 51 + 2,
  );
});

test("explains in one sentence why fewer words are billed than counted, and says nothing if all are", () => {
  const choices = { referencesChecked: true };
  const half = draftSum([file("a", [section("s0", 6_605), section("s1", 40, true)])], choices);
  expect([half.words, half.billable]).toEqual([6_645, 6_625]);
  expect(whyBillable(half, choices)).toBe("6,645 words in all. 40 words of references are billed at half.");
  const none = draftSum([file("a", [section("s0", 6_605), section("s1", 40, true)])], {});
  expect(whyBillable(none, {})).toBe("6,645 words in all. 40 words of references aren't billed.");
  expect(whyBillable(draftSum([file("a", [section("s0", 9)])], {}), {})).toBeNull();
});

test("excluding a section affects only its own file", () => {
  expect(
    draftSum(TWO, {
      excluded: [
        { fileId: "a", section: "s0" },
        { fileId: "gone", section: "s0" },
      ],
    }),
  ).toMatchObject({ words: 351, billable: 51 });
});

test("reference files, refused and uncounted files count nothing", () => {
  expect(
    draftSum(
      [
        file("a", [section("s0", 9)], { purpose: "reference" }),
        file("b", [section("s0", 9)], { state: "refused" }),
        file("c", [section("s0", 9)], { state: "counting" }),
      ],
      {},
    ),
  ).toMatchObject({ words: 0, billable: 0 });
});

test("with nothing excluded, it matches the engine's count", () => {
  const sections = fc.array(fc.record({ words: fc.integer({ min: 0, max: 5_000 }), references: fc.boolean() }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(fc.array(sections, { minLength: 1, maxLength: 5 }), fc.boolean(), (files, referencesChecked) => {
      const all = files.map((f, i) =>
        file(
          `f${i}`,
          f.map((s, j) => section(`s${j}`, s.words, s.references)),
        ),
      );
      expect(draftSum(all, { referencesChecked }).billable).toBe(
        billableWords(
          all.map((f) => f.receipt!),
          { excluded: [], referencesChecked },
        ),
      );
    }),
  );
});
