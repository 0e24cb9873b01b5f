/** Finds passages that were moved. */
import { align } from "./align.ts";
import type { Token } from "./compare-tokens.ts";
import type { Op, Passage } from "./compare-diff.ts";

const MOVED_WORDS = 6;
/** Words and the spaces between them that are looked up together. */
const ROW = 2 * MOVED_WORDS - 1;

/** Adjacent tokens that only one text has. `whole`: a paragraph with its end, which comes after them. */
type Segment = { ops: Op[]; from: number; to: number; whole: boolean };

/** A paragraph that keeps this share of its words moves as a whole. */
const SAME_PARAGRAPH = 0.6;

/** How many paragraphs one is compared with to find where it came from. */
const MOST_TRIES = 3;

const tokenAt = (segment: Segment, at: number): Token =>
  ((segment.ops[at] as Op).a ?? (segment.ops[at] as Op).b) as Token;
const isWord = (one: Token): boolean => one.kind === "word" && /[\p{L}\p{N}]/u.test(one.key);

/** Tokens to be put into a list, in front of those from a place on. */
type Addition = { ops: Op[]; at: number; added: Op[] };

/**
 * Moves a whole paragraph in which some words changed: what's gone from it moves too, and is deleted there. Null if the
 * paragraphs differ too much, or have more than words where they differ.
 */
function moveParagraph(source: Segment, target: Segment, name: string): Addition[] | null {
  if (!source.whole || !target.whole || isSame(source, target)) return null;
  const list = ({ ops, from, to }: Segment): Op[] => ops.slice(from, to);
  const [gone, come] = [list(source), list(target)];
  if ([...gone, ...come].some((op) => op.move !== null)) return null;
  const [a, b] = [gone.map((op) => op.a as Token), come.map((op) => op.b as Token)];
  const pairs = align(
    a.map((one) => one.key),
    b.map((one) => one.key),
  );
  const kept = pairs.filter(([i]) => isWord(a[i] as Token)).length;
  const most = Math.max(a.filter(isWord).length, b.filter(isWord).length);
  const [ours, theirs] = [new Set(pairs.map(([i]) => i)), new Set(pairs.map(([, j]) => j))];
  const differing = [...a.filter((_, i) => !ours.has(i)), ...b.filter((_, j) => !theirs.has(j))];
  if (kept < MOVED_WORDS || kept < most * SAME_PARAGRAPH || a.some((one) => one.kind === "note")) return null;
  if (differing.some((one) => one.nodes !== null || one.picture !== null || one.kind === "atom")) return null;
  const additions: Addition[] = [];
  let [i, j] = [0, 0];
  for (const [x, y] of [...pairs, [a.length, b.length] as [number, number]]) {
    if (x > i)
      additions.push({
        ops: target.ops,
        at: target.from + j,
        added: a.slice(i, x).map((one) => ({ sign: "+", a: one, b: null, move: name })),
      });
    if (y < b.length) (come[y] as Op).move = name;
    [i, j] = [x + 1, y + 1];
  }
  for (const op of gone) op.move = name;
  (source.ops[source.to] as Op).move = name;
  (target.ops[target.to] as Op).move = name;
  return additions;
}

/** Finds text deleted in one place and inserted in another, and marks both ends with the move's name. */
export function findMoves(passages: readonly Passage[]): number {
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
  // A number per word, and a number per sequence of them, including spaces.
  const ids = new Map<string, number>();
  const rowsOf = (segment: Segment): Float64Array => {
    const rows = new Float64Array(segment.to - segment.from).fill(-1);
    const numbers = new Int32Array(segment.to - segment.from);
    for (let k = 0; k < numbers.length; k++) {
      const one = tokenAt(segment, segment.from + k);
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
  const additions: Addition[] = [];
  if (places.size === 0) return 0;
  for (const target of come) {
    const rows = rowsOf(target);
    let tries = MOST_TRIES;
    for (let at = target.from; at < target.to; at++) {
      if ((target.ops[at] as Op).move !== null) continue;
      const found = places.get(rows[at - target.from] as number);
      if (!found || (found.segment.ops[found.at] as Op).move !== null) continue;
      const source = found.segment;
      const edited = tries-- > 0 ? moveParagraph(source, target, `move${moves + 1}`) : null;
      if (edited) {
        moves++;
        additions.push(...edited);
        break;
      }
      let [x, y] = [found.at, at];
      const free = (segment: Segment, k: number): boolean =>
        k >= segment.from &&
        k < segment.to &&
        (segment.ops[k] as Op).move === null &&
        tokenAt(segment, k).kind !== "note";
      while (free(source, x - 1) && free(target, y - 1) && tokenAt(source, x - 1).key === tokenAt(target, y - 1).key)
        [x, y] = [x - 1, y - 1];
      let length = 0;
      while (
        free(source, x + length) &&
        free(target, y + length) &&
        tokenAt(source, x + length).key === tokenAt(target, y + length).key
      )
        length++;
      const words = Array.from({ length }, (_, n) => tokenAt(target, y + n)).filter(isWord).length;
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
  // From the back, so that places stay right.
  for (const { ops, at, added } of additions.toSorted((one, two) => two.at - one.at)) ops.splice(at, 0, ...added);
  return moves;
}

/** Whether two stretches have the same tokens. */
const isSame = (one: Segment, two: Segment): boolean =>
  one.to - one.from === two.to - two.from &&
  Array.from({ length: one.to - one.from }, (_, k) => k).every(
    (k) => tokenAt(one, one.from + k).key === tokenAt(two, two.from + k).key,
  );
