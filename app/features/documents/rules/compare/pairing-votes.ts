/** Pairs paragraphs by the rare word sequences that both have. */
import type { Pairable } from "./compare-pairing.ts";

/** How many consecutive words identify a paragraph. */
export const SHINGLE = 3;

export type Votes = Map<number, Map<number, number>>;

/** Word sequences that occur more often than this are ignored. */
const MAX_PLACES = 4;

/**
 * For each item of `a`, how many word sequences it shares with each of `b`. Only sequences that occur once on either
 * side count, or equally often on both and rarely: then the first matches the first, the second the second.
 */
export function castVotes(
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
export function heaviestChain(votes: Votes): [number, number][] {
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
