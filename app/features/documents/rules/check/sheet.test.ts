import { describe, expect, test } from "vitest";
import { NO_OPTIONS, checkText, isFinding } from "../../testing/check-text.ts";
import { checkManuscript } from "./check.ts";
import { styleSheet } from "./sheet.ts";

const messages = (text: string, sheet: { form: string; others: string[] }[]): string[] =>
  styleSheet(checkText(text), { ...NO_OPTIONS, sheet })
    .filter(isFinding)
    .map((one) => one.message);

test.each<[string, string, string[], string[]]>([
  [
    "The data set is large, and data sets grow.",
    "dataset",
    ["data set"],
    ["The style sheet says “dataset”: “data set” twice."],
  ],
  [
    "Data set by data set, we read on.",
    "dataset",
    ["data set", "data-set"],
    ["The style sheet says “dataset”: “data set” twice."],
  ],
  ["A dataset is a dataset.", "dataset", ["data set"], []],
  ["They said “data set” in the letter.", "dataset", ["data set"], []],
  [
    "We read the Internet. The internet is old.",
    "internet",
    ["Internet"],
    ["The style sheet says “internet”: “Internet” once."],
  ],
  ["Internet access was rare.", "internet", ["Internet"], []],
  ["The well-being of all.", "wellbeing", ["well-being"], ["The style sheet says “wellbeing”: “well-being” once."]],
])("%s", (text, form, others, expected) => {
  expect(messages(text, [{ form, others }])).toEqual(expected);
});

test("an empty sheet says nothing", () => expect(messages("The data set.", [])).toEqual([]));

describe("a convention", () => {
  const check = (text: string, rule: string, form: string) => {
    const { findings, uniform } = checkManuscript(checkText(text), {
      ...NO_OPTIONS,
      sheet: [{ form, others: [], convention: rule }],
    });
    return {
      found: findings.filter((one) => one.rule === rule).map((one) => [one.message, one.total, one.folded]),
      uniform: uniform.filter((one) => one.rule === rule).map((one) => one.forms),
    };
  };
  const OPEN = "It rose by 5 % and by 7 % and fell by 62 % later.";

  test("that's followed without exception deviates if the sheet says otherwise", () => {
    expect(check(OPEN, "percent-space", "5%").found).toEqual([["The style sheet says “5%”: “5 %” 3 times.", 3, false]]);
    expect(
      check("They took time, money and patience. They took time, money and patience.", "serial-comma", "a, b, and c")
        .found,
    ).toHaveLength(1);
    expect(check("The colour and the behaviour of the harbour.", "us-uk", "American").found).toEqual([
      ["The style sheet says “American”: “colour” once, “behaviour” once, “harbour” once.", 3, false],
    ]);
  });

  test("that's followed as the sheet says is no finding", () => {
    expect(check(OPEN, "percent-space", "5 %")).toEqual({ found: [], uniform: [[{ form: "5 %", count: 3 }]] });
    expect(check(OPEN, "dash-space", "word—word").uniform).toEqual([]);
  });

  test("that's mixed has the places of what the sheet decides against, however common it is", () => {
    expect(check(`${OPEN} Then by 9%.`, "percent-space", "5%").found).toEqual([
      ["The style sheet says “5%”: “5 %” 3 times.", 3, false],
    ]);
    expect(check(`${OPEN} Then by 9%.`, "percent-space", "5 %").found).toEqual([
      ["The style sheet says “5 %”: “9%” once.", 1, false],
    ]);
  });
});

test("what the sheet says about a word is said once", () => {
  const { findings, uniform } = checkManuscript(
    checkText("The dataset grew. The data set shrank. A dataset stays, and our email is new."),
    {
      ...NO_OPTIONS,
      sheet: [
        { form: "dataset", others: ["data set"] },
        { form: "email", others: ["e-mail"] },
      ],
    },
  );
  expect(findings.map((one) => one.message)).toEqual(["The style sheet says “dataset”: “data set” once."]);
  expect(uniform.map((one) => one.forms[0])).toEqual([{ form: "email", count: 1 }]);
});
