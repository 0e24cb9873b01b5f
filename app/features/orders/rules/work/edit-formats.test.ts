import { expect, test } from "vitest";
import {
  EDIT_FORMAT_WORDS,
  blockedBy,
  checkedFormatOf,
  comparedKinds,
  deliveredParts,
  editFormatOf,
  makingOf,
  readingOf,
  sentencesFor,
  workingIn,
} from "./edit-formats.ts";

test("a manuscript's format decides what is edited: Word wherever there's a Word file", () => {
  expect(["docx", "odt", "md"].map((format) => editFormatOf(format, true))).toEqual(["word", "word", "word"]);
  expect(["pdf", "tex", "tex-zip", "odt", null].map((format) => editFormatOf(format, false))).toEqual([
    "pdf",
    "latex",
    "latex",
    "uncompared",
    "uncompared",
  ]);
  expect([{}, { format: "pdf" as const }, { format: "tex" as const }, null].map(checkedFormatOf)).toEqual([
    "word",
    "pdf",
    "latex",
    "uncompared",
  ]);
});

test("only Word copies promise that every edit is tracked, and a clean copy", () => {
  const { word, ...others } = EDIT_FORMAT_WORDS;
  expect(word.passed).toBe("Every edit is tracked.");
  expect(word.gets).toContain("clean copy");
  for (const words of Object.values(others)) {
    expect(words.passed).not.toContain("tracked");
    expect(`${words.gets} ${words.making} ${words.label} ${words.upload}`).not.toContain("clean copy");
  }
  expect(JSON.stringify(others.pdf)).not.toContain("tracked");
});

test("an order of several formats has one sentence for each, in one order", () => {
  expect(sentencesFor(["pdf", "word", "pdf"], "passed")).toBe(
    "Every edit is tracked. We found no changes in the pages.",
  );
  expect(deliveredParts(["word"])).toBe("tracked changes, clean copy, and editor's letter");
  expect(deliveredParts(["latex", "pdf"])).toBe("edited LaTeX source, annotated PDF, and editor's letter");
  expect(deliveredParts(undefined)).toBe("edited manuscript and editor's letter");
  expect(makingOf(["word"])).toBe("making the clean copy");
  expect(makingOf([])).toBe("preparing the delivery");
  expect([[], ["word"], ["pdf"], ["latex"], ["pdf", "word"]].map((formats) => workingIn(formats as never))).toEqual([
    "Edit the manuscript",
    "Edit with Track Changes on",
    "Annotate the PDF",
    "Edit the LaTeX source",
    "Edit each file in its own format",
  ]);
  expect([undefined, ["word"], ["pdf"]].map((formats) => blockedBy(formats as never))).toEqual([
    "why",
    "what's not tracked",
    "why",
  ]);
  expect(readingOf(["pdf"])).toBe("annotate it under your own name");
});

test("content that we say didn't change was compared in every copy", () => {
  expect(comparedKinds(["word"])).toContain("reference");
  expect(comparedKinds(["latex", "word"])).toEqual(["number", "citation", "quotation", "equation"]);
  // A PDF has the pages that it had.
  expect(comparedKinds(["word", "pdf"])).toEqual(comparedKinds(["word"]));
  for (const formats of [["pdf"], ["word", "uncompared"], ["uncompared"], []] as const)
    expect(comparedKinds(formats)).toEqual([]);
});
