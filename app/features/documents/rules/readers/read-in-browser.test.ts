import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { BrowserBuffer } from "#app/platform/browser/node/buffer.ts";
import { buildDocx } from "../docx/build-docx.ts";
import { checkText, newCertificateKey, sealText } from "../certificate/certificate.ts";
import { detectFormat } from "./detect-format.ts";
import { readManuscript } from "./read-manuscript.ts";
import { asRefusal } from "./refusal.ts";
import { sentencesOf } from "./sentences.ts";
import { modelText, type TextModel } from "./text-model.ts";
import { writeZip } from "../docx/zip.ts";

/**
 * Compares the reader as it runs in browsers, with replacements for Node's zlib and Buffer, with the reader on Node.
 */

type Reader = { read(bytes: Uint8Array, name: string): TextModel | null; forms(model: TextModel): string[] };
type Result = { text: string; forms: string[] } | { refused: string };

const here: Reader = {
  read: (bytes, name) => readManuscript(Buffer.from(bytes), detectFormat(Buffer.from(bytes), name)),
  forms: (model) => sentencesOf(model).map((it) => it.form),
};
let there: Reader;

beforeAll(async () => {
  vi.resetModules();
  vi.doMock("node:zlib", () => import("#app/platform/browser/node/zlib.ts"));
  vi.doMock("node:buffer", () => import("#app/platform/browser/node/buffer.ts"));
  const [detect, manuscript, sentences] = [
    await import("./detect-format.ts"),
    await import("./read-manuscript.ts"),
    await import("./sentences.ts"),
  ];
  // The replacement for zlib doesn't compress, which proves that it was loaded.
  const zip = await import("../docx/zip.ts");
  const long = "a".repeat(10_000);
  if (zip.writeZip([{ name: "a", bytes: long }]).length < long.length)
    throw new Error("The stand-in for zlib was not loaded: this would compare the server with itself.");
  there = {
    read(bytes, name) {
      const buffer = BrowserBuffer.from(bytes) as unknown as Buffer;
      vi.stubGlobal("Buffer", BrowserBuffer);
      try {
        return manuscript.readManuscript(buffer, detect.detectFormat(buffer, name));
      } finally {
        vi.unstubAllGlobals();
      }
    },
    forms: (model) => sentences.sentencesOf(model).map((it) => it.form),
  };
});
afterAll(() => {
  vi.doUnmock("node:zlib");
  vi.doUnmock("node:buffer");
  // Later test files must not get the modules that were loaded with the replacements.
  vi.resetModules();
});

function resultOf(reader: Reader, bytes: Uint8Array, name: string): Result | null {
  try {
    const model = reader.read(bytes, name);
    return model && { text: modelText(model), forms: reader.forms(model) };
  } catch (error) {
    // The module was loaded twice, so errors have two classes but the same text.
    const { refusal } = error as { refusal?: { code: string } };
    return { refused: refusal?.code ?? asRefusal(error).code };
  }
}
const same = (bytes: Uint8Array, name: string) =>
  expect(resultOf(there, bytes, name), name).toEqual(resultOf(here, bytes, name));

const docx = buildDocx({
  creator: "Ödön",
  comments: [{ text: "Source?", author: "Ed" }],
  paragraphs: [
    { heading: 1, text: "Méthodes – 方法" },
    {
      runs: [
        { text: "The “behaviour” of the labour market in small towns has " },
        { text: "rarely ", ins: true },
        { text: "often ", del: true },
        { text: "been analysed by anyone at all: 土壤水分控制着干旱地区。", comments: [0] },
      ],
    },
  ],
});
const odt = writeZip([
  { name: "mimetype", bytes: "application/vnd.oasis.opendocument.text" },
  {
    name: "META-INF/manifest.xml",
    bytes: "<?xml version='1.0'?><m:manifest xmlns:m='urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'/>",
  },
  {
    name: "content.xml",
    bytes: `<?xml version="1.0" encoding="UTF-8"?><o:document-content xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:t="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><o:body><o:text>${"<t:p>Wörter in einem Satz, der lang genug ist, um gezählt zu werden.</t:p>".repeat(50)}</o:text></o:body></o:document-content>`,
  },
]);

describe("the reader in a browser", () => {
  it("reads each format as the server does, and refuses what the server refuses", () => {
    same(docx, "a.docx");
    same(odt, "a.odt");
    same(
      Buffer.from(
        "{\\rtf1\\ansi\\ansicpg1252 Caf\\'e9 and \\u8211? more words that make a sentence of eight.\\par Two}",
      ),
      "a.rtf",
    );
    same(
      Buffer.from(
        "\\documentclass{article}\\begin{document}\\section{One}A sentence in \\LaTeX{} that is long enough to be told by.\\end{document}",
      ),
      "a.tex",
    );
    same(
      writeZip([
        { name: "main.tex", bytes: "\\documentclass{article}\\begin{document}\\input{b}\\end{document}" },
        { name: "b.tex", bytes: "Text of the included file." },
      ]),
      "p.zip",
    );
    same(Buffer.from("# Title\n\nSome *words* here.", "utf8"), "a.md");
    same(Buffer.from([0xff, 0xfe, 65, 0, 32, 0, 66, 0]), "utf16.txt");
    same(Buffer.from([67, 97, 102, 0xe9, 32, 0x93, 88, 0x94]), "windows.txt");
    for (const [name, bytes] of [
      ["empty.docx", Buffer.alloc(0)],
      ["cut.docx", docx.subarray(0, 900)],
      ["bomb.docx", writeZip([{ name: "[Content_Types].xml", bytes: Buffer.alloc(30 * 1024 * 1024) }])],
      ["program.docx", Buffer.from("MZ\x90\0")],
      ["a.pdf", Buffer.from("%PDF-1.4")],
      ["old.doc", Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600)])],
    ] as const)
      same(bytes, name);
    // Any byte may be altered.
    for (let at = 0; at < docx.length; at += 37) {
      const bytes = Buffer.from(docx);
      bytes[at] = bytes[at]! ^ 0x55;
      same(bytes, `flipped at ${at}`);
    }
  });

  it("reports the same about a file as the server", async () => {
    const key = newCertificateKey();
    const { seal } = await sealText([here.read(docx, "a.docx")!], "7K3MQ-X9T2B", key);
    expect(await checkText(there.read(docx, "a.docx")!, "7K3MQ-X9T2B", key, seal)).toMatchObject({
      kind: "compared",
      sentences: 1,
      found: 1,
      covered: 1,
    });
  });

  const corpus = path.resolve(import.meta.dirname, "../../../../../../shared/corpus/docx");
  it.skipIf(!existsSync(corpus))(
    `reads documents of public projects alike${existsSync(corpus) ? "" : " (skipped: the corpus is not here)"}`,
    () => {
      const files = readdirSync(corpus, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".docx"))
        .sort()
        .filter((_, i) => i % 6 === 0)
        .slice(0, 40);
      expect(files.length).toBeGreaterThan(5);
      for (const name of files) same(readFileSync(path.join(corpus, name)), name);
    },
    60_000,
  );
});
