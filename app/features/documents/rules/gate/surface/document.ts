import { Remembered } from "../../docx/docx-looks.ts";
import type { DocxPackage } from "../../docx/docx-package.ts";
import { childNamed, type Node, valueOf } from "../../docx/xml-tree.ts";
import { type Section, controlOf, readSection } from "./page.ts";
import { type Properties, paragraphProperties, runProperties } from "./properties.ts";
import type { SurfaceLine, Target } from "./surface.ts";
import type { Relations } from "./surface-atoms.ts";
import { type LookRegistry, SurfaceStyles } from "./surface-looks.ts";
import { fragment } from "./surface-markup.ts";
import type { CellLook, RowLook } from "./tables.ts";

export type ParagraphMeaning = { properties: Properties; section: Node | null };

/** State shared by a document's stories while reading. */
export class SurfaceDocument {
  readonly docx: DocxPackage;
  readonly registry: LookRegistry;
  readonly styles: SurfaceStyles;
  readonly runLooks = new Remembered<number>();
  readonly paragraphs = new Remembered<ParagraphMeaning>();
  readonly rowLooks = new Remembered<RowLook>();
  readonly cellLooks = new Remembered<CellLook>();
  readonly notes = { footnote: new Map<string, SurfaceLine[]>(), endnote: new Map<string, SurfaceLine[]>() };
  readonly sections: Section[] = [];
  /** Bookmarks by name, the names that fields and links refer to, and those that fields do. */
  readonly targets = new Map<string, Target>();
  readonly references = new Set<string>();
  readonly crossReferences = new Set<string>();
  /** The words that comments are about, by the comments' ids. */
  readonly comments = new Map<string, Target>();
  readonly controls: string[] = [];
  /** Ids of the data that content controls are filled from. */
  readonly stores = new Set<string>();
  /** The color of the pages; "" for white. */
  paper = "";
  /** The nesting depth of text boxes. */
  boxDepth = 0;

  constructor(docx: DocxPackage, registry: LookRegistry) {
    this.docx = docx;
    this.registry = registry;
    this.styles = new SurfaceStyles(docx, registry);
  }

  section(node: Node, relations: Relations): void {
    this.sections.push(readSection(node, relations));
  }

  /** @param raw a content control's properties */
  control(raw: string): void {
    const node = fragment(raw);
    const said = controlOf(node);
    if (said !== "") this.controls.push(said);
    const binding = childNamed(node, "dataBinding");
    const store = binding ? valueOf(binding, "storeItemID") : null;
    if (store !== null) this.stores.add(store);
  }

  runLook(raw: string): number {
    return this.registry.of(runProperties(fragment(raw)));
  }

  paragraphMeaning(raw: string): ParagraphMeaning {
    const node = fragment(raw);
    return { properties: paragraphProperties(node), section: childNamed(node, "sectPr") ?? null };
  }
}
