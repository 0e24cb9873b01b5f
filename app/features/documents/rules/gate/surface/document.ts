import { Remembered } from "../../docx/docx-looks.ts";
import type { DocxPackage } from "../../docx/docx-package.ts";
import type { DocxView } from "../../docx/docx-reader.ts";
import type { Node } from "../../docx/xml-tree.ts";
import type { Surface, SurfaceLine } from "./surface.ts";
import type { Atom, Relations } from "./surface-atoms.ts";
import {
  type LookRegistry,
  type Properties,
  SurfaceStyles,
  paragraphProperties,
  runProperties,
} from "./surface-looks.ts";
import { fragment, localName, valueOf } from "./surface-markup.ts";

export type ParagraphMeaning = { properties: Properties; markGone: boolean; section: Node | null };
type Section = { headers: Map<string, string>; footers: Map<string, string>; titlePage: boolean };

/** State shared by a document's stories while reading. */
export class SurfaceDocument {
  readonly docx: DocxPackage;
  readonly final: boolean;
  readonly registry: LookRegistry;
  readonly styles: SurfaceStyles;
  readonly inserted: { before: SurfaceLine | null; atom: Atom }[] = [];
  readonly concealed: Surface["concealed"] = [];
  readonly runLooks = new Remembered<number>();
  readonly paragraphs = new Remembered<ParagraphMeaning>();
  readonly notes = { footnote: new Map<string, SurfaceLine[]>(), endnote: new Map<string, SurfaceLine[]>() };
  readonly sections: Section[] = [];
  /** Names of elements whose content is absent in this view. */
  readonly gone: ReadonlySet<string>;
  /** The nesting depth of text boxes. */
  boxDepth = 0;

  constructor(docx: DocxPackage, view: DocxView, registry: LookRegistry) {
    this.docx = docx;
    this.final = view === "final";
    this.registry = registry;
    this.styles = new SurfaceStyles(docx, registry, this.final ? "accepted" : "rejected");
    this.gone = new Set(this.final ? ["del", "moveFrom"] : ["ins", "moveTo"]);
  }

  section(node: Node, relations: Relations): void {
    const section: Section = { headers: new Map(), footers: new Map(), titlePage: false };
    let children = node.children;
    if (!this.final) {
      // A tracked change's old properties. References aren't part of them.
      const change = children.find((one) => localName(one) === "sectPrChange");
      const before = change?.children.find((one) => localName(one) === "sectPr")?.children;
      if (before) children = [...children.filter((one) => localName(one).endsWith("Reference")), ...before];
    }
    for (const one of children) {
      const local = localName(one);
      if (local === "headerReference" || local === "footerReference") {
        const id = /\s[\w.-]+:id\s*=\s*["']([^"']+)["']/.exec(one.raw)?.[1] ?? "";
        if (relations.has(id))
          section[local === "headerReference" ? "headers" : "footers"].set(valueOf(one, "type") ?? "default", id);
      } else if (local === "titlePg") section.titlePage = !/^(?:0|false|off)$/.test(valueOf(one, "val") ?? "1");
    }
    this.sections.push(section);
  }

  runLook(raw: string): number {
    const node = fragment(raw);
    return this.registry.of(runProperties(node, this.final ? "accepted" : "rejected"));
  }

  /** How a tracked format change conceals words; "" if it doesn't. */
  concealing(raw: string): string {
    if (this.final || !raw.includes("rPrChange")) return "";
    const node = fragment(raw);
    const [was, is] = [runProperties(node, "rejected"), runProperties(node, "accepted")];
    if (is.vanish === "1" && was.vanish !== "1") return "hidden by a tracked change";
    return (is.color === "FFFFFF" && was.color !== "FFFFFF" && !is.shd && !is.highlight) ||
      (Number(is.sz ?? "24") < 6 && Number(was.sz ?? "24") >= 6)
      ? "white on white, or too small to read, by a tracked change"
      : "";
  }

  paragraphMeaning(raw: string): ParagraphMeaning {
    const node = fragment(raw);
    const mark = node.children.find((one) => localName(one) === "rPr");
    return {
      properties: paragraphProperties(node, this.final ? "accepted" : "rejected"),
      markGone: mark?.children.some((one) => this.gone.has(localName(one))) ?? false,
      section: node.children.find((one) => localName(one) === "sectPr") ?? null,
    };
  }

  /** A cell's merge properties, and whether it exists. */
  cell(properties: Node, cells: string[]): void {
    let children = properties.children;
    const change = this.final ? undefined : children.find((one) => localName(one) === "tcPrChange");
    const before = change?.children.find((one) => localName(one) === "tcPr")?.children;
    if (before) children = [...before, ...children.filter((one) => localName(one).startsWith("cell"))];
    let merged = "";
    for (const one of children) {
      const local = localName(one);
      if (local === "vMerge" || local === "hMerge") merged = valueOf(one, "val") === "restart" ? "" : "merged";
      else if (local === "cellMerge") {
        const value = valueOf(one, this.final ? "vMerge" : "vMergeOrig");
        merged = value === null || value === "rest" ? "" : "merged";
      } else if (local === (this.final ? "cellDel" : "cellIns")) {
        cells[cells.length - 1] = "gone";
        return;
      }
    }
    cells[cells.length - 1] = merged;
  }
}
