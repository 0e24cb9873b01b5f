import { constants, inflateSync } from "node:zlib";
import { getDocumentProxy } from "unpdf";
import type { PDFDocumentProxy } from "unpdf/pdfjs";
import { Refused } from "../rules/readers/refusal.ts";
import { divideIntoSections } from "../rules/readers/sections.ts";
import { newModel, textParagraph, type TextModel } from "../rules/readers/text-model.ts";

const MAX_PAGES = 3_000;
/** The most unpacked bytes in one stream, and in all streams except pictures. */
const MAX_STREAM = 16 * 1024 * 1024;
const MAX_STREAMS = 96 * 1024 * 1024;

type Line = { text: string; y: number; height: number; bold: boolean };

/** pdf.js expects this of newer versions of Node. */
const transferring = ArrayBuffer.prototype as { transferToFixedLength?: (length?: number) => ArrayBuffer };
transferring.transferToFixedLength ??= function (this: ArrayBuffer, length = this.byteLength) {
  return this.slice(0, length);
};

/**
 * Opens a PDF. Destroy its `loadingTask` when done.
 * @param stopAtErrors whether a page that can't be read to its end is an error. Otherwise the rest is left out
 */
export async function openPdf(bytes: Buffer, stopAtErrors = false): Promise<PDFDocumentProxy> {
  refuseLargeStreams(bytes);
  let document;
  try {
    document = await getDocumentProxy(new Uint8Array(bytes), { useSystemFonts: false, verbosity: 0, stopAtErrors });
  } catch (error) {
    if ((error as Error).name === "PasswordException") {
      throw new Refused(
        "password",
        undefined,
        "Save a copy without the password, or upload the source file (.docx, .odt, or .tex).",
      );
    }
    throw new Refused("damaged");
  }
  if (document.numPages <= MAX_PAGES) return document;
  await document.loadingTask.destroy();
  throw new Refused("too-long");
}

/**
 * Reads the text layer of a PDF. The result is only an estimate: repeated lines and page numbers are left out, and
 * words hyphenated at line ends are joined.
 */
export async function readPdf(bytes: Buffer): Promise<TextModel> {
  const document = await openPdf(bytes);
  try {
    const pages: Line[][] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const content = await page.getTextContent();
      const lines: Line[] = [];
      let line: Line | null = null;
      for (const item of content.items) {
        if (!("str" in item)) continue;
        const y = Math.round(item.transform[5] as number);
        if (line === null || Math.abs(line.y - y) > Math.max(2, item.height / 2)) {
          if (line) lines.push(line);
          line = { text: "", y, height: item.height, bold: false };
        }
        line.text += item.str;
        if (item.height > line.height) line.height = item.height;
        if (item.hasEOL) {
          lines.push(line);
          line = null;
        }
      }
      if (line) lines.push(line);
      pages.push(lines.filter((one) => one.text.trim() !== ""));
      page.cleanup();
    }
    const model = newModel("pdf");
    model.paragraphs = toParagraphs(withoutRunningLines(pages)).map((text) => textParagraph(text));
    if (model.paragraphs.every((paragraph) => paragraph.words === 0)) throw new Refused("no-text-layer");
    if (!bytes.subarray(-2_048).includes("%%EOF"))
      model.notes.push(
        "This PDF seems to be cut off, so part of its text may be missing from the count. Check that it opens to its last page, and upload it again.",
      );
    return divideIntoSections(model);
  } finally {
    await document.loadingTask.destroy();
  }
}

/**
 * Refuses a PDF whose streams unpack to more than pages of text can contain, before interpreting them, which would take
 * seconds and a gigabyte. Nothing is unpacked beyond the limits. Pictures aren't interpreted, so they don't count.
 */
function refuseLargeStreams(bytes: Buffer): void {
  let left = MAX_STREAMS;
  for (let at = bytes.indexOf("stream"); at >= 0; at = bytes.indexOf("stream", at)) {
    const isEnd = at >= 3 && bytes.toString("latin1", at - 3, at) === "end";
    const head = bytes.toString("latin1", Math.max(0, at - 1_000), at);
    at += 6;
    if (isEnd) continue;
    const dictionary = head.slice(Math.max(0, head.lastIndexOf(" obj")));
    if (!/>>\s*$/.test(dictionary)) continue;
    if (bytes[at] === 13) at++;
    if (bytes[at] === 10) at++;
    const end = bytes.indexOf("endstream", at);
    const to = end < 0 ? bytes.length : end;
    if (!/\/Subtype\s*\/Image\b/.test(dictionary)) {
      left -= unpackedSize(bytes.subarray(at, to), dictionary);
      if (left < 0) throw new Refused("too-long", "The pages of this PDF contain far more data than text needs.");
    }
    at = to;
  }
}

/** How many bytes a stream unpacks to. Infinity if that's more than one stream may have. */
function unpackedSize(packed: Buffer, dictionary: string): number {
  if (!/\/Fl(?:ateDecode)?\b/.test(dictionary)) return packed.length > MAX_STREAM ? Infinity : packed.length;
  try {
    return inflateSync(packed, { maxOutputLength: MAX_STREAM, finishFlush: constants.Z_SYNC_FLUSH }).length;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? Infinity : packed.length;
  }
}

/** Lines repeated at the top or bottom of most pages (ignoring numbers) and page numbers aren't the author's text. */
function withoutRunningLines(pages: Line[][]): Line[][] {
  const key = (text: string) => text.trim().toLowerCase().replace(/\d+/g, "#");
  const counts = new Map<string, number>();
  for (const lines of pages) {
    for (const one of new Set([...lines.slice(0, 3), ...lines.slice(-3)].map((line) => key(line.text))))
      counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const often = Math.max(3, pages.length / 2);
  return pages.map((lines) =>
    lines.filter((line, i) => {
      if (i >= 3 && i < lines.length - 3) return true;
      const one = key(line.text);
      return !((counts.get(one) ?? 0) >= often || /^(?:page )?#(?: ?(?:of|\/) ?#)?$/.test(one));
    }),
  );
}

function toParagraphs(pages: Line[][]): string[] {
  const paragraphs: string[] = [];
  let text = "";
  const flush = () => {
    if (text.trim() !== "") paragraphs.push(text.trim());
    text = "";
  };
  for (const lines of pages) {
    let before: Line | null = null;
    for (const line of lines) {
      const gap = before ? before.y - line.y : 0;
      if (before && (gap > before.height * 1.9 || Math.abs(before.height - line.height) > 1.5)) flush();
      const piece = line.text.trim();
      if (/\p{L}-$/u.test(text) && /^\p{Ll}/u.test(piece)) text = text.slice(0, -1) + piece;
      else text += (text === "" ? "" : " ") + piece;
      if (/[.!?:]$/.test(piece) && piece.length < 40) flush();
      before = line;
    }
    if (/[.!?]$/.test(text.trim())) flush();
  }
  flush();
  return paragraphs;
}
