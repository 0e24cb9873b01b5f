import type { Spot } from "../finding.ts";
import { LONGEST_ENTRY, type Entry } from "./entries.ts";
import { type Add, fold, labelOf, nameOf, spotOf } from "./report.ts";

/** "Alec L v. Jackson" */
const CASE = /\sv\.?\s\p{Lu}/u;

/** What nearly all other entries have. */
export function incomplete(entries: readonly Entry[], add: Add): void {
  const withYear = entries.filter((one) => one.year !== null).length;
  const without = entries.filter((one) => one.year === null);
  if (withYear >= 4 && withYear >= entries.length * 0.8)
    for (const one of without)
      add("no-year", `The entry ${nameOf(one)} has no year.`, [spotOf(one)], {
        // What has no full stop is a heading or a link among the entries, and a hundred authors come before the year.
        folded: !one.sure || CASE.test(one.text) || !one.text.includes(".") || one.text.length >= LONGEST_ENTRY,
      });
  const articles = entries.filter((one) => one.hasVolume);
  const paged = articles.filter((one) => one.hasPages);
  if (paged.length >= 4 && paged.length >= articles.length * 0.8)
    for (const one of articles)
      if (!one.hasPages) add("no-pages", `The entry ${labelOf(one)} has no pages.`, [endSpot(one)]);
}

/** Where its volume is, or its end. */
function endSpot(entry: Entry): Spot {
  const { text, block } = entry;
  const match = /\d{1,4}\s?\(\s?\d{1,4}[^)]{0,12}\)|;\s?\d{1,4}/.exec(text);
  const at = match ? match.index : Math.max(0, text.length - 60);
  return { block, from: at, to: Math.min(text.length, at + (match?.[0].length ?? 60)) };
}

/** A beginning of a title that two entries of one author and year share. */
const SHARED = 60;

/** Entries that are in the list twice. @returns the second copies, each with the first */
export function duplicates(entries: readonly Entry[], add: Add): Map<Entry, Entry> {
  const copies = new Map<Entry, Entry>();
  const known = new Map<string, Entry>();
  for (const one of entries) {
    const keys = [
      ...(one.title.length > 20 && one.authors.length > 0
        ? [`${fold(one.authors[0]!)}|${one.year?.slice(0, 4) ?? ""}|${one.title.slice(0, SHARED)}`]
        : []),
      ...(one.doi && /^10\.\d{4,9}\//.test(one.doi) ? [`doi:${one.doi.toLowerCase()}`] : []),
    ];
    const first = keys.map((key) => known.get(key)).find((it) => it !== undefined);
    if (first && isSameWork(one, first)) {
      copies.set(one, first);
      // Papers in one file have lists of their own.
      const folded = one.list !== first.list;
      add("entry-twice", `${labelOf(one)} is in the list twice.`, [spotOf(one), spotOf(first)], { folded });
    } else for (const key of keys) if (!known.has(key)) known.set(key, one);
  }
  return copies;
}

/** Parts of a series share a title and differ in a number; of two copies, one may have less. */
function isSameWork(a: Entry, b: Entry): boolean {
  if (a.doi && b.doi && a.doi.toLowerCase() !== b.doi.toLowerCase()) return false;
  const [x, y] = [a, b].map(({ title }) => new Set(title.match(/\d+/g)));
  const [less, more] = x!.size < y!.size ? [x!, y!] : [y!, x!];
  return [...less].every((one) => more.has(one));
}

/** Entries out of the order of the alphabet, in a list that otherwise follows it. */
export function inAlphabet(entries: readonly Entry[], add: Add): void {
  // Some lists have "The ..." under T, others under the next word, and titles without an author anywhere.
  const listed = entries.filter((one) => one.authors[0] && !/^(?:\p{Ll}|The |An? |["“‘])/u.test(one.authors[0]));
  if (listed.length < 5) return;
  // "De Wit" comes before "Degenhardt" word by word, and after it letter by letter.
  const byWord = outOfOrder(listed.map((one) => fold(one.authors[0]!.replaceAll(/[-‐‑’']/g, " "))));
  const byLetter = outOfOrder(listed.map((one) => fold(one.authors[0]!.replaceAll(/[^\p{L}\p{N}]/gu, ""))));
  if (!byWord || !byLetter) return;
  for (const [i, one] of listed.entries())
    if (byWord.has(i) && byLetter.has(i))
      add("list-order", `${labelOf(one)} isn't in alphabetical order.`, [spotOf(one)]);
}

/** Which names aren't in order, at the least; null if too many for a list that follows one. */
function outOfOrder(names: readonly string[]): Set<number> | null {
  // The longest part that is in order: whatever isn't in it is out of order.
  const tails: number[] = [];
  const before: number[] = [];
  for (const [i, name] of names.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (names[tails[middle]!]! <= name) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = i;
  }
  if (tails.length < names.length * 0.9 && names.length - tails.length > 2) return null;
  const out = new Set(names.keys());
  for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i]!) out.delete(i);
  return out;
}
