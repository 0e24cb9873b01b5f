import { BASES, FUNCTION_WORDS } from "./word-lists.ts";

/** Which words are forms of one another. */

const INFLECTIONS = ["'s", "ing", "ed", "es", "s", "er", "est"] as const;
/** Endings that make another word of the same family, longest first. */
const DERIVATIONS =
  "ization izations ational ationally fulness ousness iveness ically ability ibility ations ition itions ation ators ator ating ated ates ate ments ment mental ically ical ic ities ity ness ions ion ally al ial ially ively ive ously ous iously ious fully ful lessly less ably able ibly ible ances ance ences ence ancy ency ants ant ents ent isms ism ists ist izes ized izing ize ian ians ary en ened ening ens hood ship ly ily y age or ors er ers est".split(
    " ",
  );
const BY_LENGTH = [...new Set(DERIVATIONS)].sort((a, b) => b.length - a.length);

/** The form in which endings are compared: no e and no doubled letter at the end, i for y. */
function smooth(stem: string): string {
  let out = stem;
  if (out.length > 3 && out.endsWith("e")) out = out.slice(0, -1);
  const last = out.at(-1) ?? "";
  if (out.length > 3 && last === out.at(-2) && !/[aeious]/.test(last)) out = out.slice(0, -1);
  if (out.endsWith("y")) out = `${out.slice(0, -1)}i`;
  return out.length > 3 && out.endsWith("i") ? out.slice(0, -1) : out;
}

/** A word without its ending for number, tense, or comparison, as letters. `word`: lower case. */
function bare(word: string): string {
  const base = BASES.get(word);
  if (base !== undefined) return base;
  for (const ending of INFLECTIONS) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length);
    if (rest.length < 3 && !(rest.length === 2 && ending === "s")) continue;
    if (ending === "s" && /(?:s|u|i)$/.test(rest)) continue;
    if (!/[aeiouy]/.test(rest)) continue;
    // "Catched" is a wrong form of "catch".
    return BASES.get(rest) ?? BASES.get(`${rest}e`) ?? rest;
  }
  return word;
}

/** A word without its inflection: "studies", "studied", "studying" are one. `word`: lower case. */
export const inflectionless = (word: string): string => smooth(bare(word));

const cache = new Map<string, string>();
const MOST_CACHED = 20_000;
const LONGEST = 40;

/** The stem by which content words are compared. `word`: lower case. */
export function stemOf(word: string): string {
  if (word.length > LONGEST) return word;
  const known = cache.get(word);
  if (known !== undefined) return known;
  let stem = bare(word.replace(/['’]s$/, ""));
  for (let round = 0; round < 2; round++) {
    const ending = BY_LENGTH.find((one) => stem.endsWith(one) && stem.length - one.length >= 4);
    if (ending === undefined) break;
    stem = stem.slice(0, -ending.length);
  }
  stem = smooth(BASES.get(stem) ?? BASES.get(`${stem}e`) ?? stem);
  if (cache.size >= MOST_CACHED) cache.clear();
  cache.set(word, stem);
  return stem;
}

/** Whether a word is a noun, a full verb, an adjective, or an adverb, as far as a list can tell. */
export const isContentWord = (word: string): boolean =>
  !FUNCTION_WORDS.has(word) &&
  /^\p{L}[\p{L}\p{M}'’]+$/u.test(word) &&
  !/n['’]t$|^(?:i|you|he|she|it|we|they|that|there|who)['’]/.test(word);
