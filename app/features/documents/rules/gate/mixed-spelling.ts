import { PAIRS, spellingEvidence } from "../readers/spelling-variant.ts";
import type { TextModel } from "../readers/text-model.ts";

const PARTNER = new Map(
  PAIRS.flatMap(([us, uk]): [string, string][] => [
    [us, uk],
    [uk, us],
  ]),
);
/** Endings in -ize are British too (Oxford), and Canadian and Australian writers use both spellings of some words. */
const EITHER = /(?:iz|is)(?:e|ed|es|ing|ation)$/;
/** Words with a different meaning in the other variant. */
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
 * Spellings from a variant other than the one ordered, with the expected spelling, each once. A word that the variant
 * spells both ways is reported only if the text uses both. If no variant was ordered, that applies to every word.
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
