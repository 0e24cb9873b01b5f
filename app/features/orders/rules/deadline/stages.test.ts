import { expect, test } from "vitest";
import { stageOf } from "./stages.ts";

test("an order is in the stage its author would name", () => {
  expect([
    stageOf("paid", null),
    stageOf("assigned", null),
    stageOf("in_progress", null),
    stageOf("qa_review", null),
    stageOf("delivered", null),
  ]).toEqual([0, 1, 2, 3, 4]);
});
test("an order on hold stays in its stage", () => {
  expect([stageOf("on_hold", "in_progress"), stageOf("disputed", "delivered"), stageOf("on_hold", null)]).toEqual([
    2,
    4,
    null,
  ]);
});
test("has no stage before payment or after it ended", () => {
  expect([stageOf("quoted", null), stageOf("cancelled", null), stageOf("refunded", null)]).toEqual([null, null, null]);
});
