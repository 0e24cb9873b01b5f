import { expect, test } from "vitest";
import { changesInWords, letterOutline, unfinishedLines } from "./letter-outline.ts";

const COUNTED = { kinds: { grammar: 58, "word-choice": 41 }, insertions: 70, deletions: 60 };

test("names the changes by kind, and insertions and deletions if kinds weren't counted", () => {
  expect(changesInWords(COUNTED)).toMatch(/^99 changes: 58 grammar, 41 /);
  expect(changesInWords(COUNTED, 1)).toBe("99 changes: 58 grammar, 41 other");
  expect(changesInWords({ insertions: 1, deletions: 2 })).toBe("1 insertion, 2 deletions");
});

test("an outline has the counts, and lines that the editor has to finish", () => {
  const outline = letterOutline({ author: "Dr. Osei", changes: COUNTED, questions: 2 });
  expect(outline).toContain("Dear Dr. Osei,");
  expect(outline).toContain("I made 99 changes: 58 grammar");
  expect(outline).toContain("My comments have 2 questions for you.");
  expect(unfinishedLines(outline)).toEqual(["What I left as it was:", "What you need to decide:"]);
  expect(unfinishedLines(letterOutline({ author: null, changes: null, questions: 0 }))).toHaveLength(3);
});

test.each([
  ["Dear author, all is done.", []],
  ["What I left as it was:\nThe quotations.\n\nWhat you need to decide:", ["What you need to decide:"]],
  ["What I left as it was: nothing.\nWhat you need to decide: the title.", []],
])("says what isn't finished: %s", (letter, expected) => {
  expect(unfinishedLines(letter)).toEqual(expected);
});
