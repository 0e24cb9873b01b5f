import fc from "fast-check";
import { expect, it } from "vitest";
import { packIds, replay, unpackIds, type LogLine } from "./decision-log.ts";

const line = (to: LogLine["to"], ids = ""): LogLine => ({ key: `${to}${ids}`, to, ids });

it("numbers are unpacked as they were packed", () => {
  expect(packIds([1, 2, 3, 7, 9, 10])).toBe("1-3,7,9-10");
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 300 })), (ids) => {
      const sorted = ids.toSorted((a, b) => a - b);
      expect(unpackIds(packIds(sorted))).toEqual(sorted);
    }),
  );
});

it("rejects what isn't a list of numbers, and huge ranges", () => {
  for (const wrong of ["a", "1-", "1,,2", "-5", "1;2"]) expect(unpackIds(wrong)).toEqual([]);
  expect(unpackIds("1-9999999").length).toBe(400_000);
});

it("the whole history can be undone step by step, and redone until there's a new decision", () => {
  const log = [line("accept", "1-3"), line("reject", "2"), line("keep", "3")];
  expect([...replay(log).chosen]).toEqual([
    [1, "accept"],
    [2, "reject"],
  ]);
  expect([...replay([...log, line("undo")]).chosen]).toEqual([
    [1, "accept"],
    [2, "reject"],
    [3, "accept"],
  ]);
  const back = replay([...log, line("undo"), line("undo"), line("undo"), line("undo")]);
  expect([back.chosen.size, back.undo, back.redo]).toEqual([0, 0, 3]);
  expect([...replay([...log, line("undo"), line("undo"), line("redo")]).chosen]).toEqual([
    [1, "accept"],
    [2, "reject"],
    [3, "accept"],
  ]);
  const anew = replay([...log, line("undo"), line("accept", "9")]);
  expect([anew.chosen.get(9), anew.redo]).toEqual(["accept", 0]);
});
