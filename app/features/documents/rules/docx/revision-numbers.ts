import { handlersByCode } from "./handlers-by-code.ts";
import { C, CHANGES, find, isRevision, MARKER_PARENTS, MATH_RUN, MOVE_MARKS, RANGE_MARKS } from "./revision-markup.ts";
import type { Places, RevisionPlace } from "./revision-places.ts";
import { unescapeXml } from "./xml-text.ts";
import { attributeOf, type Node } from "./xml-tree.ts";

/** What a tracked change does. "format" is for characters, "layout" for paragraphs, sections, tables and numbering. */
export type RevisionKind =
  | "insert"
  | "delete"
  | "move"
  | "format"
  | "layout"
  | "insertRow"
  | "deleteRow"
  | "insertCell"
  | "deleteCell"
  | "mergeCell";

export type Revision = {
  /** From 1, in the order of the parts and of reading. The same for the same bytes. */
  id: number;
  kind: RevisionKind;
  author: string;
  /** As in the file (ISO 8601), or "". */
  date: string;
  /**
   * The text that's inserted, deleted or moved (once); for a format change, the text it applies to. Paragraph ends are
   * \u00b6.
   */
  text: string;
  /** Its place; for a move, the source or target, whichever comes first. */
  place: RevisionPlace;
  /**
   * For an insertion right after a deletion by the same author: the deletion's number. People see the two as one
   * replacement.
   */
  replaces: number | null;
};

type Open = { kind: RevisionKind; author: string; id: number };

const NOWHERE: RevisionPlace = { section: "", paragraph: 0, story: "text" };

const MARK = new Map<number, RevisionKind>([
  [C.ins, "insert"],
  [C.del, "delete"],
  [C.moveFrom, "move"],
  [C.moveTo, "move"],
]);

/** Changes of paragraphs, sections, tables and numbering, and the ends of what custom XML brought. */
const LAYOUT_CHANGES = [
  ...[...CHANGES].filter((code) => code !== C.rPrChange),
  C.numberingChange,
  ...[...RANGE_MARKS].filter((code) => !MOVE_MARKS.has(code)),
];

type Handler = (it: Numbering, node: Node, parent: number, inside: Open | null) => void;

const forEach = (codes: Iterable<number>, handler: Handler): Record<number, Handler> =>
  Object.fromEntries([...codes].map((code) => [code, handler]));

/**
 * Numbers a document's tracked changes: adjacent pieces of one person's edit are one change, and so are both ends of a
 * move. Parts are read in order, each once.
 */
export class Numbering {
  readonly revisions: Revision[] = [];
  private readonly numbers = new WeakMap<Node, number>();
  private readonly moves = new Map<string, number>();
  /** The change that the next element may still belong to. */
  private last: Open | null = null;
  /** Moves with an open range, by direction. */
  private readonly ranges: { from: string[]; to: string[] } = { from: [], to: [] };
  private row: Open | null = null;
  private format: Open | null = null;
  private readonly places: Places | null;

  /** @param places locates things; without it changes have no place */
  constructor(places: Places | null = null) {
    this.places = places;
  }

  /** The number of an element's change; 0 if it isn't part of one. */
  of(node: Node): number {
    return this.numbers.get(node) ?? 0;
  }

  /** Numbers the changes of one part. */
  read(tree: Node): void {
    this.last = null;
    this.ranges.from.length = 0;
    this.ranges.to.length = 0;
    for (const child of tree.children) this.walk(child, 0, null);
  }

  private walk(node: Node, parent: number, inside: Open | null): void {
    const handler = Numbering.HANDLERS[node.code];
    if (handler) handler(this, node, parent, inside);
    else this.walkAll(node, inside);
  }

  private walkAll(node: Node, inside: Open | null): void {
    for (const child of node.children) this.walk(child, node.code, inside);
  }

  private walkNote(node: Node, inside: Open | null): void {
    this.places?.enterNote(attributeOf(node, "id") ?? "");
    this.walkAll(node, inside);
  }

  /** A paragraph's mark comes before its text in the file, but after it on paper. */
  private walkParagraph(node: Node, inside: Open | null): void {
    this.places?.enterParagraph(node);
    const properties = find(node, C.pPr);
    const marks = find(properties, C.rPr);
    for (const child of node.children) if (child !== properties) this.walk(child, C.p, inside);
    if (properties) for (const child of properties.children) if (child !== marks) this.walk(child, C.pPr, inside);
    let marked = false;
    for (const child of marks?.children ?? []) {
      if (isRevision(child.code)) {
        marked = true;
        this.say(this.join(child, MARK.get(child.code) as RevisionKind), "\u00b6");
      } else this.walk(child, C.rPr, inside);
    }
    if (!marked) this.last = null;
  }

  private walkRow(node: Node, inside: Open | null): void {
    const before = this.row;
    const mark = find(node, C.trPr)?.children.find((child) => child.code === C.ins || child.code === C.del);
    this.row = null;
    if (mark) this.row = this.join(mark, mark.code === C.ins ? "insertRow" : "deleteRow");
    const row = this.row;
    this.walkAll(node, inside);
    this.row = before;
    this.last = row;
  }

  private walkRevision(node: Node, parent: number): void {
    const kind = MARK.get(node.code) as RevisionKind;
    if (MARKER_PARENTS.has(parent)) {
      if (this.of(node) === 0) this.join(node, parent === C.numPr ? "layout" : kind);
      return;
    }
    const open = this.join(node, kind);
    if (parent === MATH_RUN) this.say(open, lettersIn(node));
    this.walkAll(node, open);
    this.last = open;
  }

  private openMove(node: Node, names: string[]): void {
    const name = attributeOf(node, "name") ?? "";
    names.push(name);
    this.numbers.set(node, this.moveOf(node, name));
  }

  private closeMove(node: Node, names: string[]): void {
    this.numbers.set(node, this.moves.get(names.pop() ?? "") ?? 0);
  }

  /** A layout change comes between what's before and after it. */
  private walkLayout(node: Node): void {
    this.last = null;
    this.adopt(node, this.join(node, "layout").id);
    this.last = null;
  }

  private walkRun(node: Node, inside: Open | null): void {
    const text = textOf(node);
    const properties = find(node, C.rPr);
    const change = find(properties, C.rPrChange);
    if (inside) this.say(inside, text);
    const before = this.last;
    if (change) this.joinFormat(change, inside ? "" : text);
    else if (text !== "") this.format = null;
    this.last = inside || text === "" ? before : null;
    for (const child of node.children) if (child.code !== C.rPr) this.walk(child, C.r, inside);
    for (const child of properties?.children ?? []) if (child !== change) this.walk(child, C.rPr, inside);
  }

  /** Adjacent runs with format changes by one person are one change. */
  private joinFormat(change: Node, text: string): void {
    if (this.format?.author !== (attributeOf(change, "author") ?? "")) this.format = null;
    this.last = this.format;
    this.format = this.join(change, "format");
    this.adopt(change, this.format.id);
    if (text !== "") this.say(this.format, text);
  }

  /** Handlers by element code. The others pass on to their children. */
  private static readonly HANDLERS = handlersByCode<Handler>([
    {
      [C.footnote]: (it, node, _, inside) => it.walkNote(node, inside),
      [C.endnote]: (it, node, _, inside) => it.walkNote(node, inside),
      [C.p]: (it, node, _, inside) => it.walkParagraph(node, inside),
      [C.tr]: (it, node, _, inside) => it.walkRow(node, inside),
      [C.r]: (it, node, _, inside) => it.walkRun(node, inside),
      [MATH_RUN]: (it, node, _, inside) => {
        if (inside) it.say(inside, lettersIn(node));
        it.walkAll(node, inside);
      },
      [C.cellIns]: (it, node) => void it.join(node, "insertCell"),
      [C.cellDel]: (it, node) => void it.join(node, "deleteCell"),
      [C.cellMerge]: (it, node) => void it.join(node, "mergeCell"),
      [C.rPrChange]: (it, node) => it.adopt(node, it.join(node, "format").id),
    },
    forEach(MARK.keys(), (it, node, parent) => it.walkRevision(node, parent)),
    {
      [C.moveFromRangeStart]: (it, node) => it.openMove(node, it.ranges.from),
      [C.moveToRangeStart]: (it, node) => it.openMove(node, it.ranges.to),
      [C.moveFromRangeEnd]: (it, node) => it.closeMove(node, it.ranges.from),
      [C.moveToRangeEnd]: (it, node) => it.closeMove(node, it.ranges.to),
    },
    forEach(LAYOUT_CHANGES, (it, node) => it.walkLayout(node)),
  ]);

  /** An element's change: the previous one if it continues, or a new one. */
  private join(node: Node, kind: RevisionKind): Open {
    const author = unescapeXml(attributeOf(node, "author") ?? "");
    let open: Open;
    if (kind === "move") {
      const names = node.code === C.moveFrom ? this.ranges.from : this.ranges.to;
      const name = names.at(-1);
      open = { kind, author, id: name === undefined ? this.alone(node, kind, author) : this.moveOf(node, name) };
    } else if (
      this.row &&
      this.row.author === author &&
      ((this.row.kind === "insertRow" && kind === "insert") || (this.row.kind === "deleteRow" && kind === "delete"))
    )
      open = this.row;
    else if (this.last && this.last.kind === kind && this.last.author === author) open = this.last;
    else {
      open = { kind, author, id: this.begin(node, kind, author) };
      if (kind === "insert" && this.last?.kind === "delete" && this.last.author === author)
        (this.revisions[open.id - 1] as Revision).replaces = this.last.id;
    }
    this.numbers.set(node, open.id);
    this.last = open;
    return open;
  }

  /** Everything inside the previous properties belongs to the formatting change. */
  private adopt(node: Node, id: number): void {
    for (const child of node.children) {
      this.numbers.set(child, id);
      this.adopt(child, id);
    }
  }

  private alone(node: Node, kind: RevisionKind, author: string): number {
    return this.last && this.last.kind === kind && this.last.author === author
      ? this.last.id
      : this.begin(node, kind, author);
  }

  private moveOf(node: Node, name: string): number {
    const known = this.moves.get(name);
    if (known !== undefined) return known;
    const id = this.begin(node, "move", unescapeXml(attributeOf(node, "author") ?? ""));
    this.moves.set(name, id);
    return id;
  }

  private begin(node: Node, kind: RevisionKind, author: string): number {
    const id = this.revisions.length + 1;
    this.revisions.push({
      id,
      kind,
      author,
      date: attributeOf(node, "date") ?? "",
      text: "",
      place: this.places?.place ?? NOWHERE,
      replaces: null,
    });
    return id;
  }

  private say(open: Open, text: string): void {
    const revision = this.revisions[open.id - 1] as Revision;
    // A move is listed once, at its target.
    if (open.kind === "move" && this.ranges.from.length > 0) return;
    revision.text += text;
  }
}

/** The letters of an equation's run, or of a part of it. */
export const lettersIn = (node: Node): string =>
  node.code === C.rPr
    ? ""
    : node.raw.startsWith("<")
      ? node.children.map(lettersIn).join("")
      : unescapeXml(node.raw.trim());

/** A run's text; anything that isn't text is \ufffc. */
export function textOf(run: Node): string {
  let text = "";
  for (const child of run.children) {
    if (child.code === C.t || child.code === C.delText)
      text += unescapeXml(child.children.map((one) => one.raw).join(""));
    else if (child.code === 0 && child.raw.startsWith("<"))
      text += /^<(?:[\w.-]+:)?(?:tab|ptab)[\s/>]/.test(child.raw)
        ? "\t"
        : /^<(?:[\w.-]+:)?(?:br|cr)[\s/>]/.test(child.raw)
          ? "\n"
          : /^<(?:[\w.-]+:)?(?:drawing|pict|object|footnoteReference|endnoteReference|sym|noBreakHyphen)[\s/>]/.test(
                child.raw,
              )
            ? "\ufffc"
            : "";
  }
  return text;
}
