import { expect, test } from "vitest";
import { figureText, figuresIn, figuresOf, readFigure } from "#app/features/policy/rules/figures.ts";
import { TAX_PART, TAX_RATES } from "./tax-figures.ts";

const figures = figuresOf(TAX_PART.subjects);

test("the form has every rate once, and its figures make the same table again", () => {
  const defaults = figuresIn(TAX_PART.subjects, "tax", TAX_RATES);
  expect(Object.keys(defaults)).toHaveLength(figures.length);
  expect(figures).toHaveLength(32 + 2 * 13 + 51);
  expect(TAX_PART.of(defaults)).toEqual(TAX_RATES);
});

test("every default can be typed again as it's shown", () => {
  for (const figure of figures) {
    const value = figuresIn(TAX_PART.subjects, "tax", TAX_RATES)[figure.key] ?? null;
    expect(readFigure(figure, figureText(figure, value))).toEqual({ value });
  }
});

test("rates have up to three decimals", () => {
  const quebec = figures.find((figure) => figure.key === "tax.ca.QC.pst")!;
  expect(readFigure(quebec, "9.975%")).toEqual({ value: 9_975 });
  expect(readFigure(quebec, "31")).toHaveProperty("fault");
  expect(readFigure(quebec, "")).toEqual({ value: null });
});
