import { hasPart, readXml, relatedPart, type DocxPackage } from "../../docx/docx-package.ts";
import { formulasIn } from "../../explore/formulas-in.ts";
import { Lists } from "../../docx/lists.ts";
import type { Running, Surface, SurfaceLine } from "./surface.ts";
import { SurfaceDocument } from "./document.ts";
import { boundData, readDocumentLook } from "./page.ts";
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
  addLabels(document, lines);
  const look = readDocumentLook(docx, registry);
  const stories = new Stories(document, relations, look.evenAndOdd);
  const [headers, footers] = [stories.shown("headers"), stories.shown("footers")];
  const { references } = document;
  return {
    lines,
    headers,
    footers,
    running: stories.running,
    sections: document.sections.map((section) => section.look),
    look: document.paper === "" ? look : { ...look, settings: { ...look.settings, "page color": document.paper } },
    targets: new Map([...references].map((name) => [name, document.targets.get(name) ?? null])),
    crossReferences: document.crossReferences,
    comments: document.comments,
    controls: document.controls,
    data: boundData(docx, document.stores),
    styles: document.styles,
    formulas: formulasIn(docx),
  };
}

/** Numbers the lists. */
function addLabels({ docx, styles, registry }: SurfaceDocument, lines: readonly SurfaceLine[]): void {
  const numbering = registry.tree(docx, relatedPart(docx, "numbering"));
  if (!numbering) return;
  const lists = new Lists(numbering);
  for (const line of lines) {
    if (line.kind !== "paragraph") continue;
    const { numId = "0", ilvl = "0" } = styles.paragraph(line.properties);
    const next = numId === "0" ? null : lists.next({ id: numId, level: Number(ilvl) });
    if (next) line.label = next.label === "" ? "" : `${next.label}\u0001${next.format}`;
  }
}

/** The headers and footers that a document's sections show. */
class Stories {
  /** Of each section, which pages have a header or footer. */
  readonly running: Running[] = [];
  private readonly document: SurfaceDocument;
  private readonly relations: Relations;
  private readonly even: boolean;
  private readonly parts = new Map<string, SurfaceLine[]>();

  constructor(document: SurfaceDocument, relations: Relations, even: boolean) {
    this.document = document;
    this.relations = relations;
    this.even = even;
  }

  /** The visible headers or footers, each once per change between sections. Blank paragraphs in them are layout. */
  shown(kind: "headers" | "footers"): SurfaceLine[] {
    const current = new Map<string, string>();
    const out: SurfaceLine[] = [];
    const told = new Set<string>();
    for (const [n, section] of this.document.sections.entries()) {
      for (const [type, id] of section[kind]) current.set(type, id);
      const story = (type: string): SurfaceLine[] => this.storyOf(current.get(type));
      const slots = {
        first: section.titlePage ? "first" : "default",
        even: this.even ? "even" : "default",
        odd: "default",
      };
      for (const pages of ["first", "even", "odd"] as const)
        this.running.push({
          story: kind === "headers" ? "header" : "footer",
          section: n + 1,
          pages,
          shown: story(slots[pages]).length > 0,
        });
      for (const type of ["first", "even", "default"]) {
        if ((type === "first" && !section.titlePage) || (type === "even" && !this.even)) continue;
        const key = `${type} ${current.get(type) ?? ""}`;
        if (!current.has(type) || told.has(key)) continue;
        told.add(key);
        for (const line of story(type)) out.push({ ...line, number: n + 1 });
      }
    }
    return out;
  }

  /** A header's or footer's lines, without blank ones. */
  private storyOf(id: string | undefined): SurfaceLine[] {
    const { docx } = this.document;
    const relation = this.relations.get(id ?? "");
    const part = relation && !relation.external ? relation.target : "";
    if (part === "" || !hasPart(docx.zip, part)) return [];
    const known = this.parts.get(part);
    if (known) return known;
    const lines = readStory(this.document, readXml(docx.zip, part), relationsOf(docx, part)).filter(
      (line) => line.text !== "" || line.atoms.length > 0,
    );
    this.parts.set(part, lines);
    return lines;
  }
}

/** Whether it counts as a paragraph with text in the list of edits. */
const hasWords = (line: SurfaceLine): boolean =>
  line.kind === "paragraph" &&
  (line.atoms.some((one) => one.kind === "equation") || (line.text !== "" && /[^\ufffb\ufffc]/.test(line.text)));
