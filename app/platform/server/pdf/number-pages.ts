import { A4, PDF_INK, PDF_MARGIN, PDF_WIDTH, type PdfDoc, type pdfText } from "./pdf-text.ts";

const TOP = A4.height - 50;
const NUMBER_WIDTH = 100;

/** The title and "Page 1 of 2" at the foot of each page, if there are several. @param doc made with `bufferPages` */
export function numberPages(doc: PdfDoc, { write }: Pick<ReturnType<typeof pdfText>, "write">, title: string): void {
  const { start, count } = doc.bufferedPageRange();
  if (count < 2) return;
  const style = { size: 8.5, color: PDF_INK.quiet };
  for (let i = 0; i < count; i++) {
    doc.switchToPage(start + i);
    doc.markContent("Artifact", { type: "Pagination" });
    write(title, PDF_MARGIN, TOP, { ...style, width: PDF_WIDTH - NUMBER_WIDTH });
    write(`Page ${i + 1} of ${count}`, PDF_MARGIN + PDF_WIDTH - NUMBER_WIDTH, TOP, {
      ...style,
      width: NUMBER_WIDTH,
      align: "right",
    });
    doc.endMarkedContent();
  }
}
