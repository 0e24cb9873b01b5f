import { describe, expect, test } from "vitest";
import { defineFlow, drawFlow, faultsOf } from "./flow.ts";

const sound = defineFlow({
  name: "door",
  start: "open",
  states: ["open", "shut", "held", "gone"],
  ends: ["gone"],
  moves: {
    shut: { from: ["open"], to: "shut", by: ["anyone"] },
    open: { from: ["shut"], to: "open", by: ["anyone"] },
    hold: { from: ["open", "shut"], to: "held", by: ["keeper"] },
    release: { from: ["held"], to: "back", by: ["keeper"] },
    remove: { from: ["shut"], to: "gone", by: ["keeper"] },
  },
});

test("accepts a valid flow", () => expect(faultsOf(sound)).toEqual([]));

describe("reports:", () => {
  test("a state that can't be reached, or only from other unreachable states", () => {
    const flow = defineFlow({
      name: "f",
      start: "a",
      states: ["a", "b", "c", "z"],
      ends: ["z"],
      moves: {
        go: { from: ["a"], to: "z", by: ["x"] },
        there: { from: ["b"], to: "c", by: ["x"] },
        back: { from: ["c"], to: "b", by: ["x"] },
      },
    });
    expect(faultsOf(flow)).toEqual(["f: nothing leads to b", "f: nothing leads to c"]);
  });
  test("a state with no way out, or that only leads to itself", () => {
    const flow = defineFlow({
      name: "f",
      start: "a",
      states: ["a", "b", "c"],
      ends: [],
      moves: {
        go: { from: ["a"], to: "b", by: ["x"] },
        on: { from: ["a"], to: "c", by: ["x"] },
        again: { from: ["c"], to: "c", by: ["x"] },
      },
    });
    expect(faultsOf(flow)).toEqual(["f: nothing leads out of b", "f: nothing leads out of c"]);
  });
  test("a move out of an end state", () => {
    const flow = defineFlow({
      name: "f",
      start: "a",
      states: ["a", "b"],
      ends: ["b"],
      moves: { go: { from: ["a"], to: "b", by: ["x"] }, undo: { from: ["b"], to: "a", by: ["x"] } },
    });
    expect(faultsOf(flow)).toEqual(["f: b is an end, yet something leads out of it"]);
  });
  test("a move that nobody may make", () => {
    const flow = defineFlow({
      name: "f",
      start: "a",
      states: ["a", "b"],
      ends: ["b"],
      moves: { go: { from: ["a"], to: "b", by: [] } },
    });
    expect(faultsOf(flow)).toEqual(["f: nobody may make go"]);
  });
});

test("draws a flow with its start, every move and its ends", () => {
  expect(drawFlow(sound).split("\n")).toEqual([
    "stateDiagram-v2",
    "  [*] --> open",
    "  open --> shut: shut",
    "  shut --> open: open",
    "  open --> held: hold",
    "  shut --> held: hold",
    "  held --> the_state_left: release",
    "  shut --> gone: remove",
    "  gone --> [*]",
  ]);
});
