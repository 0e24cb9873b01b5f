import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { validateFile } from "#boot/testing/ooxml-validator.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildDocx } from "../rules/docx/build-docx.ts";
import type { DocxSpec } from "../rules/docx/docx-spec.ts";
import { cleanCopy } from "../rules/docx/clean-copy.ts";
import { compareDocx } from "../rules/compare/compare-docx.ts";
import { trackedTexts } from "../rules/compare/tracked-models.ts";
import { shownText, withEquations } from "../rules/gate/latex/latex-shown.ts";
import { texProject } from "../rules/readers/read-tex.ts";
import { texFormulas } from "./tex-formulas.ts";
import { readDocx } from "../rules/docx/docx-reader.ts";
import { acceptAll, listRevisions, rejectAll, reviseSome } from "../rules/docx/revise-docx.ts";
import { scrubDocx } from "../rules/docx/scrub-docx.ts";
import { openZip, readPart, rewriteZip } from "../rules/docx/zip.ts";
import { turnIntoComments } from "../rules/turn/turn-into-comments.ts";

/**
 * Validates the documents we write with Microsoft's Open XML SDK: they have no errors that the source didn't have. The
 * validator is a separate program that takes half a second per file, so this tests only a few: one with every kind of
 * change, and some from the corpus.
 */

const folder = mkdtempSync(join(tmpdir(), "stet-validator-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const validated = new Map<string, Promise<Map<string, number>>>();
/** The errors by kind. The same bytes are validated once. */
function errorsOf(bytes: Buffer): Promise<Map<string, number>> {
  const hash = createHash("sha256").update(bytes).digest("hex");
  let errors = validated.get(hash);
  if (!errors) validated.set(hash, (errors = validate(bytes)));
  return errors;
}
async function validate(bytes: Buffer): Promise<Map<string, number>> {
  const path = join(folder, `${++files}.docx`);
  writeFileSync(path, bytes);
  const { errors } = await validateFile(path);
  const counts = new Map<string, number>();
  for (const { id, path: part, description } of errors) {
    // For several similar errors, only their number counts, not their values.
    const key = `${id} ${part} ${(description ?? "").replace(/'[^']*'/g, "'...'")}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

let missing = "";
beforeAll(async () => {
  try {
    await errorsOf(buildDocx({ paragraphs: [{ text: "x" }] }));
  } catch (error) {
    missing = error instanceof Error ? error.message : String(error);
    console.warn(`Skipped: the Open XML validator does not run here (${missing}).`);
  }
});

const BY = { author: "Jonas Weber", date: "2026-11-21T10:00:00Z" };

/** Some accepted, some rejected, some left. */
const some = (bytes: Buffer): Buffer =>
  reviseSome(
    bytes,
    new Map(
      listRevisions(bytes).flatMap(({ id }) =>
        id % 3 === 0 ? [] : [[id, id % 3 === 1 ? "accept" : "reject"] as const],
      ),
    ),
  );

const WAYS: Record<string, (bytes: Buffer) => Buffer> = {
  accepted: acceptAll,
  rejected: rejectAll,
  some,
  "turned into comments": (bytes) =>
    turnIntoComments(bytes, new Set(listRevisions(bytes).flatMap(({ id }) => (id % 4 === 0 ? [] : [id])))).bytes,
  clean: (bytes) => cleanCopy(bytes, { scrubAuthors: true }),
  scrubbed: (bytes) => scrubDocx(bytes, { authors: "Editor", dates: "remove", rsids: true, names: true }),
  "scrubbed of comments": (bytes) => scrubDocx(bytes, { authors: "", dates: "day", comments: true }),
};

function expectNoNew(made: Map<string, number>, sources: readonly Map<string, number>[], what: string): void {
  const fresh = [...made].filter(([key, count]) => count > sources.reduce((sum, one) => sum + (one.get(key) ?? 0), 0));
  expect(fresh, what).toEqual([]);
}

async function judge(bytes: Buffer, name: string, ways = Object.keys(WAYS)): Promise<void> {
  const source = await errorsOf(bytes);
  for (const way of ways)
    expectNoNew(await errorsOf((WAYS[way] as (bytes: Buffer) => Buffer)(bytes)), [source], `${name}, ${way}`);
}

const spec: DocxSpec = {
  creator: "Ada Author",
  trackRevisions: true,
  paragraphs: [
    { text: "Methods", heading: 1 },
    {
      runs: [
        { text: "We " },
        { text: "did", del: true },
        { text: "made", ins: true, author: "Ann" },
        { text: " it", comments: [0, 1] },
        { text: ", bold now", bold: true, formatChanged: true, footnote: "A note." },
      ],
    },
    { runs: [{ text: "Moved words that were long enough.", moveFrom: "m1" }, { text: " Stays." }] },
    { runs: [{ text: "joined " }], mark: "del" },
    { runs: [{ text: "to this" }, { text: " field", field: "REF a", del: true }], mark: "ins" },
    { runs: [{ text: "Here: " }, { text: "Moved words that were long enough.", moveTo: "m1" }] },
    {
      table: [
        ["a", "b"],
        ["c", "d"],
        ["e", "f"],
      ],
      deleted: [1],
      inserted: [2],
    },
    { text: "End" },
  ],
  comments: [
    { text: "Why?", author: "Ann" },
    { text: "So.", author: "Ada Author", replyTo: 0, resolved: true },
  ],
};

/** Changes that `buildDocx` doesn't write: in layout, cells and rows, in controls and links, and nested ones. */
function rich(): Buffer {
  const by = (id: number) => `w:id="${id}" w:author="Ann" w:date="2026-01-05T09:00:00Z"`;
  const bytes = buildDocx(spec);
  const extra = `<w:p><w:pPr><w:jc w:val="center"/><w:pPrChange ${by(1)}><w:pPr><w:jc w:val="left"/></w:pPr></w:pPrChange></w:pPr><w:ins ${by(2)}><w:r><w:t xml:space="preserve">one </w:t></w:r><w:del ${by(3)}><w:r><w:delText>two</w:delText></w:r></w:del></w:ins></w:p>
<w:sdt><w:sdtPr><w:id w:val="7"/></w:sdtPr><w:sdtContent><w:p><w:r><w:t>In a control</w:t></w:r><w:del ${by(4)}><w:r><w:delText>, gone</w:delText></w:r></w:del></w:p></w:sdtContent></w:sdt>
<w:p><w:bookmarkStart w:id="50" w:name="here"/><w:del ${by(5)}><w:r><w:delText>all of it</w:delText></w:r></w:del><w:bookmarkEnd w:id="50"/><w:hyperlink w:anchor="here"><w:ins ${by(6)}><w:r><w:t>a link</w:t></w:r></w:ins></w:hyperlink></w:p>
<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblPrChange ${by(7)}><w:tblPr/></w:tblPrChange></w:tblPr><w:tblGrid><w:gridCol w:w="100"/><w:gridCol w:w="100"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="100" w:type="dxa"/><w:cellDel ${by(8)}/></w:tcPr><w:p><w:del ${by(9)}><w:r><w:delText>x</w:delText></w:r></w:del></w:p></w:tc><w:tc><w:tcPr><w:tcW w:w="100" w:type="dxa"/></w:tcPr><w:p><w:r><w:t>y</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/>`;
  const document = (readPart(openZip(bytes), "word/document.xml") as Buffer)
    .toString()
    .replace("<w:sectPr>", `${extra}<w:sectPr>`)
    .replace(
      "</w:sectPr>",
      `<w:sectPrChange ${by(10)}><w:sectPr><w:pgSz w:w="12240" w:h="15840"/></w:sectPr></w:sectPrChange></w:sectPr>`,
    );
  return rewriteZip(openZip(bytes), new Map([["word/document.xml", Buffer.from(document)]]));
}

describe("documents we write, validated by the Open XML SDK", () => {
  it("have no errors if the source has none", async ({ skip }) => {
    if (missing !== "") skip(missing);
    expect(Object.fromEntries(await errorsOf(rich()))).toEqual({});
    await judge(rich(), "every kind of change");
  }, 180_000);

  it("have no errors after a comparison", async ({ skip }) => {
    if (missing !== "") skip(missing);
    const before = rejectAll(rich());
    const after = acceptAll(rich());
    const { bytes, grain } = compareDocx(before, after, BY);
    expect(grain).toBe("words");
    for (const [name, made] of Object.entries({
      compared: bytes,
      "compared and accepted": acceptAll(bytes),
      "compared and rejected": rejectAll(bytes),
    }))
      expectNoNew(await errorsOf(made), [], name);
  }, 180_000);

  it("have no errors after the comparison of two LaTeX sources", async ({ skip }) => {
    if (missing !== "") skip(missing);
    const formulas = [
      String.raw`\sum_{n=1}^N \frac{a_n}{\sqrt[3]{b}} \int_0^1 x`,
      String.raw`\left(\hat x\vec v\overline{AB}\underbrace{a+b}_{n}\right)\binom nk`,
      String.raw`\begin{pmatrix}1&2\\3&4\end{pmatrix}\begin{aligned}a&=b\\c&=d\end{aligned}`,
      String.raw`\lim_{x\to0}\mathbb{R}\mathbf{B}\boxed{x}\cancel{y}\phantom{z}\text{ if }x_1^2`,
    ];
    const [one, two] = ["x", "y"].map((letter) => {
      const text = formulas.map((formula) => `Before $${formula}+${letter}$ and after.\\[${formula}\\]\n\n`).join("");
      const project = texProject(`\\documentclass{article}\\begin{document}${text}\\end{document}`);
      return shownText(project, withEquations(texFormulas(project.definitions)));
    });
    expect(one!.equations).toHaveLength(2 * formulas.length);
    const tracked = trackedTexts(one!, two!, BY);
    for (const [name, made] of Object.entries({ tracked, accepted: acceptAll(tracked) }))
      expect(Object.fromEntries(await errorsOf(made)), name).toEqual({});
  }, 180_000);

  const corpus = new URL("../../../../../shared/corpus/docx/", import.meta.url);
  const sample = ["opt__RA001-Tracked-Revisions-01.docx", "opt__RP051-Arabic.docx", "tika__testWORD_features.docx"];
  const there = existsSync(corpus);
  if (!there) console.warn("Skipped: the corpus of real documents is not there (../shared/corpus).");
  it.skipIf(!there)(
    "nor have copies of real documents, but those they came with",
    async ({ skip }) => {
      if (missing !== "") skip(missing);
      for (const file of sample) {
        const url = new URL(file, corpus);
        if (!existsSync(url)) continue;
        const bytes = readFileSync(url);
        await judge(bytes, file, ["accepted", "some", "turned into comments", "scrubbed"]);
        const { bytes: compared } = compareDocx(rejectAll(bytes), acceptAll(bytes), BY);
        const source = await errorsOf(bytes);
        expectNoNew(await errorsOf(compared), [source, source], `${file}, compared`);
      }
    },
    180_000,
  );
});

const office = spawnSync("soffice", ["--version"], { encoding: "utf8", timeout: 20_000 }).status === 0;
if (!office)
  console.warn("Skipped: LibreOffice is not installed (soffice); what it reads in our copies is not compared.");
describe.skipIf(!office)("documents we write, opened by LibreOffice", () => {
  it("have the text that we read in them", () => {
    expect.hasAssertions();
    const tracked = rich();
    for (const [name, bytes] of Object.entries({
      accepted: acceptAll(tracked),
      rejected: rejectAll(tracked),
      clean: cleanCopy(tracked),
    })) {
      writeFileSync(join(folder, `${name}.docx`), bytes);
      spawnSync(
        "soffice",
        ["--headless", "--convert-to", "txt:Text (encoded):UTF8", "--outdir", folder, join(folder, `${name}.docx`)],
        { timeout: 60_000 },
      );
      const theirs = readFileSync(join(folder, `${name}.txt`), "utf8");
      for (const { text, kind } of readDocx(bytes).paragraphs)
        if (kind !== "footnote" && text.trim() !== "")
          expect(theirs.replace(/\s+/g, " "), name).toContain(text.trim().replace(/\s+/g, " "));
    }
  }, 180_000);
});
