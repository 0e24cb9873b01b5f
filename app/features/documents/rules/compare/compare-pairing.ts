/** Pairs the paragraphs of two versions: which one became which. */
import { align } from "./align.ts";
import { ALIKE, byLikeness, isPartOf, likeness } from "./pairing-likeness.ts";
import { castVotes, heaviestChain } from "./pairing-votes.ts";

/** Something that can be matched: its markup, its text, and its words, which are only requested if the text differs. */
export type Pairable = {
  readonly source: string;
  readonly key: string;
  readonly kind: string;
  readonly words: readonly string[];
};

/** Corresponding ranges [a0, a1) of one list and [b0, b1) of the other. Either may be empty. */
export type Stretch = { a0: number; a1: number; b0: number; b1: number };

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
