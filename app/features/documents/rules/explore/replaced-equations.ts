import { markDifferences } from "../equations/differing.ts";
import type { MathNode } from "../equations/equation.ts";
import { type Block, isAdded, isGone, type Span } from "./explorer-model.ts";

/** Marks what differs in equations that were replaced as a whole: one is deleted, and the next one is inserted. */
export function markReplacedEquations(blocks: readonly Block[]): void {
  let gone: MathNode[] | null = null;
  for (const block of blocks) {
    if (block.k === "t") {
      for (const row of block.rows) for (const cell of row.cells) markReplacedEquations(cell.b);
      gone = null;
      continue;
    }
    for (const [at, span] of block.s.entries()) {
      if (!span.math) {
        // Nothing stands between the two, unless it's the end of a paragraph.
        if (!span.eq && (span.t.trim() !== "" || span.pic)) gone = null;
        continue;
      }
      const letters = lettersAfter(block.s, at);
      if (letters.every(({ c }) => isGone(c))) gone = span.math.k;
      else {
        if (gone && letters.every(({ c }) => isAdded(c) && !isGone(c))) mark(gone, span.math.k);
        gone = null;
      }
    }
    markReplacedEquations(block.x ?? []);
  }
}

/** The letters of the equation that begins at a span. */
function lettersAfter(spans: readonly Span[], at: number): Span[] {
  let to = at + 1;
  while (spans[to]?.eq) to++;
  return spans.slice(at + 1, to);
}

/** In place, because the list of changes has the same formulas. */
function mark(before: MathNode[], after: MathNode[]): void {
  const marked = markDifferences(before, after);
  for (const [i, formula] of [before, after].entries()) formula.splice(0, Infinity, ...(marked[i] ?? []));
}
