/** Pairs paragraphs by how many words they share. */
import type { Pairable } from "./compare-pairing.ts";
import { SHINGLE, type Votes } from "./pairing-votes.ts";

/** Below this share of common words, two paragraphs don't match. */
export const ALIKE = 0.4;
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
 * Matches what's left between two pairs by word similarity. Items of different kinds never match. If there are too many
 * combinations, only items at about the same relative position are compared.
 */
export function byLikeness(
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
export function isPartOf(
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
