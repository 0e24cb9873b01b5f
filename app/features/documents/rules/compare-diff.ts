import { align } from "./align.ts";
import { M, child, inside, isBlank, withoutNoise } from "./compare-markup.ts";
import { type Pairable, type Stretch, pairUp } from "./compare-pairing.ts";
import { type TargetKey, type Token, type Wrapper, tokensOf } from "./compare-tokens.ts";
import { writeTree, type Node } from "./xml-tree.ts";

/** One token that both have, or one alone. `move` names the move that it is one end of. */
export type Op = { sign: "=" | "-" | "+"; a: Token | null; b: Token | null; move: string | null };

/** What a comparison comes to, before it is written. */
export type Passage =
  | { type: "same"; xml: string; wrapper: Wrapper | null }
  /** Paragraphs; each ends with the end of a paragraph. */
  | { type: "ops"; ops: Op[] }
  | { type: "table"; table: Node; wrapper: Wrapper | null | undefined; rows: Row[]; sign: "=" | "-" | "+" };
export type Row = { sign: "=" | "-" | "+"; row: Node; xml: string | null; cells: { cell: Node; content: Passage[] }[] };

export type Block = Pairable & { node: Node; /** Around it: a content control. */ wrapper: Wrapper | null; before: string; tokens: Token[]; side: "a" | "b"; /** Notes hang on it: equal markup does not make it equal. */ notes: boolean };

/** The blocks of a story: paragraphs, tables, and whatever else stands between them. */
export function blocksOf(nodes: readonly Node[], side: "a" | "b", targetKey: TargetKey, wrapper: Wrapper | null = null): { blocks: Block[]; after: string } {
  const blocks: Block[] = [];
  let before = "";
  const add = (node: Node, kind: string, key: string, words: string[], tokens: Token[], notes: boolean): void => {
    blocks.push({ node, kind, key, words, tokens, wrapper, before, side, notes });
    before = "";
  };
  for (const node of nodes) {
    if (isBlank(node)) continue;
    if (node.code === M.p) {
      const tokens = tokensOf(node, targetKey);
      add(node, "p", `p ${tokens.map((token) => token.key).join("\u0000")}`, wordsIn(tokens), tokens, tokens.some((token) => token.note !== null));
    } else if (node.code === M.tbl) {
      const inner = tokensIn(node, targetKey);
      add(node, "t", `t ${inner.map((token) => token.key).join("\u0000")}`, wordsIn(inner), [], inner.some((token) => token.note !== null));
    } else if (node.code === M.sdt || node.code === M.customXml) {
      const content = node.code === M.sdt ? child(node, M.sdtContent) : node;
      if (!content || content.close === null) continue;
      const head = node.code === M.sdt ? node.raw + node.children.slice(0, node.children.indexOf(content)).map(writeTree).join("") + content.raw : node.raw;
      const own = blocksOf(content.children, side, targetKey, { open: head, close: content.close + (node.code === M.sdt ? (node.close ?? "") : ""), outer: wrapper });
      if (own.blocks[0]) {
        own.blocks[0].before = before + own.blocks[0].before;
        before = "";
      }
      blocks.push(...own.blocks);
      before += own.after;
    } else before += writeTree(node);
  }
  return { blocks, after: before };
}

const wordsIn = (tokens: readonly Token[]): string[] => tokens.filter((token) => token.kind !== "blank" && token.kind !== "end").map((token) => token.key);

function tokensIn(table: Node, targetKey: TargetKey): Token[] {
  const out: Token[] = [];
  const walk = (node: Node): void => {
    if (node.code === M.p) out.push(...tokensOf(node, targetKey));
    else for (const one of node.children) walk(one);
  };
  walk(table);
  return out;
}

export type Keys = { a: TargetKey; b: TargetKey };

/** How fine the comparison is: by word, or by whole paragraphs where words would not come out right. */
export type Grain = "words" | "paragraphs" | "whole";

/** Compares two stories. */
export function compareBlocks(a: readonly Block[], b: readonly Block[], keys: Keys, grain: Grain): Passage[] {
  const stretches: Stretch[] = grain === "whole" ? [{ a0: 0, a1: a.length, b0: 0, b1: 0 }, { a0: a.length, a1: a.length, b0: 0, b1: b.length }] : pairUp(a, b);
  const out: Passage[] = [];
  for (const { a0, a1, b0, b1 } of stretches) {
    const [one, two] = [a[a0], b[b0]];
    for (let j = b0; j < b1; j++) if ((b[j] as Block).before) out.push({ type: "same", xml: (b[j] as Block).before, wrapper: (b[j] as Block).wrapper });
    if (a1 > a0 && b1 > b0 && one && two) {
      if (a1 === a0 + 1 && b1 === b0 + 1 && !two.notes && withoutNoise(writeTree(one.node)) === withoutNoise(writeTree(two.node))) out.push({ type: "same", xml: writeTree(two.node), wrapper: two.wrapper });
      else if (one.kind === "p" && (grain === "words" || one.key === two.key)) out.push({ type: "ops", ops: opsBetween(a.slice(a0, a1).flatMap((it) => it.tokens), b.slice(b0, b1).flatMap((it) => wrapped(it))) });
      else if (one.kind === "t" && grain === "words") out.push(compareTables(one, two, keys, grain));
      else out.push(...a.slice(a0, a1).map((it) => wholly(it, "-", keys)), ...b.slice(b0, b1).map((it) => wholly(it, "+", keys)));
    } else out.push(...a.slice(a0, a1).map((it) => wholly(it, "-", keys)), ...b.slice(b0, b1).map((it) => wholly(it, "+", keys)));
  }
  return out;
}

/** The end of a paragraph says which content control the paragraph stands in. */
const wrapped = (block: Block): Token[] => {
  const end = block.tokens.at(-1);
  if (end) end.pieces = [{ properties: null, text: null, xml: "", wrapper: block.wrapper }];
  return block.tokens;
};

/** A block that only one side has. */
function wholly(block: Block, sign: "-" | "+", keys: Keys): Passage {
  if (block.kind === "p") return { type: "ops", ops: (sign === "+" ? wrapped(block) : block.tokens).map((token) => only(sign, token)) };
  return {
    type: "table", table: block.node, sign, wrapper: sign === "+" ? block.wrapper : undefined,
    rows: rowsOf(block.node).map((row) => ({ sign, row, xml: null, cells: cellsOf(row).map((cell) => ({ cell, content: contentOf(cell, block.side, keys).map((it) => wholly(it, sign, keys)) })) })),
  };
}

const only = (sign: "-" | "+", token: Token): Op => ({ sign, a: sign === "-" ? token : null, b: sign === "+" ? token : null, move: null });
const contentOf = (cell: Node, side: "a" | "b", keys: Keys): Block[] => blocksOf(cell.children.filter((one) => one.code !== M.tcPr), side, keys[side]).blocks;

/** Rows and cells, content controls around them opened. */
const under = (node: Node, code: number): Node[] =>
  node.children.flatMap((one) => (one.code === code ? [one] : one.code === M.sdt ? under(child(one, M.sdtContent) ?? one, code) : one.code === M.customXml ? under(one, code) : []));
export const rowsOf = (table: Node): Node[] => under(table, M.tr);
export const cellsOf = (row: Node): Node[] => under(row, M.tc);

/** How a row's cells lie: only rows laid out alike can be compared cell by cell. */
const layoutOf = (row: Node): string => cellsOf(row).map((cell) => { const properties = child(cell, M.tcPr); return properties ? (/gridSpan[^>]*val="(\d+)"/.exec(inside(properties))?.[1] ?? "1") : "1"; }).join(",");

function compareTables(one: Block, two: Block, keys: Keys, grain: Grain): Passage {
  const describe = (row: Node, key: TargetKey): Pairable & { row: Node; notes: boolean } => {
    const tokens = tokensIn(row, key);
    return { row, kind: "r", key: tokens.map((token) => token.key).join("\u0000"), words: wordsIn(tokens), notes: tokens.some((token) => token.note !== null) };
  };
  const a = rowsOf(one.node).map((row) => describe(row, keys.a));
  const b = rowsOf(two.node).map((row) => describe(row, keys.b));
  const rows: Row[] = [];
  const alone = (row: Node, sign: "-" | "+"): Row => ({ sign, row, xml: null, cells: cellsOf(row).map((cell) => ({ cell, content: contentOf(cell, sign === "-" ? "a" : "b", keys).map((it) => wholly(it, sign, keys)) })) });
  const both = ({ row: left }: { row: Node }, { row: right, notes }: { row: Node; notes: boolean }): void => {
    if (!notes && withoutNoise(writeTree(left)) === withoutNoise(writeTree(right))) rows.push({ sign: "=", row: right, xml: writeTree(right), cells: [] });
    else if (layoutOf(left) !== layoutOf(right)) rows.push(alone(left, "-"), alone(right, "+"));
    else {
      const [from, to] = [cellsOf(left), cellsOf(right)];
      rows.push({ sign: "=", row: right, xml: null, cells: to.map((cell, i) => ({ cell, content: compareBlocks(contentOf(from[i] as Node, "a", keys), contentOf(cell, "b", keys), keys, grain) })) });
    }
  };
  for (const { a0, a1, b0, b1 } of pairUp(a, b)) {
    // As many rows here as there: most likely the same rows, with other figures in them.
    if (a1 - a0 === b1 - b0) for (let k = 0; k < a1 - a0; k++) both(a[a0 + k] as (typeof a)[number], b[b0 + k] as (typeof b)[number]);
    else {
      for (let i = a0; i < a1; i++) rows.push(alone((a[i] as { row: Node }).row, "-"));
      for (let j = b0; j < b1; j++) rows.push(alone((b[j] as { row: Node }).row, "+"));
    }
  }
  return { type: "table", table: two.node, sign: "=", wrapper: two.wrapper, rows };
}

/** The tokens of both, in one order: what is deleted stands before what is inserted in its place. */
export function opsBetween(a: readonly Token[], b: readonly Token[]): Op[] {
  const pairs = align(a.map((token) => token.key), b.map((token) => token.key));
  pairs.push([a.length, b.length]);
  const ops: Op[] = [];
  let i = 0;
  let j = 0;
  for (const [x, y] of pairs) {
    while (i < x) ops.push(only("-", a[i++] as Token));
    while (j < y) ops.push(only("+", b[j++] as Token));
    if (x < a.length && y < b.length) ops.push({ sign: "=", a: a[i++] as Token, b: b[j++] as Token, move: null });
  }
  return joinAcrossBlanks(ops);
}

/** Two replacements with a blank between them are one: "the old way" for "a new method" is not three edits. */
function joinAcrossBlanks(ops: Op[]): Op[] {
  const out: Op[] = [];
  for (let k = 0; k < ops.length; ) {
    if ((ops[k] as Op).sign === "=") {
      out.push(ops[k++] as Op);
      continue;
    }
    const gone: Op[] = [];
    const come: Op[] = [];
    for (;;) {
      while (k < ops.length && (ops[k] as Op).sign !== "=") {
        const op = ops[k++] as Op;
        (op.sign === "-" ? gone : come).push(op);
      }
      const here = ops[k];
      const next = ops[k + 1];
      const words = (list: readonly Op[], from: number): boolean => list.slice(from).some((op) => (op.a ?? op.b)?.kind === "word");
      if (!here || here.a?.kind !== "blank" || !next || next.sign === "=" || !here.b || here.b.before !== "" || [...gone, ...come].some((op) => (op.a ?? op.b)?.kind === "end")) break;
      // Only where words stand against words on both sides of the blank.
      let ahead = k + 1;
      const after: Op[] = [];
      while (ahead < ops.length && (ops[ahead] as Op).sign !== "=") after.push(ops[ahead++] as Op);
      if (!words(gone, 0) || !words(come, 0) || !words(after.filter((op) => op.sign === "-"), 0) || !words(after.filter((op) => op.sign === "+"), 0) || after.some((op) => (op.a ?? op.b)?.kind === "end")) break;
      gone.push(only("-", here.a));
      come.push(only("+", here.b));
      k++;
    }
    out.push(...gone, ...come);
  }
  return out;
}

const MOVED_WORDS = 6;

/** Finds what was deleted here and inserted there, and marks both ends with the name of the move. */
export function findMoves(passages: readonly Passage[]): number {
  type Segment = { ops: Op[]; from: number; to: number; whole: boolean };
  const gone: Segment[] = [];
  const come: Segment[] = [];
  const collect = (ops: Op[]): void => {
    for (let k = 0; k < ops.length; ) {
      const { sign } = ops[k] as Op;
      const isEnd = (at: number): boolean => ((ops[at] as Op).a ?? (ops[at] as Op).b)?.kind === "end";
      if (sign === "=" || isEnd(k)) {
        k++;
        continue;
      }
      let to = k;
      while (to < ops.length && (ops[to] as Op).sign === sign && !isEnd(to)) to++;
      const startsParagraph = k === 0 || (isEnd(k - 1) && (ops[k - 1] as Op).sign === sign);
      const whole = startsParagraph && to < ops.length && isEnd(to) && (ops[to] as Op).sign === sign;
      (sign === "-" ? gone : come).push({ ops, from: k, to, whole });
      k = to;
    }
  };
  const walk = (list: readonly Passage[]): void => {
    for (const passage of list) {
      if (passage.type === "ops") collect(passage.ops);
      else if (passage.type === "table") for (const row of passage.rows) for (const cell of row.cells) walk(cell.content);
    }
  };
  walk(passages);
  const token = (segment: Segment, at: number): Token => ((segment.ops[at] as Op).a ?? (segment.ops[at] as Op).b) as Token;
  const row = (segment: Segment, at: number): string | null => {
    const keys: string[] = [];
    let k = at;
    for (; k < segment.to && keys.length < 2 * MOVED_WORDS - 1; k++) {
      const one = token(segment, k);
      if (one.kind !== "word" && one.kind !== "blank") return null;
      keys.push(one.key);
    }
    return keys.length === 2 * MOVED_WORDS - 1 ? keys.join("\u0000") : null;
  };
  const places = new Map<string, { segment: Segment; at: number } | null>();
  for (const segment of gone) {
    for (let at = segment.from; at < segment.to; at++) {
      const key = row(segment, at);
      if (key !== null) places.set(key, places.has(key) ? null : { segment, at });
    }
  }
  let moves = 0;
  for (const target of come) {
    for (let at = target.from; at < target.to; at++) {
      if ((target.ops[at] as Op).move !== null) continue;
      const key = row(target, at);
      const found = key === null ? null : places.get(key);
      if (!found || (found.segment.ops[found.at] as Op).move !== null) continue;
      const source = found.segment;
      let [x, y] = [found.at, at];
      const free = (segment: Segment, k: number): boolean => k >= segment.from && k < segment.to && (segment.ops[k] as Op).move === null && token(segment, k).kind !== "note";
      while (free(source, x - 1) && free(target, y - 1) && token(source, x - 1).key === token(target, y - 1).key) [x, y] = [x - 1, y - 1];
      let length = 0;
      while (free(source, x + length) && free(target, y + length) && token(source, x + length).key === token(target, y + length).key) length++;
      const words = Array.from({ length }, (_, n) => token(target, y + n)).filter((one) => one.kind === "word" && /[\p{L}\p{N}]/u.test(one.key)).length;
      if (words < MOVED_WORDS) continue;
      moves++;
      const name = `move${moves}`;
      for (let n = 0; n < length; n++) {
        (source.ops[x + n] as Op).move = name;
        (target.ops[y + n] as Op).move = name;
      }
      // Whole paragraphs move with their ends.
      if (source.whole && target.whole && x === source.from && x + length === source.to && y === target.from && y + length === target.to) {
        (source.ops[source.to] as Op).move = name;
        (target.ops[target.to] as Op).move = name;
      }
    }
  }
  return moves;
}

