import type { PDFDocumentProxy } from "unpdf/pdfjs";
import type { GateResult, UntrackedEdit } from "../../rules/docx/change-stats.ts";
import type { GateOptions } from "../../rules/gate/document-findings.ts";
import { countFindings, listedFindings } from "../../rules/gate/findings.ts";
import { MAX_LISTED, SAME_TEXT, similarityOf } from "../../rules/gate/gate-edits.ts";
import { type PlacedAnnotation, annotationChanges } from "../../rules/gate/pages/annotations.ts";
import { onPage, pageChanges, pairPages } from "../../rules/gate/pages/compare-pages.ts";
import { type DrawnPage, wordsOf } from "../../rules/gate/pages/drawn-page.ts";
import { noChanges } from "../../rules/gate/count-changes.ts";
import { Refused, type Refusal } from "../../rules/readers/refusal.ts";
import { openPdf } from "../read-pdf.ts";
import { guarded, load } from "../task-file.ts";
import { drawPage } from "./draw-page.ts";
import { packedPictures } from "./packed-pictures.ts";
import { readAnnotations } from "./read-annotations.ts";

/** More annotations than this are counted but not listed. */
const MAX_ANNOTATIONS = 1_000;

type Sides = { source: PDFDocumentProxy; copy: PDFDocumentProxy };

/** Whether a copy of a PDF has the pages of the source, and what its annotations are. */
export const gatePdf = (
  sourcePath: string,
  copyPath: string,
  options: GateOptions = {},
): Promise<GateResult | Refusal> =>
  guarded<GateResult | Refusal>(async () => {
    const bytes = { source: await load(sourcePath), copy: await load(copyPath) };
    if (!bytes.copy.subarray(0, 1_024).includes("%PDF-"))
      throw new Refused(
        "unsupported",
        "The annotated copy isn't a PDF.",
        "Annotate the author's PDF, save it as a PDF, and upload it.",
      );
    const source = await openPdf(bytes.source, true);
    try {
      const copy = await openPdf(bytes.copy, true);
      try {
        return await compare({ source, copy }, bytes, options);
      } finally {
        await copy.loadingTask.destroy();
      }
    } finally {
      await source.loadingTask.destroy();
    }
  }, "x.pdf");

async function compare(
  { source, copy }: Sides,
  bytes: { source: Buffer; copy: Buffer },
  { editor }: GateOptions,
): Promise<GateResult> {
  const texts = source.numPages === copy.numPages ? null : ([await pageTexts(source), await pageTexts(copy)] as const);
  const { pairs, changes } = pairPages(
    texts?.[0] ?? Array.from({ length: source.numPages }, () => ""),
    texts?.[1] ?? Array.from({ length: copy.numPages }, () => ""),
  );
  const edits: UntrackedEdit[] = [...changes];
  const annotations = { source: [] as PlacedAnnotation[], copy: [] as PlacedAnnotation[] };
  const scripts = { source: await documentScripts(source), copy: await documentScripts(copy) };
  const notes: string[] = [];
  const lines = { source: [] as string[], copy: [] as string[] };
  let words = 0;
  let packed = 0;
  for (const [i, j] of pairs) {
    const one = await readPage(source, i + 1, i + 1);
    const two = await readPage(copy, j + 1, i + 1);
    annotations.source.push(...one.annotations);
    annotations.copy.push(...two.annotations);
    scripts.source.push(...one.scripts);
    scripts.copy.push(...two.scripts);
    words += one.words;
    lines.source.push(one.text);
    lines.copy.push(two.text);
    if (one.drawn && two.drawn) edits.push(...pageChanges(one.drawn, two.drawn, i + 1));
    else if (one.text !== two.text || (one.drawn !== null) !== (two.drawn !== null))
      edits.push(onPage(i + 1, "The page has instructions that the manuscript's page doesn't have."));
    else notes.push(`Page ${i + 1} can't be read completely, in the manuscript and in the copy. We compared its text.`);
    if (one.drawn?.packed) packed ||= i + 1;
  }
  if (packed > 0 && isMissingSome(packedPictures(bytes.copy), packedPictures(bytes.source)))
    edits.push(onPage(packed, "A picture, here or on a later page, was replaced or saved in another quality."));
  const toLines = (all: string[]) => all.map((text) => ({ text, section: "" }));
  const similarity = similarityOf(toLines(lines.source), toLines(lines.copy));
  const anotherManuscript = words > 0 && similarity < SAME_TEXT;
  const found = annotationChanges(annotations.source, annotations.copy);
  edits.push(...found.refused, ...(await partChanges({ source, copy }, scripts)));
  const others = [...new Set(found.added.map((one) => one.author))].filter((name) => name !== editor);
  if (editor && others.length > 0)
    notes.push(
      `The author sees the names in your annotations as they are: ${others.map((name) => name || "no name").join(", ")}. To change yours, set it in your PDF program before you annotate.`,
    );
  const listed = anotherManuscript ? [] : edits;
  return {
    ok: true,
    format: "pdf",
    passed: !anotherManuscript && edits.length === 0,
    anotherManuscript,
    similarity: Math.round(similarity * 1_000) / 1_000,
    untracked: listed.slice(0, MAX_LISTED),
    untrackedTotal: listed.length,
    unchanged: true,
    stats: { ...noChanges(words), comments: found.added.length },
    comments: [],
    authors: [...new Set(found.added.map((one) => one.author))].filter((name) => name !== ""),
    notes,
    findings: listedFindings(found.findings),
    findingCounts: countFindings(found.findings),
    annotations: found.added
      .slice(0, MAX_ANNOTATIONS)
      .map(({ page, kind, author, text, marked, reply }) => ({ page, kind, author, text, marked, reply })),
  };
}

const isMissingSome = (all: ReadonlySet<string>, some: ReadonlySet<string>): boolean =>
  [...some].some((one) => !all.has(one));

type ReadPage = {
  /** Null if its instructions can't be read. */
  drawn: DrawnPage | null;
  text: string;
  words: number;
  annotations: PlacedAnnotation[];
  scripts: string[];
};

/** @param number in its file @param called in the source, which is how it's called in messages */
async function readPage(document: PDFDocumentProxy, number: number, called: number): Promise<ReadPage> {
  const page = await document.getPage(number);
  const drawn = await drawPage(page, await document.getOptionalContentConfig()).catch(() => null);
  const words = drawn ? wordsOf(drawn.glyphs) : [];
  const found = await readAnnotations(page, called, () => words);
  const own = Object.entries((await page.getJSActions()) ?? {}).map(([event, code]) => `${event} ${String(code)}`);
  const text = drawn ? words.map((word) => word.text).join(" ") : await pageText(document, number);
  page.cleanup();
  return { drawn, text, words: words.length, annotations: found.annotations, scripts: [...found.scripts, ...own] };
}

async function pageText(document: PDFDocumentProxy, number: number): Promise<string> {
  const { items } = await (await document.getPage(number)).getTextContent();
  return items
    .map((item) => ("str" in item ? item.str : ""))
    .join(" ")
    .replace(/\s+/g, " ");
}

async function pageTexts(document: PDFDocumentProxy): Promise<string[]> {
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number++) texts.push(await pageText(document, number));
  return texts;
}

/** Programs in the document, each as one text. */
async function documentScripts(document: PDFDocumentProxy): Promise<string[]> {
  return Object.entries((await document.getJSActions()) ?? {}).map(([event, code]) => `${event} ${String(code)}`);
}

/** Programs, attached files, and contents of forms that the source doesn't have. */
async function partChanges({ source, copy }: Sides, scripts: Record<keyof Sides, string[]>): Promise<UntrackedEdit[]> {
  const changes: UntrackedEdit[] = [];
  const remove = "Remove it, and save the file again.";
  if (isMissingSome(new Set(scripts.source), new Set(scripts.copy)))
    changes.push(onPage(0, "A program (JavaScript) was added to the file.", {}, remove));
  const [mine, theirs] = [await attachmentsOf(source), await attachmentsOf(copy)];
  for (const name of theirs) if (!mine.has(name)) changes.push(onPage(0, `A file was attached: ${name}`, {}, remove));
  const [before, after] = [await fieldsOf(source), await fieldsOf(copy)];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [one, two] = [before.get(name) ?? "", after.get(name) ?? ""];
    if (one !== two)
      changes.push(
        onPage(
          0,
          `The form field “${name}” was changed.`,
          { before: one, after: two },
          "Undo this, and say it in an annotation.",
        ),
      );
  }
  return changes;
}

/** Attached files by name, with their sizes. */
async function attachmentsOf(document: PDFDocumentProxy): Promise<Set<string>> {
  const names = new Set<string>();
  for (const [id, { filename }] of (await document.getAttachments()) ?? []) {
    const content = (await document.getAttachmentContent(id)) as Uint8Array | null;
    names.add(`${String(filename).slice(0, 200)} (${content?.length ?? 0} bytes)`);
  }
  return names;
}

async function fieldsOf(document: PDFDocumentProxy): Promise<Map<string, string>> {
  type Field = { type?: string; value?: unknown };
  const found = ((await document.getFieldObjects()) ?? {}) as unknown as Record<string, Field[]>;
  return new Map(
    Object.entries(found).map(([name, fields]) => [
      name,
      fields
        .map(({ type, value }) => `${type ?? ""} ${JSON.stringify(value ?? "")}`.trim())
        .join(", ")
        .slice(0, 2_000),
    ]),
  );
}
