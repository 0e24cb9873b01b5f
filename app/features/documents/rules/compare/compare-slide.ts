import type { Op } from "./compare-diff.ts";
import type { Token } from "./compare-tokens.ts";

/** The maximum shift of a passage to either side. */
const MOST = 60;

const tokenOf = (op: Op): Token => (op.a ?? op.b) as Token;
const plain = (op: Op | undefined): boolean =>
  op !== undefined && (tokenOf(op).kind === "word" || tokenOf(op).kind === "blank");

/**
 * An insertion or deletion can often be marked in more than one place: of "It rained. It poured." after "It rained.",
 * both " It poured." and "rained. It poured" work. Each such passage is shifted to where people would mark it: from the
 * start of a sentence, or else of a word.
 */
export function slideToSentences(ops: Op[]): Op[] {
  for (let from = 0; from < ops.length;) {
    const { sign } = ops[from] as Op;
    let to = from + 1;
    while (to < ops.length && (ops[to] as Op).sign === sign) to++;
    if (
      sign !== "=" &&
      (from === 0 || (ops[from - 1] as Op).sign === "=") &&
      (to === ops.length || (ops[to] as Op).sign === "=")
    )
      to += slide(ops, from, to);
    from = to;
  }
  return ops;
}

/** @returns how far the passage was shifted */
function slide(ops: Op[], from: number, to: number): number {
  const size = to - from;
  const { sign } = ops[from] as Op;
  const side = (at: number): Token => ((ops[at] as Op)[sign === "-" ? "a" : "b"] ?? tokenOf(ops[at] as Op)) as Token;
  for (let k = from; k < to; k++) if (!plain(ops[k])) return 0;
  let left = 0;
  while (
    left < MOST &&
    from - left > 0 &&
    (ops[from - left - 1] as Op).sign === "=" &&
    plain(ops[from - left - 1]) &&
    side(from - left - 1).key === side(to - left - 1).key
  )
    left++;
  let right = 0;
  while (
    right < MOST &&
    to + right < ops.length &&
    (ops[to + right] as Op).sign === "=" &&
    plain(ops[to + right]) &&
    side(to + right).key === side(from + right).key
  )
    right++;
  if (left + right === 0) return 0;
  const fit = (start: number): number => {
    const before = start > 0 ? side(start - 1) : null;
    if (!before || before.kind === "end") return 4;
    if (before.kind !== "blank") return side(start).kind === "blank" ? 1 : 0;
    return start > 1 && /^[.!?\u2026\u3002]$/.test(side(start - 2).key) ? 4 : 2;
  };
  let best = 0;
  for (let shift = -left; shift <= right; shift++) if (fit(from + shift) > fit(from + best)) best = shift;
  if (best === 0) return 0;
  const start = Math.min(from, from + best);
  const end = Math.max(to, to + best);
  const tokens: Token[] = [];
  const others: Token[] = [];
  for (let k = start; k < end; k++) {
    tokens.push(side(k));
    const op = ops[k] as Op;
    if (op.sign === "=") others.push((sign === "-" ? op.b : op.a) as Token);
  }
  const first = from + best - start;
  for (const [n, token] of tokens.entries()) {
    if (n >= first && n < first + size)
      ops[start + n] = { sign, a: sign === "-" ? token : null, b: sign === "+" ? token : null, move: null };
    else {
      const other = others[n < first ? n : n - size] as Token;
      ops[start + n] = { sign: "=", a: sign === "-" ? token : other, b: sign === "-" ? other : token, move: null };
    }
  }
  return best;
}
