import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { align } from "./align.ts";

/** Pairs of equal items, in both orders. */
function expectPairs(a: readonly string[], b: readonly string[], pairs: readonly [number, number][]): void {
  let [i, j] = [-1, -1];
  for (const [x, y] of pairs) {
    if (a[x] !== b[y] || x <= i || y <= j) throw new Error(`${x} and ${y} are no pair here`);
    [i, j] = [x, y];
  }
}

const mixed = (length: number, letters: string): string[] => {
  let seed = 11;
  return Array.from({ length }, () => letters[(seed = (seed * 48_271) % 2_147_483_647) % letters.length] as string);
};

describe("aligning two lists", () => {
  it("returns pairs of equal items in order, whatever the lists", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "b", "c", "d")),
        fc.array(fc.constantFrom("a", "b", "c", "e")),
        (a, b) => expectPairs(a, b, align(a, b)),
      ),
    );
  });

  it("finds few differences in long lists of few distinct items", () => {
    const a = mixed(30_000, "xyz");
    const b = [...a];
    for (let k = 1; k <= 40; k++) b.splice(k * 700, k % 3, ...(k % 2 ? ["x"] : []));
    const pairs = align(a, b);
    expectPairs(a, b, pairs);
    expect(pairs.length).toBeGreaterThan(b.length - 60);
  });

  it("finds runs of items even if no single item is unique", () => {
    const a = mixed(60_000, Array.from({ length: 900 }, (_, i) => String.fromCharCode(0x4e00 + i)).join(""));
    const b = a.map((item, i) => (i % 19 === 0 ? "-" : item));
    const pairs = align(a, b);
    expectPairs(a, b, pairs);
    expect(pairs.length).toBeGreaterThan(0.9 * a.length);
  });

  it("terminates on lists designed to keep it looking for unique items", () => {
    const chain = Array.from({ length: 60_000 }, (_, i) => [String(i + 1), String(i)]).flat();
    const other = chain.flatMap((item, i) => (i % 2 ? [item] : [item, `n${i % 5}`]));
    expectPairs(chain, other, align(chain, other));
    expectPairs(mixed(50_000, "xyz"), mixed(50_000, "zyx"), align(mixed(50_000, "xyz"), mixed(50_000, "zyx")));
  });
});
