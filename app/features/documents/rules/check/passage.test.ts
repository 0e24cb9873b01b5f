import { expect, test } from "vitest";
import { checkText } from "../../testing/check-text.ts";
import { docxOfBody } from "../../testing/docx-of-body.ts";
import { openDocx } from "../docx/docx-package.ts";
import { formulasIn } from "../explore/formulas-in.ts";
import { docxCheckText } from "./check-text.ts";
import { passageOf } from "./passage.ts";

const long = checkText(...Array.from({ length: 60 }, (_, i) => `Paragraph ${i}.`));
const at = (block: number) => ({ block, from: 0, to: 9 });

test("a passage begins a few blocks before the place and says what's before and after it", () => {
  const { blocks, earlier, later } = passageOf(long, at(30), null);
  expect([blocks[0]?.text, blocks.length, earlier, later]).toEqual(["Paragraph 24.", 24, 0, 48]);
  expect(passageOf(long, at(2), null)).toMatchObject({ earlier: null, later: 24 });
  expect(passageOf(long, at(2), 48)).toMatchObject({ earlier: 24, later: null });
});

test("places outside of the text, and texts without any, are no error", () => {
  expect(passageOf(long, at(900), null).blocks).toHaveLength(1);
  expect(passageOf(checkText(), at(0), null)).toMatchObject({ blocks: [], earlier: null, later: null });
});

test("equations are formulas where they're known, and text elsewhere", () => {
  const equation = (letters: string): string =>
    `<w:r><w:t xml:space="preserve">With </w:t></w:r><m:oMath><m:r><m:t>a=</m:t></m:r><m:f><m:num><m:r><m:t>${letters}</m:t></m:r></m:num><m:den><m:r><m:t>c</m:t></m:r></m:den></m:f></m:oMath><w:r><w:t xml:space="preserve"> here.</w:t></w:r>`;
  const bytes = docxOfBody(`<w:p>${equation("b")}</w:p><w:p>${equation("d")}</w:p>`);
  const { text } = docxCheckText(bytes);
  const manuscript = { ...text, language: null };
  const known = passageOf(manuscript, at(0), null, formulasIn(openDocx(bytes))).blocks;
  expect(known.map((block) => block.formulas.map(({ from, to }) => block.text.slice(from, to)))).toEqual([
    ["a=bc"],
    ["a=dc"],
  ]);
  expect(known[0]!.formulas[0]!.nodes.map((node) => node.n)).toContain("mfrac");
  expect(passageOf(manuscript, at(0), null).blocks.flatMap((block) => block.formulas)).toEqual([]);
});

test("a block without end is cut around the place", () => {
  const text = `${"a ".repeat(9_000)}here${" b".repeat(9_000)}`;
  const [block] = passageOf(checkText(text), { block: 0, from: 18_000, to: 18_004 }, null).blocks;
  expect(block!.text).toHaveLength(6_000);
  expect(block!.text.slice(18_000 - block!.cut, 18_004 - block!.cut)).toBe("here");
});
