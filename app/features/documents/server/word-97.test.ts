import { describe, expect, it } from "vitest";
import { oleFile } from "../testing/ole-file.ts";
import { readDocument } from "./read-document.ts";

/** A file of Word 97 that has only text: each piece as letters of two bytes, or of one. */
function word97File(body: readonly { text: string; narrow?: boolean }[], notes = ""): Buffer {
  const pieces = [...body, { text: notes }].map(({ text, ...one }) => ({
    bytes: Buffer.from(text, "narrow" in one && one.narrow ? "latin1" : "utf16le"),
    narrow: "narrow" in one && one.narrow === true,
    length: text.length,
  }));
  const stream = Buffer.alloc(1024 + pieces.reduce((sum, { bytes }) => sum + bytes.length, 0));
  const list = Buffer.alloc(5 + (pieces.length + 1) * 4 + pieces.length * 8);
  list[0] = 2;
  list.writeUInt32LE(list.length - 5, 1);
  let [place, at] = [0, 1024];
  for (const [i, { bytes, narrow, length }] of pieces.entries()) {
    bytes.copy(stream, at);
    list.writeUInt32LE((place += length), 5 + (i + 1) * 4);
    list.writeUInt32LE(narrow ? (0x40000000 | (at * 2)) >>> 0 : at, 5 + (pieces.length + 1) * 4 + i * 8 + 2);
    at += bytes.length;
  }
  stream.writeUInt16LE(0xa5ec, 0);
  stream.writeUInt16LE(193, 2);
  stream.writeUInt16LE(0x200, 0xa);
  stream.writeUInt32LE(1024, 0x18);
  stream.writeUInt32LE(place - notes.length, 0x4c);
  stream.writeUInt32LE(notes.length, 0x50);
  // There are no pages of properties.
  for (const table of [0xfe, 0x106]) stream.writeUInt32LE(4, table);
  stream.writeUInt32LE(0, 0x1a2);
  stream.writeUInt32LE(list.length, 0x1a6);
  return oleFile({ WordDocument: stream, "1Table": list });
}

const textOf = async (bytes: Buffer): Promise<[kind: string, text: string, words: number][]> =>
  (await readDocument(bytes, "x.doc")).paragraphs.map(({ kind, text, words }) => [kind, text, words]);

describe("a .doc of Word 97 and later", () => {
  it("keeps optional and nonbreaking hyphens, dashes, and curly quotes", async () => {
    expect(
      await textOf(word97File([{ text: "An exam\x1fple, no\x1ebreak: \u201cone\u201d \u2013 \u2018two\u2019.\r" }])),
    ).toEqual([["body", "An exam\u00adple, no\u2011break: \u201cone\u201d \u2013 \u2018two\u2019.", 6]]);
  });

  it("has letters of one byte beside those of two, each in its place", async () => {
    const file = word97File(
      [{ text: "Caf\xe9 \x93\x80 5\x94 \x81", narrow: true }, { text: " \u0440\u0430\u0437.\r" }],
      "\x02 A\x1f note\x97here.\r",
    );
    const texts = await textOf(file);
    expect(texts[0]?.[1]).toBe("Caf\u00e9 \u201c\u20ac 5\u201d \x81 \u0440\u0430\u0437.");
    expect(texts[1]?.slice(0, 2)).toEqual(["footnote", " A\u00ad note\x97here."]);
    expect(texts).toHaveLength(2);
  });

  it("has of a field only its result, and all text after one that has no end", async () => {
    expect(
      await textOf(word97File([{ text: "See \x13 REF a \x13 PAGE \x14 9\x15 \x14two\x15 and \x13three.\r" }])),
    ).toEqual([["body", "See two and three.", 4]]);
  });
});
