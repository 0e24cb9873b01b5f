import { ownValue } from "#app/platform/rules/core/own-value.ts";
import type { RtfReading } from "./rtf-reading.ts";
import { CHARSETS, pageName, SKIPPED, SYMBOLS } from "./rtf-vocabulary.ts";

/** A control word's effect. `value`: the number after it, or null. */
type Word = (reading: RtfReading, value: number | null) => void;

/** Reads a control word. @param starred whether a program that doesn't know it should skip its group */
export function readWord(reading: RtfReading, name: string, value: number | null, starred: boolean): void {
  reading.flush();
  reading.watch?.word(reading.group, name, value);
  const symbol = /^p(?:mar|ind)tabq[lrc]$/.test(name) ? "\t" : ownValue(SYMBOLS, name);
  const word = WORDS.get(name);
  if (symbol !== undefined) reading.put(symbol);
  else if (word) word(reading, value);
  else if (SKIPPED.has(name) || starred) reading.group.skip = true;
}

/** A character by number, and how many fallback characters for older programs follow it. */
const unicode: Word = (reading, value) => {
  let point = value ?? 0;
  if (point < 0) point += 65_536;
  reading.put(String.fromCharCode(point));
  reading.toSkip = reading.group.unicodeSkip;
};

const endParagraph: Word = (reading) => {
  if (!reading.group.skip) reading.endParagraph();
};

const endCell: Word = (reading) => {
  if (reading.group.skip) return;
  if (!reading.inTable || reading.model.tableCount === 0) reading.startTable();
  reading.inTable = true;
  reading.endParagraph("tableCell");
  reading.column++;
};

const endRow: Word = (reading) => {
  reading.row++;
  reading.column = 0;
};

const paragraphInTable: Word = (reading) => {
  reading.startTableUnlessInOne();
  reading.inTable = true;
};

const resetParagraph: Word = (reading) => {
  // A list's label has a paragraph of its own, inside another.
  if (reading.group.skip) return;
  reading.inTable = false;
  reading.level = 0;
};

const resetCharacters: Word = ({ group }) => {
  group.hidden = group.deleted = group.bold = false;
  group.font = -1;
};

const font: Word = (reading, value) => {
  if (reading.inFontTable > 0) reading.fontNumber = value ?? -1;
  else reading.group.font = value ?? -1;
};

const fontEncoding =
  (encodingOf: (reading: RtfReading, value: number | null) => string): Word =>
  (reading, value) => {
    if (reading.inFontTable > 0 && reading.fontNumber >= 0)
      reading.fonts.set(reading.fontNumber, encodingOf(reading, value));
  };

const fontTable: Word = (reading) => {
  reading.inFontTable = reading.stack.length;
  reading.group.skip = true;
};

const picture: Word = ({ group, model }) => {
  if (!group.skip) model.figures++;
  group.skip = true;
};

const footnote: Word = (reading) => {
  if (reading.group.skip) return;
  reading.hold();
  reading.group.note = true;
};

/** A shape's group is skipped, but not the text inside. */
const shapeText: Word = (reading) => {
  const { group, stack } = reading;
  if (group.skip && stack.at(-1)?.skip === true) return;
  group.skip = false;
  reading.hold();
  group.box = true;
};

const WORDS: ReadonlyMap<string, Word> = new Map<string, Word>([
  ["u", unicode],
  ["par", endParagraph],
  ["sect", endParagraph],
  ["page", endParagraph],
  ["cell", endCell],
  ["nestcell", endCell],
  ["row", endRow],
  ["nestrow", endRow],
  ["trowd", (reading) => reading.startTableUnlessInOne()],
  ["intbl", paragraphInTable],
  ["pard", resetParagraph],
  ["outlinelevel", (reading, value) => void (reading.level = value !== null && value < 9 ? value + 1 : 0)],
  ["plain", resetCharacters],
  ["b", ({ group }, value) => void (group.bold = value !== 0)],
  ["v", ({ group }, value) => void (group.hidden = value !== 0)],
  ["deleted", ({ group }, value) => void (group.deleted = value !== 0)],
  ["uc", ({ group }, value) => void (group.unicodeSkip = Math.min(16, Math.max(0, value ?? 1)))],
  ["ansicpg", (reading, value) => void (reading.codePage = pageName(value ?? 1252))],
  ["mac", (reading) => void (reading.codePage = "macintosh")],
  ["deff", (reading, value) => void (reading.defaultFont = value ?? -1)],
  ["f", font],
  ["fcharset", fontEncoding(({ codePage }, value) => CHARSETS[value ?? 0] ?? codePage)],
  ["cpg", fontEncoding((_, value) => pageName(value ?? 1252))],
  ["fonttbl", fontTable],
  ["pict", picture],
  ["footnote", footnote],
  ["shptxt", shapeText],
  // Its picture is read, although the word is starred.
  ["shppict", () => {}],
]);
