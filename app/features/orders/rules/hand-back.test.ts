import { describe, expect, test } from "vitest";
import { orderFlow } from "./flow.ts";
import { handBackRefusal } from "./hand-back.ts";

describe("handing an order back", () => {
  test("is open to an editor who has taken it and done nothing of it", () => {
    for (const status of orderFlow.states)
      expect([status, handBackRefusal({ status, progressWords: 0, uploads: 0 }) === null]).toEqual([
        status,
        status === "assigned" || status === "in_progress",
      ]);
  });
  test("goes through support once part of it is done", () => {
    for (const done of [
      { progressWords: 1, uploads: 0 },
      { progressWords: 0, uploads: 1 },
    ])
      expect(handBackRefusal({ status: "in_progress", ...done })?.message).toBe(
        "You've already done part of this order.",
      );
  });
});
