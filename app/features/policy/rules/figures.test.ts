import { describe, expect, test } from "vitest";
import {
  type Figure,
  figureAt,
  figureCell,
  figureChanges,
  figureText,
  figureWords,
  readFigure,
  rebaseFigures,
  withFigures,
} from "./figures.ts";

const of = (unit: Figure["unit"], more: Partial<Figure> = {}): Figure => ({
  key: "a.b",
  label: "B",
  unit,
  least: 1,
  most: 10_000_000_000,
  ...more,
});

describe("a figure as people type it", () => {
  test.each([
    ["mills", "0.032", 32],
    ["mills", "$0.03", 30],
    ["money", "1,250.50", 125_050],
    ["bp", "7.5%", 750],
    ["words", "20,000", 20_000],
    ["days", "7", 7 * 86_400_000],
  ] as const)("%s %s", (unit, typed, value) => expect(readFigure(of(unit), typed)).toEqual({ value }));

  test.each([
    ["mills", "0.0325", "up to 3 decimals"],
    ["words", "20.5", "whole number"],
    ["money", "-4", "up to 2 decimals"],
    ["money", "free", "up to 2 decimals"],
    ["words", "", "Enter a figure"],
    ["words", "NaN", "whole number"],
    ["words", "1e9", "whole number"],
    ["words", "0", "Enter a figure from 1"],
    ["money", "999999999", "Enter a figure from"],
    ["bp", "Infinity", "up to 2 decimals"],
  ] as const)("%s refuses “%s”", (unit, typed, message) =>
    expect(readFigure(of(unit), typed)).toEqual({ fault: expect.stringContaining(message) as string }),
  );

  test("an empty field is null if that has a meaning", () =>
    expect(readFigure(of("mills", { empty: "not offered" }), " ")).toEqual({ value: null }));

  test("a figure outside of its range names the range", () =>
    expect(readFigure(of("mills", { most: 2_000 }), "3")).toEqual({ fault: "Enter a figure from 0.001 to 2.000." }));

  test("what a field shows is read back as the same figure", () => {
    for (const [unit, value] of [
      ["mills", 32],
      ["mills", 1_234],
      ["money", 123_456],
      ["bp", 1_050],
      ["words", 150_000],
      ["stars", 46],
      ["minutes", 90 * 60_000],
    ] as const)
      expect(readFigure(of(unit), figureText(of(unit), value))).toEqual({ value });
  });
});

describe("choices and dates", () => {
  const choice = of("choice", {
    least: 0,
    most: 2,
    choices: [
      { value: 0, label: "Closed" },
      { value: 2, label: "Open" },
    ],
  });
  const date = of("date", { least: 20_454, most: 20_818, empty: "not used" });

  test("a choice is one of its values, and is shown as words", () => {
    expect(readFigure(choice, "2")).toEqual({ value: 2 });
    expect([figureText(choice, 2), figureCell(choice, 2), figureWords(choice, 0)]).toEqual(["2", "Open", "Closed"]);
    for (const typed of ["1", "Open", "02", "2.0", "__proto__"])
      expect(readFigure(choice, typed)).toEqual({ fault: "Choose one of the options." });
  });

  test("a date is a day of the calendar within its range, or empty", () => {
    expect(readFigure(date, "2026-12-24")).toEqual({ value: 20_811 });
    expect([figureText(date, 20_811), figureCell(date, 20_811), figureCell(date, null)]).toEqual([
      "2026-12-24",
      "Dec 24, 2026",
      "not used",
    ]);
    expect(readFigure(date, "")).toEqual({ value: null });
    for (const typed of ["2026-02-30", "12/24/2026", "2026-12-24T10:00", "soon"])
      expect(readFigure(date, typed)).toEqual({ fault: "Enter a date, such as 2026-12-24." });
    expect(readFigure(date, "2027-01-01")).toEqual({ fault: "Enter a date from Jan 1, 2026 to Dec 31, 2026." });
  });
});

test("figures in tables leave out the unit that the head names", () => {
  expect(figureCell(of("mills"), 30)).toBe("$0.030");
  expect(figureCell(of("bp"), 2_500)).toBe("25%");
  expect(figureCell(of("days"), 86_400_000)).toBe("1");
  expect(figureCell(of("words", { empty: "any length" }), null)).toBe("any length");
});

test("figures in sentences", () => {
  expect(figureWords(of("mills"), 30)).toBe("$0.030 per word");
  expect(figureWords(of("bp"), 2_500)).toBe("25%");
  expect(figureWords(of("days"), 86_400_000)).toBe("1 day");
  expect(figureWords(of("words", { empty: "any length" }), null)).toBe("any length");
});

test("figures go into a copy of the defaults; what the code no longer has is left out", () => {
  const defaults = { rate: { fast: 2, slow: 1 as number | null }, steps: [{ from: 5 }] };
  const made = withFigures(defaults, "a", {
    "a.rate.slow": null,
    "a.steps.0.from": 9,
    "a.gone.x": 3,
    "b.rate.fast": 7,
  });
  expect(made).toEqual({ rate: { fast: 2, slow: null }, steps: [{ from: 9 }] });
  expect(defaults.steps[0]!.from).toBe(5);
  expect(figureAt(made, "steps.0.from")).toBe(9);
});

test("changes are named in the order of the form", () => {
  const known = [of("mills", { key: "x", label: "X" }), of("mills", { key: "y", label: "Y" })];
  expect(figureChanges(known, { x: 1, y: 2 }, { y: 3, x: 1 })).toEqual([
    { key: "y", label: "Y", before: "$0.002 per word", after: "$0.003 per word" },
  ]);
});

test("a draft brought up to date keeps its own changes and gets the rest from the newest version", () =>
  expect(rebaseFigures({ a: 1, b: 1, c: 1 }, { a: 2, b: 1, c: null }, { a: 5, b: 6, c: 7 })).toEqual({
    a: 2,
    b: 6,
    c: null,
  }));
