import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { asOdt, asRtf } from "../../testing/as-other-formats.ts";
import { checkText, marked } from "../../testing/check-text.ts";
import { docxCheckText, odtCheckText, rtfCheckText } from "./check-text.ts";
import { checkManuscript } from "./check.ts";
import type { CheckText } from "./finding.ts";

const FORMATS = [
  ["odt", (text: CheckText) => odtCheckText(asOdt(text)).text],
  ["rtf", (text: CheckText) => rtfCheckText(asRtf(text)).text],
] as const;

describe.each(FORMATS)("what the check reads of .%s", (format, converted) => {
  test("italics, highlights, hidden text, links, fields, tracked changes, and comments", () => {
    const made = checkText(
      marked("See the Journal of Tides for more.", "Journal of Tides", "italic"),
      marked("This is to be decided soon.", "to be decided", "highlight"),
      marked("There is more than that.", " more than", "hidden"),
      marked("That is 10m2 of it.", "2", "superscript"),
      marked("It follows (Lee, 2001) that so.", "(Lee, 2001)", "citation"),
      marked("We see in Table 2 how.", "Table 2", "reference"),
      marked("The page says it.", "page", "link"),
      marked("We really found it.", "really ", "inserted"),
      marked("Set with print(x) here.", "print(x)", "code"),
      { text: "It was here.", marks: [{ from: 7, to: 7, mark: "deleted-here" }] },
    );
    const { blocks, trackedChanges } = converted(made);
    expect(blocks.map(({ text, marks }) => [text, marks])).toEqual(made.blocks.map(({ text, marks }) => [text, marks]));
    expect(trackedChanges).toBe(2);
    const commented = converted(checkText(marked("One two three.", "two", "comment")));
    expect([commented.comments, commented.blocks[0]?.marks[0]?.mark]).toEqual([1, "comment"]);
  });

  test("lists with their bullets and depth, headings, and cells", () => {
    const item = (text: string, label: string, level: number) => ({ kind: "list" as const, text, label, level });
    const made = checkText(
      { text: "Methods", kind: "heading", level: 1 },
      item("First of all", "•", 1),
      item("Under it", "–", 2),
      "In between.",
      { text: "Site", kind: "cell", cell: { table: 0, row: 0, column: 0 } },
      { text: "Year", kind: "cell", cell: { table: 0, row: 0, column: 1 } },
      { text: "North", kind: "cell", cell: { table: 0, row: 1, column: 0 } },
      "After it.",
    );
    expect(converted(made).blocks.map(({ kind, text, label, level }) => [kind, text, label, level])).toEqual(
      made.blocks.map(({ kind, text, label, level }) => [kind, text, label, level]),
    );
  });

  test.runIf(format === "rtf")("a comment that doesn't say what it's about", () => {
    const { blocks } = rtfCheckText(Buffer.from("{\\rtf1 One two{\\*\\annotation See.} three.\\par}")).text;
    expect(blocks[0]?.marks).toEqual([{ mark: "comment", from: 4, to: 14 }]);
  });

  test("names in the properties", () => {
    const made = { ...checkText("A text."), properties: [{ name: "docProps/core.xml creator", value: "Ann Lee" }] };
    expect(converted(made).properties.map(({ value }) => value)).toEqual(["Ann Lee"]);
    expect(converted(made).properties[0]?.name).toContain(format === "odt" ? "meta.xml" : "info");
  });
});

const folder = new URL("../../../../../../shared/checks/manuscripts/", import.meta.url);
const manuscripts = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".docx")) : [];
if (manuscripts.length === 0) console.warn("Skipped: labeled manuscripts (../shared/checks is not there).");

/** What the check says, without where: blocks are counted otherwise where a format has empty ones. */
const said = (text: CheckText): string[] =>
  checkManuscript({ ...text, language: "en" }, { styleGuide: null, blindAuthors: [] }).findings.map(
    ({ group, rule, message, forms, total, folded, places }) =>
      JSON.stringify([group, rule, message, forms, total, folded, places.map((place) => place.text)]),
  );

describe.skipIf(manuscripts.length === 0).each(FORMATS)("the labeled manuscripts as .%s", (_, converted) => {
  test.each(manuscripts)("%s: the same findings as in the .docx", (name) => {
    const { text } = docxCheckText(readFileSync(new URL(name, folder)));
    expect(said(converted(text))).toEqual(said(text));
  });
});
