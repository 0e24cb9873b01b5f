import type { PDFDocumentProxy } from "unpdf/pdfjs";
import type { Box } from "../../rules/gate/pages/drawn-page.ts";
import { wordsOf } from "../../rules/gate/pages/drawn-page.ts";
import { type NotedPage, type NotedPages, TIGHT, drawnPage, pageNotes } from "../../rules/gate/pages/noted-pages.ts";
import { Refused, type Refusal } from "../../rules/readers/refusal.ts";
import { openPdf } from "../read-pdf.ts";
import { guarded, load } from "../task-file.ts";
import { drawPage } from "./draw-page.ts";
import { readAnnotations } from "./read-annotations.ts";

/** More annotations than this are counted but not listed. */
const MOST_NOTES = 1_000;

const withPdf = async <T>(path: string, read: (pdf: PDFDocumentProxy) => Promise<T>): Promise<T> => {
  const pdf = await openPdf(await load(path), true);
  try {
    return await read(pdf);
  } finally {
    await pdf.loadingTask.destroy();
  }
};

async function readPage(pdf: PDFDocumentProxy, number: number) {
  const page = await pdf.getPage(number);
  let drawn: Awaited<ReturnType<typeof drawPage>> | null | undefined;
  const draw = async () => (drawn ??= await drawPage(page, await pdf.getOptionalContentConfig()).catch(() => null));
  return { page, draw, view: page.view as unknown as Box };
}

export type NotesRead = ({ ok: true } & NotedPages) | Refusal;

/** The annotations of a PDF, page by page. */
export const readNotes = (path: string): Promise<NotesRead> =>
  guarded<NotesRead>(
    () =>
      withPdf(path, async (pdf) => {
        const pages: NotedPage[] = [];
        let [total, left] = [0, 0];
        for (let number = 1; number <= pdf.numPages; number++) {
          const { page, draw, view } = await readPage(pdf, number);
          // Most pages have none, and needn't be drawn.
          const some = (await page.getAnnotations({ intent: "any" })).some(
            (one) => (one as { quadPoints?: unknown }).quadPoints,
          );
          const words = some ? wordsOf((await draw())?.glyphs ?? [], TIGHT) : [];
          const notes = pageNotes((await readAnnotations(page, number, () => words)).annotations);
          page.cleanup();
          const listed = notes.slice(0, Math.max(0, MOST_NOTES - total));
          left += notes.length - listed.length;
          total += listed.length;
          if (listed.length > 0)
            pages.push({ page: number, width: view[2] - view[0], height: view[3] - view[1], notes: listed });
        }
        return { ok: true, pages, left };
      }),
    "x.pdf",
  );

export type PageDrawn = { ok: true; svg: string } | Refusal;

/** A page of a PDF with its annotations, as SVG. */
export const drawNotedPage = (path: string, number: number): Promise<PageDrawn> =>
  guarded<PageDrawn>(
    () =>
      withPdf(path, async (pdf) => {
        if (!Number.isInteger(number) || number < 1 || number > pdf.numPages)
          throw new Refused("damaged", "This file doesn't have this page.");
        const { page, draw, view } = await readPage(pdf, number);
        const drawn = await draw();
        const { annotations } = await readAnnotations(page, number, () => wordsOf(drawn?.glyphs ?? [], TIGHT));
        return { ok: true, svg: drawnPage(drawn, view, annotations) };
      }),
    "x.pdf",
  );
