import { align } from "./align.ts";
import { M, child, inside, isBlank, withoutNoise } from "./compare-markup.ts";
import { type Pairable, type Stretch, pairUp } from "./compare-pairing.ts";
import { slideToSentences } from "./compare-slide.ts";
import { type TargetKey, type Token, type Wrapper, targetsIn, tokensOf } from "./compare-tokens.ts";
import { writeTree, type Node } from "../docx/xml-tree.ts";

/** A token in both texts or in only one. `move` names the move it's an end of. */
export type Op = { sign: "=" | "-" | "+"; a: Token | null; b: Token | null; move: string | null };

/** A comparison's result, before it's written. */
export type Passage =
  | { type: "same"; xml: string; wrapper: Wrapper | null }
  /** Paragraphs; each ends with the end of a paragraph. */
  | { type: "ops"; ops: Op[] }
  | { type: "table"; table: Node; wrapper: Wrapper | null | undefined; rows: Row[]; sign: "=" | "-" | "+" };
export type Row = { sign: "=" | "-" | "+"; row: Node; xml: string | null; cells: { cell: Node; content: Passage[] }[] };

export type Side = "a" | "b";

/** A paragraph or table of one side. Most are the same on both, so expensive properties are computed lazily. */
export class Block implements Pairable {
  readonly node: Node;
  readonly kind: "p" | "t";
  /** The content control around it. */
  readonly wrapper: Wrapper | null;
  /** The markup between it and the previous block. */
  before: string;
  readonly side: Side;
  private readonly targetKey: TargetKey;
  private readonly got: { source?: string; tokens?: Token[]; key?: string; words?: string[]; notes?: boolean } = {};

  constructor(node: Node, kind: "p" | "t", side: Side, targetKey: TargetKey, wrapper: Wrapper | null, before: string) {
    this.node = node;
    this.kind = kind;
    this.side = side;
    this.targetKey = targetKey;
    this.wrapper = wrapper;
    this.before = before;
  }

  get source(): string {
    return (this.got.source ??= sourceOf(this.node, this.targetKey));
  }

  /** A paragraph's own tokens, or those of all of a table's paragraphs. */
  get tokens(): Token[] {
    return (this.got.tokens ??=
      this.kind === "p" ? tokensOf(this.node, this.targetKey) : tokensIn(this.node, this.targetKey));
  }

  get key(): string {
    return (this.got.key ??= keyOf(this.kind, this.tokens));
  }

  get words(): string[] {
    return (this.got.words ??= wordsIn(this.tokens));
  }

  /** Has notes, so equal markup doesn't make it equal. */
  get notes(): boolean {
    return (this.got.notes ??= holdsNotes(this.node));
  }
}

/** A story's blocks: paragraphs, tables, and anything else between them. */
export function blocksOf(
  nodes: readonly Node[],
  side: Side,
  targetKey: TargetKey,
  wrapper: Wrapper | null = null,
): { blocks: Block[]; after: string } {
  const blocks: Block[] = [];
  let before = "";
  for (const node of nodes) {
    if (isBlank(node)) continue;
    if (node.code === M.p || node.code === M.tbl) {
      blocks.push(new Block(node, node.code === M.p ? "p" : "t", side, targetKey, wrapper, before));
      before = "";
    } else if (node.code === M.sdt || node.code === M.customXml) {
      const content = node.code === M.sdt ? child(node, M.sdtContent) : node;
      if (!content || content.close === null) continue;
      const head =
        node.code === M.sdt
          ? node.raw + node.children.slice(0, node.children.indexOf(content)).map(writeTree).join("") + content.raw
          : node.raw;
      const own = blocksOf(content.children, side, targetKey, {
        open: head,
        close: content.close + (node.code === M.sdt ? (node.close ?? "") : ""),
        outer: wrapper,
      });
      if (own.blocks[0]) {
        own.blocks[0].before = before + own.blocks[0].before;
        before = "";
      }
      for (const block of own.blocks) blocks.push(block);
      before += own.after;
    } else before += writeTree(node);
  }
  return { blocks, after: before };
}

/** Markup without what differs between saves, and with the targets of its relationships. */
function sourceOf(node: Node, targetKey: TargetKey): string {
  const xml = writeTree(node);
  return withoutNoise(xml) + targetsIn(xml, targetKey);
}

const keyOf = (kind: string, tokens: readonly Token[]): string => {
  let key = kind;
  for (const token of tokens) key += `\u0000${token.key}`;
  return key;
};

function wordsIn(tokens: readonly Token[]): string[] {
  const words: string[] = [];
  for (const token of tokens) if (token.kind !== "blank" && token.kind !== "end") words.push(token.key);
  return words;
}

const holdsNotes = (node: Node): boolean =>
  node.code === M.footnoteReference || node.code === M.endnoteReference || node.children.some(holdsNotes);

function tokensIn(table: Node, targetKey: TargetKey): Token[] {
  const out: Token[] = [];
  const walk = (node: Node): void => {
    if (node.code === M.p) for (const token of tokensOf(node, targetKey)) out.push(token);
    else for (const one of node.children) walk(one);
  };
  walk(table);
  return out;
}

export type Keys = { a: TargetKey; b: TargetKey };

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

/** Rows and cells, looking inside content controls. */
const under = (node: Node, code: number): Node[] =>
  node.children.flatMap((one) =>
    one.code === code
      ? [one]
      : one.code === M.sdt
        ? under(child(one, M.sdtContent) ?? one, code)
        : one.code === M.customXml
          ? under(one, code)
          : [],
  );
export const rowsOf = (table: Node): Node[] => under(table, M.tr);
export const cellsOf = (row: Node): Node[] => under(row, M.tc);

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

const MOVED_WORDS = 6;
/** Words and the spaces between them that are looked up together. */
const ROW = 2 * MOVED_WORDS - 1;

/** Finds text deleted in one place and inserted in another, and marks both ends with the move's name. */
export function findMoves(passages: readonly Passage[]): number {
  type Segment = { ops: Op[]; from: number; to: number; whole: boolean };
  const gone: Segment[] = [];
  const come: Segment[] = [];
  const collect = (ops: Op[]): void => {
    for (let k = 0; k < ops.length;) {
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
      else if (passage.type === "table")
        for (const row of passage.rows) for (const cell of row.cells) walk(cell.content);
    }
  };
  walk(passages);
  const token = (segment: Segment, at: number): Token =>
    ((segment.ops[at] as Op).a ?? (segment.ops[at] as Op).b) as Token;
  // A number per word, and a number per sequence of them, including spaces.
  const ids = new Map<string, number>();
  const rowsOf = (segment: Segment): Float64Array => {
    const rows = new Float64Array(segment.to - segment.from).fill(-1);
    const numbers = new Int32Array(segment.to - segment.from);
    for (let k = 0; k < numbers.length; k++) {
      const one = token(segment, segment.from + k);
      if (one.kind !== "word" && one.kind !== "blank") continue;
      let id = ids.get(one.key);
      if (id === undefined) ids.set(one.key, (id = ids.size + 1));
      numbers[k] = id;
    }
    for (let k = 0, run = 0; k < numbers.length; k++) {
      run = numbers[k] === 0 ? 0 : run + 1;
      if (run < ROW) continue;
      let [high, low] = [0, 0];
      for (let n = k - ROW + 1; n <= k; n++) {
        high = (Math.imul(high, 31) + (numbers[n] as number)) | 0;
        low = (Math.imul(low, 1_000_003) ^ (numbers[n] as number)) & 0xfffff;
      }
      rows[k - ROW + 1] = (high >>> 0) * 0x100000 + low;
    }
    return rows;
  };
  const places = new Map<number, { segment: Segment; at: number } | null>();
  for (const segment of gone) {
    for (const [k, row] of rowsOf(segment).entries())
      if (row >= 0) places.set(row, places.has(row) ? null : { segment, at: segment.from + k });
  }
  let moves = 0;
  if (places.size === 0) return 0;
  for (const target of come) {
    const rows = rowsOf(target);
    for (let at = target.from; at < target.to; at++) {
      if ((target.ops[at] as Op).move !== null) continue;
      const found = places.get(rows[at - target.from] as number);
      if (!found || (found.segment.ops[found.at] as Op).move !== null) continue;
      const source = found.segment;
      let [x, y] = [found.at, at];
      const free = (segment: Segment, k: number): boolean =>
        k >= segment.from &&
        k < segment.to &&
        (segment.ops[k] as Op).move === null &&
        token(segment, k).kind !== "note";
      while (free(source, x - 1) && free(target, y - 1) && token(source, x - 1).key === token(target, y - 1).key)
        [x, y] = [x - 1, y - 1];
      let length = 0;
      while (
        free(source, x + length) &&
        free(target, y + length) &&
        token(source, x + length).key === token(target, y + length).key
      )
        length++;
      const words = Array.from({ length }, (_, n) => token(target, y + n)).filter(
        (one) => one.kind === "word" && /[\p{L}\p{N}]/u.test(one.key),
      ).length;
      if (words < MOVED_WORDS) continue;
      moves++;
      const name = `move${moves}`;
      for (let n = 0; n < length; n++) {
        (source.ops[x + n] as Op).move = name;
        (target.ops[y + n] as Op).move = name;
      }
      // Whole paragraphs move with their marks.
      if (
        source.whole &&
        target.whole &&
        x === source.from &&
        x + length === source.to &&
        y === target.from &&
        y + length === target.to
      ) {
        (source.ops[source.to] as Op).move = name;
        (target.ops[target.to] as Op).move = name;
      }
    }
  }
  return moves;
}
