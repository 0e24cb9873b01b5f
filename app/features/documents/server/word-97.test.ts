import { describe, expect, it } from "vitest";
import { oleFile } from "../testing/ole-file.ts";
import { readDocument } from "./read-document.ts";

/** Letters of two bytes, or of one, with their properties: the codes and the bytes of their values. */
type Part = { text: string; narrow?: boolean; properties?: number[] };

/** A file of Word 97 that has only text. */
function word97File(body: readonly Part[], notes = ""): Buffer {
  const parts: Part[] = [...body, { text: notes }];
  const pieces = parts.map(({ text, narrow = false, properties = [] }) => ({
    bytes: Buffer.from(text, narrow ? "latin1" : "utf16le"),
    narrow,
    length: text.length,
    properties,
  }));
  const stream = Buffer.alloc(1024 + pieces.reduce((sum, { bytes }) => sum + bytes.length, 0));
  const list = Buffer.alloc(5 + (pieces.length + 1) * 4 + pieces.length * 8);
  list[0] = 2;
  list.writeUInt32LE(list.length - 5, 1);
  // The second page of the stream has the letters' properties, from its end.
  const page = stream.subarray(512, 1024);
  page[511] = pieces.length;
  let [place, at, free] = [0, 1024, 510];
  for (const [i, { bytes, narrow, length, properties }] of pieces.entries()) {
    bytes.copy(stream, at);
    page.writeUInt32LE(at, i * 4);
    page.writeUInt32LE(at + bytes.length, i * 4 + 4);
    if (properties.length > 0) {
      free = (free - 1 - properties.length) & ~1;
      Buffer.from([properties.length, ...properties]).copy(page, free);
      page[(pieces.length + 1) * 4 + i] = free / 2;
    }
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
  // One page of letters' properties, and none of paragraphs'.
  const pages = Buffer.alloc(12);
  pages.writeUInt32LE(1, 8);
  stream.writeUInt32LE(list.length, 0xfa);
  stream.writeUInt32LE(pages.length, 0xfe);
  stream.writeUInt32LE(4, 0x106);
  stream.writeUInt32LE(0, 0x1a2);
  stream.writeUInt32LE(list.length, 0x1a6);
  return oleFile({ WordDocument: stream, "1Table": Buffer.concat([list, pages]) });
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

  it("leaves out letters that are deleted, and not those with changed spacing", async () => {
    const spacing = [0x40, 0x88, 0x01, 0x00];
    const deleted = [0x00, 0x08, 0x01];
    expect(
      await textOf(
        word97File([
          { text: "Kept " },
          { text: "deleted ", properties: [...spacing, ...deleted] },
          { text: "s p a c e d ", properties: spacing },
          { text: "gone ", narrow: true, properties: deleted },
          { text: "restored.\r", properties: [...deleted, 0x00, 0x08, 0x00] },
        ]),
      ),
    ).toEqual([["body", "Kept s p a c e d restored.", 8]]);
  });

  it("has of a field only its result, and all text after one that has no end", async () => {
    expect(
      await textOf(word97File([{ text: "See \x13 REF a \x13 PAGE \x14 9\x15 \x14two\x15 and \x13three.\r" }])),
    ).toEqual([["body", "See two and three.", 4]]);
  });
});
