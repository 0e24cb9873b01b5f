import { expect, test } from "vitest";
import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import { type EditorRecord, earnedLevel, nextLevel } from "./levels.ts";
import { LEVEL_POLICY } from "./level-figures.ts";

const record = { qaPassed: 3, delivered: 12, counted: 12, late: 0, rating: 4.8 };

test("trial to standard takes ten orders that passed QA", () => {
  expect(nextLevel("trial", record, LEVEL_POLICY)).toEqual({
    level: "standard",
    steps: [{ label: "10 orders that passed quality review", now: "3 of 10", done: false }],
  });
  expect(nextLevel("trial", { ...record, qaPassed: 11 }, LEVEL_POLICY)?.steps[0]).toMatchObject({
    now: "10 of 10",
    done: true,
  });
});
test("standard to senior takes fifty orders, 4.6 stars and no more than 2% late", () => {
  expect(
    nextLevel("standard", { ...record, delivered: 50, counted: 50, late: 1, rating: 4.6 }, LEVEL_POLICY)?.steps.map(
      (s) => s.done,
    ),
  ).toEqual([true, true, true]);
  expect(
    nextLevel("standard", { ...record, delivered: 49, counted: 49, late: 1, rating: 4.5 }, LEVEL_POLICY)?.steps.map(
      (s) => s.done,
    ),
  ).toEqual([false, false, false]);
});
test("an editor without deliveries isn't called on time", () => {
  expect(
    nextLevel("standard", { qaPassed: 0, delivered: 0, counted: 0, late: 0, rating: null }, LEVEL_POLICY)?.steps.map(
      (s) => [s.now, s.done],
    ),
  ).toEqual([
    ["0 of 50", false],
    ["not rated yet", false],
    ["nothing delivered yet", false],
  ]);
});
test("lead can't be reached by results alone", () => {
  expect([nextLevel("senior", record, LEVEL_POLICY), nextLevel("lead", record, LEVEL_POLICY)]).toEqual([null, null]);
});

const earner = (more: Partial<EditorRecord>): EditorRecord => ({
  qaPassed: 10,
  delivered: 50,
  counted: 50,
  late: 1,
  rating: 4.6,
  ...more,
});
test.each<[string, Level, Partial<EditorRecord>, Level]>([
  ["trial with 10 passed reviews", "trial", { delivered: 10, counted: 10, late: 0 }, "standard"],
  ["trial with 9 passed reviews, whatever else", "trial", { qaPassed: 9 }, "trial"],
  ["trial with everything: two steps at once", "trial", {}, "senior"],
  ["standard with 50 orders at 4.6 and 2% late", "standard", {}, "senior"],
  ["standard with 49 orders", "standard", { delivered: 49, counted: 49 }, "standard"],
  ["standard at 4.59", "standard", { rating: 4.59 }, "standard"],
  ["standard without a rating", "standard", { rating: null }, "standard"],
  ["standard with 2 of 50 late", "standard", { late: 2 }, "standard"],
  ["senior: lead is granted, not earned", "senior", { delivered: 500, counted: 500, late: 0, rating: 5 }, "senior"],
  ["lead with a poor record: never lowered", "lead", { qaPassed: 0, delivered: 0, rating: 1 }, "lead"],
])("%s", (_, from, more, to) => expect(earnedLevel(from, earner(more), LEVEL_POLICY)).toBe(to));
