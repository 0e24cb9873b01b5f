import { hasPart, readXml, type DocxPackage } from "../../docx/docx-package.ts";
import type { Surface, SurfaceLine } from "./surface.ts";
import { SurfaceDocument } from "./document.ts";
import { readStory } from "./read-story.ts";
import { type Relations, relationsOf } from "./surface-atoms.ts";
import type { LookRegistry } from "./surface-looks.ts";

/** Reads what a reader sees of a document whose tracked changes have been accepted or rejected. */
export function readSurface(docx: DocxPackage, registry: LookRegistry): Surface {
  const document = new SurfaceDocument(docx, registry);
  for (const kind of ["footnote", "endnote"] as const) {
    const part = docx[`${kind}s`];
    if (part) readStory(document, readXml(docx.zip, part), relationsOf(docx, part), document.notes[kind]);
  }
  const relations = relationsOf(docx, docx.main);
  const lines = readStory(document, readXml(docx.zip, docx.main), relations);
  let number = 0;
  for (const line of lines) {
    if (hasWords(line)) number++;
    line.number = Math.max(1, number);
  }
  return {
    lines,
    headers: shownStories(document, "headers", relations),
    footers: shownStories(document, "footers", relations),
    styles: document.styles,
    registry: document.registry,
  };
}

/** The visible headers or footers, each once per change between sections. Blank paragraphs in them are layout. */
function shownStories(document: SurfaceDocument, kind: "headers" | "footers", relations: Relations): SurfaceLine[] {
  const { docx } = document;
  const even = evenAndOdd(docx);
  const current = new Map<string, string>();
  const parts = new Map<string, SurfaceLine[]>();
  const out: SurfaceLine[] = [];
  let last = "";
  for (const [n, section] of document.sections.entries()) {
    for (const [type, id] of section[kind]) current.set(type, id);
    for (const type of ["first", "even", "default"]) {
      if ((type === "first" && !section.titlePage) || (type === "even" && !even)) continue;
      const relation = relations.get(current.get(type) ?? "");
      const part = relation && !relation.external ? relation.target : "";
      const key = `${type} ${part}`;
      if (part === "" || !hasPart(docx.zip, part) || last.includes(`${key}\n`)) continue;
      last += `${key}\n`;
      let story = parts.get(part);
      if (!story) parts.set(part, (story = readStory(document, readXml(docx.zip, part), relationsOf(docx, part))));
      for (const line of story) if (line.text !== "" || line.atoms.length > 0) out.push({ ...line, number: n + 1 });
    }
  }
  return out;
}

/** Whether even pages have separate headers and footers. */
function evenAndOdd(docx: DocxPackage): boolean {
  const part = docx.relations.find((one) => one.type === "settings" && !one.external)?.target;
  if (part === undefined || !hasPart(docx.zip, part)) return false;
  const tag = /<(?:[\w.-]+:)?evenAndOddHeaders(\s[^>]*)?\/?>/.exec(readXml(docx.zip, part));
  return tag !== null && !/val\s*=\s*["'](?:0|false|off)["']/.test(tag[1] ?? "");
}

/** Whether it counts as a paragraph with text in the list of edits. */
const hasWords = (line: SurfaceLine): boolean =>
  line.kind === "paragraph" &&
  (line.atoms.some((one) => one.kind === "equation") || (line.text !== "" && /[^\ufffb\ufffc]/.test(line.text)));
