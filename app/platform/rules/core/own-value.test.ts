import { expect, test } from "vitest";
import { ownValue } from "./own-value.ts";

test("finds a table's own entries, and nothing that objects inherit", () => {
  const table: Record<string, number> = { a: 1, b: 0 };
  expect(ownValue(table, "a")).toBe(1);
  expect(ownValue(table, "b")).toBe(0);
  for (const key of ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf", ""])
    expect([key, ownValue(table, key)]).toEqual([key, undefined]);
});
