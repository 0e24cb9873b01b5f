/** Conventions: what a manuscript writes in one way or another, and a style sheet decides for all of it. */
import type { Style } from "./finding.ts";
import { sideOf } from "./variants.ts";

/** A way to write something, as a sheet shows it, and whether a form is written that way. The first option that fits counts. */
type Option = readonly [shown: string, is: (form: string) => boolean];
type Convention = {
  part: "words" | "abbreviations" | "numbers" | "punctuation";
  title: string;
  /** None: the forms are what's chosen from, as they are. */
  options: readonly Option[];
  /** Each noun or kind of place may have its own way, so one way in one place says nothing about the manuscript. */
  perPlace?: true;
};

const like =
  (pattern: RegExp) =>
  (form: string): boolean =>
    pattern.test(form);

const CONVENTIONS = {
  "us-uk": {
    part: "words",
    title: "Spelling",
    options: [
      ["American", (form) => sideOf(form) === "US"],
      ["British", (form) => sideOf(form) === "UK"],
    ],
  },
  "ise-ize": {
    part: "words",
    title: "Words in -ize or -ise",
    options: [
      ["-ize", like(/iz/i)],
      ["-ise", like(/is/i)],
    ],
  },
  "percent-space": {
    part: "numbers",
    title: "Percent signs",
    options: [
      ["5 %", like(/\d\s%/)],
      ["5%", like(/\d%/)],
    ],
  },
  "unit-space": {
    part: "numbers",
    title: "Units",
    options: [
      ["5 mm", like(/\d\s\p{L}/u)],
      ["5mm", like(/\d\p{L}/u)],
    ],
  },
  separators: {
    part: "numbers",
    title: "Large numbers",
    options: [
      ["10,000", like(/\d,\d/)],
      ["10 000", like(/\d\s\d/)],
      ["10000", like(/^\d+$/)],
    ],
  },
  "decimal-comma": {
    part: "numbers",
    title: "Decimals",
    options: [
      ["0.5", like(/\d\.\d/)],
      ["0,5", like(/\d,\d/)],
    ],
  },
  "number-words": {
    part: "numbers",
    title: "Numbers below ten",
    options: [
      ["3 rooms", like(/^\d/)],
      ["three rooms", like(/^\p{L}/u)],
    ],
    perPlace: true,
  },
  times: {
    part: "numbers",
    title: "Times signs",
    options: [
      ["3 × 4", like(/×/)],
      ["3 x 4", like(/x/i)],
    ],
  },
  minus: {
    part: "numbers",
    title: "Negative numbers",
    options: [
      ["−3", like(/^−/)],
      ["-3", like(/^-/)],
    ],
  },
  "range-hyphen": {
    part: "numbers",
    title: "Ranges",
    options: [
      ["3–4", like(/–/)],
      ["3-4", like(/-/)],
    ],
  },
  "dates-two-formats": {
    part: "numbers",
    title: "Dates",
    options: [
      ["5 March 2026", like(/^\d{1,2}\s\p{L}/u)],
      ["March 5, 2026", like(/^\p{L}/u)],
      ["2026-03-05", like(/^\d{4}-/)],
    ],
  },
  "single-level": {
    part: "punctuation",
    title: "Quotations",
    options: [
      ["“…”", like(/^["“]/)],
      ["‘…’", like(/^['‘]/)],
    ],
  },
  "straight-quotes": {
    part: "punctuation",
    title: "Quotation marks",
    options: [
      ["“…”", like(/[“”‘’]/)],
      ['"…"', like(/["']/)],
    ],
  },
  "straight-apostrophes": {
    part: "punctuation",
    title: "Apostrophes",
    options: [
      ["’", like(/’/)],
      ["'", like(/'/)],
    ],
  },
  "dash-space": {
    part: "punctuation",
    title: "Dashes",
    options: [
      ["word — word", like(/\s[—–]/)],
      ["word—word", like(/[—–]/)],
    ],
  },
  "serial-comma": {
    part: "punctuation",
    title: "Lists in a sentence",
    options: [
      ["a, b, and c", like(/,\s(?:and|or)\s/)],
      ["a, b and c", like(/\s(?:and|or)\s/)],
    ],
  },
  "eg-form": { part: "abbreviations", title: "“For example”, shortened", options: [] },
  "ie-form": { part: "abbreviations", title: "“That is”, shortened", options: [] },
  "etal-form": { part: "abbreviations", title: "“And others”, shortened", options: [] },
  "fig-form": { part: "abbreviations", title: "Figures, mentioned", options: [], perPlace: true },
  "eq-form": { part: "abbreviations", title: "Equations, mentioned", options: [], perPlace: true },
} satisfies Record<string, Convention>;

/** The rule whose findings are words that the style sheet decided against. */
export const SHEET_RULE = "style-sheet";
/** The rules whose findings are about a word or a name, with its forms. */
export const TERM_RULES: readonly string[] = [
  "compound-forms",
  "prefix-forms",
  "capital-forms",
  "accent-lost",
  "name-two-spellings",
  "unit-case",
];

/** The rules whose findings are about a convention. */
export const CONVENTION_RULES = Object.keys(CONVENTIONS);

/** The convention that a rule's findings are about, or null. */
export const conventionOf = (rule: string): Convention | null =>
  Object.hasOwn(CONVENTIONS, rule) ? CONVENTIONS[rule as keyof typeof CONVENTIONS] : null;

/** Which option of a convention a manuscript's form belongs to, or null: "62 %" belongs to "5 %". */
export function optionOf({ options }: Convention, form: string): string | null {
  if (options.length === 0) return form;
  return options.find(([shown, is]) => shown === form || is(form))?.[0] ?? null;
}

/** How often each option of a convention is used, the commonest first. */
export function usesOf(convention: Convention, styles: readonly Style[]): { form: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { form, spots } of styles) {
    const option = optionOf(convention, form) ?? form;
    counts.set(option, (counts.get(option) ?? 0) + spots.length);
  }
  return [...counts].map(([form, count]) => ({ form, count })).sort((a, b) => b.count - a.count);
}
