/** PDFs for tests, and changes to them as PDF programs save them: appended to the file. */

const PAGE = 4;
const idOfPage = (index: number): number => PAGE + 2 * index;
const contentOf = (lines: readonly string[]): string =>
  lines.map((line, i) => `BT /F1 12 Tf 72 ${720 - 20 * i} Td (${line}) Tj ET`).join("\n");
const stream = (content: string): string => `<</Length ${content.length}>>\nstream\n${content}\nendstream`;
const pageOf = (index: number, annotations: string): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${idOfPage(index) + 1} 0 R/Resources<</Font<</F1 3 0 R>>>>${annotations}>>`;

/** Writes objects after `before`, with a table of where they are. */
function write(before: Buffer, objects: ReadonlyMap<number, string>, trailer: string): Buffer {
  let text = "";
  const table: string[] = [];
  for (const [id, object] of objects) {
    table.push(`${id} 1\n${String(before.length + text.length).padStart(10, "0")} 00000 n \n`);
    text += `${id} 0 obj\n${object}\nendobj\n`;
  }
  const at = before.length + text.length;
  return Buffer.concat([
    before,
    Buffer.from(
      `${text}xref\n0 1\n0000000000 65535 f \n${table.join("")}trailer\n<<${trailer}>>\nstartxref\n${at}\n%%EOF\n`,
      "latin1",
    ),
  ]);
}

/** A PDF with a page for each list of lines. */
export function pdfOf(pages: readonly (readonly string[])[], content = contentOf): Buffer {
  const objects = new Map<number, string>([
    [1, "<</Type/Catalog/Pages 2 0 R>>"],
    [2, `<</Type/Pages/Kids[${pages.map((_, i) => `${idOfPage(i)} 0 R`).join(" ")}]/Count ${pages.length}>>`],
    [3, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"],
  ]);
  for (const [i, lines] of pages.entries()) {
    objects.set(idOfPage(i), pageOf(i, ""));
    objects.set(idOfPage(i) + 1, stream(content(lines)));
  }
  return write(Buffer.from("%PDF-1.7\n"), objects, "/Size 1000/Root 1 0 R");
}

/** The file with some of its objects saved again, as programs do when they add an annotation. */
export function updatedPdf(pdf: Buffer, objects: Readonly<Record<number, string>>): Buffer {
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString("latin1"))?.[1] ?? "0";
  const entries = new Map(Object.entries(objects).map(([id, object]) => [Number(id), object]));
  return write(pdf, entries, `/Size 1000/Root 1 0 R/Prev ${previous}`);
}

/** An annotation's dictionary. */
export const annotationOf = (subtype: string, rest: string, author = "Jonas Weber"): string =>
  `<</Type/Annot/Subtype/${subtype}/T(${author})${rest}>>`;

/** The file with these annotations on a page, which is saved again. */
export const annotatedPdf = (pdf: Buffer, annotations: readonly string[], page = 0): Buffer =>
  updatedPdf(pdf, {
    [idOfPage(page)]: pageOf(page, `/Annots[${annotations.map((_, i) => `${900 - 40 * page - i} 0 R`).join(" ")}]`),
    ...Object.fromEntries(annotations.map((annotation, i) => [900 - 40 * page - i, annotation])),
  });

/** The file with another content of a page. */
export const rewrittenPdf = (pdf: Buffer, page: number, lines: readonly string[], more = ""): Buffer =>
  updatedPdf(pdf, { [idOfPage(page) + 1]: stream(`${contentOf(lines)}\n${more}`) });

/** A mark on words of a line that `pdfOf` wrote: a box from `left` to `right`. */
export const markOf = (line: number, left: number, right: number): string => {
  const [bottom, top] = [720 - 20 * line - 3, 720 - 20 * line + 12];
  return `/Rect[${left} ${bottom} ${right} ${top}]/QuadPoints[${left} ${top} ${right} ${top} ${left} ${bottom} ${right} ${bottom}]`;
};
