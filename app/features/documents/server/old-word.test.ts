import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tries } from "#boot/testing/tries.ts";
import { detectFormat } from "../rules/readers/detect-format.ts";
import { OleFile } from "../rules/readers/doc/ole.ts";
import { Refused } from "../rules/readers/refusal.ts";
import type { TextModel } from "../rules/readers/text-model.ts";
import { oleFile } from "../testing/ole-file.ts";
import { oldWordFile, type OldWordSpec } from "../testing/old-word-file.ts";
import { readDocument } from "./read-document.ts";

const read = (spec: OldWordSpec): Promise<TextModel> => readDocument(oldWordFile(spec), "x.doc");
/** The paragraphs of a kind, all if none is named. */
const textOf = (model: TextModel, kind?: string): string[] =>
  model.paragraphs.filter((one) => kind === undefined || one.kind === kind).map(({ text }) => text);
const bodyOf = async (body: OldWordSpec["body"], spec: OldWordSpec = {}): Promise<string[]> =>
  textOf(await read({ ...spec, body: body ?? [] }));
const codeOf = (bytes: Buffer): Promise<string> =>
  readDocument(bytes, "x.doc").then(
    () => "read",
    (error: unknown) => {
      if (error instanceof Refused) return error.refusal.code;
      throw error;
    },
  );
/** Letters from U+0410 to U+044F in Windows-1251. */
const cyrillic = (text: string): Buffer =>
  Buffer.from(text.split("").map((one) => (one === " " ? 32 : one.charCodeAt(0) - 0x410 + 0xc0)));

describe("a .doc of Word 6 or Word 95", () => {
  it.each([101, 104, 105])("is read (version %i)", async (version) => {
    const model = await read({ version, body: [{ text: "One \x93two\x94 three.\rFour\x97five caf\xe9.\r" }] });
    expect(model.format).toBe("doc");
    expect(textOf(model)).toEqual(["One \u201ctwo\u201d three.", "Four\u2014five caf\u00e9."]);
  });

  it("has its notes and text boxes apart, and no headers", async () => {
    const model = await read({
      body: [{ text: "Body\x02 text.\r" }],
      footnotes: [{ text: "\x02 A note.\r" }],
      headers: [{ text: "Running head\r" }],
      endnotes: [{ text: "\x02 At the end.\r" }],
      boxes: [{ text: "In a box.\r" }],
    });
    expect(textOf(model, "body")).toEqual(["Body text."]);
    expect(textOf(model, "footnote")).toEqual([" A note."]);
    expect(textOf(model, "endnote")).toEqual([" At the end."]);
    expect(textOf(model, "textBox")).toEqual(["In a box."]);
    expect(model.paragraphs).toHaveLength(4);
  });

  it("has the letters of each font's character set, by its number or its name", async () => {
    const fonts: OldWordSpec["fonts"] = [
      [0, "Times New Roman"],
      [204, "Arial"],
      [0, "Times New Roman Cyr"],
      [238, "Times"],
      [77, "Geneva"],
    ];
    const body = [
      { text: "caf\xe9 " },
      { text: cyrillic("\u041c\u0438\u0440 "), font: 1 },
      { text: cyrillic("\u041c\u0438\u0440 "), font: 2 },
      { text: "\xf8ada ", font: 3 },
      { text: "\x8ele\r", font: 4 },
    ];
    expect(await bodyOf(body, { fonts })).toEqual([
      "caf\u00e9 \u041c\u0438\u0440 \u041c\u0438\u0440 \u0159ada \u00e9le",
    ]);
  });

  it("has the font of a letter's own, its style's, its paragraph's style's, or the file's, in this order", async () => {
    const fonts: OldWordSpec["fonts"] = [
      [0, "Times"],
      [204, "Cyr"],
      [238, "CE"],
      [161, "Greek"],
      [162, "Turkish"],
    ];
    const styles: OldWordSpec["styles"] = [
      { kind: "paragraph", font: 1 },
      { kind: "paragraph", basedOn: 0 },
      { kind: "letters", font: 2 },
      { kind: "paragraph", basedOn: 3 },
    ];
    const letters = (parts: Omit<NonNullable<OldWordSpec["body"]>[number], "text">[], standardFont = 4) =>
      bodyOf(
        parts.map((part) => ({ ...part, text: "\xf8 " })),
        { fonts, styles, standardFont },
      );
    expect(await letters([{}, { style: 1 }, { letterStyle: 2 }, { letterStyle: 2, font: 3 }])).toEqual([
      "\u0448 \u0448 \u0159 \u03c8 ",
    ]);
    // A style that is based on itself, and one that isn't there, have the file's font.
    expect(await letters([{ style: 3 }, { style: 99 }])).toEqual(["\u00f8 \u00f8 "]);
  });

  it("has the letters of its language or computer where no font says them", async () => {
    const fonts: OldWordSpec["fonts"] = [[1, "Times"]];
    expect(await bodyOf([{ text: cyrillic("\u041c\u0438\u0440") }], { fonts, language: 0x419 })).toEqual([
      "\u041c\u0438\u0440",
    ]);
    expect(await bodyOf([{ text: "\xf8" }], { fonts, language: 0x405 })).toEqual(["\u0159"]);
    expect(await bodyOf([{ text: "\x8e" }], { fonts, macintosh: true })).toEqual(["\u00e9"]);
  });

  it("leaves out deleted letters and the codes of fields, and keeps signs", async () => {
    expect(
      await bodyOf([
        { text: "Kept " },
        { text: "deleted ", deleted: true },
        { text: "\x13 PAGE \x13 IF \x14 x \x15\x14seven\x15 and \x13 TC \x15soft\x1fhyphen, no\x1ebreak\x01\x08.\r" },
      ]),
    ).toEqual(["Kept seven and soft\u00adhyphen, no\u2011break."]);
  });

  it("has a table's cells apart, also blank ones, and the text after it", async () => {
    const model = await read({
      body: [
        { text: "Before\r" },
        { text: "a\x07b\x07" },
        { text: "\x07", rowEnd: true },
        { text: "c\x07\x07d\x07" },
        { text: "\x07", rowEnd: true },
        { text: "After it.\r" },
      ],
    });
    expect(textOf(model, "body")).toEqual(["Before", "After it."]);
    expect(textOf(model, "tableCell")).toEqual(["a", "b", "c", "d"]);
  });

  it("that was saved quickly has its pieces in their order, without deleted ones", async () => {
    const body = [
      { text: "One " },
      { text: "gone ", piece: "deleted" as const },
      { text: "two " },
      { text: "gone too ", piece: "listed" as const },
      { text: "three.\r" },
    ];
    const model = await read({ pieces: true, body, footnotes: [{ text: "\x02A note.\r" }] });
    expect(textOf(model)).toEqual(["One two three.", "A note."]);
  });

  it("is refused with a password, macros, or letters of two bytes", async () => {
    const body = [{ text: "Secret text.\r" }];
    expect(await codeOf(oldWordFile({ body, flags: 0x100 }))).toBe("password");
    expect(await codeOf(oldWordFile({ body, macros: 2 }))).toBe("macros");
    expect(await codeOf(oldWordFile({ body, flags: 0x1000 }))).toBe("unsupported");
  });

  it("is read from small and large files, and isn't taken for a document embedded in it", async () => {
    const large = { text: `${"word ".repeat(40_000)}\r` };
    expect((await read({ body: [large] })).paragraphs[0]?.words).toBe(40_000);
    const inner = Buffer.alloc(600);
    inner.writeUInt16LE(0xa5dc);
    inner.writeUInt16LE(0x100, 10);
    const beside = { ObjectPool: { _1: { WordDocument: inner } }, Other: { Deep: Buffer.from("x") } };
    expect(await bodyOf([{ text: "Outer.\r" }], { beside })).toEqual(["Outer."]);
  });

  it("is a text or refused, whatever bytes are changed", async () => {
    const whole = oldWordFile({
      pieces: true,
      body: [{ text: "One two.\r" }, { text: "a\x07" }, { text: "\x07", rowEnd: true }],
      footnotes: [{ text: "\x02 Note.\r", font: 0 }],
      styles: [{ kind: "paragraph", font: 0 }],
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }),
        fc.option(fc.nat(whole.length)),
        async (changes, cut) => {
          const bytes = Buffer.from(whole);
          for (const [at, value] of changes) bytes[at] = value;
          expect(typeof (await codeOf(bytes.subarray(0, cut ?? bytes.length)))).toBe("string");
        },
      ),
      tries(300),
    );
  });
});

describe("an OLE file", () => {
  it("has streams of any size, at the top only, and names from everywhere", () => {
    const file = oleFile({
      Small: Buffer.from("small"),
      In: { Deep: Buffer.from("deep") },
      Large: Buffer.alloc(9_000, 7),
    });
    const ole = new OleFile(file);
    expect(ole.stream("small")?.toString()).toBe("small");
    expect(ole.stream("Large")).toEqual(Buffer.alloc(9_000, 7));
    expect(ole.stream("Deep")).toBeNull();
    expect([...ole.names]).toEqual(["root entry", "small", "in", "deep", "large"]);
    expect(() => detectFormat(file, "x.doc")).toThrow(Refused);
  });

  it("has a table of sectors that is longer than its header", () => {
    const content = Buffer.alloc(8 * 1024 * 1024, "0123456789abcdef-");
    const found = new OleFile(oleFile({ First: Buffer.from("x"), Content: content })).stream("Content");
    expect(found?.equals(content)).toBe(true);
  });

  it("whose chains go in circles is read once around", () => {
    const file = oleFile({ Content: Buffer.alloc(5_000) });
    // Each sector is said to follow itself.
    const ole = (at: number): Buffer => {
      const bytes = Buffer.from(file);
      const table = (bytes.readUInt32LE(76) + 1) * 512;
      for (let i = 0; i < 100; i++) bytes.writeUInt32LE(at < 0 ? i : at, table + i * 4);
      return bytes;
    };
    expect(new OleFile(ole(-1)).stream("Content")?.length ?? 0).toBeLessThan(5_000);
    expect(new OleFile(ole(0)).names.size).toBeGreaterThanOrEqual(0);
  });
});
