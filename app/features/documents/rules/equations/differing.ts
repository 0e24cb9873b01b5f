import { align } from "../compare/align.ts";
import type { MathElement, MathNode } from "./equation.ts";

/** Longer rows are compared by their beginning and end only. */
const LONGEST_ALIGNED = 100;

/**
 * Two versions of a formula, with what differs between them marked (`d`). Unmarked if less than half stays the same:
 * then they're another formula. Takes linear time.
 */
export function markDifferences(
  before: readonly MathNode[],
  after: readonly MathNode[],
): [before: readonly MathNode[], after: readonly MathNode[]] {
  const differing = new Differing();
  differing.rows(before, after);
  const { marked } = differing;
  const [all, kept] = [Math.max(sizeOf(before), sizeOf(after)), sizeOf(before, marked)];
  if (marked.size === 0 || kept * 2 < all) return [before, after];
  return [withMarks(before, marked), withMarks(after, marked)];
}

/** How many letters and signs there are, without those that differ. */
function sizeOf(nodes: readonly MathNode[], without?: ReadonlySet<MathNode>): number {
  let size = 0;
  for (const node of nodes)
    if (!without?.has(node)) size += "k" in node ? sizeOf(node.k, without) : node.x && node.t === "" ? 0 : 1;
  return size;
}

const withMarks = (nodes: readonly MathNode[], marked: ReadonlySet<MathNode>): MathNode[] =>
  nodes.map((node): MathNode => {
    if (marked.has(node)) return { ...node, d: 1 };
    return "k" in node ? { ...node, k: withMarks(node.k, marked) } : node;
  });

/** Parts of an element that only have a meaning within it, so that no mark can be around them. */
const isPart = (node: MathNode): node is MathElement => "k" in node && (node.arg === 1 || node.n === "mtr");
/** Elements with as many parts as there are. All others have the same number of them. */
const isList = (element: MathElement): boolean => element.n === "mtable" || element.n === "mtr" || element.arg === 1;

class Differing {
  readonly marked = new Set<MathNode>();
  private readonly numbers = new Map<string, string>();
  private readonly known = new Map<MathNode, string>();

  /** The same for what looks the same, whatever its changes are. */
  private keyOf(node: MathNode): string {
    const known = this.known.get(node);
    if (known !== undefined) return known;
    const content = "k" in node ? node.k.map((one) => this.keyOf(one)) : [node.t, node.x ?? 0];
    const written = JSON.stringify([node.n, node.a, content]);
    let key = this.numbers.get(written);
    if (key === undefined) this.numbers.set(written, (key = String(this.numbers.size)));
    this.known.set(node, key);
    return key;
  }

  rows(a: readonly MathNode[], b: readonly MathNode[]): void {
    const [left, right] = [a, b].map((nodes) => nodes.map((node) => this.keyOf(node))) as [string[], string[]];
    let [from, toA, toB] = [0, a.length, b.length];
    while (from < toA && from < toB && left[from] === right[from]) from++;
    while (toA > from && toB > from && left[toA - 1] === right[toB - 1]) {
      toA--;
      toB--;
    }
    const short = Math.max(toA, toB) - from <= LONGEST_ALIGNED;
    const pairs = short ? align(left.slice(from, toA), right.slice(from, toB)) : [];
    let [i, j] = [from, from];
    for (const [x, y] of [...pairs, [toA - from, toB - from]] as [number, number][]) {
      this.stretch(a.slice(i, from + x), b.slice(j, from + y));
      [i, j] = [from + x + 1, from + y + 1];
    }
  }

  /** Neighbors that are all different. Objects of the same kind can still share what's in them. */
  private stretch(a: readonly MathNode[], b: readonly MathNode[]): void {
    const [objectsA, objectsB] = [a, b].map((nodes) => nodes.filter((node) => "k" in node));
    if (!objectsA || !objectsB) return;
    const paired = objectsA.length === objectsB.length;
    for (const node of [...a, ...b]) if (!paired || !("k" in node)) this.mark(node);
    if (paired) objectsA.forEach((node, i) => this.pair(node, objectsB[i] as MathNode));
  }

  private pair(a: MathNode, b: MathNode): void {
    if (this.keyOf(a) === this.keyOf(b)) return;
    if (!("k" in a) || !("k" in b) || !isAlike(a, b)) {
      this.mark(a);
      this.mark(b);
    } else if (isList(a)) this.rows(a.k, b.k);
    else a.k.forEach((part, i) => this.pair(part, b.k[i] as MathNode));
  }

  private mark(node: MathNode): void {
    if (isPart(node)) node.k.forEach((one) => this.mark(one));
    else this.marked.add(node);
  }
}

/** Whether two elements have the same structure, apart from what's in their parts. */
const isAlike = (a: MathElement, b: MathElement): boolean =>
  a.n === b.n &&
  a.arg === b.arg &&
  JSON.stringify(a.a) === JSON.stringify(b.a) &&
  (isList(a) || a.k.length === b.k.length);
