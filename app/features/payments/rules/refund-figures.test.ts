import { expect, test } from "vitest";
import { figureText, figuresIn, figuresOf, readFigure } from "#app/features/policy/rules/figures.ts";
import { REFUND_PART, REFUND_POLICY } from "./refund-figures.ts";

const figures = figuresOf(REFUND_PART.subjects);
const defaults = figuresIn(REFUND_PART.subjects, "refunds", REFUND_POLICY);
const changed = (more: Record<string, number>) =>
  REFUND_PART.faults({ ...defaults, ...more }).map((fault) => fault.message);

test("each figure reaches the table, and its default is in range", () => {
  expect(new Set(figures.map((f) => f.key)).size).toBe(figures.length);
  for (const figure of figures) {
    expect(REFUND_PART.of({ [figure.key]: 7 })).not.toEqual(REFUND_POLICY);
    const typed = figureText(figure, defaults[figure.key]!);
    expect([figure.key, readFigure(figure, typed)]).toEqual([figure.key, { value: defaults[figure.key] }]);
  }
  expect(REFUND_PART.of(defaults)).toEqual(REFUND_POLICY);
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
