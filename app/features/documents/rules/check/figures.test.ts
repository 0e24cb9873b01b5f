import { expect, test } from "vitest";
import { NO_OPTIONS, checkText } from "../../testing/check-text.ts";
import { figures } from "./figures.ts";

const rulesIn = (...texts: string[]): string[] =>
  figures(checkText(...texts), NO_OPTIONS).map((one) => (one.folded ? `(${one.rule})` : one.rule));

test.each<[string, string[]]>([
  // Counts and percentages, each way they're printed.
  ["In all, 12 of 40 (35%) were lost.", ["count-percent"]],
  ["In all, 12 of 40 (30%) were lost.", []],
  ["In all, 12 of the 40 plots (35%) were lost.", ["count-percent"]],
  ["In all, 12 out of 40 sites (30.0%) were lost.", []],
  ["In all, 35% (12 of 40) were lost.", ["count-percent"]],
  ["In all, 30% (n = 12/40) were lost.", []],
  ["We lost 12 (35%) of 40.", ["count-percent"]],
  ["We lost 7 of 23 (30%), which rounds.", []],
  ["We read 1,204 of 4,816 letters (25%).", []],
  ["We read 1,204 of 4,816 letters (52%).", ["count-percent"]],
  ["A half: 1 of 8 (12%) or 1 of 8 (13%), and 12.5% is meant.", []],
  ["Item 3 of 5 (see 40%) says so.", []],
  // Parts of one whole.
  ["The shares were 36.0%, 31.0%, and 37.0%.", ["sum-percent"]],
  ["The shares were 33.3%, 33.3%, and 33.3%.", []],
  ["The shares were 16.7%, 16.7%, and 66.7%.", []],
  ["We saw 36.0%, 31.0%, and 37.0% in three trials.", ["(sum-percent)"]],
  ["Growth was 3%, 4%, and 5%.", []],
  // Recomputed p-values.
  ["The groups differed, t(180) = 2.76, p = 0.006.", []],
  ["The groups differed, t(180) = 2.76, p = .006.", []],
  ["The groups differed, t(180) = 2.76, p = 0.060.", ["p-t"]],
  ["The groups differed, t(180) = −2.76, p < .01.", []],
  ["The groups differed, t(180) = 2.76, p < .001.", ["p-t"]],
  ["In one direction, t(40) = 1.82, p = 0.038, one-tailed.", []],
  ["The effect held, t(40) = 1.82, p = 0.038.", ["(p-t)"]],
  ["The months differed, F(2, 179) = 5.07, p = 0.007.", []],
  ["The months differed, F(2, 179) = 5.07, p = 0.263.", ["p-F"]],
  ["They went together, r(180) = 0.23, p = 0.002.", []],
  ["They went together, r(180) = .23, p = .2.", ["p-r"]],
  ["The shares differed, χ²(1) = 6.09, p = 0.014.", []],
  ["The shares differed, χ2(1, N = 90) = 6.09, p = 0.14.", ["p-chi2"]],
  ["The order gave z = 1.45, p = 0.147.", []],
  ["The order gave z = 1.45, p = 0.017.", ["p-z"]],
  ["It was not so, z = 0.35, p > .05.", []],
  ["The fit was better, F(1, 180) = 41.30, p = 0.000.", ["p-zero"]],
  ["The fit was better, F(1, 180) = 41.30, p < 0.001.", []],
])("%s", (text, rules) => {
  expect(rulesIn(text)).toEqual(rules);
});

const table = (...rows: string[][]) =>
  rows.flatMap((cells, row) =>
    cells.map((text, column) => ({ kind: "cell" as const, text, cell: { table: 0, row, column } })),
  );
const totalsIn = (...rows: string[][]): string[] =>
  figures(checkText({ kind: "caption", text: "Table 1. Sample" }, ...table(...rows)), NO_OPTIONS).map(
    (one) => one.message,
  );

test("a column whose last row says another total than its sum", () => {
  expect(totalsIn(["Group", "Cases"], ["First", "118"], ["Second", "64"], ["Total", "182"])).toEqual([]);
  expect(totalsIn(["Group", "Cases"], ["First", "118"], ["Second", "64"], ["Total", "192"])).toEqual([
    "Table 1: the total is 192, and the column adds up to 182.",
  ]);
  // Means, shares, and parts of parts don't add up.
  expect(totalsIn(["Group", "Mean"], ["First", "118"], ["Second", "64"], ["Total", "91"])).toEqual([]);
  expect(totalsIn(["Group", "n"], ["First", "3"], ["Subtotal", "3"], ["Second", "4"], ["Total", "7"])).toEqual([]);
  expect(totalsIn(["Group", "n"], ["First", "3"], ["Second", "n/a"], ["Total", "7"])).toEqual([]);
});
