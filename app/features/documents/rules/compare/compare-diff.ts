/** Compares the blocks of two versions, down to words. */
import { align } from "./align.ts";
import { M, child, inside } from "./compare-markup.ts";
import { type Stretch, pairUp } from "./compare-pairing.ts";
import { slideToSentences } from "./compare-slide.ts";
import type { Token, Wrapper } from "./compare-tokens.ts";
import { writeTree, type Node } from "../docx/xml-tree.ts";
import { Block, type Keys, type Side, blocksOf, cellsOf, rowsOf } from "./compare-blocks.ts";

/**
 * A token in both texts or in only one. `move` names the move it's an end of. An inserted token that only the first text
 * has was moved there, and deleted.
 */
export type Op = { sign: "=" | "-" | "+"; a: Token | null; b: Token | null; move: string | null };

/** A comparison's result, before it's written. */
export type Passage =
  | { type: "same"; xml: string; wrapper: Wrapper | null }
  /** Paragraphs; each ends with the end of a paragraph. */
  | { type: "ops"; ops: Op[] }
  | { type: "table"; table: Node; wrapper: Wrapper | null | undefined; rows: Row[]; sign: "=" | "-" | "+" };
export type Row = { sign: "=" | "-" | "+"; row: Node; xml: string | null; cells: { cell: Node; content: Passage[] }[] };

/** The granularity: words, or whole paragraphs if words wouldn't come out right. */
export type Grain = "words" | "paragraphs" | "whole";

/** Compares two stories. */
export function compareBlocks(a: readonly Block[], b: readonly Block[], keys: Keys, grain: Grain): Passage[] {
  const stretches: Stretch[] =
    grain === "whole"
      ? [
          { a0: 0, a1: a.length, b0: 0, b1: 0 },
          { a0: a.length, a1: a.length, b0: 0, b1: b.length },
        ]
      : pairUp(a, b);
  const out: Passage[] = [];
  const alone = (a0: number, a1: number, b0: number, b1: number): void => {
    for (let i = a0; i < a1; i++) out.push(wholly(a[i] as Block, "-", keys));
    for (let j = b0; j < b1; j++) out.push(wholly(b[j] as Block, "+", keys));
  };
  for (const { a0, a1, b0, b1 } of stretches) {
    const [one, two] = [a[a0], b[b0]];
    for (let j = b0; j < b1; j++)
      if ((b[j] as Block).before)
        out.push({ type: "same", xml: (b[j] as Block).before, wrapper: (b[j] as Block).wrapper });
    if (a1 > a0 && b1 > b0 && one && two) {
      if (a1 === a0 + 1 && b1 === b0 + 1 && !two.notes && one.source === two.source)
        out.push({ type: "same", xml: writeTree(two.node), wrapper: two.wrapper });
      else if (one.kind === "p" && (grain === "words" || one.key === two.key))
        out.push({
          type: "ops",
          ops: opsBetween(
            a.slice(a0, a1).flatMap((it) => it.tokens),
            b.slice(b0, b1).flatMap((it) => wrapped(it)),
          ),
        });
      else if (one.kind === "t" && grain === "words") out.push(compareTables(one, two, keys, grain));
      else alone(a0, a1, b0, b1);
    } else alone(a0, a1, b0, b1);
  }
  return out;
}

/** A paragraph's end records which content control contains it. */
const wrapped = (block: Block): Token[] => {
  const end = block.tokens.at(-1);
  if (end) end.pieces = [{ properties: null, text: null, xml: "", wrapper: block.wrapper }];
  return block.tokens;
};

/** A block that exists on only one side. */
function wholly(block: Block, sign: "-" | "+", keys: Keys): Passage {
  if (block.kind === "p")
    return { type: "ops", ops: (sign === "+" ? wrapped(block) : block.tokens).map((token) => only(sign, token)) };
  return {
    type: "table",
    table: block.node,
    sign,
    wrapper: sign === "+" ? block.wrapper : undefined,
    rows: rowsOf(block.node).map((row) => ({
      sign,
      row,
      xml: null,
      cells: cellsOf(row).map((cell) => ({
        cell,
        content: contentOf(cell, block.side, keys).map((it) => wholly(it, sign, keys)),
      })),
    })),
  };
}

const only = (sign: "-" | "+", token: Token): Op => ({
  sign,
  a: sign === "-" ? token : null,
  b: sign === "+" ? token : null,
  move: null,
});
const contentOf = (cell: Node, side: Side, keys: Keys): Block[] =>
  blocksOf(
    cell.children.filter((one) => one.code !== M.tcPr),
    side,
    keys[side],
  ).blocks;

/** The layout of a row's cells: only rows with the same layout can be compared cell by cell. */
const layoutOf = (row: Node): string =>
  cellsOf(row)
    .map((cell) => {
      const properties = child(cell, M.tcPr);
      return properties ? (/gridSpan[^>]*val="(\d+)"/.exec(inside(properties))?.[1] ?? "1") : "1";
    })
    .join(",");

function compareTables(one: Block, two: Block, keys: Keys, grain: Grain): Passage {
  const a = rowsOf(one.node).map((row) => new Block(row, "t", "a", keys.a, null, ""));
  const b = rowsOf(two.node).map((row) => new Block(row, "t", "b", keys.b, null, ""));
  const rows: Row[] = [];
  const alone = (row: Node, sign: "-" | "+"): Row => ({
    sign,
    row,
    xml: null,
    cells: cellsOf(row).map((cell) => ({
      cell,
      content: contentOf(cell, sign === "-" ? "a" : "b", keys).map((it) => wholly(it, sign, keys)),
    })),
  });
  const both = (one: Block, two: Block): void => {
    const [left, right] = [one.node, two.node];
    if (!two.notes && one.source === two.source) rows.push({ sign: "=", row: right, xml: writeTree(right), cells: [] });
    else if (layoutOf(left) !== layoutOf(right)) rows.push(alone(left, "-"), alone(right, "+"));
    else {
      const [from, to] = [cellsOf(left), cellsOf(right)];
      rows.push({
        sign: "=",
        row: right,
        xml: null,
        cells: to.map((cell, i) => ({
          cell,
          content: compareBlocks(contentOf(from[i] as Node, "a", keys), contentOf(cell, "b", keys), keys, grain),
        })),
      });
    }
  };
  for (const { a0, a1, b0, b1 } of pairUp(a, b)) {
    // The same number of rows on both sides: most likely the same rows with other figures.
    if (a1 - a0 === b1 - b0) for (let k = 0; k < a1 - a0; k++) both(a[a0 + k] as Block, b[b0 + k] as Block);
    else {
      for (let i = a0; i < a1; i++) rows.push(alone((a[i] as Block).node, "-"));
      for (let j = b0; j < b1; j++) rows.push(alone((b[j] as Block).node, "+"));
    }
  }
  return { type: "table", table: two.node, sign: "=", wrapper: two.wrapper, rows };
}

/** Both sides' tokens in one order: a deletion comes before the insertion that replaces it. */
export function opsBetween(a: readonly Token[], b: readonly Token[]): Op[] {
  const pairs = align(
    a.map((token) => token.key),
    b.map((token) => token.key),
  );
  pairs.push([a.length, b.length]);
  const ops: Op[] = [];
  let i = 0;
  let j = 0;
  for (const [x, y] of pairs) {
    while (i < x) ops.push(only("-", a[i++] as Token));
    while (j < y) ops.push(only("+", b[j++] as Token));
    if (x < a.length && y < b.length) ops.push({ sign: "=", a: a[i++] as Token, b: b[j++] as Token, move: null });
  }
  return slideToSentences(joinAcrossBlanks(ops));
}

/** Joins two replacements separated by a space: "the old way" for "a new method" isn't three edits. */
function joinAcrossBlanks(ops: Op[]): Op[] {
  const out: Op[] = [];
  for (let k = 0; k < ops.length;) {
    if ((ops[k] as Op).sign === "=") {
      out.push(ops[k++] as Op);
      continue;
    }
    const gone: Op[] = [];
    const come: Op[] = [];
    const seen = { gone: false, come: false, end: false };
    for (;;) {
      while (k < ops.length && (ops[k] as Op).sign !== "=") {
        const op = ops[k++] as Op;
        (op.sign === "-" ? gone : come).push(op);
        const { kind } = (op.a ?? op.b) as Token;
        if (kind === "end") seen.end = true;
        else if (kind === "word") seen[op.sign === "-" ? "gone" : "come"] = true;
      }
      const here = ops[k];
      if (seen.end || !seen.gone || !seen.come || !here || here.a?.kind !== "blank" || !here.b || here.b.before !== "")
        break;
      // Only if words replace words on both sides of the space.
      const after = { gone: false, come: false, end: false };
      for (let ahead = k + 1; ahead < ops.length && (ops[ahead] as Op).sign !== "="; ahead++) {
        const op = ops[ahead] as Op;
        const { kind } = (op.a ?? op.b) as Token;
        if (kind === "end") after.end = true;
        else if (kind === "word") after[op.sign === "-" ? "gone" : "come"] = true;
      }
      if (!after.gone || !after.come || after.end) break;
      gone.push(only("-", here.a));
      come.push(only("+", here.b));
      k++;
    }
    for (const op of gone) out.push(op);
    for (const op of come) out.push(op);
  }
  return out;
}
