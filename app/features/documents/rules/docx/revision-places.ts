import { ownValue } from "#app/platform/rules/core/own-value.ts";
import { readRelationships, readXml, type DocxPackage } from "./docx-package.ts";
import { C, find } from "./revision-markup.ts";
import { END, OPEN, XmlScanner, type Vocabulary } from "./xml.ts";
import { unescapeXml } from "./xml-text.ts";
import type { Node } from "./xml-tree.ts";

/** A place in a document, in words for people. */
export type RevisionPlace = {
  /** The heading above it; "" before the first. */
  section: string;
  /**
   * The number of the story's paragraph with text, from 1, including headings and table cells; 0 for a change of styles
   * or numbering.
   */
  paragraph: number;
  /** The story: the main text, its notes, or headers and footers. */
  story: "text" | "footnote" | "endnote" | "header" | "footer" | "comment" | "glossary" | "styles";
};

const STORIES: Record<string, RevisionPlace["story"]> = {
  officeDocument: "text",
  footnotes: "footnote",
  endnotes: "endnote",
  header: "header",
  footer: "footer",
  comments: "comment",
  glossaryDocument: "glossary",
  styles: "styles",
  numbering: "styles",
};
const STYLES: Vocabulary = new Map(
  [
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
  ].map((uri) => [
    uri,
    new Map([
      ["style", 1],
      ["name", 2],
      ["basedOn", 3],
      ["outlineLvl", 4],
    ]),
  ]),
);

/** Locates each paragraph while the stories are walked, the main one first. */
export class Places {
  place: RevisionPlace = { section: "", paragraph: 0, story: "text" };
  private paragraphs = 0;
  private readonly headings: ReadonlySet<string>;
  /** The section of each note, by story and id. */
  private readonly notes = new Map<string, string>();

  constructor(docx: DocxPackage) {
    this.headings = headingStyles(docx);
  }

  /** @param type the part's relationship type */
  startPart(type: string): void {
    this.paragraphs = 0;
    this.place = { section: "", paragraph: 0, story: ownValue(STORIES, type) ?? "text" };
  }

  /** Called at a paragraph, before its content. */
  enterParagraph(paragraph: Node): void {
    const { section, story } = this.place;
    const { text, bold, notes } = readParagraph(paragraph);
    if (text !== "") this.paragraphs++;
    const isHeading =
      story === "text" &&
      text.trim() !== "" &&
      (this.isStyledHeading(paragraph) ||
        (this.headings.size === 0 && bold && text.length < 80 && !/[.,;:]\s*$/.test(text)));
    this.place = {
      section: isHeading ? text.trim().slice(0, 200) : section,
      paragraph: Math.max(1, this.paragraphs),
      story,
    };
    for (const note of notes) this.notes.set(note, this.place.section);
  }

  /** Called at a note's start. It belongs to the place of its mark. */
  enterNote(id: string): void {
    this.place = { ...this.place, section: this.notes.get(`${this.place.story} ${id}`) ?? "" };
  }

  private isStyledHeading(paragraph: Node): boolean {
    return (find(paragraph, C.pPr)?.children ?? []).some((one) => {
      const match = /^<(?:[\w.-]+:)?(pStyle|outlineLvl)\s[^>]*?val="([^"]*)"/.exec(one.raw);
      return match !== null && (match[1] === "pStyle" ? this.headings.has(match[2] as string) : Number(match[2]) < 9);
    });
  }
}

/** A paragraph's text with changes accepted, whether all of it is bold, and its notes. */
function readParagraph(paragraph: Node): { text: string; bold: boolean; notes: string[] } {
  let text = "";
  let bold = true;
  const notes: string[] = [];
  const walk = (node: Node): void => {
    for (const one of node.children) {
      // Deleted text counts as present, because it's in the paragraph on screen.
      if (one.code === C.r) {
        const before = text;
        for (const part of one.children) {
          if (part.code === C.t || part.code === C.delText)
            text += unescapeXml(part.children.map((it) => it.raw).join(""));
          else if (part.code === 0) {
            const match = /^<(?:[\w.-]+:)?(footnote|endnote)Reference\s[^>]*?id="([^"]*)"/.exec(part.raw);
            if (match) notes.push(`${match[1]} ${match[2]}`);
          }
        }
        if (text !== before && !(find(one, C.rPr)?.children ?? []).some((it) => /^<(?:[\w.-]+:)?b\s*\/>/.test(it.raw)))
          bold = false;
      } else if (one.code !== C.pPr && one.code !== C.p) walk(one);
    }
  };
  walk(paragraph);
  return { text, bold, notes };
}

/** Ids of the paragraph styles of headings: by outline level, name, or base style. */
function headingStyles(docx: DocxPackage): Set<string> {
  const ids = new Set<string>();
  const relation = readRelationships(docx.zip, docx.main).find((one) => one.type === "styles" && !one.external);
  if (!relation || docx.styles === null) return ids;
  const based: [string, string][] = [];
  const scanner = new XmlScanner(readXml(docx.zip, docx.styles), STYLES);
  let id = "";
  for (let token = scanner.next(); token !== END; token = scanner.next()) {
    if (token !== OPEN || scanner.code === 0) continue;
    const value = scanner.attribute("val") ?? "";
    if (scanner.code === 1) id = scanner.attribute("type") === "paragraph" ? (scanner.attribute("styleId") ?? "") : "";
    else if (id === "") continue;
    else if (scanner.code === 2 && /^heading [1-9]$/i.test(value)) ids.add(id);
    else if (scanner.code === 3) based.push([id, value]);
    else if (scanner.code === 4 && Number(value) < 9) ids.add(id);
  }
  for (let round = 0; round < 5; round++) for (const [own, parent] of based) if (ids.has(parent)) ids.add(own);
  return ids;
}
