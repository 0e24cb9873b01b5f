import {
  addMark,
  fieldMark,
  isBrokenField,
  isCodeFont,
  isCodeStyle,
  markComment,
  markCommentBefore,
  MAX_FIELDS,
  markDeletion,
  type Seen,
} from "../../check/marks.ts";
import type { Mark } from "../../check/finding.ts";
import { END, OPEN, XmlScanner } from "../../docx/xml.ts";
import type { Paragraph } from "../text-model.ts";
import { readOdtChanges, type OdtChanges } from "./odt-changes.ts";
import { OdtLists } from "./odt-lists.ts";
import { T, VOCABULARY } from "./odt-vocabulary.ts";

/** Marks that text gets from its style, or from what it's in. Undefined is as around it. */
type Look = {
  readonly [
    mark in "italic" | "highlight" | "superscript" | "hidden" | "code" | "link" | "reference" | "citation"
  ]?: boolean;
};
type Style = { parent: string; look: Look };

const PLAIN: Look = {};

/** Collects, while an .odt is read, what only the manuscript check asks for. Counting words doesn't use it. */
export class OdtWatch {
  readonly of = new Map<Paragraph, Seen>();
  comments = 0;
  private changes: OdtChanges = { insertions: new Set(), deletions: new Map() };
  private readonly styles = new Map<string, Style>();
  private readonly resolved = new Map<string, Look>();
  private readonly lists = new OdtLists();
  /** The style whose properties are being read. Highlights of named styles are a design, not somebody's mark. */
  private reading = { name: "", isNamed: true };
  /** What applies to the text here: for each open paragraph, its own look and those of the elements inside. */
  private readonly looks: Look[][] = [];
  /** Reference managers' citations and fields that are open. */
  private citing = 0;
  private readonly fields: string[] = [];
  private inserting = 0;
  private readonly commented: { paragraph: Paragraph; at: number; isPoint: boolean }[] = [];

  /** @param stylesXml the part with the named styles, or null */
  start(xml: string, stylesXml: string | null): void {
    if (xml.includes("tracked-changes")) this.changes = readOdtChanges(xml);
    if (stylesXml === null) return;
    const scanner = new XmlScanner(stylesXml, VOCABULARY);
    for (let token = scanner.next(); token !== END; token = scanner.next())
      if (token === OPEN && scanner.code !== 0) this.style(scanner, true);
  }

  get trackedChanges(): number {
    return this.changes.insertions.size + this.changes.deletions.size;
  }

  /** An element that declares a style. */
  style(scanner: XmlScanner, isNamed = false): void {
    switch (scanner.code) {
      case T.style: {
        const name = `${scanner.attribute("family") ?? ""} ${scanner.attribute("name") ?? ""}`;
        const parent = `${scanner.attribute("family") ?? ""} ${scanner.attribute("parent-style-name") ?? ""}`;
        const called = scanner.attribute("display-name") ?? scanner.attribute("name") ?? "";
        const look = isCodeStyle(called.replaceAll("_20_", " ").toLowerCase()) ? { code: true } : PLAIN;
        this.styles.set(name, { parent, look });
        this.reading = { name, isNamed };
        break;
      }
      case T.textProperties: {
        const style = scanner.parent === T.style ? this.styles.get(this.reading.name) : undefined;
        if (style) style.look = { ...style.look, ...lookOf(scanner, this.reading.isNamed) };
        break;
      }
      case T.listStyle:
      case T.outlineStyle:
        this.lists.startStyle(scanner);
        break;
      case T.levelNumber:
      case T.levelBullet:
      case T.outlineLevel:
        this.lists.addLevel(scanner);
        break;
      default:
        break;
    }
  }

  private lookOfStyle(family: "paragraph" | "text", name: string | null, depth = 0): Look {
    const key = `${family} ${name ?? ""}`;
    const known = this.resolved.get(key);
    if (known) return known;
    const style = this.styles.get(key);
    if (!style || depth > 30) return PLAIN;
    const look = { ...this.lookOfStyle(family, style.parent.slice(family.length + 1), depth + 1), ...style.look };
    this.resolved.set(key, look);
    return look;
  }

  list(scanner: XmlScanner): void {
    this.lists.openList(scanner);
  }
  endList(): void {
    this.lists.closeList();
  }
  item(scanner: XmlScanner): void {
    this.lists.openItem(scanner);
  }
  endItem(): void {
    this.lists.closeItem();
  }

  /** @param level of a heading; otherwise 0 */
  paragraph(paragraph: Paragraph, scanner: XmlScanner, level: number): void {
    this.of.set(paragraph, { text: "", marks: [], ...this.lists.next(level) });
    if (!scanner.selfClosing) this.looks.push([this.lookOfStyle("paragraph", scanner.attribute("style-name"))]);
  }

  endParagraph(paragraph: Paragraph): void {
    this.looks.pop();
    const seen = this.of.get(paragraph);
    if (!seen || seen.text.length === paragraph.text.length) return;
    seen.text = paragraph.text;
    for (const mark of seen.marks) mark.to = Math.min(mark.to, seen.text.length);
  }

  /** An element begins whose text may look otherwise: a span, a link, a reference. */
  open(scanner: XmlScanner): void {
    const here = this.looks.at(-1);
    if (!here || scanner.selfClosing) return;
    const around = here.at(-1) ?? PLAIN;
    here.push(
      scanner.code === T.span
        ? { ...around, ...this.lookOfStyle("text", scanner.attribute("style-name")) }
        : scanner.code === T.link
          ? { ...around, link: true }
          : scanner.code === T.bibliographyMark
            ? { ...around, citation: true }
            : { ...around, reference: true },
    );
  }

  close(): void {
    this.looks.at(-1)?.pop();
  }

  /** A citation of a reference manager begins (1) or ends (-1), if the mark is one. */
  referenceMark(scanner: XmlScanner, step: 1 | -1): void {
    if (fieldMark(`ADDIN ${scanner.attribute("name") ?? ""}`) === "citation")
      this.citing = Math.max(0, this.citing + step);
  }

  openField(): void {
    if (this.fields.length < MAX_FIELDS) this.fields.push("");
  }
  /** A parameter of the field that opened last: one of them is its code, as in a .docx. */
  fieldCode(scanner: XmlScanner): void {
    const value = scanner.attribute("value") ?? "";
    if (this.fields.length > 0 && fieldMark(value) !== null) this.fields[this.fields.length - 1] = value;
  }
  closeField(): void {
    this.fields.pop();
  }

  change(scanner: XmlScanner, paragraph: Paragraph | undefined): void {
    const id = scanner.attribute("change-id") ?? "";
    if (scanner.code === T.changePoint) {
      const seen = paragraph && this.changes.deletions.has(id) ? this.of.get(paragraph) : undefined;
      if (seen) markDeletion(seen.marks, seen.text.length);
    } else if (this.changes.insertions.has(id))
      this.inserting = Math.max(0, this.inserting + (scanner.code === T.changeStart ? 1 : -1));
  }

  comment(scanner: XmlScanner, paragraph: Paragraph | undefined): void {
    if (scanner.attribute("resolved") === "true" || scanner.attribute("parent-name") !== null) return;
    this.comments++;
    if (!paragraph) return;
    const at = this.of.get(paragraph)?.text.length ?? 0;
    // One with a name has an end too. Others are a point, mostly after what they're about.
    this.commented.push({ paragraph, at, isPoint: scanner.attribute("name") === null });
  }

  take(paragraph: Paragraph, text: string): void {
    const seen = this.of.get(paragraph);
    if (!seen) return;
    const from = seen.text.length;
    seen.text += text;
    const look = this.looks.at(-1)?.at(-1) ?? PLAIN;
    const add = (mark: Mark["mark"]): void => addMark(seen.marks, from, seen.text.length, mark);
    for (const [mark, isOn] of Object.entries(look)) if (isOn) add(mark as keyof Look);
    if (this.citing > 0) add("citation");
    for (const code of this.fields) {
      const mark = fieldMark(code);
      if (mark) add(mark);
    }
    if (this.inserting > 0) add("inserted");
    if (look.reference && isBrokenField(text)) add("broken-field");
  }

  /** Marks what comments are about, when all text is there. */
  finish(): void {
    for (const { paragraph, at, isPoint } of this.commented) {
      const seen = this.of.get(paragraph);
      if (seen) (isPoint ? markCommentBefore : markComment)(seen, at);
    }
  }
}

/** What a style's properties of characters say. */
function lookOf(scanner: XmlScanner, isNamed: boolean): Look {
  const look: { -readonly [mark in keyof Look]: boolean } = {};
  const style = scanner.attribute("font-style");
  if (style !== null) look.italic = style !== "normal";
  const background = isNamed ? null : scanner.attribute("background-color");
  if (background !== null) look.highlight = isColorful(background);
  const position = scanner.attribute("text-position");
  if (position !== null) look.superscript = /^(?:super|[1-9])/.test(position);
  const display = scanner.attribute("display");
  if (display !== null) look.hidden = display === "none";
  const font = scanner.attribute("font-name") ?? scanner.attribute("font-family");
  if (font !== null) look.code = isCodeFont(font);
  return look;
}

/** Whether a background is a color, and not white or gray, which is shading. */
function isColorful(color: string): boolean {
  const match = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color);
  return match !== null && !(match[1] === match[2] && match[2] === match[3]);
}
