import { expect, test } from "vitest";
import { nextLevel } from "./levels.ts";

const record = { qaPassed: 3, delivered: 12, counted: 12, late: 0, rating: 4.8 };

test("trial to standard takes ten orders that passed QA", () => {
  expect(nextLevel("trial", record)).toEqual({
    level: "standard",
    steps: [{ label: "10 orders with a QA score of 80 or more", now: "3 of 10", done: false }],
  });
  expect(nextLevel("trial", { ...record, qaPassed: 11 })?.steps[0]).toMatchObject({ now: "10 of 10", done: true });
});
test("standard to senior takes fifty orders, 4.6 stars and no more than 2% late", () => {
  expect(
    nextLevel("standard", { ...record, delivered: 50, counted: 50, late: 1, rating: 4.6 })?.steps.map((s) => s.done),
  ).toEqual([true, true, true]);
  expect(
    nextLevel("standard", { ...record, delivered: 49, counted: 49, late: 1, rating: 4.5 })?.steps.map((s) => s.done),
  ).toEqual([false, false, false]);
});
test("an editor without deliveries isn't called on time", () => {
  expect(
    nextLevel("standard", { qaPassed: 0, delivered: 0, counted: 0, late: 0, rating: null })?.steps.map((s) => [
      s.now,
      s.done,
    ]),
  ).toEqual([
    ["0 of 50", false],
    ["not rated yet", false],
    ["nothing delivered yet", false],
  ]);
});
test("lead can't be reached by figures", () => {
  expect([nextLevel("senior", record), nextLevel("lead", record)]).toEqual([null, null]);
});
