import { getDocumentProxy } from "unpdf";
import { Refused } from "../rules/refusal.ts";
import { divideIntoSections } from "../rules/sections.ts";
import { newModel, textParagraph, type TextModel } from "../rules/text-model.ts";

const MAX_PAGES = 3_000;

type Line = { text: string; y: number; height: number; bold: boolean };

/**
 * Reads the text layer of a PDF. An estimate by nature: lines that repeat on most pages and page numbers are left out,
 * words parted at line ends are joined.
 */
export async function readPdf(bytes: Buffer): Promise<TextModel> {
  let document;
  try {
    document = await getDocumentProxy(new Uint8Array(bytes), { useSystemFonts: false, verbosity: 0 });
  } catch (error) {
    if ((error as Error).name === "PasswordException") {
      throw new Refused(
        "password",
        undefined,
        "Save a copy without the password, or send the source file (.docx, .odt or .tex), and drop it again.",
      );
    }
    throw new Refused("damaged");
  }
  try {
    if (document.numPages > MAX_PAGES) throw new Refused("too-long");
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
    return divideIntoSections(model);
  } finally {
    await document.loadingTask.destroy();
  }
}

/** Lines that stand at the top or foot of most pages (numbers aside), and lone page numbers, are not the author's text. */
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
