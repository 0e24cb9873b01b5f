/** Style sheets: decisions about one author's texts, made once. */
import { foldText } from "#app/platform/rules/text/fold.ts";
import {
  CONVENTION_RULES,
  SHEET_RULE,
  TERM_RULES,
  conventionOf,
  optionOf,
} from "#app/features/documents/rules/check/conventions.ts";
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

const CONVENTION = "=";
/** What makes two forms the same word: its letters and digits, without case, accents, spaces, and hyphens. */
export const termKey = (form: string): string => foldText(form).replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * What can be chosen for a finding, or null if there's nothing to choose: then it's a slip.
 * @param uniform whether the manuscript writes it in one way throughout, so that there's one form, or one and others
 */
export function choiceOf({ rule, forms }: Pick<Finding, "rule" | "forms">, uniform = false): Choice | null {
  const said = forms.map((one) => one.form);
  const convention = conventionOf(rule);
  const used = convention ? said.flatMap((form) => optionOf(convention, form) ?? []) : said;
  const more = uniform && convention ? convention.options.map(([shown]) => shown) : [];
  const options = [...new Set([...used, ...more])];
  if (options.length < (uniform ? 1 : 2) || options.some((one) => one.length > SHEET_LIMITS.form)) return null;
  if (convention) return { part: convention.part, key: `${CONVENTION}${rule}`, title: convention.title, options };
  if (rule !== SHEET_RULE && !TERM_RULES.includes(rule)) return null;
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

/** The rule of the check that a key is about; "" for a word. */
export const ruleOf = (key: string): string => (isConvention(key) ? key.slice(CONVENTION.length) : "");
/** What an entry is about, as a reader of the sheet calls it: a convention's title, or nothing for a word. */
export const titleOf = (key: string): string => conventionOf(ruleOf(key))?.title ?? "";
/** The keys of all conventions. */
export const CONVENTION_KEYS = CONVENTION_RULES.map((rule) => `${CONVENTION}${rule}`);
/** The key of the variant of English. */
export const SPELLING_KEY = `${CONVENTION}us-uk`;
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
