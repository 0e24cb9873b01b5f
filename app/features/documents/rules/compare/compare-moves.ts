/** Finds passages that were moved. */
import type { Token } from "./compare-tokens.ts";
import type { Op, Passage } from "./compare-diff.ts";

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
