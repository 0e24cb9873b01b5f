import { expect, test } from "vitest";
import type { CountReceipt } from "#app/features/documents/rules/readers/receipt.ts";
import { documentTypeOf, foundIn, foundInAll } from "./from-manuscript.ts";

const sectionsOf = (...titles: string[]) =>
  titles.map((title, i) => ({ id: `s${i}`, title, level: 1, words: 10, billable: 10, references: false }));
const receipt = (of: Partial<CountReceipt>) => ({ variant: null, sections: [], words: 4_000, ...of }) as CountReceipt;

test("a text with an article's sections is a research article", () => {
  for (const methods of ["Methods", "2. Materials and methods", "3 Methodology", "Patients and methods"])
    expect(documentTypeOf({ sections: sectionsOf("Introduction", methods, "Results"), words: 4_000 }), methods).toBe(
      "research-article",
    );
});

test("the author says what a long text, one with chapters, or one with a declaration is", () => {
  const article = ["Introduction", "Methods", "Results"];
  expect(documentTypeOf({ sections: sectionsOf(...article), words: 30_000 })).toBeNull();
  expect(documentTypeOf({ sections: sectionsOf("Chapter 1", ...article), words: 9_000 })).toBeNull();
  expect(documentTypeOf({ sections: sectionsOf("Declaration", ...article), words: 9_000 })).toBeNull();
  expect(documentTypeOf({ sections: sectionsOf("Introduction", "Method of inquiry"), words: 900 })).toBeNull();
});

test("only what was found is an answer, and the first file that gives it counts", () => {
  expect(foundIn(receipt({}))).toEqual({});
  const one = receipt({ variant: "UK" });
  const two = receipt({ variant: "US", style: "apa" });
  expect(foundInAll([{ receipt: null }, { receipt: one }, { receipt: two }])).toEqual({
    variant: "UK",
    styleGuide: "apa",
  });
});
