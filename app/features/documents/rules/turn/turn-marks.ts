import { C, CHANGES, find, isRevision, MARKER_PARENTS } from "../docx/revision-markup.ts";
import type { Numbering } from "../docx/revision-numbers.ts";
import { attributeOf, openUp, type Node } from "../docx/xml-tree.ts";
import type { Format } from "./suggestion.ts";

/** Finds the places of changes that become comments, and keeps them through the rejection. */

export type TurnedPart = { name: string; xml: string; tree: Node; type: string };

/** One end of a change: before or after a child of a paragraph, or the paragraph's start or end without one. */
type End = { paragraph: Node; child: Node | null };

/** A change's place in its part, as far as it's known. */
export class Mark {
  part: TurnedPart | null = null;
  first: End | null = null;
  last: End | null = null;
  /** It's at a move's source, which counts rather than its target. */
  private source = false;
  readonly formats: Format[] = [];
  /** In the tree while its changes are rejected. They write nothing. */
  readonly start = placeholder();
  readonly end = placeholder();
  /** The mark of the note that it's in, if that's removed too. */
  note: string | null = null;

  /** The change touches a child of a paragraph; null is the paragraph's end. */
  touch(part: TurnedPart, paragraph: Node, from: Node | null, to: Node | null, isSource: boolean): void {
    if (this.part && this.part !== part) return;
    if (isSource && !this.source) {
      this.source = true;
      this.first = null;
      this.last = null;
    } else if (this.source && !isSource) return;
    this.part = part;
    this.first ??= { paragraph, child: from };
    this.last = { paragraph, child: to };
  }

  /** Puts the placeholders around what it touches. */
  place(): void {
    const { first, last } = this;
    if (!first || !last) return;
    insert(last, this.end, 1);
    insert(first, this.start, 0);
  }
}

/** A point, so that rejecting changes treats it like a bookmark, but one without a pair to lose. */
const placeholder = (): Node => ({ code: C.proofErr, raw: "", close: null, children: [] });

function insert({ paragraph, child }: End, node: Node, after: 0 | 1): void {
  openUp(paragraph);
  const { children } = paragraph;
  const at = child ? children.indexOf(child) : -1;
  children.splice(at < 0 ? children.length : at + after, 0, node);
}

const NOTE_REFERENCE = /^<(?:[\w.-]+:)?(footnote|endnote)Reference\s/;
const CELL_MARKS: ReadonlySet<number> = new Set([C.cellIns, C.cellDel, C.cellMerge, C.numberingChange]);

/** Walks a part for what belongs to turned changes. */
export class Marking {
  /** The part's paragraphs that aren't inside another one. */
  readonly paragraphs: Node[] = [];
  private waiting: Mark[] = [];
  private readonly part: TurnedPart;
  private readonly numbering: Numbering;
  private readonly marks: ReadonlyMap<number, Mark>;
  private readonly notes: Map<string, Mark>;
  private noteId: string | null = null;

  /** @param notes filled with the marks of changes that insert a note, by the note */
  constructor(part: TurnedPart, numbering: Numbering, marks: ReadonlyMap<number, Mark>, notes: Map<string, Mark>) {
    this.part = part;
    this.numbering = numbering;
    this.marks = marks;
    this.notes = notes;
  }

  read(): void {
    for (const child of this.part.tree.children) this.block(child, this.part.tree);
    const last = this.paragraphs.at(-1);
    if (last) for (const mark of this.waiting) this.touchAll(mark, last);
  }

  private block(node: Node, parent: Node): void {
    if (node.code === C.p) {
      this.paragraph(node);
      return;
    }
    if (node.code === C.footnote || node.code === C.endnote)
      this.noteId = `${node.code === C.footnote ? "footnote" : "endnote"} ${attributeOf(node, "id") ?? ""}`;
    const mark = this.markOf(node, parent);
    // A change of a row, a cell, a table, or a section is marked at the next paragraph.
    if (mark) this.waiting.push(mark);
    for (const child of node.children) this.block(child, node);
  }

  private paragraph(node: Node): void {
    this.paragraphs.push(node);
    for (const mark of this.waiting) this.touchAll(mark, node);
    this.waiting = [];
    const properties = find(node, C.pPr);
    for (const child of node.children) if (child !== properties) this.inside(child, node, node, child, null);
    if (properties) this.properties(properties, node);
  }

  private touchAll(mark: Mark, paragraph: Node): void {
    const content = paragraph.children.filter((one) => one.code !== C.pPr);
    mark.touch(this.part, paragraph, content[0] ?? null, content.at(-1) ?? null, false);
  }

  /** Inside a child of a paragraph. @param inserted the mark of the insertion around it */
  private inside(node: Node, parent: Node, paragraph: Node, child: Node, inserted: Mark | null): void {
    let around = inserted;
    const mark = this.markOf(node, parent);
    if (mark) {
      mark.touch(this.part, paragraph, child, child, node.code === C.moveFrom);
      mark.note = this.noteId;
      if (node.code === C.ins || node.code === C.moveTo) around = mark;
    }
    const reference = around && node.code === 0 ? NOTE_REFERENCE.exec(node.raw) : null;
    if (around && reference) this.notes.set(`${reference[1]} ${attributeOf(node, "id") ?? ""}`, around);
    for (const one of node.children) this.inside(one, node, paragraph, child, around);
  }

  /** Changes of a paragraph's layout concern all of it, and those of its mark its end. */
  private properties(node: Node, paragraph: Node): void {
    for (const child of node.children) {
      const mark = this.markOf(child, node);
      if (mark && (node.code === C.rPr || isRevision(child.code))) {
        mark.touch(this.part, paragraph, null, null, child.code === C.moveFrom);
        mark.note = this.noteId;
      } else if (mark) {
        this.touchAll(mark, paragraph);
        mark.note = this.noteId;
      }
      this.properties(child, paragraph);
    }
  }

  /** The mark of the change that an element is part of. */
  private markOf(node: Node, parent: Node): Mark | null {
    const { code } = node;
    if (!isRevision(code) && !CHANGES.has(code) && !CELL_MARKS.has(code)) return null;
    const mark = this.marks.get(this.numbering.of(node)) ?? null;
    if (mark && (CHANGES.has(code) || (isRevision(code) && MARKER_PARENTS.has(parent.code))))
      mark.formats.push({ change: node, properties: parent });
    return mark;
  }
}
