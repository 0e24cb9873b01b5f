/** Removes items that both sides have, in another form or place: what's left was changed. */
import type { Item } from "./finding-items.ts";
import type { Block } from "./finding-blocks.ts";
import type { Hunk } from "./finding-hunks.ts";

/** Items of one kind that only one side has. */
export type Rest = { item: Item; block: Block; hunk: number; leading: string; trailing: string };

/**
 * Removes what both sides have. A number that replaced another before the same word is a change, even if the old one
 * exists elsewhere.
 */
export function withoutSame(a: readonly Rest[], b: readonly Rest[], hunks: readonly Hunk[]): [Rest[], Rest[]] {
  const swapped = swappedNumbers(a, b, hunks);
  const [fromA, fromB] = cancel(
    a.filter((rest) => !swapped.has(rest)),
    b.filter((rest) => !swapped.has(rest)),
    ({ item }) => `${item.kind} ${item.value}`,
  );
  return [
    [...fromA, ...a.filter((rest) => swapped.has(rest))],
    [...fromB, ...b.filter((rest) => swapped.has(rest))],
  ];
}

/** Both sides' items without common ones, respecting repeats. */
function cancel(a: readonly Rest[], b: readonly Rest[], keyOf: (rest: Rest) => string | null): [Rest[], Rest[]] {
  const counts = new Map<string, number>();
  const keys = b.map(keyOf);
  for (const key of keys) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  const used = new Map<string, number>();
  const leftA = a.filter((rest) => {
    const key = keyOf(rest);
    if (key === null) return true;
    const taken = used.get(key) ?? 0;
    if (taken >= (counts.get(key) ?? 0)) return true;
    used.set(key, taken + 1);
    return false;
  });
  const leftB = b.filter((_, i) => {
    const key = keys[i] as string | null;
    if (key === null) return true;
    const taken = used.get(key) ?? 0;
    if (taken === 0) return true;
    used.set(key, taken - 1);
    return false;
  });
  return [leftA, leftB];
}

function swappedNumbers(a: readonly Rest[], b: readonly Rest[], hunks: readonly Hunk[]): Set<Rest> {
  const byHunk = new Map<number, { a: Rest[]; b: Rest[] }>();
  const at = (hunk: number) => byHunk.get(hunk) ?? byHunk.set(hunk, { a: [], b: [] }).get(hunk)!;
  for (const rest of a) if (rest.item.kind === "number" && rest.hunk >= 0) at(rest.hunk).a.push(rest);
  for (const rest of b) if (rest.item.kind === "number" && rest.hunk >= 0) at(rest.hunk).b.push(rest);
  let pairs: [Rest, Rest][] = [];
  for (const [index, { a: one, b: two }] of byHunk) {
    const hunk = hunks[index];
    const [before, after] = [one[0], two[0]];
    if (one.length !== 1 || two.length !== 1 || !hunk || hunk.before.length !== hunk.after.length || !before || !after)
      continue;
    if (before.item.value === after.item.value || before.item.next === "" || before.item.next !== after.item.next)
      continue;
    pairs.push([before, after]);
  }
  // Only items that swapped places: the rest shows up as missing.
  for (let count = -1; count !== pairs.length;) {
    count = pairs.length;
    const [gone, come] = [
      new Set(pairs.map(([one]) => one.item.value)),
      new Set(pairs.map(([, two]) => two.item.value)),
    ];
    pairs = pairs.filter(([one, two]) => come.has(one.item.value) && gone.has(two.item.value));
  }
  return new Set(pairs.flat());
}

/** "Per cent" that was added or left out ("95" for "95 per cent") doesn't change the number. */
export function withoutPercent(a: readonly Rest[], b: readonly Rest[]): [Rest[], Rest[]] {
  const same = new Set<Rest>();
  const last = ({ leading }: Rest): string => leading.split(/\s/).at(-1) ?? "";
  for (const one of a) {
    const other = b.find(
      (two) =>
        !same.has(two) &&
        one.item.kind === "number" &&
        two.item.kind === "number" &&
        (`${one.item.value}%` === two.item.value || one.item.value === `${two.item.value}%`) &&
        last(one) === last(two),
    );
    if (other) same.add(one).add(other);
  }
  return [a.filter((rest) => !same.has(rest)), b.filter((rest) => !same.has(rest))];
}

/** "One" and "first" are words like others, unless another number replaced them. */
export function withoutWeak(a: readonly Rest[], b: readonly Rest[]): [Rest[], Rest[]] {
  const told = (rest: Rest, others: readonly Rest[]): boolean =>
    !rest.item.weak ||
    (rest.hunk >= 0 &&
      others.some(({ item, block, hunk }) => item.kind === "number" && block === rest.block && hunk === rest.hunk));
  return [a.filter((rest) => told(rest, b)), b.filter((rest) => told(rest, a))];
}

/** An item that moved to another block along with its neighbors is no change. */
export function cancelAcross(sides: { a: Rest[]; b: Rest[] }): void {
  for (const side of ["previous", "next"] as const)
    [sides.a, sides.b] = cancel(sides.a, sides.b, ({ item }) =>
      item[side] === "" ? null : `${item.kind} ${item.value} ${item[side]}`,
    );
  // In a joined or split paragraph, unchanged text is in another block.
  const words = (text: string, from: number, to?: number): string => text.split(/\s+/).slice(from, to).join(" ");
  for (const near of [(rest: Rest) => words(rest.leading, -2), (rest: Rest) => words(rest.trailing, 0, 2)])
    [sides.a, sides.b] = cancel(sides.a, sides.b, (rest) =>
      near(rest).includes(" ") ? `${rest.item.kind} ${rest.item.value} ${near(rest)}` : null,
    );
  // A rewritten paragraph is where the old one was.
  [sides.a, sides.b] = cancel(sides.a, sides.b, ({ item, block }) =>
    block.a.length > 0 && block.b.length > 0 ? null : `${item.kind} ${item.value} ${block.place?.number}`,
  );
}
