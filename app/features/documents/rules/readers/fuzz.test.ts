import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "#boot/testing/cpu-ms.ts";
import { tries } from "#boot/testing/tries.ts";
import { buildDocx } from "../docx/build-docx.ts";
import type { DocxSpec } from "../docx/docx-spec.ts";
import { detectFormat } from "./detect-format.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { readMarkdown, readText } from "./read-plain.ts";
import { readOdt } from "./read-odt.ts";
import { readRtf } from "./read-rtf.ts";
import { OdtWatch } from "./odt/odt-watch.ts";
import { readTex, readTexZip } from "./read-tex.ts";
import { RtfWatch } from "./rtf/rtf-watch.ts";
import { receiptOf } from "./receipt-of.ts";
import { Refused } from "./refusal.ts";
import { acceptAll, rejectAll } from "../docx/revise-docx.ts";
import { sampleOf } from "./sample-of.ts";
import type { TextModel } from "./text-model.ts";
import { openZip, readPart, writeZip } from "../docx/zip.ts";

/** However a document is altered, it's read or explicitly refused, and quickly. */

const corpus = new URL("../../../../../../shared/corpus/", import.meta.url);
const real = existsSync(corpus);
if (!real) console.warn("Skipped: altered copies of real documents; the corpus is not there (../shared/corpus).");

const EVERYTHING: DocxSpec = {
  creator: "Ada",
  paragraphs: [
    { text: "A title", style: "Title" },
    { text: "Methods", heading: 1 },
    {
      runs: [
        { text: "Plain, " },
        { text: "bold ", bold: true },
        { text: "hidden ", hidden: true },
        { text: "new ", ins: true },
        { text: "old ", del: true, footnote: "A note." },
        { text: "link", field: 'HYPERLINK "https://example.org"' },
      ],
      comments: [0],
    },
    { runs: [{ text: "moved there", moveFrom: "m1" }], mark: "del" },
    {
      runs: [
        { text: "moved here", moveTo: "m1" },
        { text: " 文字", footnote: "Another.", endnote: "Last." },
      ],
    },
    {
      table: [
        ["a", "1"],
        ["b", "2.5"],
      ],
      inserted: [1],
    },
    { text: "References", heading: 1 },
    { text: "Doe 2020." },
  ],
  comments: [
    { text: "Why?", author: "Ed" },
    { text: "Because.", author: "Ada", replyTo: 0 },
  ],
};

const readAny = (bytes: Buffer): TextModel => {
  const found = detectFormat(bytes, "x");
  switch (found.format) {
    case "docx":
      return readDocx(bytes);
    case "odt":
      return readOdt(bytes, "final", new OdtWatch());
    case "rtf":
      return readRtf(bytes, new RtfWatch());
    case "tex-zip":
      return readTexZip(found.zip ?? openZip(bytes));
    case "tex":
      return readTex(found.text);
    case "md":
      return readMarkdown(found.text);
    case "txt":
      return readText(found.text);
    // Read by libraries in the worker, where anything they throw becomes a refusal.
    case "doc":
    case "pdf":
      throw new Refused("unsupported");
  }
};

/** Reads it, and throws unless the outcome is a valid model or a refusal, within two seconds of processor time. */
function outcome(bytes: Buffer, revise = false): string {
  let code = "";
  expect(cpuMs(() => (code = codeOf(bytes, revise)))).toBeLessThan(2_000);
  return code;
}

function codeOf(bytes: Buffer, revise: boolean): string {
  let code = "read";
  try {
    const model = readAny(bytes);
    const receipt = receiptOf(model);
    sampleOf(model, 150);
    const sum = receipt.body + receipt.textBoxes + receipt.footnotes + receipt.endnotes;
    if (
      sum !== receipt.words ||
      receipt.sections.reduce((total, section) => total + section.words, 0) !== receipt.words
    )
      throw new Error("The receipt does not add up.");
    if (revise) for (const make of [acceptAll, rejectAll]) readDocx(make(bytes));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    code = error.refusal.code;
  }
  return code;
}

type Part = { name: string; bytes: Buffer };
const partsOf = (bytes: Buffer): Part[] => {
  const zip = openZip(bytes);
  return [...zip.entries.keys()].map((name) => ({ name, bytes: readPart(zip, name) ?? Buffer.alloc(0) }));
};

const SNIPPETS = [
  "<w:p>",
  "</w:p>",
  "<w:r>",
  "</w:r>",
  "<w:t>",
  "</w:t>",
  "<w:tbl>",
  "</w:tbl>",
  "<w:tc>",
  "</w:tc>",
  "<w:tr>",
  '<w:ins w:author="A">',
  "</w:ins>",
  "<w:del>",
  "</w:del>",
  "<w:moveFrom>",
  '<w:fldChar w:fldCharType="begin"/>',
  '<w:fldChar w:fldCharType="separate"/>',
  '<w:fldChar w:fldCharType="end"/>',
  "<w:txbxContent>",
  "</w:txbxContent>",
  "<w:pPr>",
  "</w:pPr>",
  "<w:rPr>",
  "</w:rPr>",
  "<w:sdt>",
  "</w:sdt>",
  '<w:hyperlink r:id="rId1">',
  "</w:hyperlink>",
  '<w:footnoteReference w:id="1"/>',
  "<w:body/>",
  "<w:body>",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<?x",
  "<!DOCTYPE a>",
  "&",
  "&#0;",
  "&#xFFFFFF;",
  "\0",
  '"',
  "'",
  "<",
  ">",
  "/",
  "=",
  ' xmlns:w="urn:x"',
  "é",
  "\ud800",
];

/** A single alteration of a part's text. */
const alteration = fc.oneof(
  fc.record({ kind: fc.constant("cut" as const), at: fc.nat(), length: fc.constant(0) }),
  fc.record({
    kind: fc.constantFrom("remove" as const, "repeat" as const, "swap" as const),
    at: fc.nat(),
    length: fc.integer({ min: 1, max: 400 }),
  }),
  fc.record({ kind: fc.constant("insert" as const), at: fc.nat(), length: fc.nat(SNIPPETS.length - 1) }),
  fc.record({ kind: fc.constant("byte" as const), at: fc.nat(), length: fc.nat(255) }),
);

function alter(bytes: Buffer, { kind, at, length }: { kind: string; at: number; length: number }): Buffer {
  const place = bytes.length === 0 ? 0 : at % bytes.length;
  const [head, tail] = [bytes.subarray(0, place), bytes.subarray(place)];
  switch (kind) {
    case "cut":
      return head;
    case "remove":
      return Buffer.concat([head, tail.subarray(length)]);
    case "repeat":
      return Buffer.concat([head, tail.subarray(0, length), tail]);
    case "swap":
      return Buffer.concat([
        head,
        tail.subarray(length, 2 * length),
        tail.subarray(0, length),
        tail.subarray(2 * length),
      ]);
    case "insert":
      return Buffer.concat([head, Buffer.from(SNIPPETS[length] ?? ""), tail]);
    default: {
      const copy = Buffer.from(bytes);
      if (copy.length > 0) copy[place] = length;
      return copy;
    }
  }
}

/** Alters a document inside its archive, so only its content is wrong. */
const insideOf = (parts: readonly Part[]) =>
  fc
    .array(fc.record({ part: fc.nat(parts.length - 1), what: alteration }), { minLength: 1, maxLength: 4 })
    .map((list) => {
      const changed = parts.map((part) => ({ ...part }));
      for (const { part, what } of list) {
        const one = changed[part] as Part;
        one.bytes = alter(one.bytes, what);
      }
      return writeZip(changed);
    });

const small = (folder: string, limit: number): Buffer[] =>
  real
    ? readdirSync(new URL(`${folder}/`, corpus))
        .map((name) => readFileSync(new URL(`${folder}/${name}`, corpus)))
        .filter((bytes) => bytes.length < limit)
    : [];

describe("altered documents", () => {
  const made = buildDocx(EVERYTHING);
  const parts = partsOf(made);

  it("are valid before they're altered", () => expect(outcome(made, true)).toBe("read"));

  it("bytes of the archive", () => {
    fc.assert(
      fc.property(
        fc.array(alteration, { minLength: 1, maxLength: 3 }),
        (list) => void outcome(list.reduce(alter, made)),
      ),
      tries(400),
    );
  }, 60_000);

  it("text of the parts", () => {
    const story = parts.filter((part) => /document\.xml$|notes\.xml|styles|comments|rels$|Types/.test(part.name));
    const codes = new Set<string>();
    fc.assert(
      fc.property(insideOf(story), (bytes) => void codes.add(outcome(bytes, true))),
      tries(250),
    );
    expect(codes.has("read") && codes.has("damaged")).toBe(true);
  }, 60_000);

  it("the main part alone, many times", () => {
    const others = parts.filter((part) => part.name !== "word/document.xml");
    const main = parts.find((part) => part.name === "word/document.xml") as Part;
    fc.assert(
      fc.property(
        fc.array(alteration, { minLength: 1, maxLength: 6 }),
        (list) => void outcome(writeZip([{ ...main, bytes: list.reduce(alter, main.bytes) }, ...others]), true),
      ),
      tries(250),
    );
  }, 60_000);

  it("missing, duplicate and renamed parts in any order", () => {
    const order = fc.array(fc.nat(parts.length - 1), { maxLength: parts.length + 3 });
    fc.assert(
      fc.property(order, fc.nat(parts.length - 1), fc.boolean(), (list, odd, upper) => {
        const chosen = list
          .map((i) => parts[i] as Part)
          .map((part, i) => (i === odd ? { ...part, name: upper ? part.name.toUpperCase() : `${part.name}x` } : part));
        outcome(writeZip(chosen));
      }),
      tries(300),
    );
    const shuffled = fc.shuffledSubarray(parts as Part[], { minLength: parts.length, maxLength: parts.length });
    fc.assert(
      fc.property(shuffled, (list) => outcome(writeZip(list)) === "read"),
      tries(30),
    );
  }, 60_000);

  it("text in runs of any shape", () => {
    // Any sequence of tags, well-formed or not.
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...SNIPPETS, "word "), { maxLength: 60 }), (pieces) => {
        const main = parts.find((part) => part.name === "word/document.xml") as Part;
        const xml = main.bytes
          .toString("utf8")
          .replace(/<w:body>.*<\/w:body>/s, () => `<w:body>${pieces.join("")}</w:body>`);
        outcome(writeZip(parts.map((part) => (part === main ? { ...part, bytes: Buffer.from(xml) } : part))), true);
      }),
      tries(500),
    );
  }, 60_000);

  it("files of other formats", () => {
    const rtf = Buffer.from(
      "{\\rtf1\\ansi{\\fonttbl{\\f0 T;}}\\pard One \\'e9 {\\b two}{\\footnote note}\\trowd\\intbl a\\cell\\row\\pard\\u8211?{\\field{\\*\\fldinst X}{\\fldrslt y}}\\par}",
      "latin1",
    );
    const tex = Buffer.from(
      "\\documentclass{article}\\begin{document}\\section{A}Text $x$ \\cite{a}\\footnote{b}\\begin{tabular}{l}c\\end{tabular}\\verb|d|\\end{document}",
    );
    const md = Buffer.from("# Head\n\n- **a** [b](c)\n\n| d | e |\n|---|---|\n| f | 1 |\n\n```\ncode\n```\n");
    const ends = [rtf, tex, md, ...small("rtf", 40_000), ...small("tex", 15_000), ...small("odt", 20_000)];
    fc.assert(
      fc.property(
        fc.constantFrom(...ends),
        fc.array(alteration, { minLength: 1, maxLength: 5 }),
        (bytes, list) => void outcome(list.reduce(alter, bytes)),
      ),
      tries(300),
    );
    for (const bytes of small("odt", 20_000).slice(0, 3))
      fc.assert(
        fc.property(
          insideOf(
            partsOf(bytes)
              .filter((part) => /content\.xml|styles\.xml|manifest/.test(part.name))
              .concat({ name: "mimetype", bytes: Buffer.from("application/vnd.oasis.opendocument.text") }),
          ),
          (altered) => void outcome(altered),
        ),
        tries(60),
      );
  }, 60_000);

  it.skipIf(!real)(
    "real documents, outside and inside",
    () => {
      const all = small("docx", 25_000);
      const opened = all.map(partsOf);
      fc.assert(
        fc.property(
          fc.nat(all.length - 1),
          fc.array(alteration, { minLength: 1, maxLength: 3 }),
          (i, list) => void outcome(list.reduce(alter, all[i] as Buffer)),
        ),
        tries(150),
      );
      fc.assert(
        fc.property(
          fc
            .nat(all.length - 1)
            .chain((i) => insideOf((opened[i] as Part[]).filter((part) => /\.(?:xml|rels)$/.test(part.name)))),
          (bytes) => void outcome(bytes),
        ),
        tries(150),
      );
    },
    120_000,
  );
});
