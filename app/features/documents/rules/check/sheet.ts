import { SHEET_RULE, conventionOf, optionOf } from "./conventions.ts";
import type { Found, Rule, Sheet, Style } from "./finding.ts";
import { type Word, proseOf, spotOf } from "./prose.ts";
import { UNIFORM, formsOf, inOrder, inWords, quoted } from "./styles.ts";

/** The most words of one form. */
const MOST_WORDS = 4;
/** As many wrong forms are named in a message. */
const NAMED = 3;

/** Words that the style sheet has decided against: “The style sheet says “dataset”: “data set” 3 times.” */
export const styleSheet: Rule = (manuscript, { sheet = [] }) => {
  const entries = sheet
    .filter((one) => one.convention === undefined && one.others.length > 0)
    .map(({ form, others }) => [form, ...others].map((one): Style => ({ form: one, spots: [] })));
  if (entries.length === 0) return [];
  const exact = new Map<string, Style>();
  const loose = new Map<string, Style>();
  for (const [right, ...wrong] of entries)
    for (const one of [right!, ...wrong]) {
      if (one.form.split(/[\s-]/).length > MOST_WORDS) continue;
      exact.set(one.form, one);
      // Case matters only where the forms differ in nothing else.
      if (!wrong.some((other) => other.form.toLowerCase() === right!.form.toLowerCase()))
        loose.set(one.form.toLowerCase(), one);
    }
  const { parts, words } = proseOf(manuscript);
  for (let i = 0; i < words.length; i++) {
    let text = "";
    for (let n = 0; n < MOST_WORDS && i + n < words.length; n++) {
      const word = words[i + n] as Word;
      if (word.part !== words[i]!.part) break;
      text += word.form;
      // A capital at the beginning of a sentence says nothing about the word's own.
      const lower = text.toLowerCase();
      const found =
        (words[i]!.first ? undefined : exact.get(text)) ?? loose.get(lower) ?? loose.get(lower.replace(/s$/, ""));
      if (found) found.spots.push(spotOf(parts[word.part]!, words[i]!.from, word.to));
      if (word.next === "") break;
      text += word.next;
    }
  }
  return entries.flatMap((styles) => {
    if (styles.every((one) => one.spots.length === 0)) return [];
    return deviations({ group: "Words and hyphens", rule: SHEET_RULE, folded: false }, styles, styles.slice(1));
  });
};

/** A convention as the style sheet decides it, whatever the manuscript's own majority. */
export function bySheet(found: Found, sheet: Sheet): Found {
  const { rule, styles } = found;
  const convention = conventionOf(rule);
  const said = sheet.find((one) => one.convention === rule)?.form;
  if (!convention || !styles || said === undefined) return found;
  const right = styles.filter((one) => optionOf(convention, one.form) === said);
  const wrong = styles.filter((one) => !right.includes(one));
  const spots = right.flatMap((one) => one.spots).sort(inOrder);
  return deviations({ ...found, folded: found.folded && !found.uniform }, [{ form: said, spots }, ...wrong], wrong);
}

function deviations(of: Pick<Found, "group" | "rule" | "folded">, styles: readonly Style[], wrong: Style[]): Found {
  const [right] = styles as [Style];
  const found = { group: of.group, rule: of.rule, forms: formsOf(styles), styles };
  const used = wrong.filter((one) => one.spots.length > 0);
  if (used.length === 0) return { ...found, ...UNIFORM, spots: right.spots };
  const more = used.length - NAMED;
  return {
    ...found,
    message: `The style sheet says ${quoted(right.form)}: ${inWords(used.slice(0, NAMED))}${more > 0 ? `, and ${more} more` : ""}.`,
    spots: used.flatMap((one) => one.spots).sort(inOrder),
    folded: of.folded,
  };
}
