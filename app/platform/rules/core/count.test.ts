import { expect, test } from "vitest";
import { count } from "./count.ts";

test("a count agrees with its noun", () => {
  expect([0, 1, 2, 2300].map((n) => count(n, "open order"))).toEqual([
    "0 open orders",
    "1 open order",
    "2 open orders",
    "2,300 open orders",
  ]);
  expect([1, 2].map((n) => count(n, "entry", "entries"))).toEqual(["1 entry", "2 entries"]);
  expect([1, 2].map((n) => count(n, "edit was", "edits were"))).toEqual(["1 edit was", "2 edits were"]);
});
