/** A document's whole text, tracked changes included, with the change that each character belongs to. */
import { type DocxPackage, withParts } from "../docx/docx-package.ts";
import { type Decision, reviseTree, revisedParts } from "../docx/revise-docx.ts";
import { C, find, isRevision, MATH_RUN, VOCABULARY } from "../docx/revision-markup.ts";
import { lettersIn, Numbering, type Revision, textOf } from "../docx/revision-numbers.ts";
import { Places } from "../docx/revision-places.ts";
import { type Node, parseTree, writeTree } from "../docx/xml-tree.ts";
import { exactName, textOfPart } from "../docx/zip.ts";

/** One element of a tracked change, and its change's number. */
type Mark = { node: Node; id: number };

export type MarkedText = {
  revisions: Revision[];
  text: string;
  /** By character: the place in `marks` of what inserts, deletes, or formats it; -1 for nothing. */
  ins: number[];
  del: number[];
  format: number[];
  marks: Mark[];
  /** By character: its properties, apart from what programs rewrite. */
  looks: string[];
  /** A format change's old properties, by its place in `marks`. */
  before: Map<number, string>;
  /** The document with some changes decided. Uses up the text's elements. */
  revise: (decide: (mark: Mark) => Decision) => DocxPackage;
};

/** The end of a paragraph, a table row, and a table cell. */
const PARAGRAPH = "\u00b6";
const ROW = "\u0007";
const CELL = "\u0006";

type Marks = { ins: number; del: number };
const NONE: Marks = { ins: -1, del: -1 };

/** Reads the main text, its notes, and headers and footers. */
export function readMarkedText(docx: DocxPackage): MarkedText {
  const places = new Places(docx);
  const numbering = new Numbering(places);
  const trees = new Map<string, { tree: Node; xml: string }>();
  for (const { name, xml, type } of revisedParts(docx)) {
    places.startPart(type);
    const tree = parseTree(xml, VOCABULARY);
    numbering.read(tree);
    trees.set(name, { tree, xml });
  }
  const reader = new Reader(numbering);
  const parts = [docx.main, docx.footnotes, docx.endnotes].filter((one) => one !== null);
  for (const { type, external, target } of docx.relations)
    if (!external && (type === "header" || type === "footer")) parts.push(target);
  for (const part of new Set(parts.map((one) => exactName(docx.zip, one)))) {
    const known = trees.get(part)?.tree;
    const xml = known ? null : textOfPart(docx.zip, part);
    const tree = known ?? (xml === null ? null : parseTree(xml, VOCABULARY));
    if (tree) reader.walk(tree, NONE);
  }
  const revise: MarkedText["revise"] = (decide) => {
    const texts = new Map<string, string>();
    for (const [name, { tree, xml }] of trees) {
      const mode = { decide: (node: Node) => decide({ node, id: numbering.of(node) }), dropComments: false };
      const after = writeTree(reviseTree(tree, mode));
      if (after !== xml) texts.set(name, after);
    }
    return withParts(docx, texts);
  };
  return { ...reader.out, revisions: numbering.revisions, revise };
}

class Reader {
  readonly out: Omit<MarkedText, "revisions" | "revise"> = {
    text: "",
    ins: [],
    del: [],
    format: [],
    marks: [],
    looks: [],
    before: new Map(),
  };
  private readonly numbering: Numbering;

  constructor(numbering: Numbering) {
    this.numbering = numbering;
  }

  walk(node: Node, marks: Marks): void {
    switch (node.code) {
      case C.ins:
      case C.moveTo:
        return this.walkAll(node, { ...marks, ins: this.mark(node) });
      case C.del:
      case C.moveFrom:
        return this.walkAll(node, { ...marks, del: this.mark(node) });
      case C.pPr:
      case C.rPr:
      case C.trPr:
      case C.tcPr:
        return;
      case C.r:
      case MATH_RUN:
        return this.run(node, this.with(marks, find(node, C.rPr)));
      case C.p: {
        this.walkAll(node, marks);
        const properties = find(node, C.pPr);
        return this.say(PARAGRAPH, this.with(marks, find(properties, C.rPr)), properties);
      }
      case C.tr:
        this.walkAll(node, marks);
        return this.say(ROW, this.with(marks, find(node, C.trPr)));
      case C.tc:
        this.walkAll(node, marks);
        return this.say(CELL, this.with(marks, find(node, C.tcPr)));
      default:
        this.walkAll(node, marks);
    }
  }

  private mark(node: Node): number {
    return this.out.marks.push({ node, id: this.numbering.of(node) }) - 1;
  }

  private walkAll(node: Node, marks: Marks): void {
    for (const child of node.children) this.walk(child, marks);
  }

  /** The marks that an element's properties add. */
  private with(marks: Marks, properties: Node | undefined): Marks {
    let { ins, del } = marks;
    for (const child of properties?.children ?? []) {
      if (child.code === C.ins || child.code === C.moveTo || child.code === C.cellIns) ins = this.mark(child);
      if (child.code === C.del || child.code === C.moveFrom || child.code === C.cellDel) del = this.mark(child);
    }
    return { ins, del };
  }

  private run(node: Node, marks: Marks): void {
    if (node.code === MATH_RUN) return this.mathRun(node, marks);
    this.say(textOf(node), marks, find(node, C.rPr));
    // Text boxes.
    for (const child of node.children) if (child.code === 0 && child.children.length > 0) this.walkAll(child, marks);
  }

  /** Word marks changed letters of an equation inside their run. */
  private mathRun(node: Node, marks: Marks): void {
    const properties = find(node, C.rPr);
    for (const child of node.children) {
      if (child.code === C.ins || child.code === C.moveTo)
        this.say(lettersIn(child), { ...marks, ins: this.mark(child) }, properties);
      else if (child.code === C.del || child.code === C.moveFrom)
        this.say(lettersIn(child), { ...marks, del: this.mark(child) }, properties);
      else this.say(lettersIn(child), marks, properties);
    }
  }

  private say(text: string, { ins, del }: Marks, properties?: Node): void {
    const { out } = this;
    const change = properties?.children.find((one) => one.code === C.rPrChange || one.code === C.pPrChange);
    const format = change ? this.mark(change) : -1;
    const look = looksOf(properties?.children ?? []);
    if (change) out.before.set(format, looksOf(change.children[0]?.children ?? []));
    out.text += text;
    for (let i = 0; i < text.length; i++) {
      out.ins.push(ins);
      out.del.push(del);
      out.format.push(format);
      out.looks.push(look);
    }
  }
}

const NOISE = /^<(?:[\w.-]+:)?(?:lang|noProof)[\s/>]/;

/** Properties in an order of their own, without languages, marks, and earlier properties. */
const looksOf = (properties: readonly Node[]): string =>
  properties
    .filter(
      (one) =>
        one.raw.startsWith("<") &&
        one.code !== C.rPr &&
        one.code !== C.rPrChange &&
        one.code !== C.pPrChange &&
        !isRevision(one.code) &&
        !NOISE.test(one.raw),
    )
    .map(writeTree)
    .sort()
    .join("");
