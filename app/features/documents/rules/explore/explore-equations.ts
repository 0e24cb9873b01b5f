import { type Equation, type MathNode, textOfMath } from "../equations/equation.ts";
import { objectOf } from "../equations/omml.ts";
import { C, find, isRevision, MATH_CONTROL } from "../docx/revision-markup.ts";
import { childNamed, localOf, type Node, valueIn } from "../docx/xml-tree.ts";
import { ExploreState } from "./explore-state.ts";
import type { ParagraphBlock, Span } from "./explorer-model.ts";

/** Objects in objects. What is nested deeper is shown as its letters. */
const DEEPEST = 24;
/** More elements in one paragraph would stall a browser. */
const MOST_IN_PARAGRAPH = 5_000;

/** Reads the structure of equations. Their letters are read like all others, into spans, and into `row`. */
export abstract class EquationReader extends ExploreState {
  private depth = 0;
  private line: Equation["line"];
  /** Elements of the equations in the paragraph being read. */
  private inParagraph: { of: ParagraphBlock | null; elements: number } = { of: null, elements: 0 };

  /** @param walk reads what's inside paragraphs */
  protected readEquation(node: Node, walk: (child: Node) => void): void {
    const { paragraph } = this;
    if (localOf(node) === "oMathPara") {
      this.line = LINES[valueIn(childNamed(node, "oMathParaPr"), "jc") ?? ""] ?? "c";
      node.children.forEach(walk);
      this.line = undefined;
      return;
    }
    if (!paragraph || this.row) {
      node.children.forEach(walk);
      return;
    }
    const { line } = this;
    const from = paragraph.s.length;
    const k: MathNode[] = [];
    const left = this.mathLeft;
    this.row = k;
    this.lastKey = "";
    node.children.forEach(walk);
    this.row = null;
    this.lastKey = "";
    const spans = paragraph.s.slice(from);
    if (this.inParagraph.of !== paragraph) this.inParagraph = { of: paragraph, elements: 0 };
    this.inParagraph.elements += left - this.mathLeft;
    if (this.inParagraph.elements > MOST_IN_PARAGRAPH || !isSame(spans, k)) return;
    for (const [id] of this.ties) if (!this.equations.has(id)) this.equations.set(id, k);
    const commented = spans.find((span) => span.q)?.q;
    for (const span of spans) span.eq = 1;
    paragraph.s.splice(from, 0, { t: "", math: { k, ...(line && { line }) }, ...(commented && { q: commented }) });
  }

  /** Reads a fraction, a root, or the like. @returns false if it's to be read as its letters */
  protected readObject(object: Node, walk: (child: Node) => void): boolean {
    const { row, depth } = this;
    if (!row || depth >= DEEPEST || this.mathLeft <= 0) return false;
    const ties = object.children
      .flatMap((properties) => properties.children.filter((one) => one.code === MATH_CONTROL))
      .flatMap((control) => [control, find(control, C.rPr)])
      .flatMap((holder) => holder?.children.filter((one) => isRevision(one.code)) ?? [])
      .flatMap((mark) => this.tieOf(mark));
    this.depth = depth + 1;
    const made = objectOf(object, (argument) => {
      this.mathLeft--;
      this.row = [];
      argument.children.forEach(walk);
      return this.row;
    });
    this.depth = depth;
    this.row = row;
    if (this.ties.length + ties.length > 0) made.c = [...this.ties, ...ties];
    row.push(made);
    return true;
  }
}

const LINES: Record<string, Equation["line"]> = { left: "l", right: "r" };

/** Whether an equation shows what its spans do: nothing besides letters, and each letter, in the same order. */
function isSame(spans: readonly Span[], k: readonly MathNode[]): boolean {
  if (k.length === 0 || spans.some((span) => span.pic || span.note !== undefined || span.link)) return false;
  return (
    textOfMath(k).normalize("NFKC") ===
    spans
      .map((span) => span.t)
      .join("")
      .normalize("NFKC")
  );
}
