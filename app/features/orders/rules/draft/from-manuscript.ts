/** What a manuscript says about itself, so that nobody has to be asked. Every answer is shown as found, and can be changed. */
import type { CountReceipt } from "#app/features/documents/rules/readers/receipt.ts";
import type { DocumentType } from "#app/features/pricing/rules/taxonomy.ts";
import type { OrderChoices } from "./choices.ts";

export type Found = Pick<OrderChoices, "variant" | "styleGuide" | "documentType">;

/** Longer texts with the sections of an article may as well be a thesis, so the author says which. In words. */
const LONGEST_ARTICLE = 12_000;
const METHODS =
  /^(?:\d[\d.]*\s)?(?:materials?|patients|subjects|participants|data)?(?:,? and )?\s?method(?:s|ology)?\b/i;
const RESULTS = /^(?:\d[\d.]*\s)?results?\b/i;
const AROUND = /^(?:\d[\d.]*\s)?(?:abstract|introduction|background|discussion|conclusions?)\b/i;
const CHAPTER = /^chapter\b/i;
/** Sections of a thesis' front matter. */
const THESIS = /^(?:declaration|dedication|statement of (?:originality|authorship)|list of (?:figures|tables))\b/i;

/** "research-article" for a text with an article's sections; null if its sections don't say. */
export function documentTypeOf({ sections, words }: Pick<CountReceipt, "sections" | "words">): DocumentType | null {
  const has = (title: RegExp) => sections.some((section) => title.test(section.title.trim()));
  if (words > LONGEST_ARTICLE || has(CHAPTER) || has(THESIS)) return null;
  return has(METHODS) && has(RESULTS) && has(AROUND) ? "research-article" : null;
}

/** What a counted manuscript says. Answers that it doesn't give are left out. */
export function foundIn(receipt: CountReceipt): Found {
  const documentType = documentTypeOf(receipt);
  return {
    ...(receipt.variant ? { variant: receipt.variant } : {}),
    ...(receipt.style ? { styleGuide: receipt.style } : {}),
    ...(documentType ? { documentType } : {}),
  };
}

/** What the first manuscript that says it has found. */
export function foundInAll(files: readonly { receipt: CountReceipt | null }[]): Found {
  return Object.assign({}, ...files.flatMap(({ receipt }) => (receipt ? [foundIn(receipt)] : [])).reverse()) as Found;
}
