import { expect, test } from "vitest";
import { checkText } from "../../testing/check-text.ts";
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

test("a block without end is cut around the place", () => {
  const text = `${"a ".repeat(9_000)}here${" b".repeat(9_000)}`;
  const [block] = passageOf(checkText(text), { block: 0, from: 18_000, to: 18_004 }, null).blocks;
  expect(block!.text).toHaveLength(6_000);
  expect(block!.text.slice(18_000 - block!.cut, 18_004 - block!.cut)).toBe("here");
});
