import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PREFIXES, isId, newId, type Noun } from "./ids.ts";

describe("an id", () => {
  test("has the prefix of its noun and 26 characters", () => {
    for (const noun of Object.keys(PREFIXES) as Noun[]) {
      const id = newId(noun);
      expect(id).toMatch(/^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/);
      expect(isId(noun, id)).toBe(true);
    }
  });
  test("of one noun isn't accepted for another", () => {
    expect(new Set(Object.values(PREFIXES)).size).toBe(Object.keys(PREFIXES).length);
    expect(isId("invite", newId("order"))).toBe(false);
  });
  test("from outside is refused unless it has the exact shape", () => {
    const id = newId("order");
    for (const wrong of [
      id.toUpperCase(),
      `${id}\n`,
      ` ${id}`,
      id.slice(0, -1),
      `${id}0`,
      id.replace(/.$/, "u"),
      "",
      null,
      undefined,
      7,
      { toString: () => id },
    ])
      expect(isId("order", wrong)).toBe(false);
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(isId("order", text)).toBe(false);
      }),
    );
  });
});

test("ten thousand ids are all different and sort by creation, even within a millisecond or after the clock was set back", () => {
  const start = Date.now();
  const ids = Array.from({ length: 10_000 }, (_, i) =>
    newId("order", start + (i % 7 === 0 ? -5 : Math.floor(i / 100))),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});

test("ids of different times sort by time", () => {
  const base = Date.now() + 60_000;
  const ids = [0, 1, 31, 32, 1_000, 86_400_000].map((ms) => newId("file", base + ms));
  expect(ids.toSorted()).toEqual(ids);
});
