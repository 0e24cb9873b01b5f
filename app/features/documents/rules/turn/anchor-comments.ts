import { C, find, POINTS } from "../docx/revision-markup.ts";
import { attributeOf, openUp, prefixOf, textNode, type Node } from "../docx/xml-tree.ts";
import { isBlank } from "../docx/revise-tree.ts";
import type { Mark, TurnedPart } from "./turn-marks.ts";

/** Comments can't be in other parts, such as headers and styles. */
const COMMENTED: ReadonlySet<string> = new Set(["officeDocument", "footnotes", "endnotes"]);
const INSERTED: ReadonlySet<number> = new Set([C.ins, C.moveTo]);
const FIELD_MARK = /^<(?:[\w.-]+:)?fldChar\b/;

/** Anchors comments where changes were, once those are rejected. */
export class Anchoring {
  /** The paragraphs before the rejection, and those that are left, by part. */
  private readonly before: ReadonlyMap<TurnedPart, readonly Node[]>;
  private readonly left = new Map<TurnedPart, Node[]>();
  /** The paragraph of each of its children. */
  private readonly homes = new Map<Node, Node>();
  private readonly main: TurnedPart;
  private readonly notes: ReadonlyMap<string, Mark>;
  private readonly references = new Set<string>();

  constructor(before: ReadonlyMap<TurnedPart, readonly Node[]>, main: TurnedPart, notes: ReadonlyMap<string, Mark>) {
    this.before = before;
    this.main = main;
    this.notes = notes;
    for (const part of before.keys()) {
      const list: Node[] = [];
      this.collect(part.tree, list);
      this.left.set(part, list);
    }
    this.collectReferences(main.tree);
  }

  private collect(node: Node, into: Node[]): void {
    if (node.code !== C.p) {
      for (const child of node.children) this.collect(child, into);
      return;
    }
    into.push(node);
    for (const child of node.children) this.homes.set(child, node);
  }

  private collectReferences(node: Node): void {
    const kind = node.code === 0 ? /^<(?:[\w.-]+:)?(footnote|endnote)Reference\s/.exec(node.raw)?.[1] : undefined;
    if (kind) this.references.add(`${kind} ${attributeOf(node, "id") ?? ""}`);
    for (const child of node.children) this.collectReferences(child);
  }

  /** Puts a comment's marks at a change's place. */
  anchor(mark: Mark, id: number): void {
    const { start, end } = this.placeOf(mark);
    const w = prefixOf(this.homes.get(end) ?? start);
    const home = this.homes.get(end) as Node;
    const empty = isEmptyBetween(start, end, this.homes);
    const reference = `<${w}r><${w}commentReference ${w}id="${id}"/></${w}r>`;
    if (empty) {
      end.raw += reference;
    } else {
      start.raw += `<${w}commentRangeStart ${w}id="${id}"/>`;
      end.raw += `<${w}commentRangeEnd ${w}id="${id}"/>${reference}`;
    }
    leaveField(home, end, this.homes);
  }

  /** The placeholders of a mark where they survived; otherwise new ones in the nearest paragraph. */
  private placeOf(mark: Mark): { start: Node; end: Node } {
    const { part } = mark;
    if (part && COMMENTED.has(part.type)) {
      if (mark.note && part !== this.main && !this.references.has(mark.note)) {
        const home = this.notes.get(mark.note);
        if (home && home !== mark && home.part === this.main) return this.placeOf(home);
      } else {
        const [start, end] = [this.homes.has(mark.start), this.homes.has(mark.end)];
        if (start && end) return mark;
        if (start || end) {
          const only = start ? mark.start : mark.end;
          return { start: only, end: only };
        }
        const near = this.nearest(part, mark.first?.paragraph ?? null);
        if (near) return near;
      }
    }
    return this.nearest(this.main, null) ?? this.added();
  }

  /** At the end of the last paragraph before one that's gone, or at the start of the first after it. */
  private nearest(part: TurnedPart, gone: Node | null): { start: Node; end: Node } | null {
    const left = new Set(this.left.get(part));
    const before = this.before.get(part) ?? [];
    const from = gone ? before.indexOf(gone) : -1;
    const lasting = (one: Node | undefined): one is Node => one !== undefined && left.has(one) && !isInserted(one);
    for (let i = from; i >= 0; i--) if (lasting(before[i])) return this.put(before[i] as Node, "end");
    for (let i = from + 1; i < before.length; i++) if (lasting(before[i])) return this.put(before[i] as Node, "start");
    const [any] = left;
    return any ? this.put(any, "start") : null;
  }

  private put(paragraph: Node, where: "start" | "end"): { start: Node; end: Node } {
    openUp(paragraph);
    const node: Node = { code: C.proofErr, raw: "", close: null, children: [] };
    const at = paragraph.children.findIndex((one) => one.code === C.pPr) + 1;
    paragraph.children.splice(where === "end" ? paragraph.children.length : at, 0, node);
    this.homes.set(node, paragraph);
    return { start: node, end: node };
  }

  /** A paragraph for a document that has lost all of its own. */
  private added(): { start: Node; end: Node } {
    const body = bodyOf(this.main.tree) ?? this.main.tree;
    const w = prefixOf(body);
    const paragraph: Node = { code: C.p, raw: `<${w}p>`, close: `</${w}p>`, children: [] };
    openUp(body);
    body.children.unshift(paragraph);
    this.left.get(this.main)?.push(paragraph);
    return this.put(paragraph, "start");
  }
}

function bodyOf(node: Node): Node | null {
  if (node.code === C.body) return node;
  for (const child of node.children) {
    const found = bodyOf(child);
    if (found) return found;
  }
  return null;
}

const isInserted = (paragraph: Node): boolean =>
  (find(find(paragraph, C.pPr), C.rPr)?.children ?? []).some((one) => INSERTED.has(one.code));

/** Whether nothing that can be seen is between two placeholders. */
function isEmptyBetween(start: Node, end: Node, homes: ReadonlyMap<Node, Node>): boolean {
  if (start === end) return true;
  const home = homes.get(start);
  if (!home || home !== homes.get(end)) return false;
  const [from, to] = [home.children.indexOf(start), home.children.indexOf(end)];
  return from > to || home.children.slice(from + 1, to).every((one) => isBlank(one) || POINTS.has(one.code));
}

/** Moves what ends in a field's code behind the field: programs don't show what's in a code. */
function leaveField(paragraph: Node, end: Node, homes: Map<Node, Node>): void {
  const open: { result: boolean }[] = [];
  let inCode = false;
  for (const [i, child] of paragraph.children.entries()) {
    if (child === end) {
      inCode = open.some((field) => !field.result);
      if (!inCode) return;
    }
    fieldMarks(child, (type) => {
      if (type === "begin") open.push({ result: false });
      else if (type === "end") open.pop();
      else {
        const field = open.at(-1);
        if (field) field.result = true;
      }
    });
    if (inCode && open.every((field) => field.result)) {
      const moved = textNode(end.raw);
      end.raw = "";
      paragraph.children.splice(i + 1, 0, moved);
      homes.set(moved, paragraph);
      return;
    }
  }
}

function fieldMarks(node: Node, say: (type: string) => void): void {
  if (node.code === 0 && FIELD_MARK.test(node.raw)) say(attributeOf(node, "fldCharType") ?? "");
  for (const child of node.children) fieldMarks(child, say);
}
