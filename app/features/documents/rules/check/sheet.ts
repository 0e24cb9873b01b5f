import type { Found, Rule, Spot } from "./finding.ts";
import { type Word, proseOf, spotOf, times } from "./prose.ts";

/** The most words of one form. */
const MOST_WORDS = 4;

type Wanted = { form: string; other: string; spots: Spot[] };

/** Forms that the author's style sheet has decided against: “Your sheet says “dataset”: “data set” 3 times.” */
export const styleSheet: Rule = (manuscript, { sheet = [] }) => {
  if (sheet.length === 0) return [];
  const wanted = new Map<string, Wanted>();
  for (const { form, others } of sheet)
    for (const other of others)
      if (other !== form && other.split(/[\s-]/).length <= MOST_WORDS) wanted.set(other, { form, other, spots: [] });
  // Case matters only where the forms differ in nothing else.
  const loose = new Map<string, Wanted>();
  for (const one of wanted.values())
    if (one.other.toLowerCase() !== one.form.toLowerCase()) loose.set(one.other.toLowerCase(), one);
  const { parts, words } = proseOf(manuscript);
  for (let i = 0; i < words.length; i++) {
    let text = "";
    for (let n = 0; n < MOST_WORDS && i + n < words.length; n++) {
      const word = words[i + n] as Word;
      if (word.part !== words[i]!.part) break;
      text += word.form;
      // A capital at the beginning of a sentence says nothing about the word's own.
      const exact = words[i]!.first ? undefined : wanted.get(text);
      const found = exact ?? loose.get(text.toLowerCase());
      if (found) found.spots.push(spotOf(parts[word.part]!, words[i]!.from, word.to));
      if (word.next === "") break;
      text += word.next;
    }
  }
  return [...wanted.values()]
    .filter((one) => one.spots.length > 0)
    .map(({ form, other, spots }): Found => ({
      group: "Words and hyphens",
      rule: "style-sheet",
      message: `Your style sheet says “${form}”: “${other}” ${times(spots.length)}.`,
      forms: [],
      spots,
      folded: false,
    }));
};
