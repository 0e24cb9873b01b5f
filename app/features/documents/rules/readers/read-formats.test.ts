import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "#boot/testing/cpu-ms.ts";
import { decodePlain } from "./decode-plain.ts";
import { detectFormat } from "./detect-format.ts";
import { readMarkdown, readText } from "./read-plain.ts";
import { readOdt } from "./read-odt.ts";
import { readRtf } from "./read-rtf.ts";
import { readTex, readTexZip } from "./read-tex.ts";
import { receiptOf } from "./receipt-of.ts";
import { Refused } from "./refusal.ts";
import { sampleOf } from "./sample-of.ts";
import { spellingEvidence, spellingVariant } from "./spelling-variant.ts";
import type { TextModel } from "./text-model.ts";
import { buildDocx } from "../docx/build-docx.ts";
import { openZip, writeZip } from "../docx/zip.ts";

const lines = (model: TextModel) =>
  model.paragraphs.filter((one) => one.words > 0).map((one) => `${one.kind}: ${one.text}`);
const codeOf = (run: () => unknown): string => {
  try {
    run();
    return "read";
  } catch (error) {
    if (error instanceof Refused) return error.refusal.code;
    throw error;
  }
};

describe("detecting a file's format", () => {
  const detect = (bytes: Buffer | string, name = "x.docx") => detectFormat(Buffer.from(bytes as string), name).format;

  it("uses the content, whatever the name", () => {
    expect(detect(buildDocx({ paragraphs: [] }), "x.pdf")).toBe("docx");
    expect(detect("{\\rtf1 hello}", "x.doc")).toBe("rtf");
    expect(detect("%PDF-1.7\n", "x.docx")).toBe("pdf");
    expect(detect("\\documentclass{article}\\begin{document}a\\end{document}", "x.txt")).toBe("tex");
    expect(detect("# Title\n\nSome **bold** text and [a link](x).", "x.txt")).toBe("md");
    expect(detect("Just words.", "x.docx")).toBe("txt");
    expect(detect("Just words.", "x.md")).toBe("md");
    expect(detect(writeZip([{ name: "main.tex", bytes: "\\documentclass{article}" }]), "x.zip")).toBe("tex-zip");
  });

  it("refuses what isn't a manuscript, and says what it is", () => {
    expect(codeOf(() => detect(""))).toBe("empty");
    expect(codeOf(() => detect("MZ\x90\0\x03\0\0\0"))).toBe("executable");
    expect(codeOf(() => detect("\x7fELF\x02\x01"))).toBe("executable");
    expect(codeOf(() => detect(Buffer.from([0xcf, 0xfa, 0xed, 0xfe, 7])))).toBe("executable");
    expect(codeOf(() => detect(Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2])))).toBe("not-a-document");
    expect(codeOf(() => detect(Buffer.from(Array.from({ length: 300 }, (_, i) => i % 256))))).toBe("not-a-document");
    expect(codeOf(() => detect(writeZip([{ name: "photo.jpg", bytes: "x" }])))).toBe("not-a-document");
    expect(codeOf(() => detect("<html><body>hi</body></html>", "x.txt"))).toBe("not-a-document");
  });
});

describe("other formats", () => {
  it("reads plain text by blank lines, with known titles as sections", () => {
    const model = readText("A title\r\n\r\nAbstract\r\n\r\nOne two\r\nthree.\r\n\r\nReferences\r\n\r\nDoe 2020");
    expect(model.sections.map(({ title, words, references }) => [title, words, references])).toEqual([
      ["Before the first heading", 2, false],
      ["Abstract", 4, false],
      ["References", 3, true],
    ]);
    expect(receiptOf(model).billable).toBe(6);
  });

  it("reads Markdown as its reader sees it", () => {
    const model = readMarkdown(
      "---\ntitle: x\n---\n# One *big* head\n\nSee [the paper](http://x.y/z) and ![fig](a.png) `code`.\n\n- item one\n- item two\n\n```\nlet a = 1\n```\n\n| a | 12 |\n|---|---|\n| b | 3.5 |\n",
    );
    expect(lines(model)).toEqual([
      "heading: One big head",
      "body: See the paper and  code.",
      "body: item one",
      "body: item two",
      "body: let a = 1",
      "tableCell: a",
      "tableCell: 12",
      "tableCell: b",
      "tableCell: 3.5",
    ]);
    expect(receiptOf(model)).toMatchObject({ figures: 1, tableCount: 1, billable: 18 });
  });

  it("reads rtf: characters, notes, tables; not hidden or deleted text", () => {
    const model = readRtf(
      Buffer.from(
        "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fcharset0 Times;}{\\f1\\fcharset238 T;}}{\\info{\\title not this}}\\pard\\outlinelevel0 Heading\\par\\pard caf\\'e9 \\f1 \\'e8as\\f0  \\u8211? {\\b bold}{\\deleted gone}{\\v hidden}{\\footnote \\pard a note}\\~end\\par{\\*\\unknown skip}\\trowd\\intbl A\\cell 7\\cell\\row\\pard last}",
        "latin1",
      ),
    );
    expect(lines(model)).toEqual([
      "heading: Heading",
      "body: café čas – bold\u00a0end",
      "footnote: a note",
      "tableCell: A",
      "tableCell: 7",
      "body: last",
    ]);
    expect(receiptOf(model)).toMatchObject({ words: 11, hidden: 1, footnotes: 2, tables: 2 });
  });

  it("reads odt: spaces, notes, tables, text boxes; not deleted text, comments or the citation mark", () => {
    const xml = `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"><office:body><office:text><text:tracked-changes><text:changed-region><text:deletion><text:p>gone words</text:p></text:deletion></text:changed-region></text:tracked-changes><text:h text:outline-level="1">Head</text:h><text:p>one  <text:s text:c="2"/>two<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>a note</text:p></text:note-body></text:note><office:annotation><text:p>comment</text:p></office:annotation></text:p><table:table><table:table-row><table:table-cell><text:p>5.5</text:p></table:table-cell></table:table-row></table:table><text:p><draw:frame><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame></text:p></office:text></office:body></office:document-content>`;
    const model = readOdt(
      writeZip([
        { name: "mimetype", bytes: "application/vnd.oasis.opendocument.text" },
        { name: "content.xml", bytes: xml },
      ]),
    );
    expect(lines(model)).toEqual([
      "heading: Head",
      "body: one   two",
      "footnote: a note",
      "tableCell: 5.5",
      "textBox: boxed",
    ]);
    expect(receiptOf(model)).toMatchObject({ words: 7, billable: 6, deleted: 2 });
  });

  it("reads as many cells of odt as a repeated one stands for, within a limit", () => {
    const read = (copies: number) =>
      readOdt(
        writeZip([
          { name: "mimetype", bytes: "application/vnd.oasis.opendocument.text" },
          {
            name: "content.xml",
            bytes: `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:text><table:table><table:table-row><table:table-cell table:number-columns-repeated="${copies}"><text:p>two words</text:p></table:table-cell><table:table-cell><text:p>last</text:p></table:table-cell></table:table-row></table:table></office:text></office:body></office:document-content>`,
          },
        ]),
      );
    expect(receiptOf(read(3))).toMatchObject({ words: 7, tables: 7 });
    expect(read(3).paragraphs.map((one) => one.cell?.column)).toEqual([0, 1, 2, 3]);
    expect(read(1_000_000_000).paragraphs.length).toBeLessThan(6_000);
  });

  it("reads LaTeX without commands, math and citations, and follows each of a project's inputs once", () => {
    const main =
      '\\documentclass{article}\n\\title{The \\emph{title}}\n\\begin{document}\\maketitle\n\\section{Intro}\nAs \\cite{doe} said, $x=1$ holds, % not this\nna\\"{\\i}ve~work.\\footnote{A note.}\n\n\\input{two}\n\\begin{tabular}{ll} A & 12 \\\\ \\end{tabular}\n\\begin{equation}y=2\\end{equation}\n\\begin{thebibliography}{9}\\bibitem{doe} Doe 2020.\\end{thebibliography}\n\\end{document} after';
    const zip = openZip(
      writeZip([
        { name: "p/main.tex", bytes: main },
        { name: "p/two.tex", bytes: "\\subsection*{Part}Second \\textbf{file}. \\input{two}" },
      ]),
    );
    const model = readTexZip(zip);
    expect(lines(model).slice(0, 5)).toEqual([
      "body: The title",
      "heading: Intro",
      "body: As said, holds, naïve\u00a0work.",
      "footnote: A note.",
      "heading: Part",
    ]);
    expect(lines(model)).toContain("tableCell: A");
    expect(lines(model).at(-1)).toBe("reference: Doe 2020.");
    expect(receiptOf(model)).toMatchObject({ estimate: true, references: 3, equations: 2 });
    expect(readTex(main).notes[0]).toContain("two");
    expect(codeOf(() => readTexZip(openZip(writeZip([{ name: "a.tex", bytes: "hello" }]))))).toBe("not-a-document");
  });

  it("detects legacy encodings by their bytes", () => {
    const bytes = (hex: string) => Buffer.from(hex.replace(/ /g, ""), "hex");
    expect(decodePlain(Buffer.from("\ufeffmarked", "utf16le"))).toBe("marked");
    expect(decodePlain(Buffer.from("not marked", "utf16le"))).toBe("not marked");
    expect(decodePlain(Buffer.from("not marked", "utf16le").swap16())).toBe("not marked");
    expect(decodePlain(bytes("d6 d0 ce c4 d7 d6 b7 fb b2 e2 ca d4"))).toBe("中文字符测试");
    expect(decodePlain(bytes("82 b1 82 ea 82 cd 93 fa 96 7b 8c ea"))).toBe("これは日本語");
    expect(decodePlain(bytes("a4 b3 a4 ec a4 cf c6 fc cb dc b8 ec"))).toBe("これは日本語");
    expect(decodePlain(bytes("bf ec b8 ae b4 c2 20 b3 eb b5 bf"))).toBe("우리는 노동");
    expect(decodePlain(bytes("a4 a4 a4 e5 a6 72 a4 b8 b4 fa b8 d5"))).toBe("中文字元測試");
    expect(decodePlain(bytes("cc fb 20 e8 f1 f1 eb e5 e4 ee e2 e0 eb e8"))).toBe("Мы исследовали");
    expect(decodePlain(Buffer.from("caf\xe9 na\xefve \x96 it\x92s", "latin1"))).toBe("café naïve – it’s");
  });

  it("survives any text as rtf, markdown or LaTeX", () => {
    const noise = fc
      .array(
        fc.constantFrom(
          "\\",
          "{",
          "}",
          "$",
          "[",
          "]",
          "\\begin{",
          "\\section",
          "\\footnote{",
          "|",
          "\n",
          "#",
          "```",
          "a b",
          "\\'e",
          "\\u-1",
          "\\bin9999 ",
          "%",
          "\\verb|",
          "&",
          "\\cell",
          "\\shptxt",
        ),
        { maxLength: 40 },
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(noise, (text) => {
        codeOf(() => readRtf(Buffer.from(`{\\rtf1 ${text}`)));
        codeOf(() => readMarkdown(text));
        codeOf(() => readTex(text));
      }),
      { numRuns: 500 },
    );
  });
});

describe("the sample", () => {
  const sentence = (n: number) =>
    `Sentence number ${n} says something plain about the labor market in five small towns near the border.`;
  const model = () =>
    readText(
      [
        "A Great Title",
        "Ada Author, University of Somewhere, ada@example.org",
        "Introduction",
        ...Array.from(
          { length: 20 },
          (_, i) => `${sentence(i)} ${sentence(i + 100)} See https://example.org/${i} for more.`,
        ),
        "References",
        "Doe, J. (2020). A long reference that has more than twenty words in it so that it would be taken for prose if it were not in the list of references.",
      ].join("\n\n"),
    );

  it("is whole sentences of the body, at most 150 words, without names, addresses and references", () => {
    const sample = sampleOf(model(), 150);
    const words = sample.split(/\s+/).length;
    expect(words).toBeGreaterThan(100);
    expect(words).toBeLessThanOrEqual(150);
    expect(sample).not.toMatch(/Ada|Title|@|https|Doe/);
    expect(sample).toMatch(/^Sentence .*\.$/);
  });

  it("keeps decimals, abbreviations and initials whole", () => {
    const prose =
      "The sea warmed by 2.1 degrees (p < .05; cf. Fig. 3.2) in 1.5 decades, as J. R. Smith et al. showed for the U.S. coast. Growth fell by 0.25 percent, i.e. less than e.g. Dr. Adams expected.";
    const sample = sampleOf(readText(`Introduction\n\n${prose}\n\n${prose}`), 150);
    expect(sample).toBe(`${prose}`);
  });

  it.each(["a", "1.", "a.1", "a ", "J. ", "a@", "a-", ". ", "(", "ab.c ", "\u200b.", "a \n"])(
    "examines no more of a paragraph than needed, made of %j",
    (unit) => {
      const hostile = readText(`Introduction\n\n${"word ".repeat(30)}${unit.repeat(4)}`);
      const paragraph = hostile.paragraphs.at(-1)!;
      const beginning = paragraph.text;
      paragraph.text = beginning + unit.repeat(2_000_000);
      let read = 0;
      const model = {
        ...hostile,
        paragraphs: [
          new Proxy(paragraph, {
            get: (target, name) => {
              if (name === "text") read++;
              return Reflect.get(target, name) as unknown;
            },
          }),
        ],
      };
      let long = "";
      // It once took a minute. What remains is a fixed-size piece of text.
      expect(cpuMs(() => (long = sampleOf(model, 150)))).toBeLessThan(2_000);
      expect(read).toBeLessThan(10);
      paragraph.text = (beginning + unit.repeat(2_000_000)).slice(0, 30_000);
      expect(sampleOf(hostile, 150)).toBe(long);
    },
  );

  it("is empty if there is no prose", () => expect(sampleOf(readText("Short.\n\nLines.\n\nOnly."), 150)).toBe(""));
});

describe("the English variant", () => {
  const variant = (text: string) => spellingVariant(spellingEvidence(readText(text)));
  it("is detected by spelling", () => {
    expect(variant("The behaviour of coloured fibres was analysed in the centre.")).toBe("UK");
    expect(variant("The behavior of colored fibers was analyzed in the center.")).toBe("US");
    expect(variant("The behaviour of colored fibres was analyzed in the centers.")).toBe(null);
    expect(variant("Nothing here tells anything.")).toBe(null);
  });
});
