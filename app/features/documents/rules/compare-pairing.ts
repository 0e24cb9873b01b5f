import { align } from "./align.ts";

/** Something that can be paired with its like: what it says as a whole, and its words. */
export type Pairable = { key: string; kind: string; words: readonly string[] };

/** Stretches [a0, a1) of one list and [b0, b1) of the other that answer to each other; either may be empty. */
export type Stretch = { a0: number; a1: number; b0: number; b1: number };

/** How many words in a row tell one paragraph from another. */
const SHINGLE = 3;
/** Below this share of common words two paragraphs are two. */
const ALIKE = 0.4;
/** Largest table of the full comparison of paragraphs by likeness. */
const MAX_TABLE = 4_000;

/** Twice the common words over all the words, wherever they stand: 0 to 1. */
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
 * Divides two lists into stretches that answer to each other, in order: equal things one to one, things alike one to one, a
 * paragraph that was split or joined with its parts, and what stands on one side alone. Linear in the usual case.
 */
export function pairUp(a: readonly Pairable[], b: readonly Pairable[]): Stretch[] {
  const out: Stretch[] = [];
  const equal = align(a.map((one) => one.key), b.map((one) => one.key));
  let i = 0;
  let j = 0;
  for (const [x, y] of [...equal, [a.length, b.length] as [number, number]]) {
    if (x > i || y > j) pairGap(a, b, i, x, j, y, out);
    if (x < a.length && y < b.length) out.push({ a0: x, a1: x + 1, b0: y, b1: y + 1 });
    i = x + 1;
    j = y + 1;
  }
  return out;
}

function pairGap(a: readonly Pairable[], b: readonly Pairable[], a0: number, a1: number, b0: number, b1: number, out: Stretch[]): void {
  if (a0 === a1 || b0 === b1) {
    oneSided(a0, a1, b0, b1, out);
    return;
  }
  const votes = castVotes(a, b, a0, a1, b0, b1);
  let i = a0;
  let j = b0;
  // A few words in common do not make two paragraphs one, unless one of them was cut out of the other.
  const chain = heaviestChain(votes).filter(([x, y]) => likeness((a[x] as Pairable).words, (b[y] as Pairable).words) >= ALIKE / 2 || isPartOf(a, x, b, y, votes) || isPartOf(b, y, a, x, votes, true));
  const pairs: [number, number][] = [];
  for (const [x, y] of [...chain, [a1, b1] as [number, number]]) {
    if (x > i && y > j) pairs.push(...byLikeness(a, b, i, x, j, y));
    if (x < a1) pairs.push([x, y]);
    i = x + 1;
    j = y + 1;
  }
  // Each pair, with the neighbours on either side that are parts of it.
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

/** For each thing of `a`, how many rows of words that occur once on either side it shares with each of `b`. */
function castVotes(a: readonly Pairable[], b: readonly Pairable[], a0: number, a1: number, b0: number, b1: number): Votes {
  const places = new Map<string, { a: number; b: number }>();
  const rows = (list: readonly Pairable[], from: number, to: number, visit: (row: string, at: number) => void): void => {
    for (let at = from; at < to; at++) {
      const { words, kind } = list[at] as Pairable;
      const size = Math.min(SHINGLE, Math.max(1, words.length));
      for (let k = 0; k + size <= words.length; k++) visit(`${kind} ${words.slice(k, k + size).join(" ")}`, at);
    }
  };
  rows(a, a0, a1, (row, at) => {
    const place = places.get(row);
    if (place) place.a = place.a === at ? at : -2;
    else places.set(row, { a: at, b: -1 });
  });
  rows(b, b0, b1, (row, at) => {
    const place = places.get(row);
    if (place) place.b = place.b === -1 || place.b === at ? at : -2;
  });
  const votes: Votes = new Map();
  for (const place of places.values()) {
    if (place.a < 0 || place.b < 0) continue;
    let own = votes.get(place.a);
    if (!own) votes.set(place.a, (own = new Map()));
    own.set(place.b, (own.get(place.b) ?? 0) + 1);
  }
  return votes;
}

/** Of all pairs that were voted for, the set with the most votes that keeps both orders. */
function heaviestChain(votes: Votes): [number, number][] {
  const candidates: { a: number; b: number; weight: number; best: number; before: number }[] = [];
  for (const [x, own] of [...votes].sort((one, two) => one[0] - two[0])) {
    // The best two are enough: a paragraph is seldom more than one.
    const top = [...own].sort((one, two) => two[1] - one[1]).slice(0, 2);
    // Of one paragraph the later partner first, so that a chain takes one of them.
    for (const [y, weight] of top.sort((one, two) => two[0] - one[0])) candidates.push({ a: x, b: y, weight, best: 0, before: -1 });
  }
  if (candidates.length === 0) return [];
  const top = Math.max(...candidates.map((one) => one.b)) + 2;
  // A tree of the heaviest chain that ends before each b.
  const tree = new Int32Array(top + 1).fill(-1);
  const heavier = (one: number, two: number): number => (two < 0 || (one >= 0 && (candidates[one] as { best: number }).best >= (candidates[two] as { best: number }).best) ? one : two);
  for (let n = 0; n < candidates.length; n++) {
    const one = candidates[n] as (typeof candidates)[number];
    let before = -1;
    for (let at = one.b; at > 0; at -= at & -at) before = heavier(before, tree[at] as number);
    one.before = before;
    one.best = one.weight + (before >= 0 ? (candidates[before] as typeof one).best : 0);
    for (let at = one.b + 1; at <= top; at += at & -at) tree[at] = heavier(tree[at] as number, n);
  }
  let at = 0;
  for (let n = 1; n < candidates.length; n++) if ((candidates[n] as { best: number }).best > (candidates[at] as { best: number }).best) at = n;
  const chain: [number, number][] = [];
  for (let n = at; n >= 0; n = (candidates[n] as { before: number }).before) chain.push([(candidates[n] as { a: number }).a, (candidates[n] as { b: number }).b]);
  return chain.reverse();
}

/** What is left between two pairs, by likeness of its words; things of another kind are never alike. */
function byLikeness(a: readonly Pairable[], b: readonly Pairable[], a0: number, a1: number, b0: number, b1: number): [number, number][] {
  const rows = a1 - a0;
  const columns = b1 - b0;
  if (rows * columns > MAX_TABLE) return [];
  const width = columns + 1;
  const like = new Float64Array(rows * columns);
  const best = new Float64Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const one = a[a0 + i] as Pairable;
      const two = b[b0 + j] as Pairable;
      const share = one.kind !== two.kind ? 0 : one.words.length + two.words.length === 0 ? 0.5 : likeness(one.words, two.words);
      like[i * columns + j] = share >= ALIKE ? share : 0;
      const here = i * width + j;
      best[here] = Math.max(best[here + width] as number, best[here + 1] as number, share >= ALIKE ? share + (best[here + width + 1] as number) : 0);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    const here = i * width + j;
    const share = like[i * columns + j] as number;
    if (share > 0 && best[here] === share + (best[here + width + 1] as number)) pairs.push([a0 + i++, b0 + j++]);
    else if (best[here] === best[here + width]) i++;
    else j++;
  }
  return pairs;
}

/** Whether most of what `list[at]` says comes out of `of[whole]`: a paragraph that was cut out of it, or joined to it. */
function isPartOf(of: readonly Pairable[], whole: number, list: readonly Pairable[], at: number, votes: Votes, turned = false): boolean {
  const part = list[at];
  if (!part || part.kind !== "p" || part.words.length === 0) return false;
  const shared = turned ? (votes.get(at)?.get(whole) ?? 0) : (votes.get(whole)?.get(at) ?? 0);
  return shared * 2 >= Math.max(1, part.words.length - SHINGLE + 1) && (of[whole] as Pairable).words.length > 0;
}
