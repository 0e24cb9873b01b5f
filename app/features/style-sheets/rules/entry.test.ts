import { expect, test } from "vitest";
import { choiceOf, decide, inOrder, isSame, merge, saidOf, termKey, typedDecision } from "./entry.ts";
import { SHEET_COLUMNS, readSheetCsv } from "./sheet-csv.ts";
import { entryWords } from "./entry-words.ts";
import { csv } from "#app/platform/rules/text/csv.ts";

const finding = (rule: string, ...forms: string[]) => ({ rule, forms: forms.map((form) => ({ form, count: 1 })) });

test.each<[string, string[], string, string[]]>([
  ["compound-forms", ["dataset", "data set"], "dataset", ["dataset", "data set"]],
  ["capital-forms", ["Internet", "internet"], "internet", ["Internet", "internet"]],
  ["percent-space", ["62%", "38 %"], "=percent-space", ["5%", "5 %"]],
  ["separators", ["12,480", "14 300"], "=separators", ["10,000", "10 000"]],
  ["decimal-comma", ["47.5", "0,82"], "=decimal-comma", ["0.5", "0,5"]],
  ["number-words", ["four rooms", "3 rooms"], "=number-words", ["three rooms", "3 rooms"]],
  ["dates-two-formats", ["March 12, 2019", "9 October 2019"], "=dates-two-formats", ["March 5, 2026", "5 March 2026"]],
  ["serial-comma", ["a, b, and c", "a, b and c"], "=serial-comma", ["a, b, and c", "a, b and c"]],
  ["single-level", ["“…”", "‘…’"], "=single-level", ["“…”", "‘…’"]],
  ["dash-space", ["word—word", "word — word"], "=dash-space", ["word—word", "word — word"]],
  ["eg-form", ["e.g.,", "eg"], "=eg-form", ["e.g.,", "eg"]],
  ["ise-ize", ["summarized", "recognized", "organisation"], "=ise-ize", ["-ize", "-ise"]],
])("%s: the forms %j are a choice", (rule, forms, key, options) => {
  expect(choiceOf(finding(rule, ...forms))).toMatchObject({ key, options });
});

test("a finding without forms, or of one form, is a slip and no choice", () => {
  expect(choiceOf(finding("doubled-word"))).toBeNull();
  expect(choiceOf(finding("name-differs", "Neville", "Nevilel"))).toBeNull();
  expect(choiceOf(finding("percent-space", "62%", "38%"))).toBeNull();
});

const dataset = decide(choiceOf(finding("compound-forms", "dataset", "data set"))!, "dataset");
const dataSet = { ...dataset, form: "data set", others: ["dataset"] };
const behavior = {
  part: "words" as const,
  key: termKey("behavior"),
  form: "behavior",
  others: ["behaviour"],
  note: "",
};
const behaviour = { ...behavior, key: termKey("behaviour"), form: "behaviour", others: ["behavior"] };

test("two entries decide the same if their letters are the same, or one excludes the other's form", () => {
  expect(isSame(dataset, dataSet)).toBe(true);
  expect(isSame(behavior, behaviour)).toBe(true);
  expect(isSame(dataset, behavior)).toBe(false);
});

test("an order's decisions are added, confirm the sheet, or contradict it", () => {
  expect(merge([dataset], [behavior])).toMatchObject({ added: [behavior], same: [], conflicts: [] });
  expect(merge([dataset], [dataset])).toMatchObject({ added: [], same: [dataset], conflicts: [] });
  expect(merge([dataset], [dataSet])).toMatchObject({ added: [], conflicts: [{ decided: dataSet, kept: dataset }] });
  expect(merge([], [dataset, dataset])).toMatchObject({ added: [dataset], same: [dataset] });
});

test("what a sheet says about a finding", () => {
  const choice = choiceOf(finding("compound-forms", "data set", "dataset"))!;
  expect(saidOf([behavior, dataset], choice)).toBe(dataset);
  expect(saidOf([behavior], choice)).toBeNull();
});

test("a typed entry, and what is wrong with one", () => {
  const typed = (form: string, others = "") => typedDecision({ part: "words", form, others, note: " n " });
  expect(typed(" data  set ", "dataset; data-set;")).toEqual({
    part: "words",
    key: "dataset",
    form: "data set",
    others: ["dataset", "data-set"],
    note: "n",
  });
  expect(typed("")).toHaveProperty("fault");
  expect(typed("x".repeat(121))).toHaveProperty("fault");
  expect(typed("a", "a")).toHaveProperty("fault");
});

test("a sheet survives export and import, formulas included", () => {
  const percent = decide(choiceOf(finding("percent-space", "5%", "5 %"))!, "5%");
  const odd = { part: "notes" as const, key: "=x", form: "=1+1", others: ["-a"], note: 'say "so", always' };
  const entries = [dataset, behavior, percent, { ...odd, key: termKey("=1+1") }];
  expect(readSheetCsv(`\uFEFF${csv(SHEET_COLUMNS, entries)}`)).toEqual(entries);
});

test.each<[string, RegExp]>([
  ["Part,Form\r\nWords,x\r\n", /“Use”/],
  ["Use\r\n", /no entries/],
  ["Use,Part\r\nx,Nonsense\r\n", /Line 2: “Nonsense”/],
  [`Use\r\n${"x".repeat(200)}\r\n`, /Line 2: A form/],
  ['Use\r\n"x', /never closed/],
])("a file that can't be read says why: %j", (text, why) => {
  expect(() => readSheetCsv(text)).toThrow(why);
});

test("entries are in the order of the alphabet and read as words", () => {
  expect(
    [behaviour, dataset, { ...behavior, form: "Árbol", key: "arbol" }].toSorted(inOrder).map((one) => one.form),
  ).toEqual(["Árbol", "behaviour", "dataset"]);
  expect(entryWords(dataset)).toBe("dataset, not data set");
});
