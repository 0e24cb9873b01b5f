import { align } from "./align.ts";

/** Something that can be matched: its markup, its text, and its words, which are only requested if the text differs. */
export type Pairable = {
  readonly source: string;
  readonly key: string;
  readonly kind: string;
  readonly words: readonly string[];
};

/** Corresponding ranges [a0, a1) of one list and [b0, b1) of the other. Either may be empty. */
export type Stretch = { a0: number; a1: number; b0: number; b1: number };

/** How many consecutive words identify a paragraph. */
const SHINGLE = 3;
/** Below this share of common words, two paragraphs don't match. */
const ALIKE = 0.4;
/** Largest table for comparing paragraphs by similarity. */
const MAX_TABLE = 4_000;

/** Twice the common words divided by all words, regardless of position: 0 to 1. */
export function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 1;
  const counts = new Map<string, number>();
  for (const word of a) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of b) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    common++;
    counts.set(word, left - 1);
  }
  return (2 * common) / (a.length + b.length);
}

/**
 * Divides two lists into corresponding ranges in order: equal and similar items one to one, a split or joined paragraph
 * with its parts, and items on only one side. Usually linear.
 */
export function pairUp(a: readonly Pairable[], b: readonly Pairable[]): Stretch[] {
  const out: Stretch[] = [];
  const inOrder = (
    pairs: [number, number][],
    a0: number,
    a1: number,
    b0: number,
    b1: number,
    gap: (a0: number, a1: number, b0: number, b1: number) => void,
  ): void => {
    let i = a0;
    let j = b0;
    for (const [x, y] of [...pairs, [a1, b1] as [number, number]]) {
      if (x > i || y > j) gap(i, x, j, y);
      if (x < a1 && y < b1) out.push({ a0: x, a1: x + 1, b0: y, b1: y + 1 });
      i = x + 1;
      j = y + 1;
    }
  };
  inOrder(
    align(
      a.map((one) => one.source),
      b.map((one) => one.source),
    ),
    0,
    a.length,
    0,
    b.length,
    (a0, a1, b0, b1) => {
      const same = align(
        a.slice(a0, a1).map((one) => one.key),
        b.slice(b0, b1).map((one) => one.key),
      );
      inOrder(
        same.map(([x, y]) => [a0 + x, b0 + y]),
        a0,
        a1,
        b0,
        b1,
        (i, x, j, y) => pairGap(a, b, i, x, j, y, out),
      );
    },
  );
  return out;
}

function pairGap(
  a: readonly Pairable[],
  b: readonly Pairable[],
  a0: number,
  a1: number,
  b0: number,
  b1: number,
  out: Stretch[],
): void {
  if (a0 === a1 || b0 === b1) {
    oneSided(a0, a1, b0, b1, out);
    return;
  }
  const votes = castVotes(a, b, a0, a1, b0, b1);
  let i = a0;
  let j = b0;
  // A few common words don't make two paragraphs a pair, unless one was cut out of the other.
  const chain = heaviestChain(votes).filter(
    ([x, y]) =>
      likeness((a[x] as Pairable).words, (b[y] as Pairable).words) >= ALIKE / 2 ||
      isPartOf(a, x, b, y, votes) ||
      isPartOf(b, y, a, x, votes, true),
  );
  const pairs: [number, number][] = [];
  for (const [x, y] of [...chain, [a1, b1] as [number, number]]) {
    if (x > i && y > j) pairs.push(...byLikeness(a, b, i, x, j, y));
    if (x < a1) pairs.push([x, y]);
    i = x + 1;
    j = y + 1;
  }
  // Each pair, with neighbors on either side that are parts of it.
  i = a0;
  j = b0;
  for (const [n, [x, y]] of pairs.entries()) {
    const [nextA, nextB] = pairs[n + 1] ?? [a1, b1];
    let fromA = x;
    let fromB = y;
    let toA = x + 1;
    let toB = y + 1;
    if (a[x]?.kind === "p" && b[y]?.kind === "p") {
      while (fromB > j && isPartOf(a, x, b, fromB - 1, votes)) fromB--;
      while (toB < nextB && isPartOf(a, x, b, toB, votes)) toB++;
      if (fromB === y && toB === y + 1) {
        while (fromA > i && isPartOf(b, y, a, fromA - 1, votes, true)) fromA--;
        while (toA < nextA && isPartOf(b, y, a, toA, votes, true)) toA++;
      }
    }
    oneSided(i, fromA, j, fromB, out);
    out.push({ a0: fromA, a1: toA, b0: fromB, b1: toB });
    i = toA;
    j = toB;
  }
  oneSided(i, a1, j, b1, out);
}

function oneSided(a0: number, a1: number, b0: number, b1: number, out: Stretch[]): void {
  if (a1 > a0) out.push({ a0, a1, b0, b1: b0 });
  if (b1 > b0) out.push({ a0: a1, a1, b0, b1 });
}

type Votes = Map<number, Map<number, number>>;

/** Word sequences that occur more often than this are ignored. */
const MAX_PLACES = 4;

/**
 * For each item of `a`, how many word sequences it shares with each of `b`. Only sequences that occur once on either
 * side count, or equally often on both and rarely: then the first matches the first, the second the second.
 */
function castVotes(
  a: readonly Pairable[],
  b: readonly Pairable[],
  a0: number,
  a1: number,
  b0: number,
  b1: number,
): Votes {
  const places = new Map<number, { a: number[]; b: number[] }>();
  const ids = new Map<string, number>();
  const rows = (
    list: readonly Pairable[],
    from: number,
    to: number,
    visit: (row: number, at: number) => void,
  ): void => {
    for (let at = from; at < to; at++) {
      const { words, kind } = list[at] as Pairable;
      const numbers = new Int32Array(words.length);
      for (let k = 0; k < words.length; k++) {
        const word = words[k] as string;
        let id = ids.get(word);
        if (id === undefined) ids.set(word, (id = ids.size + 1));
        numbers[k] = id;
      }
      const size = Math.min(SHINGLE, words.length);
      // A hash of a word sequence. Collisions are too rare to matter.
      for (let k = 0; size > 0 && k + size <= numbers.length; k++) {
        let [high, low] = [kind.charCodeAt(0), size];
        for (let n = k; n < k + size; n++) {
          high = (Math.imul(high, 31) + (numbers[n] as number)) | 0;
          low = (Math.imul(low, 1_000_003) ^ (numbers[n] as number)) & 0xfffff;
        }
        visit((high >>> 0) * 0x100000 + low, at);
      }
    }
  };
  rows(a, a0, a1, (row, at) => {
    const place = places.get(row);
    if (!place) places.set(row, { a: [at], b: [] });
    else if (place.a.length <= MAX_PLACES && place.a.at(-1) !== at) place.a.push(at);
  });
  rows(b, b0, b1, (row, at) => {
    const place = places.get(row);
    if (place && place.b.length <= MAX_PLACES && place.b.at(-1) !== at) place.b.push(at);
  });
  const votes: Votes = new Map();
  for (const { a: here, b: there } of places.values()) {
    if (here.length !== there.length || here.length > MAX_PLACES) continue;
    for (const [n, x] of here.entries()) {
      const y = there[n] as number;
      let own = votes.get(x);
      if (!own) votes.set(x, (own = new Map()));
      own.set(y, (own.get(y) ?? 0) + 1);
    }
  }
  return votes;
}

/** The set of voted pairs with the most votes that keeps both orders. */
function heaviestChain(votes: Votes): [number, number][] {
  const candidates: { a: number; b: number; weight: number; best: number; before: number }[] = [];
  for (const [x, own] of [...votes].sort((one, two) => one[0] - two[0])) {
    // The best two are enough, because a paragraph rarely corresponds to more.
    const top = [...own].sort((one, two) => two[1] - one[1]).slice(0, 2);
    // For one paragraph, the later partner first, which lets a chain use only one of them.
    for (const [y, weight] of top.sort((one, two) => two[0] - one[0]))
      candidates.push({ a: x, b: y, weight, best: 0, before: -1 });
  }
  if (candidates.length === 0) return [];
  let top = 2;
  for (const one of candidates) top = Math.max(top, one.b + 2);
  // A tree of the heaviest chain ending before each b.
  const tree = new Int32Array(top + 1).fill(-1);
  const heavier = (one: number, two: number): number =>
    two < 0 || (one >= 0 && (candidates[one] as { best: number }).best >= (candidates[two] as { best: number }).best)
      ? one
      : two;
  for (let n = 0; n < candidates.length; n++) {
    const one = candidates[n] as (typeof candidates)[number];
    let before = -1;
    for (let at = one.b; at > 0; at -= at & -at) before = heavier(before, tree[at] as number);
    one.before = before;
    one.best = one.weight + (before >= 0 ? (candidates[before] as typeof one).best : 0);
    for (let at = one.b + 1; at <= top; at += at & -at) tree[at] = heavier(tree[at] as number, n);
  }
  let at = 0;
  for (let n = 1; n < candidates.length; n++)
    if ((candidates[n] as { best: number }).best > (candidates[at] as { best: number }).best) at = n;
  const chain: [number, number][] = [];
  for (let n = at; n >= 0; n = (candidates[n] as { before: number }).before)
    chain.push([(candidates[n] as { a: number }).a, (candidates[n] as { b: number }).b]);
  return chain.reverse();
}

/**
 * Matches what's left between two pairs by word similarity. Items of different kinds never match. If there are too many
 * combinations, only items at about the same relative position are compared.
 */
function byLikeness(
  a: readonly Pairable[],
  b: readonly Pairable[],
  a0: number,
  a1: number,
  b0: number,
  b1: number,
): [number, number][] {
  const rows = a1 - a0;
  const columns = b1 - b0;
  const reach = rows * columns <= MAX_TABLE ? columns : bandOf(a, b, a0, a1, b0, b1);
  if (reach === 0) return [];
  const width = Math.min(columns, 2 * reach + 1) + 2;
  // Each table row holds the columns from `first` on. Outside of them is nothing.
  const first = (i: number): number =>
    reach >= columns ? 0 : Math.max(0, Math.min(columns - (width - 2), Math.floor((i * columns) / rows) - reach));
  const like = new Float64Array(rows * width);
  const best = new Float64Array((rows + 1) * width);
  const bestAt = (i: number, j: number): number => {
    if (i >= rows || j >= columns) return 0;
    const at = j - first(i);
    // Before the band everything is still to come, and after it nothing is.
    return at < 0 ? (best[i * width] as number) : at >= width - 2 ? 0 : (best[i * width + at] as number);
  };
  for (let i = rows - 1; i >= 0; i--) {
    const from = first(i);
    for (let j = Math.min(columns, from + width - 2) - 1; j >= from; j--) {
      const one = a[a0 + i] as Pairable;
      const two = b[b0 + j] as Pairable;
      const share =
        one.kind !== two.kind ? 0 : one.words.length + two.words.length === 0 ? 0.5 : likeness(one.words, two.words);
      like[i * width + j - from] = share >= ALIKE ? share : 0;
      best[i * width + j - from] = Math.max(
        bestAt(i + 1, j),
        bestAt(i, j + 1),
        share >= ALIKE ? share + bestAt(i + 1, j + 1) : 0,
      );
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = first(0); i < rows && j < columns;) {
    const at = j - first(i);
    if (at < 0) {
      j++;
      continue;
    }
    const share = at >= width - 2 ? 0 : (like[i * width + at] as number);
    if (share > 0 && bestAt(i, j) === share + bestAt(i + 1, j + 1)) pairs.push([a0 + i++, b0 + j++]);
    else if (at >= width - 2 || bestAt(i, j) === bestAt(i + 1, j)) i++;
    else j++;
  }
  return pairs;
}

/** The maximum number of word comparisons in total. */
const MAX_WORDS = 1_000_000;

/** How far to either side each item can be compared, given the cost; 0 for not at all. */
function bandOf(
  a: readonly Pairable[],
  b: readonly Pairable[],
  a0: number,
  a1: number,
  b0: number,
  b1: number,
): number {
  let words = 0;
  for (let i = a0; i < a1; i++) words += (a[i] as Pairable).words.length + 1;
  for (let j = b0; j < b1; j++) words += (b[j] as Pairable).words.length + 1;
  return Math.min(12, Math.floor(MAX_WORDS / (2 * words * Math.max(1, (b1 - b0) / (a1 - a0)))));
}

/** Whether most of `list[at]`'s text comes from `of[whole]`: a paragraph cut out of it, or joined to it. */
function isPartOf(
  of: readonly Pairable[],
  whole: number,
  list: readonly Pairable[],
  at: number,
  votes: Votes,
  turned = false,
): boolean {
  const part = list[at];
  if (!part || part.kind !== "p" || part.words.length === 0) return false;
  const shared = turned ? (votes.get(at)?.get(whole) ?? 0) : (votes.get(whole)?.get(at) ?? 0);
  return shared * 2 >= Math.max(1, part.words.length - SHINGLE + 1) && (of[whole] as Pairable).words.length > 0;
}
