import fc from "fast-check";
import { expect, test } from "vitest";
import { type Entry, SNAPSHOT_BYTES, outgoing } from "./snapshot.ts";

const entry = (key: string, at: number, bytes: number): Entry => ({ key, owner: "usr_a", at, bytes });

test("the limit is the specification's", () => expect(SNAPSHOT_BYTES).toBe(40_000_000));

test("removes the oldest first and only as much as needed, and counts a replaced entry once", () => {
  const entries = [entry("new", 3, 40), entry("old", 1, 30), entry("middle", 2, 30)];
  expect(outgoing(entries, { key: "x", bytes: 0 }, 100)).toEqual([]);
  expect(outgoing(entries, { key: "x", bytes: 20 }, 100)).toEqual(["old"]);
  expect(outgoing(entries, { key: "x", bytes: 60 }, 100)).toEqual(["old", "middle"]);
  expect(outgoing(entries, { key: "new", bytes: 40 }, 100)).toEqual([]);
  expect(outgoing(entries, { key: "x", bytes: 101 }, 100)).toBeNull();
});

test("anything stored fits the limit after trimming", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 30 }), fc.nat(100), (sizes, bytes) => {
      const entries = sizes.map((size, i) => entry(`k${i}`, i, size));
      // The existing entries fit when they were added.
      const kept = entries.filter((_, i) => sizes.slice(i).reduce((a, b) => a + b, 0) <= 100);
      const gone = new Set(outgoing(kept, { key: "x", bytes }, 100));
      const rest = kept.filter((e) => !gone.has(e.key));
      expect(rest.reduce((sum, e) => sum + e.bytes, bytes)).toBeLessThanOrEqual(100);
      expect(kept.slice(0, gone.size).every((e) => gone.has(e.key))).toBe(true);
    }),
  );
});
