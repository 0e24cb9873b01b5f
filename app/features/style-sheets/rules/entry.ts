/** Style sheets: decisions about one author's texts, made once. */
import { foldText } from "#app/platform/rules/text/fold.ts";
import type { Finding } from "#app/features/documents/rules/check/finding.ts";

/** The parts of a style sheet, in their order. */
export const PARTS = {
  words: "Words and names",
  abbreviations: "Abbreviations",
  numbers: "Numbers and units",
  punctuation: "Punctuation",
  headings: "Headings, lists, captions",
  notes: "Notes",
} as const;
export type Part = keyof typeof PARTS;
export const PART_CODES = Object.keys(PARTS) as [Part, ...Part[]];

/** A decision: the form to use, and those not to use. */
export type Decision = { part: Part; key: string; form: string; others: string[]; note: string };

/** The longest form, and the most entries of one sheet. */
export const SHEET_LIMITS = { form: 120, note: 500, others: 8, entries: 2_000 } as const;

/** What a choice between the forms of a finding is about. */
export type Choice = { part: Part; key: string; title: string; options: string[] };

type Convention = { part: Part; title: string; options: readonly (readonly [shown: string, form: RegExp])[] };

/** Findings that aren't about a word: each form stands for one of these. The first that fits decides. */
const CONVENTIONS: Readonly<Record<string, Convention>> = {
  "percent-space": {
    part: "numbers",
    title: "Percent signs",
    options: [
      ["5 %", /\d\s%/],
      ["5%", /\d%/],
    ],
  },
  "unit-space": {
    part: "numbers",
    title: "Units",
    options: [
      ["5 mm", /\d\s\p{L}/u],
      ["5mm", /\d\p{L}/u],
    ],
  },
  separators: {
    part: "numbers",
    title: "Large numbers",
    options: [
      ["10,000", /\d,\d/],
      ["10 000", /\d\s\d/],
      ["10000", /^\d+$/],
    ],
  },
  "decimal-comma": {
    part: "numbers",
    title: "Decimals",
    options: [
      ["0.5", /\d\.\d/],
      ["0,5", /\d,\d/],
    ],
  },
  "number-words": {
    part: "numbers",
    title: "Numbers below ten",
    options: [
      ["3 rooms", /^\d/],
      ["three rooms", /^\p{L}/u],
    ],
  },
  times: {
    part: "numbers",
    title: "Times signs",
    options: [
      ["3 × 4", /×/],
      ["3 x 4", /x/i],
    ],
  },
  minus: {
    part: "numbers",
    title: "Negative numbers",
    options: [
      ["−3", /^−/],
      ["-3", /^-/],
    ],
  },
  "range-hyphen": {
    part: "numbers",
    title: "Ranges",
    options: [
      ["3–4", /–/],
      ["3-4", /-/],
    ],
  },
  "dates-two-formats": {
    part: "numbers",
    title: "Dates",
    options: [
      ["5 March 2026", /^\d{1,2}\s\p{L}/u],
      ["March 5, 2026", /^\p{L}/u],
      ["2026-03-05", /^\d{4}-/],
    ],
  },
  "single-level": {
    part: "punctuation",
    title: "Quotations",
    options: [
      ["“…”", /^["“]/],
      ["‘…’", /^['‘]/],
    ],
  },
  "straight-quotes": {
    part: "punctuation",
    title: "Quotation marks",
    options: [
      ["“…”", /[“”‘’]/],
      ['"…"', /["']/],
    ],
  },
  "straight-apostrophes": {
    part: "punctuation",
    title: "Apostrophes",
    options: [
      ["’", /’/],
      ["'", /'/],
    ],
  },
  "dash-space": {
    part: "punctuation",
    title: "Dashes",
    options: [
      ["word — word", /\s[—–]/],
      ["word—word", /[—–]/],
    ],
  },
  "serial-comma": {
    part: "punctuation",
    title: "Lists in a sentence",
    options: [
      ["a, b, and c", /,\s(?:and|or)\s/],
      ["a, b and c", /\s(?:and|or)\s/],
    ],
  },
  "ise-ize": {
    part: "words",
    title: "Words in -ize or -ise",
    options: [
      ["-ize", /iz/i],
      ["-ise", /is/i],
    ],
  },
};
/** Findings whose forms are what's chosen from, as they are: the same for every manuscript. */
const FIXED: Readonly<Record<string, { part: Part; title: string }>> = {
  "eg-form": { part: "abbreviations", title: "“For example”, shortened" },
  "ie-form": { part: "abbreviations", title: "“That is”, shortened" },
  "etal-form": { part: "abbreviations", title: "“And others”, shortened" },
  "fig-form": { part: "abbreviations", title: "Figures, mentioned" },
  "eq-form": { part: "abbreviations", title: "Equations, mentioned" },
};
/** Findings about a word or a name, with its forms. */
const TERMS = ["compound-forms", "prefix-forms", "capital-forms", "accent-lost", "name-two-spellings", "unit-case"];

const CONVENTION = "=";
/** What makes two forms the same word: its letters and digits, without case, accents, spaces, and hyphens. */
export const termKey = (form: string): string => foldText(form).replaceAll(/[^\p{L}\p{N}]/gu, "");

/** What can be chosen for a finding, or null if there's nothing to choose: then it's a slip. */
export function choiceOf({ rule, forms }: Pick<Finding, "rule" | "forms">): Choice | null {
  const said = forms.map((one) => one.form);
  const convention = CONVENTIONS[rule];
  const about = convention ?? FIXED[rule];
  const options = [
    ...new Set(
      convention ? said.flatMap((form) => convention.options.find(([, is]) => is.test(form))?.[0] ?? []) : said,
    ),
  ];
  if (options.length < 2 || options.some((one) => one.length > SHEET_LIMITS.form)) return null;
  if (about) return { part: about.part, key: `${CONVENTION}${rule}`, title: about.title, options };
  if (!TERMS.includes(rule)) return null;
  return {
    part: "words",
    key: termKey(options[0]!),
    title: options[0]!,
    options: options.slice(0, SHEET_LIMITS.others),
  };
}

/** The decision for one of a choice's forms. */
export const decide = (choice: Choice, form: string): Decision => ({
  part: choice.part,
  key: choice.key,
  form,
  others: choice.options.filter((one) => one !== form),
  note: "",
});

/** What an entry is about, as a reader of the sheet calls it: a convention's title, or nothing for a word. */
export function titleOf(key: string): string {
  const rule = key.startsWith(CONVENTION) ? key.slice(CONVENTION.length) : "";
  return CONVENTIONS[rule]?.title ?? FIXED[rule]?.title ?? "";
}
/** The keys of all conventions. */
export const CONVENTION_KEYS = Object.keys({ ...CONVENTIONS, ...FIXED }).map((rule) => `${CONVENTION}${rule}`);
export const isConvention = (key: string): boolean => key.startsWith(CONVENTION);

type About = Pick<Decision, "key" | "form" | "others">;
/** Whether two entries decide the same thing. */
export const isSame = (a: About, b: About): boolean =>
  a.key === b.key || (!isConvention(a.key) && (a.others.includes(b.form) || b.others.includes(a.form)));

/** What a sheet says about a choice, or null. */
export const saidOf = <T extends About>(entries: readonly T[], choice: Choice): T | null =>
  entries.find((one) =>
    isConvention(choice.key) || isConvention(one.key)
      ? one.key === choice.key
      : one.key === choice.key || choice.options.includes(one.form),
  ) ?? null;

/**
 * What becomes of an order's decisions on the author's sheet: new ones are added, the same ones confirm what's there,
 * and others contradict it, which the author settles.
 */
export function merge<K extends About, D extends About>(kept: readonly K[], decided: readonly D[]) {
  const added: D[] = [];
  const same: D[] = [];
  const conflicts: { decided: D; kept: K }[] = [];
  for (const one of decided) {
    const own = kept.find((other) => isSame(other, one));
    if (own && own.form !== one.form) conflicts.push({ decided: one, kept: own });
    else if (own || added.some((other) => isSame(other, one))) same.push(one);
    else added.push(one);
  }
  return { added, same, conflicts };
}

/** A to Z without case and accents; conventions by their title. */
export const inOrder = (a: About, b: About): number =>
  foldText(titleOf(a.key) || a.form).localeCompare(foldText(titleOf(b.key) || b.form), "en");

/** A typed entry. @returns it, or the message for the field */
export function typedDecision(typed: {
  part: Part;
  form: string;
  others: string;
  note: string;
}): Decision | { fault: string } {
  const form = typed.form.trim().replaceAll(/\s+/g, " ");
  const others = [
    ...new Set(
      typed.others
        .split(/[;\n]/)
        .map((one) => one.trim().replaceAll(/\s+/g, " "))
        .filter(Boolean),
    ),
  ];
  if (form === "") return { fault: "Enter the form to use, such as “dataset”." };
  if (form.length > SHEET_LIMITS.form || others.some((one) => one.length > SHEET_LIMITS.form))
    return { fault: `A form can have up to ${SHEET_LIMITS.form} characters.` };
  if (others.length > SHEET_LIMITS.others) return { fault: `Enter up to ${SHEET_LIMITS.others} forms not to use.` };
  if (others.includes(form)) return { fault: `“${form}” can't be both used and not used.` };
  const key = termKey(form) || form;
  return { part: typed.part, key, form, others, note: typed.note.trim().slice(0, SHEET_LIMITS.note) };
}
