import { expect, test } from "vitest";
import { NO_OPTIONS, checkText } from "../../testing/check-text.ts";
import { styleSheet } from "./sheet.ts";

const messages = (text: string, sheet: { form: string; others: string[] }[]): string[] =>
  styleSheet(checkText(text), { ...NO_OPTIONS, sheet }).map((one) => one.message);

test.each<[string, string, string[], string[]]>([
  [
    "The data set is large, and data sets grow.",
    "dataset",
    ["data set"],
    ["Your style sheet says “dataset”: “data set” once."],
  ],
  [
    "Data set by data set, we read on.",
    "dataset",
    ["data set", "data-set"],
    ["Your style sheet says “dataset”: “data set” twice."],
  ],
  ["A dataset is a dataset.", "dataset", ["data set"], []],
  ["They said “data set” in the letter.", "dataset", ["data set"], []],
  [
    "We read the Internet. The internet is old.",
    "internet",
    ["Internet"],
    ["Your style sheet says “internet”: “Internet” once."],
  ],
  ["Internet access was rare.", "internet", ["Internet"], []],
  ["The well-being of all.", "wellbeing", ["well-being"], ["Your style sheet says “wellbeing”: “well-being” once."]],
])("%s", (text, form, others, expected) => {
  expect(messages(text, [{ form, others }])).toEqual(expected);
});

test("an empty sheet says nothing", () => expect(messages("The data set.", [])).toEqual([]));
