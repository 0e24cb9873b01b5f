import type { Block, Found, Rule } from "../finding.ts";
import { byName } from "./by-name.ts";
import { byNumber } from "./by-number.ts";
import { entriesOf } from "./entries.ts";
import { inBrackets, inParentheses, namedIn, raised } from "./in-text.ts";
import { duplicates, incomplete } from "./list.ts";
import type { Add } from "./report.ts";

/** Citations against the reference list, and the list's entries against each other. */
export const citations: Rule = ({ blocks }, { styleGuide }) => {
  const found: Found[] = [];
  const add: Add = (rule, message, spots, { folded = false, forms = [] } = {}) => {
    found.push({ group: "Citations and references", rule, message, forms, spots, folded });
  };
  identifiers(blocks, add);
  const entries = entriesOf(blocks);
  if (entries.length < 3) return found;
  incomplete(entries, add);
  const copies = duplicates(entries, add);
  const numbers = entries.flatMap((one) => one.number ?? []);
  const named = namedIn(blocks);
  if (numbers.length > entries.length * 0.8)
    for (const { read, sure } of [
      { read: inBrackets, sure: true },
      { read: raised, sure: true },
      { read: inParentheses, sure: false },
    ]) {
      const cited = read(blocks);
      // "(1)" and raised digits mean other things too: the list's own numbers must be among them.
      const known = new Set(cited.map((one) => one.number));
      if (cited.length < named.length || numbers.filter((one) => known.has(one)).length < numbers.length * 0.5)
        continue;
      byNumber(entries, cited, copies, sure, add);
      return found;
    }
  if (named.length >= 3) byName(blocks, entries, named, copies, styleGuide, add);
  return found;
};

const DOI_MENTION = /(?:\bdoi:\s?|\bdoi\.org\/)(\S{2,200})/gi;
const ORCID = /\b(\d{4})-(\d{4})-(\d{4})-(\d{3}[\dXx])\b/g;

/** DOIs of a wrong form, and ORCID iDs with a wrong check digit. */
function identifiers(blocks: readonly Block[], add: Add): void {
  for (const [block, { text }] of blocks.entries()) {
    if (/doi/i.test(text))
      for (const match of text.matchAll(DOI_MENTION)) {
        const doi = match[1]!.replace(/[.,;:)\]”"’]+$/, "");
        // "doi: https://doi.org/10..." is read at its second mention.
        if (/^https?:|^doi\b/i.test(doi) || /^10\.\d{4,9}(?:\.\d{1,6})*\/\S+$/.test(doi)) continue;
        if (!/\d/.test(doi)) continue;
        add("doi-form", `“${doi}” doesn't have the form of a DOI, such as 10.1000/abc.`, [
          { block, from: match.index, to: match.index + match[0].length },
        ]);
      }
    if (/orcid/i.test(text))
      for (const match of text.matchAll(ORCID)) {
        if (!/orcid/i.test(text.slice(Math.max(0, match.index - 80), match.index))) continue;
        if (orcidHolds(match[0])) continue;
        add("orcid", `The check digit of the ORCID iD ${match[0]} is wrong.`, [
          { block, from: match.index, to: match.index + match[0].length },
        ]);
      }
  }
}

/** The check digit of ISO 7064, MOD 11-2. */
export function orcidHolds(id: string): boolean {
  const digits = id.replaceAll("-", "").toUpperCase();
  let total = 0;
  for (const digit of digits.slice(0, 15)) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return digits.at(-1) === (check === 10 ? "X" : String(check));
}
