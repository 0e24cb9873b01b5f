import { type DocxPackage, hasPart, readXml } from "./docx-package.ts";

/**
 * The program that saved a document, if it's one that rewrites what it doesn't know: frames around page numbers,
 * equations, fields, headers. Null for Word, and for programs that keep a file's other parts.
 */
export function rewriterOf(docx: DocxPackage): string | null {
  const app = docx.app && hasPart(docx.zip, docx.app) ? readXml(docx.zip, docx.app) : "";
  const name = /<(?:[\w.-]+:)?Application>([^<]{1,200})</.exec(app)?.[1] ?? "";
  const known = /LibreOffice|OpenOffice|Collabora|NeoOffice/.exec(name)?.[0];
  if (known) return known === "OpenOffice" ? "OpenOffice" : known;
  if (name !== "") return null;
  // LibreOffice states each paragraph's direction.
  const xml = readXml(docx.zip, docx.main);
  const paragraphs = xml.match(/<w:p[ >]/g)?.length ?? 0;
  const directions = xml.match(/<w:bidi w:val="0"\/>/g)?.length ?? 0;
  return paragraphs > 4 && directions > paragraphs / 2 ? "LibreOffice" : null;
}
