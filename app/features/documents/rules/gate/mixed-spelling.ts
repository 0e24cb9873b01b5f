import { PAIRS, spellingEvidence } from "../readers/spelling-variant.ts";
import type { TextModel } from "../readers/text-model.ts";

const PARTNER = new Map(
  PAIRS.flatMap(([us, uk]): [string, string][] => [
    [us, uk],
    [uk, us],
  ]),
);
/** Endings in -ize are British too (Oxford), and Canadian and Australian writers spell some words either way. */
const EITHER = /(?:iz|is)(?:e|ed|es|ing|ation)$/;
/** Words that have another sense in the other variant. */
const OWN_SENSE = new Set([
  "license",
  "licence",
  "dialog",
  "dialogue",
  "program",
  "programme",
  "catalog",
  "catalogue",
  "gray",
  "grey",
]);

/**
 * Spellings of another variant than the one that was ordered, with how they are spelled there; each once. A word that the variant
 * allows both ways is found only where the text has both. Without a variant, only words that are spelled both ways.
 */
export function mixedSpellings(model: TextModel, variant: string | null): { found: string; expected: string }[] {
  const evidence = spellingEvidence(model);
  const ours = variant === "US" ? evidence.us : evidence.uk;
  const other = variant === "US" ? evidence.uk : evidence.us;
  const out: { found: string; expected: string }[] = [];
  for (const [stem, count] of other) {
    const expected = PARTNER.get(stem);
    if (expected === undefined || (OWN_SENSE.has(stem) && !ours.has(expected))) continue;
    const strict = variant === "US" || ((variant === "UK" || variant === "AU") && !EITHER.test(stem));
    if (!strict && !ours.has(expected)) continue;
    out.push({ found: count > 1 ? `${stem} (${count} times)` : stem, expected });
  }
  return out;
}
