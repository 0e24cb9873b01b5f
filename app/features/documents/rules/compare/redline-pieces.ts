/** Tokens' pieces, and the elements around them. */
import type { Op } from "./compare-diff.ts";
import type { Piece, Token, Wrapper } from "./compare-tokens.ts";

export type Group = "=" | "-" | "+";

/**
 * A token's pieces, each with its earlier counterpart. A word that's one run in one version and several in the other,
 * such as 10⁵ and 105, is split wherever either is, which tracks format changes inside it.
 */
export function piecesOf(op: Op, token: Token): [Piece, Piece | null][] {
  const before = op.sign === "=" ? op.a?.pieces : undefined;
  const now = token.pieces;
  if (!before) return now.map((piece) => [piece, null]);
  if (before.length === now.length && before.every((piece, i) => piece.text === now[i]?.text))
    return now.map((piece, i) => [piece, before[i] ?? null]);
  const all = (pieces: readonly Piece[]): string => pieces.map((piece) => piece.text ?? "").join("");
  if (all(before) !== all(now) || [...before, ...now].some((piece) => piece.text === null))
    return now.map((piece, i) => [piece, before.length === now.length ? (before[i] ?? null) : null]);
  const out: [Piece, Piece | null][] = [];
  let [i, used] = [0, 0];
  for (const piece of now) {
    const text = piece.text ?? "";
    for (let at = 0; at < text.length;) {
      const was = before[i] as Piece;
      const take = Math.min(text.length - at, (was.text ?? "").length - used);
      if (take > 0) out.push([{ ...piece, text: text.slice(at, at + take) }, was]);
      at += take;
      used += take;
      if (used >= (was.text ?? "").length) [i, used] = [i + 1, 0];
    }
  }
  return out;
}

/**
 * For each token, the wrapper around B's next one. Content that only A has stays inside it if the wrapper continues.
 */
export function wrappersAhead(ops: readonly Op[]): (Wrapper | null)[] {
  const ahead: (Wrapper | null)[] = [];
  let next: Wrapper | null = null;
  for (let i = ops.length - 1; i >= 0; i--) {
    const op = ops[i] as Op;
    if (op.b) next = op.b.kind === "end" ? null : (op.b.pieces[0]?.wrapper ?? null);
    else if (op.a?.kind === "end") next = null;
    ahead[i] = next;
  }
  return ahead;
}

/** For each token of a move, the place of the move's last one with the same sign in the same paragraph. */
export function lastOfMoves(ops: readonly Op[]): number[] {
  const lasts: number[] = [];
  const known = new Map<string, number>();
  for (let i = ops.length - 1; i >= 0; i--) {
    const { sign, move, a, b } = ops[i] as Op;
    if ((a ?? b)?.kind === "end") known.clear();
    const key = `${sign}${move}`;
    if (move !== null && !known.has(key)) known.set(key, i);
    lasts[i] = known.get(key) ?? i;
  }
  return lasts;
}

/** The name of a tracked change's element. */
export const element = (sign: Group, move: string | null): string =>
  sign === "-" ? (move === null ? "del" : "moveFrom") : move === null ? "ins" : "moveTo";

/** Closes and opens the elements between one wrapper and another. */
export function switchWrapper(from: Wrapper | null, to: Wrapper | null): string {
  if (from === to) return "";
  const chain = (wrapper: Wrapper | null): Wrapper[] => (wrapper === null ? [] : [...chain(wrapper.outer), wrapper]);
  const [old, wanted] = [chain(from), chain(to)];
  let common = 0;
  while (common < old.length && common < wanted.length && old[common] === wanted[common]) common++;
  return (
    old
      .slice(common)
      .reverse()
      .map((one) => one.close)
      .join("") +
    wanted
      .slice(common)
      .map((one) => one.open)
      .join("")
  );
}
