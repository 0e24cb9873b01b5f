import { Remembered } from "../../docx/docx-looks.ts";
import type { DocxPackage } from "../../docx/docx-package.ts";
import type { Node } from "../../docx/xml-tree.ts";
import type { SurfaceLine } from "./surface.ts";
import type { Relations } from "./surface-atoms.ts";
import {
  type LookRegistry,
  type Properties,
  SurfaceStyles,
  paragraphProperties,
  runProperties,
} from "./surface-looks.ts";
import { fragment, localName, valueOf } from "./surface-markup.ts";

export type ParagraphMeaning = { properties: Properties; section: Node | null };
type Section = { headers: Map<string, string>; footers: Map<string, string>; titlePage: boolean };

/** State shared by a document's stories while reading. */
export class SurfaceDocument {
  readonly docx: DocxPackage;
  readonly registry: LookRegistry;
  readonly styles: SurfaceStyles;
  readonly runLooks = new Remembered<number>();
  readonly paragraphs = new Remembered<ParagraphMeaning>();
  readonly notes = { footnote: new Map<string, SurfaceLine[]>(), endnote: new Map<string, SurfaceLine[]>() };
  readonly sections: Section[] = [];
  /** The nesting depth of text boxes. */
  boxDepth = 0;

  constructor(docx: DocxPackage, registry: LookRegistry) {
    this.docx = docx;
    this.registry = registry;
    this.styles = new SurfaceStyles(docx, registry);
  }

  section(node: Node, relations: Relations): void {
    const section: Section = { headers: new Map(), footers: new Map(), titlePage: false };
    for (const one of node.children) {
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
    return this.registry.of(runProperties(fragment(raw)));
  }

  paragraphMeaning(raw: string): ParagraphMeaning {
    const node = fragment(raw);
    return {
      properties: paragraphProperties(node),
      section: node.children.find((one) => localName(one) === "sectPr") ?? null,
    };
  }
}

/** Whether a cell continues the one above it. */
export function isMerged(properties: Node): boolean {
  let merged = false;
  for (const one of properties.children)
    if (/^[vh]Merge$/.test(localName(one))) merged = valueOf(one, "val") !== "restart";
  return merged;
}
