import { expect, test } from "vitest";
import { figureText, figuresIn, figuresOf, readFigure } from "#app/features/policy/rules/figures.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { DEADLINE_PART, DEADLINE_POLICY } from "./order-life-figures.ts";

const revisions = DEADLINE_PART.subjects.filter(({ id }) => id === "revisions");
const defaults = figuresIn(revisions, "deadlines", DEADLINE_POLICY);

test("each figure reaches the deadlines, and its default is in range", () => {
  for (const figure of figuresOf(revisions)) {
    expect(DEADLINE_PART.of({ [figure.key]: 7 })).not.toEqual(DEADLINE_POLICY);
    const typed = figureText(figure, defaults[figure.key]!);
    expect([figure.key, readFigure(figure, typed)]).toEqual([figure.key, { value: defaults[figure.key] }]);
  }
  expect(DEADLINE_PART.of(defaults)).toEqual(DEADLINE_POLICY);
});

test("long orders have at least as much time as others", () => {
  const faults = (days: number) => DEADLINE_PART.faults({ ...defaults, "deadlines.revision.windowMs": days * DAY });
  expect(faults(60)).toEqual([]);
  expect(faults(61).map((fault) => fault.message)).toEqual([
    "Long orders have less time for a revision than others. Enter at least 61 days.",
  ]);
});
