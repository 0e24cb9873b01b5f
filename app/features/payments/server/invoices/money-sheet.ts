import { sum } from "#app/platform/rules/core/money.ts";
import { config } from "#app/platform/server/core/config.ts";
import { numberPages } from "#app/platform/server/pdf/number-pages.ts";
import { A4, PDF_INK, PDF_MARGIN, PDF_WIDTH, type PdfDoc, pdfText } from "#app/platform/server/pdf/pdf-text.ts";
import { partyLines } from "../../rules/invoices/party-lines.ts";
import type { InvoiceDocument, InvoiceParty } from "../../rules/invoices/invoice.ts";

const BOTTOM = A4.height - 84;
const QUIET = PDF_INK.quiet;
const REFERENCE_WIDTH = 104;
const ROW_PADDING = 14;
const NOTE_PADDING = 2;
const NOTES_MARGIN = 20;

export type AmountRow = { label: string; detail?: string; amount: string; strong?: boolean };

/**
 * A tagged A4 PDF about money: a title, the parties, tables of amounts, notes. The same calls always give the same
 * bytes.
 * @param of.pages whether several pages are numbered, totals keep the last line with them, and points are clear.
 * Documents from before have none of it
 * @param of.headings whether a table has its headings on each of its pages
 * @param of.setUp what is added to the file first
 */
export async function moneySheet(of: {
  title: string;
  author: string;
  at: Date;
  pages: boolean;
  headings: boolean;
  subset?: "PDF/A-3b";
  setUp?: (doc: PdfDoc) => void;
}) {
  // Loaded with the first PDF, because it would slow down every start.
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: "A4",
    margin: 0,
    tagged: true,
    pdfVersion: "1.7",
    lang: "en",
    displayTitle: true,
    autoFirstPage: true,
    ...(of.pages ? { bufferPages: true } : {}),
    ...(of.subset ? { subset: of.subset } : {}),
    info: {
      Title: of.title,
      Author: of.author,
      Creator: config().siteName,
      Producer: config().siteName,
      CreationDate: of.at,
      ModDate: of.at,
    },
  });
  of.setUp?.(doc);
  const chunks: Uint8Array[] = [];
  doc.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.on("end", resolve).on("error", reject));
  const text = pdfText(doc, { clearPoints: of.pages });
  const { write, heightOf } = text;
  const amountWidth = of.pages ? 116 : 92;
  const labelWidth = PDF_WIDTH - amountWidth - 16;
  let y = PDF_MARGIN;

  const rule = () => text.rule(y);
  /** Goes on to another page if there isn't as much room. @param begin draws what a new page begins with */
  const room = (height: number, begin?: () => void) => {
    if (y + height <= BOTTOM) return;
    doc.addPage();
    y = PDF_MARGIN;
    begin?.();
  };

  // pdfkit's types support neither children without options nor closures as children.
  const struct = (tag: string, children?: unknown) => doc.struct(tag, {}, children as never);
  const root = struct("Document");
  doc.addStructure(root);
  const add = (tag: string, draw: () => void) => root.add(struct(tag, draw));

  const sizeOf = ({ strong }: AmountRow) => (strong ? 11 : 9.5);
  const heightOfRow = (row: AmountRow) =>
    heightOf(row.label, { size: sizeOf(row), width: labelWidth }) +
    (row.detail ? heightOf(row.detail, { size: 8.5, width: labelWidth }) : 0) +
    ROW_PADDING;
  const heightOfNotes = (notes: readonly string[]) =>
    notes.length > 0 ? NOTES_MARGIN + sum(notes.map((note) => Math.ceil(heightOf(note) + NOTE_PADDING))) : 0;

  /** The headings on another page. People who hear the document have heard them. */
  const repeat = (head: AmountRow) => {
    rule();
    y += 7;
    const style = { size: sizeOf(head), color: QUIET };
    doc.markContent("Artifact", { type: "Pagination" });
    const end = write(head.label, PDF_MARGIN, y, { ...style, width: labelWidth });
    write(head.amount, PDF_MARGIN + PDF_WIDTH - amountWidth, y, { ...style, width: amountWidth, align: "right" });
    doc.endMarkedContent();
    y = end + 6;
  };

  const rowInto = (table: ReturnType<typeof struct>, cells: AmountRow, head: boolean, begin?: () => void) => {
    const size = sizeOf(cells);
    room(heightOfRow(cells), begin);
    rule();
    y += 7;
    const start = y;
    const color = head ? QUIET : PDF_INK.ink;
    const strong = cells.strong ?? false;
    const left = () => {
      y = write(cells.label, PDF_MARGIN, start, { width: labelWidth, size, color, strong });
      if (cells.detail) y = write(cells.detail, PDF_MARGIN, y, { width: labelWidth, size: 8.5, color: QUIET });
    };
    const right = () =>
      void write(cells.amount, PDF_MARGIN + PDF_WIDTH - amountWidth, start, {
        width: amountWidth,
        align: "right",
        size,
        color,
        strong,
      });
    const cell = head ? "TH" : "TD";
    table.add(struct("TR", [struct(cell, left), struct(cell, right)]));
    y += 6;
  };

  return {
    /** Our name, the title, and a line below it. */
    head(below: string) {
      add("P", () => void write(config().siteName, PDF_MARGIN, y, { face: "serif", size: 15 }));
      y += 44;
      add("H1", () => void (y = write(of.title, PDF_MARGIN, y, { face: "serif", size: 24 }) + 2));
      add("P", () => void (y = write(below, PDF_MARGIN, y, { color: QUIET }) + 18));
    },
    parties(seller: InvoiceParty, buyer: InvoiceParty) {
      const width = PDF_WIDTH / 2 - 12;
      const top = y;
      const party = (heading: string, who: InvoiceParty, x: number) => {
        let end = write(heading, x, top, { color: QUIET, size: 8.5 });
        for (const [i, line] of partyLines(who).entries()) end = write(line, x, end, { width, strong: i === 0 });
        return end;
      };
      let lowest = top;
      add("P", () => void (lowest = Math.max(lowest, party("From", seller, PDF_MARGIN))));
      add("P", () => void (lowest = Math.max(lowest, party("To", buyer, PDF_MARGIN + PDF_WIDTH / 2 + 12))));
      y = lowest + 18;
    },
    references(references: InvoiceDocument["references"]) {
      for (const { label, value } of references)
        add("P", () => {
          write(label, PDF_MARGIN, y, { color: QUIET, width: REFERENCE_WIDTH - 8 });
          y = write(value, PDF_MARGIN + REFERENCE_WIDTH, y, { width: PDF_WIDTH - REFERENCE_WIDTH });
        });
      y += 18;
    },
    /** A table of amounts, its totals, and what is said about them. */
    amounts(
      lines: readonly AmountRow[],
      totals: readonly AmountRow[],
      notes: readonly string[],
      heading = "Description",
    ) {
      const table = struct("Table");
      root.add(table);
      const headings: AmountRow = { label: heading, amount: "Amount" };
      const rows = [headings, ...lines, ...totals];
      const begin = of.headings ? () => repeat(headings) : undefined;
      const longest = BOTTOM - PDF_MARGIN - (of.headings ? heightOfRow(headings) : 0);
      const last = lines.length;
      /** A row's height with those that stay with it: the first line with the heading, everything else with the last. */
      const kept = (i: number): number =>
        i === last
          ? rows.slice(i).reduce((all, row) => all + heightOfRow(row), heightOfNotes(notes))
          : heightOfRow(rows[i]!) + (i === 0 ? kept(1) : 0);
      for (const [i, row] of rows.entries()) {
        // A block that's longer than a page can't be kept together.
        const next = i === 0 ? undefined : begin;
        if (of.pages && kept(i) <= longest) room(kept(i), next);
        rowInto(table, row, i === 0, next);
      }
      rule();
      table.end();
      y += NOTES_MARGIN;
      for (const note of notes) {
        room(of.pages ? heightOf(note) : 20);
        add("P", () => void (y = write(note, PDF_MARGIN, y, { color: QUIET }) + NOTE_PADDING));
      }
    },
    async end(): Promise<Uint8Array> {
      root.end();
      if (of.pages) numberPages(doc, text, of.title);
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}
