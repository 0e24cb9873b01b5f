import PDFDocument from "pdfkit";
import { formatDay } from "#app/platform/rules/time.ts";
import { formatMoney } from "#app/platform/rules/money.ts";
import { config } from "#app/platform/server/config.ts";
import type { InvoiceParty } from "../rules/invoice.ts";
import type { FrozenDocument } from "./issue-invoice.ts";
import { type Face, pdfFonts } from "./pdf-fonts.ts";

const A4 = { width: 595.28, height: 841.89 };
const MARGIN = 56;
const WIDTH = A4.width - 2 * MARGIN;
const BOTTOM = A4.height - 84;
const INK = "#1b1f2a";
const QUIET = "#5b5f6a";
const RULE = "#d9d4ca";
const AMOUNT_WIDTH = 92;

type Style = { face?: Face; size?: number; colour?: string; align?: "left" | "right"; width?: number; strong?: boolean };

/**
 * A document as a tagged PDF, A4, with the letters it uses embedded. The same document gives the same bytes, always.
 * Takes every kind: invoice, credit note, self-billed invoice.
 */
export async function invoicePdf(document: FrozenDocument): Promise<Uint8Array> {
  const issuedAt = new Date(document.issuedAt);
  const doc = new PDFDocument({
    size: "A4", margin: 0, tagged: true, pdfVersion: "1.7", lang: "en", displayTitle: true, autoFirstPage: true,
    info: { Title: `${document.title} ${document.number}`, Author: document.seller.name, Creator: config().siteName, Producer: config().siteName, CreationDate: issuedAt, ModDate: issuedAt },
  });
  const chunks: Uint8Array[] = [];
  doc.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.on("end", resolve).on("error", reject));
  const fonts = pdfFonts(doc);
  const money = (amount: number) => formatMoney(amount, document.currency);
  let y = MARGIN;

  /** The lines that a text takes at a width. A word that is wider than that is cut. */
  const wrap = (text: string, face: Face, size: number, width: number): string[] => {
    const lines: string[] = [];
    for (const paragraph of text.split("\n")) {
      let line = "";
      for (let word of paragraph.split(/\s+/)) {
        while (fonts.width(face, word, size) > width) {
          let fit = word.length - 1;
          while (fit > 1 && fonts.width(face, word.slice(0, fit), size) > width) fit--;
          if (line) lines.push(line);
          line = "";
          lines.push(word.slice(0, fit));
          word = word.slice(fit);
        }
        const longer = line ? `${line} ${word}` : word;
        if (line && fonts.width(face, longer, size) > width) {
          lines.push(line);
          line = word;
        } else line = longer;
      }
      lines.push(line);
    }
    return lines;
  };
  /** @returns where the text ends */
  const write = (text: string, x: number, top: number, style: Style = {}): number => {
    const { face = "sans", size = 9.5, colour = INK, align = "left", width = WIDTH, strong = false } = style;
    let at = top;
    for (const line of wrap(text, face, size, width)) {
      let left = align === "right" ? x + width - fonts.width(face, line, size) : x;
      for (const run of fonts.runs(face, line)) {
        doc.font(run.font).fontSize(size).fillColor(colour).strokeColor(colour).lineWidth(0.3);
        doc.text(run.text, left, at, { lineBreak: false, baseline: "top", ...(strong ? { fill: true, stroke: true } : {}) });
        left += doc.widthOfString(run.text);
      }
      at += size * 1.45;
    }
    return at;
  };
  const rule = () => {
    doc.markContent("Artifact", { type: "Layout" });
    doc.moveTo(MARGIN, y).lineTo(MARGIN + WIDTH, y).lineWidth(0.6).strokeColor(RULE).stroke();
    doc.endMarkedContent();
  };
  const room = (height: number) => {
    if (y + height <= BOTTOM) return;
    doc.addPage();
    y = MARGIN;
  };

  // pdfkit's types know neither children without options nor closures as children.
  const struct = (tag: string, children?: unknown) => doc.struct(tag, {}, children as never);
  const root = struct("Document");
  doc.addStructure(root);
  const add = (tag: string, draw: () => void) => root.add(struct(tag, draw));

  add("P", () => void write(config().siteName, MARGIN, y, { face: "serif", size: 15 }));
  y += 44;
  add("H1", () => void (y = write(`${document.title} ${document.number}`, MARGIN, y, { face: "serif", size: 24 }) + 2));
  add("P", () => void (y = write(`Issued on ${formatDay(issuedAt, "UTC")}`, MARGIN, y, { colour: QUIET }) + 18));

  const column = WIDTH / 2 - 12;
  const top = y;
  const party = (heading: string, of: InvoiceParty, x: number) => {
    let end = write(heading, x, top, { colour: QUIET, size: 8.5 });
    for (const [i, line] of partyLines(of).entries()) end = write(line, x, end, { width: column, strong: i === 0 });
    return end;
  };
  let lowest = top;
  add("P", () => void (lowest = Math.max(lowest, party("From", document.seller, MARGIN))));
  add("P", () => void (lowest = Math.max(lowest, party("To", document.buyer, MARGIN + WIDTH / 2 + 12))));
  y = lowest + 18;
  for (const { label, value } of document.references)
    add("P", () => {
      write(label, MARGIN, y, { colour: QUIET, width: 96 });
      y = write(value, MARGIN + 104, y, { width: WIDTH - 104 });
    });
  y += 18;

  const row = (cells: { label: string; detail?: string; amount: string; strong?: boolean; head?: boolean }) => {
    const size = cells.strong ? 11 : 9.5;
    const width = WIDTH - AMOUNT_WIDTH - 16;
    room(wrap(cells.label, "sans", size, width).length * size * 1.45 + (cells.detail ? wrap(cells.detail, "sans", 8.5, width).length * 8.5 * 1.45 : 0) + 14);
    rule();
    y += 7;
    const start = y;
    const colour = cells.head ? QUIET : INK;
    const left = () => {
      y = write(cells.label, MARGIN, start, { width, size, colour, strong: cells.strong ?? false });
      if (cells.detail) y = write(cells.detail, MARGIN, y, { width, size: 8.5, colour: QUIET });
    };
    const right = () => void write(cells.amount, MARGIN + WIDTH - AMOUNT_WIDTH, start, { width: AMOUNT_WIDTH, align: "right", size, colour, strong: cells.strong ?? false });
    const cell = cells.head ? "TH" : "TD";
    table.add(struct("TR", [struct(cell, left), struct(cell, right)]));
    y += 6;
  };
  const table = struct("Table");
  root.add(table);
  row({ label: "Description", amount: "Amount", head: true });
  for (const line of document.lines) row({ label: line.label, detail: line.detail, amount: money(line.amountMinor) });
  if (document.tax) {
    row({ label: "Net", amount: money(document.netMinor) });
    row({ label: document.tax.label, amount: money(document.tax.amountMinor) });
  }
  row({ label: `Total ${document.currency}`, amount: money(document.totalMinor), strong: true });
  rule();
  table.end();
  y += 20;
  for (const note of document.notes) {
    room(20);
    add("P", () => void (y = write(note, MARGIN, y, { colour: QUIET }) + 2));
  }
  root.end();
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

const countries = new Intl.DisplayNames("en", { type: "region", fallback: "code" });
const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code);

function partyLines(of: InvoiceParty): string[] {
  return [of.name, ...of.address, of.country ? countryName(of.country) : null, of.vatId ? `VAT id ${of.vatId}` : null, of.email].filter((line): line is string => !!line);
}
