import { describe, expect, test } from "vitest";
import { NO_OPTIONS, checkText } from "../../testing/check-text.ts";
import { caseOf, headingCase, headings } from "./headings.ts";

const heading = (text: string, level = 1, label = "") => ({ kind: "heading" as const, text, level, label });
const item = (text: string, label = "•", level = 1) => ({ kind: "list" as const, text, label, level });
const found = (...blocks: Parameters<typeof checkText>): string[] => {
  const manuscript = checkText(...blocks);
  return [...headings(manuscript, NO_OPTIONS), ...headingCase(manuscript, NO_OPTIONS)]
    .filter(({ folded }) => !folded)
    .map(({ rule, spots }) => `${rule}: ${spots.map(({ block }) => manuscript.blocks[block]?.text).join(" | ")}`);
};

describe("numbers", () => {
  test.each<[string, string[], string[]]>([
    ["in order", ["1 One", "2 Two", "3 Three"], []],
    ["a gap", ["1 One", "2 Two", "4 Four"], ["number-gap: 4 Four"]],
    ["twice", ["1 One", "2 Two", "2 More"], ["number-twice: 2 More"]],
    ["about a number", ["One", "3 Ways to go", "Two"], []],
    ["not at the beginning", ["3 Three", "4 Four", "5 Five"], []],
  ])("%s", (_, titles, expected) => expect(found(...titles.map((title) => heading(title)))).toEqual(expected));

  test("within a chapter, and again in the next one without a number", () => {
    const chapter = (title: string) => [heading(title), heading("1 One", 2), heading("2 Two", 2)];
    expect(found(...chapter("First"), ...chapter("Second"))).toEqual([]);
    expect(found(heading("1 A"), heading("1.1 B", 2), heading("1.3 C", 2))).toEqual(["number-gap: 1.3 C"]);
  });

  test("a heading that's as long as a paragraph has a number too", () => {
    const long = `2 ${"Two and all that comes with it ".repeat(20)}`;
    expect(found(heading("1 One"), heading(long), heading("3 Three"), heading("4 Four"))).toEqual([]);
  });

  test("a title without a style, and numbers that the word processor counts", () => {
    expect(found(heading("1 One"), "2 Two", heading("3 Three"), heading("4 Four"))).toEqual([]);
    expect(found(heading("One", 1, "1"), heading("Two", 1, "2"), heading("Four", 1, "4"))).toEqual([]);
  });
});

describe("capitals", () => {
  const names = new Set(["norway"]);
  test.each([
    ["3.2 Measures and Procedure", "title"],
    ["3.2 Measures and procedure", "sentence"],
    ["Schools in Norway", null],
    ["Results", null],
    ["The long road: How we got there", "sentence"],
    ["(a) Adequacy", null],
  ])("%s", (title, expected) => expect(caseOf(title, names)).toBe(expected));

  test("one heading of a level", () => {
    expect(found(heading("Setting and sample"), heading("Open questions"), heading("Measures and Procedure"))).toEqual([
      "title-case: Measures and Procedure",
    ]);
    expect(found(heading("Setting and sample"), heading("Measures and Procedure", 2))).toEqual([]);
  });
});

describe("lists and captions", () => {
  test.each<[string, Parameters<typeof checkText>, string[]]>([
    ["bullets inside", [item("one;", "a)"), item("two;", "b)"), item("if", "c)"), item("three"), item("four")], []],
    ["an end without a mark", [item("one,"), item("two,"), item("three")], []],
    ["one with a full stop", [item("one"), item("two"), item("three."), item("four")], ["list-closing: three."]],
    ["semicolons and a full stop", [item("one;"), item("two; and"), item("three.")], []],
    ["the last closes the sentence", [item("one"), item("two"), item("three.")], []],
    ["a list within", [item("one"), item("two:"), item("in.", "–", 2), item("three"), item("four")], []],
    [
      "two lists",
      [item("a", "1."), item("b", "2."), item("c", "3."), item("d.", "1."), item("e.", "2."), item("f.", "3.")],
      [],
    ],
    ["questions", [item("one?"), item("two!"), item("three")], []],
  ])("%s", (_, blocks, expected) => expect(found(...blocks)).toEqual(expected));

  test("the marks after numbers of captions", () => {
    const captions = ["Table 1. A", "Table 2. B", "Table 3: C", "Figure 1: D"].map((text) => ({
      kind: "caption" as const,
      text,
    }));
    expect(found(...captions)).toEqual(["caption-mark: Table 3: C"]);
  });
});
