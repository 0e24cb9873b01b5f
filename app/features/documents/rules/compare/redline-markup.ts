import { M, child, inside, isBlank, propertiesKey } from "./compare-markup.ts";
import type { Piece } from "./compare-tokens.ts";
import { readXml } from "../docx/docx-package.ts";
import { escapeXml } from "../docx/xml-text.ts";
import { writeTree, type Node } from "../docx/xml-tree.ts";
import type { Foreign } from "./redline-foreign.ts";
import type { RedlineFile } from "./redline-file.ts";

export type CompareOptions = {
  /** The changes' author. */
  author: string;
  /** The changes' date, as ISO 8601 to the second. */
  date: string;
};

/** A placeholder for a number that isn't assigned yet. */
export const LATER = "\u0000";

/** Writes tracked changes' attributes, and properties with their previous state. */
export class ChangeMarkup {
  /** The prefix of WordprocessingML in B. */
  readonly w: string;
  readonly options: CompareOptions;
  private readonly foreign: Foreign;
  private revision = 0;

  constructor(file: RedlineFile, foreign: Foreign, options: CompareOptions) {
    this.w = file.part.prefix;
    this.foreign = foreign;
    this.options = options;
    for (const match of readXml(file.docx.zip, file.docx.main).matchAll(/:id="(\d{1,9})"/g))
      this.revision = Math.max(this.revision, Number(match[1]));
  }

  /** An id that no other change has. */
  nextId(): number {
    return ++this.revision;
  }

  /** A change's author and date, with a unique id. */
  by(id: number | string = this.nextId()): string {
    const { w } = this;
    return `${w}id="${id}" ${w}author="${escapeXml(this.options.author)}" ${w}date="${this.options.date}"`;
  }

  /** A paragraph's properties with the mark of its own end, and their previous state. */
  paragraphProperties(properties: Node | null, mark: string, old: string | null, foreign: boolean): string {
    const { w } = this;
    const own = this.propertyChildren(properties, foreign);
    const markProperties = child(properties, M.rPr);
    const look = markProperties
      ? foreign
        ? (this.foreign.adapt(inside(markProperties)) ?? "")
        : inside(markProperties)
      : "";
    const section = !foreign && properties ? child(properties, M.sectPr) : null;
    const change = old === null ? "" : `<${w}pPrChange ${this.by()}><${w}pPr>${old}</${w}pPr></${w}pPrChange>`;
    const all = `${own}${mark || look ? `<${w}rPr>${mark}${look}</${w}rPr>` : ""}${section ? writeTree(section) : ""}${change}`;
    return all === "" ? "" : `<${w}pPr>${all}</${w}pPr>`;
  }

  propertyChildren(properties: Node | null, foreign: boolean): string {
    const xml = (properties?.children ?? [])
      .filter((one) => one.code !== M.rPr && one.code !== M.sectPr && one.code !== M.pPrChange && !isBlank(one))
      .map(writeTree)
      .join("");
    return foreign ? (this.foreign.adapt(xml) ?? "") : xml;
  }

  /** A run's properties, with A's previous ones if they differ. */
  runProperties(piece: Piece, before: Piece | null): string {
    const { w } = this;
    const own = piece.properties ? inside(piece.properties) : "";
    if (!before || propertiesKey(before.properties) === propertiesKey(piece.properties))
      return own === "" ? "" : `<${w}rPr>${own}</${w}rPr>`;
    const old = before.properties ? this.foreign.adapt(inside(before.properties)) : "";
    if (old === null) return own === "" ? "" : `<${w}rPr>${own}</${w}rPr>`;
    return `<${w}rPr>${own}<${w}rPrChange ${this.by(LATER)}><${w}rPr>${old}</${w}rPr></${w}rPrChange></${w}rPr>`;
  }
}
