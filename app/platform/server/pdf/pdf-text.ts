import type PDFDocument from "pdfkit";
import { type Face, pdfFonts } from "./pdf-fonts.ts";

export type PdfDoc = InstanceType<typeof PDFDocument>;
/** Sizes and widths in points. */
export type TextStyle = {
  face?: Face;
  size?: number;
  color?: string;
  align?: "left" | "right";
  width?: number;
  strong?: boolean;
};

/** Shared by all our PDFs. */
export const A4 = { width: 595.28, height: 841.89 };
export const PDF_MARGIN = 56;
export const PDF_WIDTH = A4.width - 2 * PDF_MARGIN;
export const PDF_INK = { ink: "#1b1f2a", quiet: "#5b5f6a", rule: "#d9d4ca" };

const LEADING = 1.45;

/**
 * Writes wrapped text in our typefaces at given positions.
 * @param options.clearPoints sets points beside figures apart. The font moves them so close that "7.19" reads as "719"
 */
export function pdfText(doc: PdfDoc, options: { clearPoints?: boolean } = {}) {
  const fonts = pdfFonts(doc, options);

  /** Wraps a text to a width. A word wider than that is broken. */
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
  const write = (text: string, x: number, top: number, style: TextStyle = {}): number => {
    const { face = "sans", size = 9.5, color = PDF_INK.ink, align = "left", width = PDF_WIDTH, strong = false } = style;
    let at = top;
    const first = fonts.ascent(fonts.mainFont(face));
    for (const line of wrap(text, face, size, width)) {
      let left = align === "right" ? x + width - fonts.width(face, line, size) : x;
      for (const run of fonts.runs(face, line)) {
        doc.font(run.font).fontSize(size).fillColor(color).strokeColor(color);
        doc.lineWidth((strong ? 0.3 : 0) + run.thinner * size);
        // All fonts of a line share a baseline.
        doc.text(run.text, left, at + (first - fonts.ascent(run.font)) * size, {
          lineBreak: false,
          baseline: "top",
          ...(strong || run.thinner > 0 ? { fill: true, stroke: true } : {}),
        });
        left += doc.widthOfString(run.text);
      }
      at += size * LEADING;
    }
    return at;
  };

  /** The height of a text at a width. */
  const heightOf = (text: string, style: TextStyle = {}): number => {
    const { face = "sans", size = 9.5, width = PDF_WIDTH } = style;
    return wrap(text, face, size, width).length * size * LEADING;
  };

  /** A horizontal rule across the page or a column, hidden from screen readers. */
  const rule = (y: number, x = PDF_MARGIN, width = PDF_WIDTH) => {
    doc.markContent("Artifact", { type: "Layout" });
    doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.6)
      .strokeColor(PDF_INK.rule)
      .stroke();
    doc.endMarkedContent();
  };

  return { write, heightOf, rule };
}
