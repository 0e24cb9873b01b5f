import { expect, test } from "vitest";
import { figureText, figuresIn, figuresOf, readFigure, withFigures } from "#app/features/policy/rules/figures.ts";
import { REFUND_POLICY } from "./policy.ts";
import { REFUND_SUBJECTS, refundFaults } from "./refund-figures.ts";

const figures = figuresOf(REFUND_SUBJECTS);
const defaults = figuresIn(REFUND_SUBJECTS, "refunds", REFUND_POLICY);
const changed = (more: Record<string, number>) =>
  refundFaults(withFigures(REFUND_POLICY, "refunds", { ...defaults, ...more })).map((fault) => fault.message);

test("each figure reaches the table, and its default is in range", () => {
  expect(new Set(figures.map((f) => f.key)).size).toBe(figures.length);
  for (const figure of figures) {
    expect(withFigures(REFUND_POLICY, "refunds", { [figure.key]: 7 })).not.toEqual(REFUND_POLICY);
    const typed = figureText(figure, defaults[figure.key]!);
    expect([figure.key, readFigure(figure, typed)]).toEqual([figure.key, { value: defaults[figure.key] }]);
  }
  expect(withFigures(REFUND_POLICY, "refunds", defaults)).toEqual(REFUND_POLICY);
  expect(changed({})).toEqual([]);
});

test("a table that contradicts itself is refused with advice", () => {
  expect(changed({ "refunds.late.some.clientBp": 6_000 })).toEqual([
    "Very late orders are refunded less than late ones. Enter at least 60%.",
  ]);
  expect(changed({ "refunds.cancel.mostWithheldBp": 500 })).toEqual([
    "The most we keep on canceling is below the least. Enter at least 10%.",
  ]);
});
