/** A text as words, numbers, and marks, and what differs between two. */

export type Token = {
  text: string;
  /** Lower case, with straight apostrophes. */
  key: string;
  kind: "word" | "number" | "mark";
  /** White space before it. */
  spaced: boolean;
  from: number;
  to: number;
  /** Part of an in-text citation, or of a figure's, table's, or section's number. */
  role: "citation" | "label" | null;
};

const TOKENS = /(?:\p{L}\.){2,}|\d+(?:[.,]\d+)+\p{L}*|[\p{L}\p{M}\p{Nd}\p{Nl}_₀-₉]+(?:['’]\p{L}+)*|\S/gu;

const keyOf = (found: string): string => {
  const lower = found.toLowerCase();
  return lower.includes("’") ? lower.replaceAll("’", "'") : lower;
};
// Most words have only these letters, and a document has a million words.
const PLAIN = /^[A-Za-z]+$/;
const kindOf = (found: string): Token["kind"] =>
  PLAIN.test(found) ? "word" : /\p{N}/u.test(found) ? "number" : /[\p{L}\p{M}]/u.test(found) ? "word" : "mark";

/** Words, numbers, and marks in reading order. */
export function tokensOf(text: string): Token[] {
  const out: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [found] = match;
    const from = match.index;
    out.push({
      text: found,
      key: keyOf(found),
      kind: kindOf(found),
      spaced: from > end,
      from,
      to: from + found.length,
      role: null,
    });
    end = from + found.length;
  }
  return out;
}

/** What went and what came at one place. `at` and `to` are its places in the tokens before and after. */
export type Hunk = { gone: Token[]; came: Token[]; at: number; to: number };
/** `kept`: the same word or mark on both sides, though perhaps with other capitals or spaces. */
export type Difference = { hunks: Hunk[]; kept: [Token, Token][] };

/** Comparisons for one change. A longer one is taken as replaced as a whole. */
const MOST_CELLS = 60_000;

/** What differs between two stretches of tokens, which start at `at` and `to`. */
export function differenceOf(before: readonly Token[], after: readonly Token[], at = 0, to = 0): Difference {
  const hunks: Hunk[] = [];
  const kept: [Token, Token][] = [];
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && before[start]?.key === after[start]?.key) {
    kept.push([before[start] as Token, after[start] as Token]);
    start++;
  }
  let end = 0;
  while (end < shorter - start && before.at(-1 - end)?.key === after.at(-1 - end)?.key) end++;
  const b = before.slice(start, before.length - end);
  const a = after.slice(start, after.length - end);
  if (b.length + a.length > 0) alignMiddle(b, a, at + start, to + start, { hunks, kept });
  for (let n = end; n > 0; n--) kept.push([before.at(-n) as Token, after.at(-n) as Token]);
  return { hunks, kept };
}

/** Compares what's between the common start and end. */
function alignMiddle(b: Token[], a: Token[], at: number, to: number, { hunks, kept }: Difference): void {
  if (b.length * a.length > MOST_CELLS || b.length === 0 || a.length === 0) {
    hunks.push({ gone: b, came: a, at, to });
    return;
  }
  const width = a.length + 1;
  const best = new Uint16Array((b.length + 1) * width);
  const common = (i: number, j: number): number => best[i * width + j] ?? 0;
  for (let i = b.length - 1; i >= 0; i--)
    for (let j = a.length - 1; j >= 0; j--)
      best[i * width + j] =
        b[i]?.key === a[j]?.key ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1));
  let i = 0;
  let j = 0;
  let open: Hunk | null = null;
  while (i < b.length || j < a.length) {
    if (i < b.length && j < a.length && b[i]?.key === a[j]?.key) {
      kept.push([b[i++] as Token, a[j++] as Token]);
      open = null;
      continue;
    }
    if (!open) hunks.push((open = { gone: [], came: [], at: at + i, to: to + j }));
    if (j >= a.length || (i < b.length && common(i + 1, j) >= common(i, j + 1))) open.gone.push(b[i++] as Token);
    else open.came.push(a[j++] as Token);
  }
}
